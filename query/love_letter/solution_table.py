"""Solution tables: the chances of a mixed policy, by table state and memory."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.query.love_letter.solution_format import (
    LEVELS,
    USUAL,
    SolutionOptions,
    solution_remedy,
    solution_spec,
)
from llq.query.love_letter.sparse_column import Marks
from llq.solver.love_letter import variants
from llq.solver.love_letter.rules import Action, Rules
from llq.solver.love_letter.states import State, state_space
from llq.solver.love_letter.views import legal_actions
from llq.store import tables
from llq.store.columns import StoredColumn
from llq.store.locate import file_state, find_table
from llq.store.schema import TableSpec
from llq.store.tables import TableInfo

if TYPE_CHECKING:
    from llq.solver.love_letter.memory.automata import Memory

__all__ = ["MixedAction", "MixedAnswer", "Solution", "open_solution", "spec_of"]


@dataclass(frozen=True, slots=True)
class MixedAction:
    """A legal action and how likely the solution plays it."""

    action: Action
    text: str
    chance: float
    table_value: float | None = None
    """What the table says that it is worth, where the table was asked."""


@dataclass(frozen=True, slots=True)
class MixedAnswer:
    """What the solution plays in a state.

    Parameters
    ----------
    variant
        The variant of the rules.
    hand
        The two cards by name.
    remembered
        The public actions that were minded, the last one last; empty where the answer is that for
        anything remembered.
    actions
        Every legal action, the likeliest first.
    source
        Which solution answers.
    """

    variant: str
    hand: tuple[str, str]
    remembered: tuple[str, ...]
    actions: tuple[MixedAction, ...]
    source: str

    @property
    def best(self) -> Action:
        """The likeliest action."""
        return self.actions[0].action

    @property
    def text(self) -> str:
        """What is played, in words."""
        return ", ".join(f"{one.text} {one.chance:.0%}" for one in self.actions if one.chance > 0)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain data, ready for JSON."""
        return asdict(self)

    def __str__(self) -> str:
        """Return the answer in one line."""
        return f"{' and '.join(self.hand)}: {self.text}"


class _Starts:
    """Where each of many ranges starts that lie one after the other, and where the last one ends.

    One is found by the sums of blocks: a lookup does without the sums of all.
    """

    _BLOCK = 512

    def __init__(self, counts: NDArray[Any]) -> None:
        self._counts = counts
        whole = len(counts) // self._BLOCK * self._BLOCK
        sums = counts[:whole].reshape(-1, self._BLOCK).sum(axis=1, dtype=np.int64)
        self._before = [0, *np.cumsum([*sums, counts[whole:].sum(dtype=np.int64)]).tolist()]

    def __getitem__(self, place: int) -> int:
        block = place // self._BLOCK
        rest = self._counts[block * self._BLOCK : place]
        return int(self._before[block] + rest.sum(dtype=np.int64))

    @cached_property
    def all(self) -> NDArray[np.int64]:
        """Every start, and the end."""
        return np.concatenate([[0], np.cumsum(self._counts, dtype=np.int64)])


class Solution:
    """A mixed policy with a memory of the last public actions, as a table.

    Parameters
    ----------
    rules, info
        The variant, and what the file says of itself.
    columns
        The file's columns by name.

    Raises
    ------
    ValueError
        They do not fit each other.
    """

    def __init__(
        self, rules: Rules, info: TableInfo, columns: dict[str, NDArray[Any] | StoredColumn]
    ) -> None:
        self.rules, self.info = rules, info
        self.face_up = int(info.spec.parameters["face_up"])
        kept = np.asarray(columns["kept"])
        self._kept = Marks(kept, state_space(rules).size)
        rows, actions = np.asarray(columns["rows"]), np.asarray(columns["actions"])
        self._row = _Starts(rows)
        self._chance = _Starts(rows * actions.astype(np.int32))
        self._memories, self._chances = columns["memory"], columns["chance"]
        self._columns = columns
        marked = int(np.bitwise_count(kept).sum(dtype=np.int64))
        sizes = (marked, len(actions), self._row[len(rows)], self._chance[len(rows)])
        if sizes != (len(rows), len(rows), len(self._memories), len(self._chances)):
            raise ValueError("states, rows and chances are not as many as they must be")

    @cached_property
    def memory(self) -> Memory:
        """What is remembered, as an automaton; a lookup without history needs none."""
        from llq.solver.love_letter.memory.automata import make_memory

        return make_memory(self.rules, str(self.info.spec.parameters["memory"]))

    @property
    def rows(self) -> int:
        """Number of rows stored: states, and states with a memory."""
        return len(self._memories)

    @property
    def source(self) -> str:
        """Which table this is, as answers say it."""
        said = self.info.spec.parameters
        return (
            f"from table {self.info.spec.name}, content {self.info.content_hash[:12]}; "
            f"remembers {said['memory']}, {said['iterations']} iterations"
        )

    def remember(self, actions: Iterable[Action]) -> int:
        """Return the state of the memory after the public actions of a round so far.

        Raises
        ------
        IllegalAction
            The variant has no such action.
        """
        state = 0
        for action in actions:
            self.rules.describe(action)  # refuses what is none
            state = int(self.memory.after[state, self.rules.action_numbers[action]])
        return state

    def chances(self, state: State, memory: int = 0) -> NDArray[np.float64]:
        """Return the chance of each legal action, in the order of `legal_actions`.

        Parameters
        ----------
        memory
            As `remember` returns it.

        Raises
        ------
        IllegalState
            No such state can arise.
        """
        return self._find(state, memory)[0]

    def lookup(self, state: State, past: Sequence[Action] = ()) -> MixedAnswer:
        """Return what the solution plays in a state.

        Parameters
        ----------
        past
            The public actions of the round so far; the last ones are minded.

        Raises
        ------
        IllegalState
            No such state can arise.
        """
        chances, is_own = self._find(state, self.remember(past))
        legal = legal_actions(self.rules, state)
        order = np.argsort(-chances, kind="stable").tolist()
        cards = self.rules.cards
        remembered = [self.rules.describe(action) for action in past]
        if remembered:
            last = self.memory.states[-1]
            remembered = remembered[-len(last) if isinstance(last, tuple) else -1 :]
        return MixedAnswer(
            self.rules.variant,
            (cards[state.low].name, cards[state.high].name),
            tuple(remembered) if is_own else (),
            tuple(
                MixedAction(legal[i], self.rules.describe(legal[i]), chances.item(i)) for i in order
            ),
            self.source,
        )

    def get(
        self,
        state: State,
        past: Sequence[Action] = (),
        *,
        default: MixedAnswer | None = None,
    ) -> MixedAnswer | None:
        """Return what the solution plays in a state, or ``default`` where it has no such state."""
        try:
            return self.lookup(state, past)
        except IllegalState:
            return default

    def columns(self) -> dict[str, NDArray[Any]]:
        """Return the file's columns by name, read whole."""
        return {name: np.asarray(column) for name, column in self._columns.items()}

    def every_row(
        self,
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
        """Return every row: its state's rank, its memory, the first of its chances, and these."""
        ranks = np.flatnonzero(np.asarray(self._kept))
        counts = np.diff(self._row.all)
        legal = np.diff(self._chance.all) // counts
        memory = np.asarray(self._memories).astype(np.int64)
        per_row = np.repeat(legal, counts)
        starts = np.concatenate([[0], np.cumsum(per_row)])
        chances = np.asarray(self._chances) / LEVELS
        return np.repeat(ranks, counts), memory, starts, chances

    def _find(self, state: State, memory: int) -> tuple[NDArray[np.float64], bool]:
        """Return the chances of a state, and whether they are those of this memory alone."""
        rank = state_space(self.rules).rank(state)
        if not self._kept.item(rank):
            raise IllegalState(
                f"no round of {self.rules.variant} Love Letter with {self.face_up} cards face up "
                f"comes to {state}"
            )
        place = self._kept.place(rank)
        first, last = self._row[place], self._row[place + 1]
        start, end = self._chance[place], self._chance[place + 1]
        count = (end - start) // (last - first)
        memories = np.asarray(self._memories[np.arange(first, last)])
        row = int(np.searchsorted(memories[1:], memory)) + 1
        is_own = row < len(memories) and int(memories[row]) == memory
        at = start + (row if is_own else 0) * count
        parts = np.asarray(self._chances[np.arange(at, at + count)])
        return parts / LEVELS, is_own


def open_solution(
    variant: str = "classic",
    path: str | os.PathLike[str] | None = None,
    *,
    face_up: int = 0,
) -> Solution:
    """Return a variant's solution; rows are read as they are asked for.

    Raises
    ------
    UnknownGame
        There is no such variant.
    TableMissing, CorruptTable, ForeignTable, FormatTooOld, FormatTooNew, StaleTable
        As `llq.love_letter.open_table` does.
    """
    rules = variants.rules(variant)
    how = solution_remedy(rules, face_up)
    file = find_table(solution_spec(rules, face_up).name, path, remedy=how)
    return _open(rules, face_up, file, file_state(file))


@lru_cache(maxsize=2)
def _open(rules: Rules, face_up: int, file: Path, _state: tuple[int, ...]) -> Solution:
    stored = tables.open_table(
        file, lambda spec: spec_of(rules, face_up, spec), remedy=solution_remedy(rules, face_up)
    )
    columns: dict[str, Any] = {
        column.name: StoredColumn(stored, column.name) for column in stored.info.spec.columns
    }
    with stored.checking():
        return Solution(rules, stored.info, columns)


def spec_of(rules: Rules, face_up: int, spec: TableSpec) -> TableSpec:
    """Return what today's code would build with the parameters of a file."""
    said = spec.parameters
    options = SolutionOptions(
        str(said.get("memory", USUAL.memory)),
        int(said.get("iterations", USUAL.iterations)),
        float(said.get("least_reach", USUAL.least_reach)),
    )
    return solution_spec(rules, face_up, options)
