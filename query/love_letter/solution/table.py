"""Solution tables: the chances of a mixed policy, by table state and memory."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from llq.errors import IllegalState
from llq.query.love_letter.observation import CardName, Seen, situation
from llq.query.love_letter.solution.mixed_answers import CHANCE, MixedAction, MixedAnswer, MixedMove
from llq.query.love_letter.solution.rows import FORGETS, LEVELS, EveryRow, RowChances, SolutionRows
from llq.query.love_letter.table.fast_ranks import ordinary_states
from llq.query.love_letter.table.stored_leads import LEAD_COLUMNS
from llq.query.love_letter.variant_tables import (
    BY_DISCARDS,
    FACE_UP,
    SCORING,
    VARIANT,
    VariantTable,
    check_plain,
    find_scoring,
)
from llq.query.tables.stored_table import BuildOption
from llq.solver.love_letter import variants
from llq.solver.love_letter.rules import Action, Rules, Scoring
from llq.solver.love_letter.solution.learning_options import ITERATIONS, LEAST_REACH
from llq.solver.love_letter.table.leads import LeadIndex
from llq.solver.love_letter.table.states import State, StateArrays, state_space
from llq.solver.love_letter.views import legal_actions
from llq.store.columns import StoredColumn
from llq.store.schema import Column, TableSpec
from llq.store.tables import TableFile, TableInfo

if TYPE_CHECKING:
    from pathlib import Path

    from llq.solver.love_letter.solution.automata import Memory
    from llq.store.database import Relation


_STATE_COLUMNS = (
    Column(
        "kept", "uint64", ("64 states",), "bits, lowest first",
        "Whether a state has rows; by state rank.", shape=("words",),
    ),
    Column(
        "actions", "uint8", ("state",), "", "Legal actions, in ascending order.",
        shape=("states",), least=1, most="actions",
    ),
    Column(
        "rows", "uint16", ("state",), "",
        "Rows of the state: one without memory, then one for each memory that has its own.",
        shape=("states",), least=1,
    ),
)  # fmt: skip
_CHANCE = Column(
    "chance", "uint8", ("action of a row",), f"1 / {LEVELS}",
    "The chance of each legal action of each row.", shape=("chances",), most=LEVELS,
)  # fmt: skip
_LEADS = tuple(
    Column(name, "int8", ("state",), unit, f"{subject} of the leads that count.", shape=("states",))
    for name, unit, subject in (
        ("lead_first", "points", "The lowest"),
        ("lead_width", "", "The number"),
        ("lead_shift", "", "1 for every other one of a range, 0 for all,"),
    )
)
_Number = TypeVar("_Number", int, NDArray[np.int64])


class Solution(VariantTable):
    """Stored mixed policy that remembers the last public actions.

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

    kind = "love-letter-solution"
    ending = "-solution"
    version = 2
    name_parts = (BY_DISCARDS, FACE_UP)
    build_options = (
        VARIANT,
        SCORING,
        BuildOption("face_up", usual=0),
        BuildOption("memory", read=str),
        BuildOption("iterations", read=int, usual=ITERATIONS),
        BuildOption("least_reach", read=float, usual=LEAST_REACH),
    )
    is_named_in_full = False

    @classmethod
    def cost(cls, **_options: Any) -> None:
        """Return None, as building takes half an hour and 5 GB."""

    def __init__(
        self, rules: Rules, info: TableInfo, columns: dict[str, NDArray[Any] | StoredColumn]
    ) -> None:
        self.rules, self.info = rules, info
        self.face_up = int(info.spec.parameters["face_up"])
        by_discards = info.spec.parameters["equal_cards"] == Scoring.DISCARDS
        self.scoring = Scoring.DISCARDS if by_discards else Scoring.HALF
        self._rows = SolutionRows(columns, state_space(rules).size)
        self._columns = columns
        self._leads = None
        if by_discards:
            ranges = (np.asarray(columns[name]) for name in LEAD_COLUMNS)
            self._leads = LeadIndex(np.zeros(len(columns["rows"]), dtype=np.int64), *ranges)
        self._ordinary = ordinary_states(rules)

    @staticmethod
    def make_spec(
        variant: str = "classic",
        face_up: int = 0,
        scoring: str = Scoring.HALF,
        *,
        memory: str | None = None,
        iterations: int = ITERATIONS,
        least_reach: float = LEAST_REACH,
    ) -> TableSpec:
        """Return the current specification; the options are those of `build_solution`."""
        rules, scoring = variants.round_rules(variant), find_scoring(scoring)
        check_plain(rules, "solution", "it takes")
        by_discards = scoring == Scoring.DISCARDS
        parameters = {
            "equal_cards": str(scoring) if by_discards else 0.5,
            "face_up": face_up,
            "memory": memory or usual_memory(scoring),
            "opponent": "longer" if learns_from_longer(memory, scoring, face_up) else "same",
            "iterations": iterations,
            "least_reach": least_reach,
            "levels": LEVELS,
        }
        numbering = f"What is remembered, in ascending order; {FORGETS}: anything else."
        if by_discards:
            numbering = (
                f"States of the memory, plus their number times the lead's place; {FORGETS}: any."
            )
        columns = (
            *_STATE_COLUMNS,
            Column("memory", "uint16", ("row",), "state of the memory", numbering, shape=("rows",)),
            _CHANCE,
            *(_LEADS if by_discards else ()),
        )
        sizes = {"actions": len(rules.actions)}
        return Solution.spec_of(rules, parameters, columns, sizes, scoring=scoring, face_up=face_up)

    @classmethod
    def build_command(cls, **options: Any) -> str:
        """Return the command that builds a solution."""
        if options.get("memory") == usual_memory(options.get("scoring", Scoring.HALF)):
            del options["memory"]
        return super().build_command(**options)

    @classmethod
    def from_file(cls, file: TableFile) -> Solution:
        """Return the solution of an open file, reading rows on demand."""
        rules, _ = cls.named_options(file.info.spec.name)
        columns: dict[str, Any] = {
            column.name: StoredColumn(file, column.name) for column in file.info.spec.columns
        }
        solution = cls(rules, file.info, columns)
        solution._file = file
        return solution

    @cached_property
    def memory(self) -> Memory:
        """Memory automaton; a lookup without history needs none."""
        from llq.solver.love_letter.solution.automata import make_memory

        return make_memory(self.rules, str(self.info.spec.parameters["memory"]))

    @property
    def rows(self) -> int:
        """Number of rows stored: states, and states with a memory."""
        return len(self._rows)

    @property
    def source(self) -> str:
        """Source of answers: table, content hash, memory and iterations."""
        parameters = self.info.spec.parameters
        return (
            f"from table {self.info.spec.name}, content {self.info.content_hash[:12]}; "
            f"remembers {parameters['memory']}, {parameters['iterations']} iterations"
        )

    def remember(self, actions: Iterable[Action]) -> int:
        """Return the memory state after the round's public actions.

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

    def chances(self, state: State, memory: int = 0, lead: int = 0) -> NDArray[np.float64]:
        """Return legal-action probabilities, in the order of `legal_actions`.

        Parameters
        ----------
        memory
            As `remember` returns it.
        lead
            The player's discard total less the opponent's; it is nothing to a solution that counts
            equal cards as half.

        Raises
        ------
        IllegalState
            No such state can arise.
        """
        return self._find(state, memory, lead).chances

    def state(self, hand: Iterable[CardName], **seen: Unpack[Seen]) -> State:
        """Return the state of a hand; see `llq.lookup` for arguments."""
        return self._ordinary.state(hand, **seen) or situation(self.rules, hand, **seen).state

    def lookup(self, state: State, past: Sequence[Action] = (), lead: int = 0) -> MixedMove:
        """Return a state's likeliest action and its probability.

        Parameters
        ----------
        past
            The public actions of the round so far, of both players in turn; the last ones are
            minded. Without any the answer is that for the start or for anything remembered.
        lead
            As in `chances`.

        Raises
        ------
        IllegalState
            The rules do not allow the state, or no round reaches it.
        IllegalAction
            The variant has no such action.

        Examples
        --------
        >>> import llq
        >>> solution = llq.love_letter.solution.open()
        >>> solution.lookup(solution.state((1, 7)))
        MixedMove(chance=0.46875, action=Action(card='Guard', guess='Handmaid', target=None))
        """
        chances = self.chances(state, self.remember(past), lead)
        likeliest = int(chances.argmax())
        return MixedMove(chances.item(likeliest), legal_actions(self.rules, state)[likeliest])

    def get(
        self, state: State, past: Sequence[Action] = (), *, default: MixedMove | None = None
    ) -> MixedMove | None:
        """Return the likeliest action, or ``default`` for an unreachable state."""
        try:
            return self.lookup(state, past)
        except IllegalState:
            return default

    def lookup_many(
        self, states: StateArrays, memory: ArrayLike = 0, lead: ArrayLike = 0
    ) -> NDArray[np.float64]:
        """Return action probabilities for many states.

        Parameters
        ----------
        memory
            As `remember` returns it: (N,) integers, or one for all.
        lead
            As in `chances`: (N,) integers, or one for all.

        Returns
        -------
        chance
            (N, actions) float64, as in ``rules.actions``; NaN for a state that no round reaches.
        """
        ranks = self._ordinary.rank_many(StateArrays(*states))
        memories = np.broadcast_to(np.asarray(memory, dtype=np.int64), ranks.shape)
        mixed = np.full((len(ranks), len(self.rules.actions)), np.nan)
        known = np.flatnonzero(ranks >= 0)
        known = known[self._rows.kept[ranks[known]]]
        place = self._rows.kept.places(ranks[known])
        numbers = memories[known]
        if self._leads is not None:
            leads = np.broadcast_to(np.asarray(lead, dtype=np.int64), ranks.shape)[known]
            lead_places = self._leads.entries(place, leads)
            numbers = row_number(len(self.memory.states), numbers, lead_places)
        # States with the same hand and Handmaid have the same legal actions.
        columns = [np.asarray(column)[known] for column in (states.low, states.high, states.maid)]
        hands, hand_of = np.unique(np.stack(columns).astype(np.int64), axis=1, return_inverse=True)
        for number, (low, high, maid) in enumerate(hands.T.tolist()):
            alike = np.flatnonzero(hand_of.ravel() == number)
            actions = legal_actions(self.rules, State(low, high, (), maid=bool(maid)))
            legal = [self.rules.action_numbers[action] for action in actions]
            chances = self._rows.find_many(place[alike], numbers[alike], len(legal))
            mixed[known[alike]] = 0.0
            mixed[known[alike][:, None], legal] = chances
        return mixed

    def actions(
        self, state: State, past: Sequence[Action] = (), lead: int = 0
    ) -> tuple[MixedAction, ...]:
        """Return every legal action of a state with its chance, likeliest first.

        Raises
        ------
        IllegalState, IllegalAction
            As `lookup` does.
        """
        chances = self.chances(state, self.remember(past), lead)
        likeliest = chances.max().item()
        legal = legal_actions(self.rules, state)
        return tuple(
            MixedAction(
                action=legal[i],
                text=self.rules.describe(legal[i]),
                value=chances.item(i),
                cost=likeliest - chances.item(i),
                standard_error=None,
                is_best=chances.item(i) == likeliest,
            )
            for i in np.argsort(-chances, kind="stable").tolist()
        )

    def answer(self, state: State, past: Sequence[Action] = (), lead: int = 0) -> MixedAnswer:
        """Return a state's answer with the solution's action probabilities.

        Raises
        ------
        IllegalState, IllegalAction
            As `lookup` does.
        """
        remembered: tuple[str, ...] = ()
        is_rare = bool(past) and not self._find(state, self.remember(past), lead).is_own
        if past and not is_rare:
            recent = past[max(len(past) - self.memory.plays, 0) :]
            remembered = tuple(self.rules.describe(action) for action in recent)
        cards = self.rules.cards
        return MixedAnswer(
            actions=self.actions(state, past, lead),
            unit=CHANCE,
            source=self.source,
            variant=self.rules.variant,
            hand=(cards[state.low].name, cards[state.high].name),
            remembered=remembered,
            is_rare=is_rare,
        )

    def lead_at(self, state: State, place: int) -> int:
        """Return the lead at a place among the leads that count in a state; 0 without any."""
        if self._leads is None:
            return 0
        row = self._rows.kept.place(state_space(self.rules).rank(state))
        return self._leads.first.item(row) + (place << self._leads.shift.item(row))

    def columns(self) -> dict[str, NDArray[Any]]:
        """Return the file's columns by name, read whole."""
        return {name: np.asarray(column) for name, column in self._columns.items()}

    def every_row(self) -> EveryRow:
        """Return all rows."""
        return self._rows.read_all()

    @classmethod
    def build(cls, *arguments: Any, **options: Any) -> Path:
        """Learn a policy; see `llq.query.love_letter.solution.build.build_solution`."""
        from llq.query.love_letter.solution.build import build_solution

        return build_solution(*arguments, **options)

    def sql(self) -> Iterable[Relation]:
        """Return the relation of the solution's first-turn play."""
        from llq.query.love_letter.solution.sql import solution_relations

        return solution_relations(self)

    def _find(self, state: State, memory: int, lead: int) -> RowChances:
        """Return a state's probabilities after a memory, at a lead."""
        rank = self._ordinary.checked_rank(state)
        if not self._rows.kept.item(rank):
            raise IllegalState(
                f"no round of {self.rules.variant} Love Letter with {self.face_up} cards face up "
                f"reaches {state}"
            )
        place = self._rows.kept.place(rank)
        if self._leads is not None:
            memory = row_number(len(self.memory.states), memory, self._leads.entry(place, lead))
        return self._rows.find(place, memory)


def open_solution(
    variant: str = "classic",
    path: str | os.PathLike[str] | None = None,
    *,
    face_up: int = 0,
    scoring: str = Scoring.HALF,
) -> Solution:
    """Return a variant's solution, with rows read on demand.

    Raises
    ------
    UnknownGame
        There is no such variant.
    TableMissing, CorruptTable, ForeignTable, FormatTooOld, FormatTooNew, StaleTable
        As `llq.love_letter.table.open` does.
    """
    spec = Solution.make_spec(variant, face_up, scoring)  # refuses what has no solution
    return Solution.cached(spec.name, path)


def usual_memory(scoring: str) -> str:
    """Return the default memory of a solution.

    By discards each lead stands beside each memory: the last two actions would take more memory
    than there is.
    """
    return "last-two-actions" if scoring == Scoring.HALF else "last-action"


def learns_from_longer(memory: str | None, scoring: Scoring, face_up: int) -> bool:
    """Return whether training uses an opponent with one more remembered play.

    With cards face up or by discards that takes more than 8 GB on the whole deck.
    """
    return memory != "none" and scoring == Scoring.HALF and face_up == 0


def row_number(memories: int, memory: _Number, place: _Number) -> _Number:
    """Return a state's row number from memory and lead.

    ``memory`` is its number, of ``memories``; ``place`` is that of the lead among those that count
    in the state, 0 where none do.
    """
    return memory + memories * place
