"""Index of an exchange's second choices, by cards held, seen and known.

A player who has drawn by an exchange holds three cards, or two where one was left to draw. A *hand*
is such cards, sorted; a block has the choices of a hand among the cards that are not public, the
hand included: first without knowledge, then by each kind of card that the opponent may be known to
hold, and of each for every set of players with a Spy.

A *group* has the choices with one hand, one card known and one set of players, which mostly have
one answer: policies are packed group by group.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple

import numpy as np

from llq.solver.array_types import Bools, Ints
from llq.solver.love_letter.rules import Consequence, Rules
from llq.solver.love_letter.table.spies import SPY_SETS
from llq.solver.love_letter.table.states import REVEALING, UNKNOWN, Held, state_space

FEWEST = 4
"""Fewest cards that are not public: two in hand, the opponent's and the aside card."""


class KeepIndex(NamedTuple):
    """The index of second choices, after an exchange's draws.

    The number of a hand of three is ``hand[low, middle, high]``, that of two ``pair[low, high]``.
    """

    hand: Ints  # (cards, cards, cards), for cards in ascending order.
    pair: Ints  # (cards, cards), for cards in ascending order.
    hands: int
    # (codes × hands,): a block's first entry, by code of non-public cards; -1 without a block.
    start: Ints
    width: Ints  # (codes,): number of Spy sets with separate choices.
    knows: Ints  # (codes,): 1 if the player may know the opponent's card, else 0.


_NOTHING = np.zeros(0, dtype=np.int64)
NO_KEEPS = KeepIndex(
    np.zeros((0, 0, 0), dtype=np.int64), np.zeros((0, 0), dtype=np.int64), 0, *[_NOTHING] * 3
)
"""The index of no choices."""


class HeldGroup(NamedTuple):
    """Second choices that differ in the cards unseen alone."""

    hand: tuple[int, ...]
    opponent: int  # The card that is known, else ``UNKNOWN``.
    spies: int
    unseen: Ints  # (choices,): the codes of the cards unseen, ascending.
    entries: Ints  # (choices,): as `keep_index` numbers them.


@lru_cache(maxsize=4)
def keep_index(rules: Rules) -> tuple[KeepIndex, int]:
    """Return the index of a variant's second choices, and their number."""
    blocks, kinds = KeepBlocks(rules), len(rules.cards)
    hand, pair = np.zeros((kinds,) * 3, dtype=np.int64), np.zeros((kinds,) * 2, dtype=np.int64)
    for number, cards in enumerate(blocks.hands):
        (hand if len(cards) > 2 else pair)[cards] = number
    lengths = np.stack([blocks.lengths(cards) for cards in blocks.hands], axis=1).ravel()
    start = np.where(lengths > 0, np.cumsum(lengths) - lengths, -1)
    index = KeepIndex(hand, pair, len(blocks.hands), start, blocks.width, blocks.knows)
    return index, int(lengths.sum())


def held_groups(rules: Rules) -> Iterator[HeldGroup]:
    """Yield every group of second choices in packing order."""
    blocks, (index, _) = KeepBlocks(rules), keep_index(rules)
    starts = index.start.reshape(-1, index.hands)
    for number, cards in enumerate(blocks.hands):
        yield from blocks.groups(cards, starts[:, number])


def keep_place(rules: Rules, held: Held) -> int:
    """Return a second choice's place in the packing; ``held`` must pass `check_held`."""
    blocks = KeepBlocks(rules)
    place = sum(blocks.lengths(c).sum() for c in blocks.hands[: blocks.hands.index(held.hand)])
    lengths = blocks.lengths(held.hand)
    for group in blocks.groups(held.hand, np.where(lengths > 0, 0, -1)):
        if (group.opponent, group.spies) == (held.opponent, held.spies):
            code = state_space(rules).layout.stride @ np.array(held.unseen)
            return int(place + np.searchsorted(group.unseen, code))
        place += len(group.unseen)
    raise ValueError(f"{held} is not packed")


class KeepBlocks:
    """The blocks of a variant's hands, with each block's number of choices."""

    def __init__(self, rules: Rules) -> None:
        self._space = state_space(rules)
        counts = self._space.unseen  # of a code, the cards that are not public
        shown = np.array(rules.copies) - counts
        effects = [card.effect for card in rules.cards]
        self.hands = [
            cards
            for size in (3, 2)
            for cards in combinations_with_replacement(range(len(rules.cards)), size)
        ]
        """Three cards, then two, sorted; a hand's number is its place."""
        self.width = np.ones(len(counts), dtype=np.int64)
        """(codes,) as in `KeepIndex`."""
        if rules.spy_rule is not None:
            spies = shown[:, rules.arrays.spies > 0].sum(axis=1)
            self.width = SPY_SETS[np.minimum(spies, 2)].astype(np.int64)
        self.knows = _is_seen(shown, [effect in REVEALING for effect in effects]).astype(np.int64)
        """(codes,) as in `KeepIndex`."""
        size, self._columns = counts.sum(axis=1), counts.T.astype(np.int8)
        is_open = _is_seen(shown, [bool(e.row.may & Consequence.EXCHANGES) for e in effects])
        self._is_open = {3: is_open & (size > FEWEST), 2: is_open & (size == FEWEST)}
        self._kinds = (counts > 0).sum(axis=1)

    def lengths(self, cards: tuple[int, ...]) -> Ints:
        """Return (codes,): the number of a hand's choices among cards that are not public."""
        is_held: Bools = self._is_open[len(cards)]
        left = self._kinds
        for card in set(cards):
            copies = self._columns[card]
            is_held = np.logical_and(is_held, copies >= cards.count(card))
            left = left - (copies == cards.count(card))
        lengths: Ints = np.where(is_held, (1 + left * self.knows) * self.width, 0)
        return lengths

    def groups(self, cards: tuple[int, ...], starts: Ints) -> Iterator[HeldGroup]:
        """Yield a hand's groups; ``starts`` (codes,) are its blocks' starts, -1 without a block."""
        layout, counts = self._space.layout, self._space.unseen
        codes = np.flatnonzero(starts >= 0)
        unseen, width = codes - layout.stride[list(cards)].sum(), self.width[codes]
        for card, spies in product((UNKNOWN, *range(counts.shape[1])), range(self.width.max())):
            is_member, place = width > spies, np.zeros(len(codes), dtype=np.int64)
            if card != UNKNOWN:
                is_member &= (self.knows[codes] > 0) & (counts[unseen, card] > 0)
                place = 1 + layout.position[unseen, card].astype(np.int64)
            entries = starts[codes] + place * width + spies
            yield HeldGroup(cards, card, spies, unseen[is_member], entries[is_member])


def _is_seen(shown: Ints, kinds: list[bool]) -> Bools:
    """Return whether a card of some kinds is among the (codes, cards) shown."""
    seen: Bools = (shown[:, kinds] > 0).any(axis=1)  # type: ignore[assignment]
    return seen
