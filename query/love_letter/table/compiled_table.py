"""Love Letter's tables in memory, for long-running programs: compiled, and cached.

A `Table` values actions in plain Python, so that a first answer waits for no compiler. A server has
the time to compile: then an answer takes a tenth of the time, and holds the same numbers.
"""

from collections.abc import Callable
from contextlib import suppress

import numpy as np
from numpy.typing import NDArray

from llq.errors import LlqError
from llq.query.love_letter.table.table import Table
from llq.query.love_letter.variant_tables import find_scoring
from llq.solver.love_letter import turn, variants
from llq.solver.love_letter.rules import Scoring
from llq.solver.love_letter.table import backup
from llq.solver.love_letter.table.leads import LeadRange, no_leads
from llq.solver.love_letter.table.states import UNKNOWN, State
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
        self._book = backup.Book(
            self.rules.arrays,
            self.space.layout,
            no_leads(self.space),
            np.asarray(self.values),
            False,
        )
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

        low, high = np.repeat(np.arange(len(self.rules.copies)), self.rules.copies).tolist()[:2]
        unseen = [*self.rules.copies]
        for card in (low, high):
            unseen[card] -= 1
        state = State(low, high, tuple(unseen), UNKNOWN, False, False, 0)
        self._chances(card_values, state)
        self._kernel = card_values

    def _gains(self, state: State, _lead: int) -> dict[int, float]:
        """Return action values by number, as in `Table`."""
        chances = self._chances(self._kernel, state)
        if state.known:
            gains = chances[:, state.opponent]
        else:
            unseen = np.array(state.unseen)
            possible = unseen > 0
            gains = chances[:, possible] @ unseen[possible] / unseen.sum()
        legal = np.flatnonzero((chances > backup.ILLEGAL).any(axis=1))
        return dict(zip(legal.tolist(), gains[legal].tolist(), strict=True))

    def _chances(self, kernel: Callable[..., None], state: State) -> NDArray[np.float64]:
        """Return (actions, cards): each action's value against each card, else ``ILLEGAL``."""
        game, low, high = self.rules.arrays, state.low, state.high
        values = np.full((len(self.rules.actions), len(self.rules.cards), 1), backup.ILLEGAL)
        unseen, branches = np.array(state.unseen), turn.make_branches(len(self.rules.cards))
        for played, kept in {(low, high), (high, low)}:
            if not turn.is_forced(game, kept, played):
                kept_known = turn.is_kept_known(low, high, played, state.hand_known)
                facts = turn.TurnFacts(int(state.maid), int(state.known), kept_known)
                kernel(self._book, unseen, played, kept, facts, _NO_LEAD, branches, values)
        return values[:, :, 0]


_NO_LEAD = LeadRange(start=0, first=0, width=1, shift=0)
