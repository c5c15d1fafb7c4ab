"""The solved table of a Love Letter variant: where it is, what it says."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from llq.errors import IllegalState
from llq.query.love_letter.action_ranking import action_values, explain_unreachable
from llq.query.love_letter.answers import ActionValue, Answer, Move
from llq.query.love_letter.observation import OFFICIAL_FACE_UP, CardName, Seen, Situation, situation
from llq.query.love_letter.sparse_column import Marks, PackedColumn
from llq.query.love_letter.stored_leads import possible_leads
from llq.query.love_letter.table_format import find_scoring, remedy, table_spec
from llq.solver.love_letter import backup
from llq.solver.love_letter.archer.states import ArcherState, ArcherStateArrays
from llq.solver.love_letter.leads import LeadIndex
from llq.solver.love_letter.rules import Rules, Scoring
from llq.solver.love_letter.states import State, StateArrays, state_space
from llq.solver.love_letter.variants import find_rules
from llq.store.columns import StoredColumn
from llq.store.locate import find_table
from llq.store.tables import TableInfo, open_table

__all__ = ["LoveLetterTable", "Numbers", "open_love_letter"]

Numbers = NDArray[Any] | StoredColumn | PackedColumn
"""A column in memory or in its file, or one that is kept in part."""

_WHOLE_STATES = 10_000_000
"""Tables of more states are not read whole: rows come from the file as they are asked for."""


def open_love_letter(
    variant: str = "classic",
    path: str | os.PathLike[str] | None = None,
    *,
    scoring: str = Scoring.HALF,
) -> LoveLetterTable:
    """Return the solved table of a variant, read whole and verified.

    Of a table with more than ten million states each row is read when it is first asked for.

    Parameters
    ----------
    variant
        The variant of the rules.
    path
        The table file, or the folder it is in; by default it is looked for in ``LLQ_TABLES``, the
        checkout's ``tables`` folder and the user's data folder.
    scoring
        What equal final cards are worth: ``half`` a win to each, as in the thesis, or
        ``discards``: the win to the higher discard total.

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
    >>> table = llq.love_letter.open_table()
    >>> table.lookup(table.state((1, 8)))
    Move(value=0.705616033731113, action=Action(card=0, argument=1))
    """
    rules, rule = find_rules(variant), find_scoring(scoring)
    how = remedy(rules, rule)
    spec = table_spec(rules, rule)
    file = open_table(find_table(spec.name, path, remedy=how), spec, remedy=how)
    try:
        size = file.info.rows("lead_width" if rule == Scoring.DISCARDS else "action")
        is_whole = size <= _WHOLE_STATES
        columns: dict[str, Any] = {
            column.name: file.read(column.name) if is_whole else StoredColumn(file, column.name)
            for column in spec.columns
        }
    except BaseException:
        file.close()
        raise
    if is_whole:
        file.close()
    if rules.tracks_aside:
        from llq.query.love_letter.archer_table import ArcherTable  # it is built on this module

        return ArcherTable(rules, file.info, columns)
    values, actions = columns["value"], columns["action"]
    if rule == Scoring.HALF:
        return LoveLetterTable(rules, file.info, values, actions, columns["reachable"])
    ranges = (np.asarray(columns[f"lead_{n}"]) for n in ("first", "width", "shift"))
    leads = LeadIndex.of_states(*ranges)
    return LoveLetterTable(rules, file.info, values, actions, leads.width > 0, leads)


class LoveLetterTable:
    """A variant's values and actions in memory: read-only, safe to share between threads.

    Parameters
    ----------
    rules
        The variant.
    info
        What the table file says of itself.
    values, actions
        (entries,) float64 and uint8, as `llq.solver.love_letter.solver.solve` returns them; where
        discards do not count, an entry is a state. Arrays, or columns of a file.
    reachable
        (states,) bool, as `llq.solver.love_letter.reach.reachable` returns it.
    leads
        Where each state's entries are, if discards count.
    """

    def __init__(
        self,
        rules: Rules,
        info: TableInfo,
        values: Numbers,
        actions: Numbers,
        reachable: Numbers | Marks,
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
        self._possible = lru_cache(65536)(self._possible_leads)
        for array in (values, actions, reachable, *(leads or ())):
            if isinstance(array, np.ndarray):
                array.flags.writeable = False

    @property
    def source(self) -> str:
        """Where the numbers come from, in one line."""
        return (
            f"{self.info.path.name} {self.info.content_hash[:12]}, rules {self.rules.rules_id} "
            f"v{self.rules.version}; exact dynamic programming in float64 (rounding below 1e-12)"
        )

    def situation(self, hand: Iterable[CardName], **seen: Unpack[Seen]) -> Situation:
        """Return the state of a player with this hand, and his lead in discards.

        The arguments are those of `llq.query.love_letter.observation.situation`.

        Examples
        --------
        >>> import llq
        >>> table = llq.love_letter.open_table(scoring="discards")
        >>> state, ahead = table.situation((1, 8), discarded=[1], opponent_discarded=[5])
        >>> ahead, round(table.lookup(state, ahead).value, 4)
        (-4, 0.7318)
        """
        return situation(self.rules, hand, scoring=self.scoring, **seen)

    def state(self, hand: Iterable[CardName], **seen: Unpack[Seen]) -> State:
        """Return the state of a player with this hand; see `situation` for the arguments."""
        return State(*situation(self.rules, hand, **seen).state)

    def lookup(self, state: State | ArcherState, ahead: int = 0) -> Move:
        """Return the value and the action of one state.

        Parameters
        ----------
        ahead
            The mover's discard total less the opponent's, where discards count.

        Raises
        ------
        IllegalState
            The rules do not allow the state, or no game comes to it; the message says why.
        """
        rank = self._rank(state)
        if not self.reachable.item(rank):
            raise IllegalState(explain_unreachable(self, state))
        if not self._is_possible(state, ahead):
            raise IllegalState(self._explain_ahead(state, ahead))
        return self._move(rank, ahead)

    def get(
        self, state: State | ArcherState, ahead: int = 0, *, default: Move | None = None
    ) -> Move | None:
        """Return the value and the action of one state, or ``default`` if it is not legal."""
        try:
            rank = self._rank(state)
        except IllegalState:
            return default
        if not self.reachable.item(rank) or not self._is_possible(state, ahead):
            return default
        return self._move(rank, ahead)

    def lookup_many(
        self, states: StateArrays | ArcherStateArrays, ahead: ArrayLike = 0
    ) -> tuple[NDArray[np.float64], NDArray[np.uint8]]:
        """Return the values and the actions of many states.

        Parameters
        ----------
        ahead
            The mover's discard total less the opponent's: (N,) integers, or one for all.

        Returns
        -------
        value
            (N,) float64; NaN for a state that the rules do not allow or lead to.
        action
            (N,) uint8, indices into ``rules.actions``; 255 for such a state.
        """
        ranks = self._rank_many(states)
        aheads = np.broadcast_to(np.asarray(ahead, dtype=np.int64), ranks.shape)
        bad = (ranks < 0) | ~self.reachable[ranks]
        entries = ranks
        if self.leads is None:
            bad |= aheads != 0
        else:
            bad[~bad] = ~self._are_possible(ranks[~bad], aheads[~bad])
            entries = self.leads.entries(np.where(bad, 0, ranks), aheads)
        value: NDArray[np.float64] = self.values[entries]
        action: NDArray[np.uint8] = self.actions_chosen[entries]
        value[bad] = np.nan
        action[bad] = 255
        return value, action

    def actions(self, state: State | ArcherState, ahead: int = 0) -> tuple[ActionValue, ...]:
        """Return every legal action of a state with its value, best first.

        Raises
        ------
        IllegalState
            The rules do not allow the state, no game comes to it, or it fixes an opponent's card
            that the mover does not know.
        """
        self.lookup(state, ahead)
        if state.opponent >= 0 and not state.known:
            raise IllegalState(
                "the mover cannot weigh his actions by a card that he does not know; "
                "ask with the card known, or without it"
            )
        gains = self._gains(state, ahead)
        best = max(gains.values())
        named = [
            ActionValue(
                self.rules.actions[a],
                self.rules.describe(self.rules.actions[a]),
                gain,
                gain >= best - backup.TIE,
            )
            for a, gain in gains.items()
        ]
        return tuple(sorted(named, key=lambda a: (not a.is_best, 0 if a.is_best else -a.value)))

    def answer(self, state: State | ArcherState, ahead: int = 0) -> Answer:
        """Return the whole answer for a state: value, best action and every other action.

        Raises
        ------
        IllegalState
            The rules do not allow the state; the message says why.
        """
        move = self.lookup(state, ahead)
        names = [card.name for card in self.rules.cards]
        hand = (names[state.low], names[state.high])
        return Answer(
            variant=self.rules.variant,
            hand=hand,
            value=move.value,
            unit=self.rules.unit,
            scoring=str(self.scoring),
            ahead=None if self.leads is None else ahead,
            best=self.rules.describe(move.action),
            actions=self.actions(state, ahead),
            unseen=dict(zip(names, state.unseen, strict=True)),
            opponent=names[state.opponent] if state.opponent >= 0 else None,
            opponent_knows=hand[state.hand_known - 1] if state.hand_known else None,
            handmaid=state.maid,
            source=self.source,
        )

    def listed_states(self) -> tuple[NDArray[np.int64], StateArrays | ArcherStateArrays]:
        """Return the states that a list of all has, and their ranks.

        These are all or, where discards count, those that a game comes to and a player can see.
        """
        ranks = np.arange(self.space.size)
        states = self.space.unrank_many(ranks)
        if self.leads is not None:
            is_seen = (states.opponent < 0) | (states.known == 1)
            ranks = np.flatnonzero(np.asarray(self.reachable) & is_seen)
            states = self.space.unrank_many(ranks)
        return ranks, states

    def can_come_up(self, state: State | ArcherState) -> bool:
        """Return whether the rules allow a state and some game comes to it."""
        try:
            return bool(self.reachable.item(self._rank(state)))
        except IllegalState:
            return False

    def aside_facts(self, _state: State | ArcherState) -> list[str]:
        """Return what a state says of the aside card, in words."""
        return []

    def aside_hints(self, _state: State | ArcherState) -> dict[str, list[State | ArcherState]]:
        """Return the states that say more of the aside card, by what they say."""
        return {}

    def entry(self, rank: int, ahead: int) -> int:
        """Return where a reachable state's numbers are, at a discard difference."""
        return rank if self.leads is None else self.leads.entry(rank, ahead)

    def _rank(self, state: State | ArcherState) -> int:
        return self.space.rank(State(*state))

    def _rank_many(self, states: StateArrays | ArcherStateArrays) -> NDArray[np.int64]:
        return self.space.rank_many(StateArrays(*states))

    def _gains(self, state: State | ArcherState, ahead: int) -> dict[int, float]:
        """Return what each legal action is worth to the mover."""
        chances = action_values(self, State(*state), ahead)
        unseen = np.array(state.unseen)
        if state.known:
            gains = chances[:, state.opponent]
        else:
            gains = chances[:, unseen > 0] @ unseen[unseen > 0] / unseen.sum()
        legal = np.flatnonzero((chances > backup.ILLEGAL).any(axis=1))
        return {int(action): float(gains[action]) for action in legal}

    def _move(self, rank: int, ahead: int) -> Move:
        entry = self.entry(rank, ahead)
        return Move(self.values.item(entry), self.rules.actions[self.actions_chosen.item(entry)])

    def _is_possible(self, state: State | ArcherState, ahead: int) -> bool:
        if self.leads is None:
            return ahead == 0
        return ahead in self._possible(state.low, state.high, tuple(state.unseen))

    def _are_possible(
        self, ranks: NDArray[np.int64], aheads: NDArray[np.int64]
    ) -> NDArray[np.bool_]:
        """Return whether each state's discards allow its difference; each pair is tried once."""
        block = np.searchsorted(self.space.block_start, ranks, side="right") - 1
        pairs, inverse = np.unique(np.stack([block, aheads]), axis=1, return_inverse=True)
        states = self.space.unrank_many(self.space.block_start[pairs[0]])
        possible = [
            ahead in self._possible(low, high, tuple(unseen))
            for low, high, unseen, ahead in zip(
                *(column.tolist() for column in (*states[:3], pairs[1])), strict=True
            )
        ]
        return np.array(possible, dtype=np.bool_)[inverse.ravel()]

    def _possible_leads(self, low: int, high: int, unseen: tuple[int, ...]) -> frozenset[int]:
        held = (low, high)
        seen = [
            copies - left - held.count(card)
            for card, (copies, left) in enumerate(zip(self.rules.copies, unseen, strict=True))
        ]
        return possible_leads(self.rules, seen, (0, OFFICIAL_FACE_UP))

    def _explain_ahead(self, state: State | ArcherState, ahead: int) -> str:
        if self.leads is None:
            return (
                f"a table scored by {self.scoring} does not ask who is ahead; got ahead {ahead}: "
                f"ask the one scored by {Scoring.DISCARDS}"
            )
        possible = sorted(self._possible(state.low, state.high, tuple(state.unseen)))
        return (
            f"the discards cannot put you {ahead} ahead; possible: {', '.join(map(str, possible))}"
        )
