"""Love Letter's tables in memory, for long-running programs: compiled, and cached.

A `Table` values actions in plain Python, so that a first answer waits for no compiler. A server has
the time to compile: then an answer takes a tenth of the time, and holds the same numbers.
"""

from collections.abc import Callable
from contextlib import suppress

import numpy as np
from numpy.typing import NDArray

from llq.errors import LlqError
from llq.query.love_letter.table.action_ranking import action_values
from llq.query.love_letter.table.table import Table
from llq.query.love_letter.variant_tables import find_scoring
from llq.solver.love_letter import variants
from llq.solver.love_letter.rules import Scoring
from llq.solver.love_letter.table import backup
from llq.solver.love_letter.table.book import Book
from llq.solver.love_letter.table.leads import no_leads
from llq.solver.love_letter.table.states import State
from llq.store.tables import TableFile


def ready_table(variant: str = "classic", scoring: str = Scoring.HALF) -> Table:
    """Return a variant's table, read whole at the first call, cached until its file is replaced."""
    rules, rule = variants.rules(variant), find_scoring(scoring)
    return ReadyTable.cached(Table.name_of(rules, scoring=rule))


def compile_usual() -> None:
    """Compile the action-value kernel for the classic table, if present."""
    with suppress(LlqError):  # the caller who needs it gets the error
        table = ready_table()
        if isinstance(table, ReadyTable):
            table.compile()


class ReadyTable(Table):
    """In-memory table with a compiled action-value kernel.

    It is made of a table whose arrays are in memory and whose values do not depend on discards.
    """

    def __init__(self, table: Table) -> None:
        super().__init__(
            table.rules, table.info, table.values, table.actions_chosen, table.reachable
        )
        arrays, layout = self.rules.arrays, self.space.layout
        values = np.asarray(self.values)
        self._book = Book(arrays, layout, no_leads(self.space), values, by_discards=False)
        self._kernel: Callable[..., None] = backup.card_values

    @classmethod
    def from_file(cls, file: TableFile, *, whole: bool = True) -> Table:
        """Return an open file's table, compiled where its kind allows."""
        table = super().from_file(file, whole=whole)
        is_plain = type(table) is Table and table.leads is None
        return ReadyTable(table) if is_plain and isinstance(table.values, np.ndarray) else table

    @property
    def is_compiled(self) -> bool:
        """Whether answers are no longer plain Python."""
        return self._kernel is not backup.card_values

    def compile(self) -> None:
        """Compile the kernel (seconds if uncached); answers use plain code until then."""
        from llq.solver.love_letter.table.kernels import card_values

        state = self.space.unrank(self.space.block_start.item(-2))  # any will do
        action_values(self._book, state, kernel=card_values)
        self._kernel = card_values

    def _action_values(self, state: State, _lead: int) -> NDArray[np.float64]:
        return action_values(self._book, state, kernel=self._kernel)
