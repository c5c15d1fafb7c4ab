"""State space of Archer: that of `states`, and who knows the card set aside.

As long as nobody has looked at the aside card or redealt it, it is one of the cards nobody has
seen and a state of `states` says all. From then on the true chance of a state depends on the aside
card itself, on whether the mover knows it and on whether the opponent does (looking is public, what
is seen is not).

So each state of `states` has a row of *entries*, one width for a block. Entry 0 is "the opponent
does not know the aside card, nor does the mover", its value the mean over that card; entry 1 the
same with an opponent who knows it. Then come up to four groups with one entry for each kind of
unseen card set aside: known to nobody, to the opponent, to the mover, to both. Within the first two
groups the mover plays without knowing the card, as in entries 0 and 1. A group exists only where
the cards seen could have led to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, NewType

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.solver.love_letter.rules import Consequence, Rules
from llq.solver.love_letter.table.states import UNKNOWN, State, StateArrays, StateSpace, state_space

Entry = NewType("Entry", int)

GROUPS = 4
"""Group 2 × (the mover knows the aside card) + (the opponent knows it)."""


class ArcherState(NamedTuple):
    """One state of the mover: `State`, and what is known of the aside card.

    ``aside`` without ``aside_known`` holds the mover's true chance against that card while the
    mover plays without knowing it.
    """

    low: int
    high: int
    unseen: tuple[int, ...]
    opponent: int = UNKNOWN
    maid: bool = False
    known: bool = False
    hand_known: int = 0
    aside: int = UNKNOWN
    aside_known: bool = False
    aside_known_to_opponent: bool = False

    @property
    def classic(self) -> State:
        """The state but for the aside card."""
        return State(*self[:7])


class ArcherStateArrays(NamedTuple):
    """Many states, one entry each: int64 arrays of shape (N,), ``unseen`` of shape (N, cards)."""

    low: NDArray[np.int64]
    high: NDArray[np.int64]
    unseen: NDArray[np.int64]
    opponent: NDArray[np.int64]
    maid: NDArray[np.int64]
    known: NDArray[np.int64]
    hand_known: NDArray[np.int64]
    aside: NDArray[np.int64]
    aside_known: NDArray[np.int64]
    aside_known_to_opponent: NDArray[np.int64]


class Asides(NamedTuple):
    """Where the entries of each state are, as the kernels take it; one row a cell of `Layout`."""

    start: NDArray[np.int64]
    """(cells,): first entry of the cell's block."""
    width: NDArray[np.int64]
    """(cells,): entries of each of its states."""
    group: NDArray[np.int64]
    """(cells, GROUPS): where in a state's entries each group starts, -1 where there is none."""


@dataclass(frozen=True)
class ArcherSpace:
    """All states of a variant that tracks the aside card. Make one with `archer_space`."""

    space: StateSpace
    """The states but for the aside card."""
    asides: Asides
    block_entry: NDArray[np.int64]
    """(blocks + 1,): the first entry of each block of ``space``, then the number of entries."""

    @property
    def rules(self) -> Rules:
        """The variant's rules."""
        return self.space.rules

    @property
    def size(self) -> int:
        """Number of entries."""
        return int(self.block_entry[-1])

    def rank(self, state: ArcherState) -> Entry:
        """Return the entry of one state.

        Raises
        ------
        IllegalState
            The variant has no such state; the message says why.
        """
        rank = self.space.rank(state.classic)
        problem = self._explain_aside(state)
        if problem:
            raise IllegalState(problem)
        layout, asides = self.space.layout, self.asides
        code = int(np.dot(state.unseen, layout.stride))
        cell = code * layout.hands + layout.hand.item(state.low, state.high)
        at = asides.start.item(cell) + (rank - layout.offset.item(cell)) * asides.width.item(cell)
        if state.aside == UNKNOWN:
            return Entry(at + state.aside_known_to_opponent)
        group = asides.group.item(cell, _group(state))
        return Entry(at + group + layout.position.item(code, state.aside))

    def rank_many(self, states: ArcherStateArrays) -> NDArray[np.int64]:
        """Return the entries of many states, -1 for each that the variant does not have."""
        ranks = self.space.rank_many(StateArrays(*states[:7]))
        aside, knows, they_know = states[7:]
        good = (ranks >= 0) & (aside >= UNKNOWN) & (aside < len(self.rules.cards))
        good &= (knows >= 0) & (knows <= 1) & (they_know >= 0) & (they_know <= 1)
        ranks = np.where(good, ranks, 0)
        group = np.where(good, 2 * knows + they_know, 0)
        block = np.searchsorted(self.space.block_start, ranks, side="right") - 1
        cell = self.space.block_cell[block]
        place = ranks - self.space.block_start[block]
        entry = self.block_entry[block] + place * self.asides.width[cell]
        fixed = aside != UNKNOWN
        card = np.where(good & fixed, aside, 0)
        start = self.asides.group[cell, group]
        left = np.take_along_axis(states.unseen, card[:, None], axis=1)[:, 0]
        good &= np.where(fixed, (start >= 0) & (left > (aside == states.opponent)), knows == 0)
        good &= fixed | (they_know == 0) | (self.asides.group[cell, 1] >= 0)
        inner = start + self.space.layout.position[cell // self.space.layout.hands, card]
        return np.where(good, entry + np.where(fixed, inner, they_know), -1)

    def unrank_many(self, entries: NDArray[np.int64]) -> ArcherStateArrays:
        """Return the states of many entries, none of them one for which `unrank` has no state."""
        block = np.searchsorted(self.block_entry, entries, side="right") - 1
        cell = self.space.block_cell[block]
        place, inner = np.divmod(entries - self.block_entry[block], self.asides.width[cell])
        states = self.space.unrank_many(self.space.block_start[block] + place)
        starts = self.asides.group[cell]
        heads = np.where(starts[:, 1] >= 0, 2, 1)
        fixed = inner >= heads
        # The last group that starts no later; those that do not exist start nowhere.
        inside = (starts >= 0) & (starts <= inner[:, None])
        group = np.where(fixed, GROUPS - 1 - inside[:, ::-1].argmax(axis=1), inner)
        code = cell // self.space.layout.hands
        position = inner - np.take_along_axis(starts, group[:, None], axis=1)[:, 0]
        is_card = self.space.layout.position[code] == position[:, None]
        aside = np.where(fixed, (is_card & (states.unseen > 0)).argmax(axis=1), UNKNOWN)
        return ArcherStateArrays(*states, aside, group // 2, group % 2)

    def unrank(self, entry: int) -> ArcherState | None:
        """Return the state of one entry; None where opponent and aside would share a last card.

        Raises
        ------
        IllegalState
            The entry is outside 0 … size - 1.
        """
        if not 0 <= entry < self.size:
            raise IllegalState(f"entries go from 0 to {self.size - 1}; asked for {entry}")
        space, asides = self.space, self.asides
        block = int(np.searchsorted(self.block_entry, entry, side="right")) - 1
        cell = int(space.block_cell[block])
        place, inner = divmod(entry - int(self.block_entry[block]), asides.width.item(cell))
        state = space.unrank(int(space.block_start[block]) + place)
        heads = _heads(asides, cell)
        if inner < heads:
            return ArcherState(*state, aside_known_to_opponent=bool(inner))
        number, position = divmod(
            inner - heads, space.layout.kinds.item(cell // space.layout.hands)
        )
        group = [g for g in range(GROUPS) if asides.group[cell, g] >= 0][number]
        aside = [card for card, left in enumerate(state.unseen) if left][position]
        if aside == state.opponent and state.unseen[aside] == 1:
            return None
        return ArcherState(*state, aside, group >= 2, group % 2 == 1)

    def _explain_aside(self, state: ArcherState) -> str:
        """Return why what is said of the aside card cannot be, or an empty string."""
        layout, cards = self.space.layout, self.rules.cards
        cell = int(np.dot(state.unseen, layout.stride)) * layout.hands
        cell += layout.hand.item(state.low, state.high)
        if not UNKNOWN <= state.aside < len(cards):
            return f"the aside card is 0 to {len(cards) - 1} by index; got {state.aside}"
        if state.aside == UNKNOWN:
            if state.aside_known:
                return "a known aside card must be named"
            if state.aside_known_to_opponent and _heads(self.asides, cell) == 1:
                return "nobody can know the aside card before a card that looks at it was seen"
            return ""
        if state.unseen[state.aside] <= (state.aside == state.opponent):
            name = cards[state.aside].name
            return f"the aside card cannot be a {name}: every copy is in a hand or seen"
        if self.asides.group[cell, _group(state)] < 0:
            if _group(state) == 0:
                return (
                    "while nobody has looked at the aside card and no hands were redealt, it is "
                    "any unseen card: leave it out"
                )
            return (
                "each player who knows the aside card takes a card that looks at it: too few of "
                "them were seen"
            )
        return ""


@lru_cache(maxsize=2)
def archer_space(rules: Rules) -> ArcherSpace:
    """Return the states of a variant, whose cards may look at the aside card or redeal it."""
    space = state_space(rules)
    layout, may = space.layout, np.array([card.effect.row.may for card in rules.cards])
    codes, hands = np.divmod(space.block_cell, layout.hands)
    seen = np.array(rules.copies) - space.unseen[codes]
    for held in space.hand_cards[hands].T:
        seen[np.arange(len(seen)), held] -= 1
    looks = seen[:, may & Consequence.SEES_ASIDE != 0].sum(axis=1)
    redeals = seen[:, may & Consequence.REDEALS != 0].sum(axis=1)
    exists = np.stack([redeals > 0, looks > 0, looks > 0, looks > 1], axis=1)
    heads, kinds = 1 + (looks > 0), layout.kinds[codes]
    group = heads[:, None] + (np.cumsum(exists, axis=1) - exists) * kinds[:, None]
    widths = heads + exists.sum(axis=1) * kinds
    block_entry = np.concatenate([[0], np.cumsum(np.diff(space.block_start) * widths)])
    cells = len(layout.offset)
    asides = Asides(
        np.zeros(cells, dtype=np.int64),
        np.zeros(cells, dtype=np.int64),
        np.full((cells, GROUPS), -1, dtype=np.int64),
    )
    asides.start[space.block_cell] = block_entry[:-1]
    asides.width[space.block_cell] = widths
    asides.group[space.block_cell] = np.where(exists, group, -1)
    return ArcherSpace(space, asides, block_entry)


def _group(state: ArcherState) -> int:
    return 2 * state.aside_known + state.aside_known_to_opponent


def _heads(asides: Asides, cell: int) -> int:
    """Return how many of a state's entries leave the aside card open."""
    return 2 if asides.group.item(cell, 1) >= 0 else 1
