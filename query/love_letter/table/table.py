"""The solved table of a Love Letter variant: finding it, and looking up states."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from llq.errors import IllegalState, StaleTable, TableMissing
from llq.query.answers import ActionValue
from llq.query.love_letter.answers import KeepAnswer, Move, PlayAnswer, keep_answer, play_answer
from llq.query.love_letter.observation import CardName, Seen, Situation, situation
from llq.query.love_letter.table.action_ranking import (
    action_values,
    list_legal,
    make_book,
    rank_actions,
)
from llq.query.love_letter.table.fast_ranks import ordinary_states
from llq.query.love_letter.table.keeping import check_held, keep_values
from llq.query.love_letter.table.stored_leads import (
    LEAD_COLUMNS,
    DiscardLeads,
    explain_lead,
    lead_columns,
    trim_leads,
)
from llq.query.love_letter.table.unreachable_states import explain_unreachable
from llq.query.love_letter.variant_tables import (
    BY_DISCARDS,
    EXACT_METHOD,
    SCORING,
    VARIANT,
    VariantTable,
    find_scoring,
    solved_parameters,
    solving_cost,
    value_range,
)
from llq.solver.arguments import check_threads
from llq.solver.array_types import Bytes, Floats, Ints
from llq.solver.jobs.progress import Progress
from llq.solver.love_letter import variants
from llq.solver.love_letter.rules import Action, Rules, Scoring
from llq.solver.love_letter.table.book import Book
from llq.solver.love_letter.table.leads import LeadIndex, entry_at, lead_range
from llq.solver.love_letter.table.size import count_states
from llq.solver.love_letter.table.spies import index_spies
from llq.solver.love_letter.table.states import Held, State, StateArrays, state_space
from llq.solver.love_letter.views import View
from llq.store.columns import StoredColumn
from llq.store.schema import Column, TableSpec
from llq.store.tables import TableFile, TableInfo

if TYPE_CHECKING:
    from llq.store import database

Numbers = NDArray[Any] | StoredColumn
"""Column in memory or in a file."""

_REACHABLE = Column(
    "reachable", "bool", ("state rank",), "",
    "Whether some deal, with no or three cards face up, and some plays lead here.",
    shape=("states",),
)  # fmt: skip
_LEADS = (
    Column(
        "lead_first", "int16", ("state rank",), "points", "Lowest discard difference stored.",
        shape=("states",),
    ),
    Column(
        "lead_width", "int16", ("state rank",), "",
        "Differences stored, 0 where no game comes; beyond the ends the ends' values hold.",
        shape=("states",), least=0,
    ),
    Column(
        "lead_shift", "uint8", ("state rank",), "",
        "1 where every other difference is stored, else 0.", shape=("states",), most=1,
    ),
)  # fmt: skip
"""Columns that locate each state's entries, where discards count."""

_NO_ACTION = 255
"""Action of an unreachable state in `Table.lookup_many`."""

_WHOLE_STATES = 10_000_000
"""State limit for whole-table reads; larger tables are read on demand."""


def open_table(
    variant: str = "classic",
    path: str | os.PathLike[str] | None = None,
    *,
    scoring: str = Scoring.HALF,
) -> Table:
    """Return the solved table of a variant, read whole and verified.

    Of a table with more than ten million states rows are read when they are first asked for.

    Parameters
    ----------
    variant
        A variant of `rules`, such as ``hobbit`` or ``deck-5-2-2-2-2-1-1-1``.
    path
        The table file, or the folder it is in; by default it is looked for in ``LLQ_TABLES``, else
        the user's data folder, and then among the tables that came with llq.
    scoring
        How equal final cards are decided: ``half`` a win to each, as in the thesis, or by
        ``discards``, the win to the higher discard total.

    Raises
    ------
    UnknownGame
        There is no such variant or scoring.
    TableMissing
        There is no such table; the message has the command that builds it.
    CorruptTable, ForeignTable, FormatTooOld, FormatTooNew, StaleTable
        The file is not today's table of this variant, whole and intact.
    IllegalState
        The variant has no table of this scoring.

    Examples
    --------
    >>> import llq
    >>> table = llq.love_letter.table.open()
    >>> table.lookup(table.state((1, 8)))
    Move(value=0.705616033731113, action=Action(card='Guard', guess='Priest', target=None))
    """
    rules, rule = variants.rules(variant), find_scoring(scoring)
    return Table.load(Table.name_of(rules, scoring=rule), path)


def cached_table(
    rules: Rules, scoring: Scoring = Scoring.HALF, path: str | os.PathLike[str] | None = None
) -> Table:
    """Return a table cached until its file is replaced, for repeated questions.

    Its rows are read as they are asked for.
    """
    return Table.cached(Table.name_of(rules, scoring=scoring), path, whole=False)


def _reopen(variant: str, path: Path, scoring: Scoring, content_hash: str) -> Table:
    """Reopen a pickled table at its old or local path; raise StaleTable on mismatch."""
    try:
        table = open_table(variant, path, scoring=scoring)
    except TableMissing:
        table = open_table(variant, scoring=scoring)
    if table.info.content_hash != content_hash:
        raise StaleTable(
            f"{table.info.path}: has the content {table.info.content_hash[:12]}, the table that "
            f"was pickled had {content_hash[:12]}; pickle it again, or build the same one here"
        )
    return table


class Table(VariantTable):
    """A variant's values and actions in memory: read-only, safe to share between threads.

    Parameters
    ----------
    rules
        The variant.
    info
        What the table file says of itself.
    values, actions
        (entries,) float64 and uint8, as `llq.solver.love_letter.table.solver.solve` returns them;
        where discards do not count, an entry is a state. Arrays, or columns of a file.
    reachable
        (states,) bool, as `llq.solver.love_letter.table.reach.reachable` returns it.
    leads
        Where each state's entries are, if discards count.
    """

    kind = "love-letter"
    build_options = (VARIANT, SCORING)
    name_parts = (BY_DISCARDS,)
    method = EXACT_METHOD

    @classmethod
    def cost(cls, **options: Any) -> str:
        """Return the solving cost of a variant."""
        return solving_cost(variants.rules(options["variant"]), Scoring(options["scoring"]))

    def __init__(
        self,
        rules: Rules,
        info: TableInfo,
        values: Numbers,
        actions: Numbers,
        reachable: Numbers,
        leads: LeadIndex | None = None,
    ) -> None:
        self.rules = rules
        self.info = info
        self.values = values
        self.actions_chosen = actions
        self.reachable = reachable
        self.leads = leads
        self.scoring = Scoring.HALF if leads is None else Scoring.DISCARDS
        self.space = state_space(rules)
        self.spies = None if rules.spy_rule is None else index_spies(self.space)[0]
        self._ordinary = ordinary_states(rules)
        self._possible = DiscardLeads(rules, self.space)
        for array in (values, actions, reachable, *(leads or ())):
            if isinstance(array, np.ndarray):
                array.flags.writeable = False

    @staticmethod
    def make_spec(variant: str = "classic", scoring: str = Scoring.HALF) -> TableSpec:
        """Return the current specification of a variant's table."""
        rules, rule = variants.rules(variant), find_scoring(scoring)
        by_discards = rule == Scoring.DISCARDS
        if rules.chooses_twice and by_discards:
            raise IllegalState(
                f"{rules.variant} Love Letter is not solved by scoring {rule}; "
                f"it is by scoring {Scoring.HALF}"
            )
        is_dense = not (by_discards or rules.spy_rule)
        row, rows = ("state rank", "states") if is_dense else ("entry", "entries")
        is_chance = rules.unit == "win probability"
        meaning = (
            "The mover's chance of winning" if is_chance else "The mover's tokens less the other's"
        )
        ties = "decided by discard totals" if by_discards else "counted as half"
        columns = (
            Column(
                "value", "float64", (row,), description=f"{meaning}, equal final cards {ties}.",
                shape=(rows,), **value_range(rules),
            ),
            Column(
                "action", "uint8", (row,), "index of an action",
                "The action chosen: by card, then by guess or target, in ascending order.",
                shape=(rows,), most="last action",
            ),
            *(_LEADS if by_discards else (_REACHABLE,)),
        )  # fmt: skip
        sizes = {"states": count_states(rules), "last action": len(rules.actions) - 1}
        return Table.spec_of(rules, solved_parameters(rule), columns, sizes, scoring=rule)

    @classmethod
    def build(
        cls,
        variant: str = "classic",
        folder: str | os.PathLike[str] | None = None,
        *,
        scoring: str = Scoring.HALF,
        threads: int = 2,
        progress: Progress = None,
    ) -> Path:
        """Solve a variant, write its table and return the file.

        Parameters
        ----------
        variant
            A variant of `rules`, such as ``hobbit`` or ``deck-5-2-2-2-2-1-1-1``.
        folder
            Where the table goes; by default where tables are looked for first.
        scoring
            How equal final cards are decided: ``half`` a win to each, or by ``discards``.
        threads
            Threads, on which no result depends.
        progress
            Called with the work done and its total.

        Raises
        ------
        UnknownGame
            There is no such variant or scoring.
        IllegalState
            ``threads`` is not positive, or the variant is not solved by this scoring.
        TableNotWritable
            The folder cannot be written to.
        """
        rules, rule = variants.rules(variant), find_scoring(scoring)
        spec = cls.make_spec(variant, rule)
        check_threads(threads)

        def report(done: int, total: int) -> None:
            if progress:  # the search for reachable states takes as long as solving
                progress(done, 2 * total)

        def compute() -> dict[str, NDArray[Any]]:
            arrays = _solve(rules, rule, threads, report)
            if progress:
                progress(1, 1)
            return arrays

        return cls.write(spec, compute, folder)

    @classmethod
    def from_file(cls, file: TableFile, *, whole: bool = True) -> Table:
        """Return the table of an open file.

        Parameters
        ----------
        whole
            Whether to read it at once. Of a large table, and otherwise, rows are read when they are
            asked for.
        """
        rules, options = cls.named_options(file.info.spec.name)
        scoring = options["scoring"]
        size = file.info.rows("lead_width" if scoring == Scoring.DISCARDS else "action")
        is_read = whole and size <= _WHOLE_STATES
        columns: dict[str, Any] = {
            column.name: file.read(column.name) if is_read else StoredColumn(file, column.name)
            for column in file.info.spec.columns
        }
        values, actions = columns["value"], columns["action"]
        if scoring == Scoring.HALF:
            table = Table(rules, file.info, values, actions, columns["reachable"])
        else:
            leads = LeadIndex.of_states(*(np.asarray(columns[name]) for name in LEAD_COLUMNS))
            if leads.width.sum(dtype=np.int64) != len(values):
                raise ValueError("the differences stored are not as many as the values")
            table = Table(rules, file.info, values, actions, leads.width > 0, leads)
        table._file = None if is_read else file
        return table

    def sql(self) -> Iterable[database.Relation | database.View]:
        """Return states, cards, actions and first turns, in numbers and in words."""
        from llq.query.love_letter.table.sql import table_sql

        return table_sql(self)

    def apart(self) -> Iterable[database.Relation]:
        """Return relations of all actions in visible states."""
        from llq.query.love_letter.table.sql import action_relations

        return action_relations(self)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the file's place and content hash: unpickling reads the file again."""
        place = self.info.path.resolve()
        return _reopen, (self.rules.variant, place, self.scoring, self.info.content_hash)

    def situation(self, hand: Iterable[CardName], **seen: Unpack[Seen]) -> Situation:
        """Return a hand's state and lead in discards.

        Parameters
        ----------
        hand
            The two cards, by number or name.
        **seen
            What else the player sees and knows, as in `llq.love_letter.lookup`.

        Examples
        --------
        >>> import llq
        >>> table = llq.love_letter.table.open()
        >>> state, lead = table.situation((1, 8), seen=[1, 5])
        >>> lead, round(table.lookup(state, lead).value, 4)
        (0, 0.7333)
        """
        return situation(self.rules, hand, scoring=self.scoring, **seen)

    def state(self, hand: Iterable[CardName], **seen: Unpack[Seen]) -> State:
        """Return a hand's state; see `situation` for arguments."""
        return self._ordinary.state(hand, **seen) or situation(self.rules, hand, **seen).state

    def lookup(self, state: State, lead: int = 0) -> Move:
        """Return a state's value and best action.

        Parameters
        ----------
        lead
            The player's discard total less the opponent's, where discards count.

        Raises
        ------
        IllegalState
            The rules do not allow the state, or no game leads to it; the message says why.
        """
        rank = self._ordinary.checked_rank(state)
        if not self.reachable.item(rank):
            raise IllegalState(explain_unreachable(self.rules, state, self.can_come_up))
        if (lead or self.leads is not None) and not self._is_possible(state, lead):
            raise IllegalState(self._explain_lead(state, lead))
        return self._move(rank, lead)

    def get(self, state: State, lead: int = 0, *, default: Move | None = None) -> Move | None:
        """Return a state's value and best action, or ``default`` if unreachable."""
        if not self.can_come_up(state) or not self._is_possible(state, lead):
            return default
        return self._move(self._ordinary.checked_rank(state), lead)

    def lookup_many(self, states: StateArrays, lead: ArrayLike = 0) -> tuple[Floats, Bytes]:
        """Return the values and the best actions of many states.

        Parameters
        ----------
        lead
            The players' discard totals less the opponents': (N,) integers, or one for all.

        Returns
        -------
        value
            (N,) float64; NaN for a state that no game leads to.
        action
            (N,) uint8, indices into ``rules.actions``; 255 for such a state.
        """
        ranks = self._ordinary.rank_many(StateArrays(*states))
        leads = np.broadcast_to(np.asarray(lead, dtype=np.int64), ranks.shape)
        is_unknown = ~self.reachable[ranks]
        is_unknown |= ranks < 0
        entries = ranks
        if self.leads is not None:
            is_unknown[~is_unknown] = ~self._possible.allow(ranks[~is_unknown], leads[~is_unknown])
            entries = self.leads.entries(np.where(is_unknown, 0, ranks), leads)
        elif self.spies is not None:
            entries, width = self._spied_entries(np.where(is_unknown, 0, ranks), leads)
            is_unknown |= (leads < 0) | (leads >= width)
        elif np.ndim(lead) or lead:
            is_unknown |= leads != 0
        value: Floats = self.values[entries]
        action: Bytes = self.actions_chosen[entries]
        np.putmask(value, is_unknown, np.nan)
        np.putmask(action, is_unknown, _NO_ACTION)
        return value, action

    def actions(self, state: State, lead: int = 0) -> tuple[ActionValue[Action], ...]:
        """Return every legal action of a state with its value, best first.

        Raises
        ------
        IllegalState
            No game leads to the state, or it fixes an opponent's card that the player does not
            know.
        """
        self.lookup(state, lead)
        if state.opponent >= 0 and not state.known:
            raise IllegalState(
                "the actions of a player cannot be valued by a card that the player does not know; "
                "ask with the card known, or without it"
            )
        weights = np.array(state.unseen)
        if state.known:
            weights = np.arange(len(weights)) == state.opponent
        return rank_actions(self.rules, self.gains(state, weights, lead))

    def gains(self, state: State, weights: NDArray[Any], lead: int = 0) -> dict[int, float]:
        """Return legal-action values by number, with weighted hidden cards.

        Parameters
        ----------
        weights
            (cards,) how likely the opponent holds each card.
        """
        values = self._action_values(state, lead)
        possible = weights > 0
        gains = values[:, possible] @ weights[possible] / weights.sum()
        return {action: gains.item(action) for action in list_legal(values)}

    def answer(self, state: State, lead: int = 0) -> PlayAnswer:
        """Return a state's answer: the best play and every action's value.

        Raises
        ------
        IllegalState
            As `actions` does; the message says why.
        """
        value = self.lookup(state, lead).value
        actions = self.actions(state, lead)
        view = View(self.rules, state)
        return play_answer(view, actions, value, self.source, lead, self.scoring)

    def keep(self, held: Held) -> KeepAnswer:
        """Return the answer for cards held after an exchange: which to keep.

        Raises
        ------
        IllegalState
            The variant has no such choice, or no game leads to it; the message says why.
        """
        check_held(self.rules, held)
        gains = keep_values(self.rules, self.book, held)
        return keep_answer(self.rules, held, gains, self.source)

    def can_come_up(self, state: State) -> bool:
        """Return whether the rules allow a state and some game reaches it."""
        try:
            return bool(self.reachable.item(self._ordinary.checked_rank(state)))
        except IllegalState:
            return False

    def entry(self, rank: int, lead: int) -> int:
        """Return the index of a reachable state's numbers, by lead or Spy status."""
        if self.spies is not None:
            cell, place = self.space.cell_and_place(rank)
            return int(entry_at(lead_range(self.spies, cell, place), lead))
        return rank if self.leads is None else self.leads.entry(rank, lead)

    @property
    def book(self) -> Book:
        """The values as the solver's functions read them."""
        entry = self.entry if self.leads is not None else None
        return make_book(self.rules, self.values, self.spies, entry)

    def _action_values(self, state: State, lead: int) -> Floats:
        """Return (actions, cards): each action's value against each card, else ``ILLEGAL``."""
        return action_values(self.book, state, lead)

    def _move(self, rank: int, lead: int) -> Move:
        entry = self.entry(rank, lead)
        return Move(self.values.item(entry), self.rules.actions[self.actions_chosen.item(entry)])

    def _is_possible(self, state: State, lead: int) -> bool:
        if self.spies is not None:
            cell, _ = self.space.cell_and_place(self._ordinary.checked_rank(state))
            return 0 <= lead < int(self.spies.width[cell])
        return lead == 0 if self.leads is None else lead in self._possible.find(state)

    def _spied_entries(self, ranks: Ints, spies: Ints) -> tuple[Ints, Ints]:
        """Return state entries by Spy status, and entry counts per state."""
        assert self.spies is not None  # for mypy: it is asked of such a table only
        block = np.searchsorted(self.space.block_start, ranks, side="right") - 1
        cell = self.space.block_cell[block]
        width = self.spies.width[cell].astype(np.int64)
        place = ranks - self.space.block_start[block]
        return self.spies.start[cell] + place * width + np.clip(spies, 0, width - 1), width

    def _explain_lead(self, state: State, lead: int) -> str:
        if self.spies is not None:
            return f"the cards seen hold no Spies for {lead} to say who discarded one"
        possible = () if self.leads is None else self._possible.find(state)
        return explain_lead(self.scoring, lead, possible)


def _solve(
    rules: Rules, rule: Scoring, threads: int, report: Callable[[int, int], None]
) -> dict[str, NDArray[Any]]:
    """Return the columns of a table."""
    from llq.solver.love_letter.table.reach import reachable  # compiles
    from llq.solver.love_letter.table.solver import solve

    solution = solve(rules, rule, threads=threads, progress=report)
    arrays: dict[str, NDArray[Any]] = {"value": solution.values, "action": solution.actions}
    if rule == Scoring.HALF:
        arrays["reachable"] = reachable(rules)
    else:
        index, entries = trim_leads(state_space(rules), solution, reachable(rules))
        arrays = {name: column[entries] for name, column in arrays.items()}
        arrays |= lead_columns(index)
    return arrays


build_table = Table.build
