"""State space: every state of a mover, ranked without holes.

A state is what section 3.2.1 of Huibers (2016) calls f(b1, b2, c, A, maid, known, p): the mover's
sorted hand, the opponent's card c or nothing, the unseen cards A (deck, opponent's card and aside
card), whether the opponent's Handmaid is up, whether the mover knows c, and which card of the hand
the opponent knows. With c but without ``known`` the state holds the mover's true chance against
that card while the mover plays without knowing it.

States with the same hand and unseen cards form a *block*. Blocks follow each other by the number
of unseen cards, so that a state's successors have lower ranks. Within a block the order is
(maid, p, slot); slot 0 is "c unknown", then one slot for each kind of card in A with c true but
unknown, then one for each with c known. A flag exists only where the cards seen could have raised
it: ``maid`` needs a Handmaid, ``known`` and ``p`` a card that shows hands.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import prod
from operator import mul
from typing import NamedTuple, NewType

import numpy as np
from numpy.typing import ArrayLike, NDArray

from llq.errors import DeckTooLarge, IllegalState
from llq.solver.array_types import Bools, Ints
from llq.solver.love_letter.rules import Consequence, Effect, Rules

Rank = NewType("Rank", int)

UNKNOWN = -1
"""The opponent's card when neither known nor fixed."""

PROTECTING, REVEALING = (
    tuple(effect for effect in Effect if effect.row.may & consequence)
    for consequence in (Consequence.PROTECTS, Consequence.REVEALS)
)
"""Effects that may protect a player, or reveal a card in hand."""

_MOST_RANKS = int(np.iinfo(np.int32).max)


class State(NamedTuple):
    """A single state of the mover; cards are indices into ``Rules.cards``.

    ``hand_known`` is p: 0 none, 1 the lower, 2 the higher card of the hand is known to the
    opponent (1 for a hand of two equal cards).
    """

    low: int
    high: int
    unseen: tuple[int, ...]
    opponent: int = UNKNOWN
    maid: bool = False
    known: bool = False
    hand_known: int = 0


class Held(NamedTuple):
    """A player's hand and observations after an exchange's draws; cards are indices."""

    hand: tuple[int, ...]
    """Three cards, or two after a single draw; sorted."""
    unseen: tuple[int, ...]
    """Unseen copies of each card: the rest of the deck, the opponent's card and the aside card."""
    opponent: int = UNKNOWN
    """The opponent's card, if known to the player."""
    spies: int = 0
    """Spy set of the discards, as defined in `llq.solver.love_letter.table.spies`."""


class StateArrays(NamedTuple):
    """Many states, one entry each: int64 arrays of shape (N,), ``unseen`` of shape (N, cards)."""

    low: Ints
    high: Ints
    unseen: Ints
    opponent: Ints
    maid: Ints
    known: Ints
    hand_known: Ints

    def each(self) -> Iterator[State]:
        """Yield the states one by one."""
        for low, high, unseen, opponent, maid, known, hand_known in zip(
            *(column.tolist() for column in self), strict=True
        ):
            yield State(low, high, tuple(unseen), opponent, bool(maid), bool(known), hand_known)


class Layout(NamedTuple):
    """Index arrays behind a rank, in the kernels' form.

    ``code`` is the mixed-radix number of the unseen counts; ``cell`` = code × hands + hand.
    """

    stride: Ints  # (cards,): weight of a card's single copy in ``code``.
    hand: Ints  # (cards, cards): the hand's number, the same for both orders.
    hands: int
    offset: NDArray[np.int32]  # (cells,): the block's first rank, -1 without a block.
    # (cells,): ranks from ``maid`` = 0 to ``maid`` = 1; 0 if no Handmaid was seen.
    maid_step: NDArray[np.int32]
    width: NDArray[np.int32]  # (cells,): slots for each (maid, p).
    kinds: NDArray[np.int32]  # (codes,): kinds of card among the unseen.
    position: NDArray[np.int32]  # (codes, cards): number of lower kinds among the unseen.


@dataclass(frozen=True)
class StateSpace:
    """All states of a variant, ranked and unranked. Make one with `state_space`."""

    rules: Rules
    layout: Layout
    unseen: Ints
    """(codes, cards): the unseen counts of each code."""
    block_cell: Ints
    """(blocks,): each block's cell, in rank order."""
    block_start: Ints
    """(blocks + 1,): each block's first rank, then the number of states."""
    block_n: Ints
    """(blocks,): unseen cards of each block, ascending."""

    @property
    def size(self) -> int:
        """Number of states."""
        return int(self.block_start[-1])

    @cached_property
    def hand_cards(self) -> Ints:
        """(hands, 2): lower and higher card of each hand."""
        low, high = np.triu_indices(len(self.rules.cards))
        return np.stack([low, high], axis=1)

    def rank(self, state: State) -> Rank:
        """Return the rank of one state."""
        low, high, unseen, opponent, maid, known, hand_known = state
        copies = self.rules.copies
        cards = len(copies)
        if (
            0 <= low <= high < cards
            and UNKNOWN <= opponent < cards
            and len(unseen) == cards
            and all(0 <= left <= most for left, most in zip(unseen, copies, strict=True))
        ):
            layout = self.layout
            code = sum(map(mul, unseen, self._stride))
            cell = code * layout.hands + layout.hand.item(low, high)
            start, width = layout.offset.item(cell), layout.width.item(cell)
            kinds, step = layout.kinds.item(code), layout.maid_step.item(cell)
            slot = 0
            if opponent != UNKNOWN:
                slot = 1 + layout.position.item(code, opponent) + known * kinds
            if (
                start >= 0
                and (step or not maid)
                and 0 <= hand_known <= (0 if width <= 1 + kinds else 2 - (low == high))
                and (not known if opponent == UNKNOWN else unseen[opponent] and slot < width)
            ):
                return Rank(start + maid * step + hand_known * width + slot)
        raise IllegalState(self.explain(state))

    def rank_many(self, states: StateArrays) -> Ints:
        """Return the ranks of many states, -1 for states outside the variant."""
        layout, copies = self.layout, np.array(self.rules.copies)
        low, high, unseen, opponent, maid, known, hand_known = states
        cards = len(copies)
        is_state = (unseen >= 0).all(axis=1) & (unseen <= copies).all(axis=1)
        is_state &= (low >= 0) & (low <= high) & (high < cards)
        is_state &= (opponent >= UNKNOWN) & (opponent < cards)
        code = np.where(is_state, unseen @ layout.stride, 0)
        hand = layout.hand[np.where(is_state, low, 0), np.where(is_state, high, 0)]
        cell = code * layout.hands + hand
        is_fixed = opponent != UNKNOWN
        card = np.where(is_state & is_fixed, opponent, 0)
        kinds, width = layout.kinds[code], layout.width[cell]
        slot = np.where(is_fixed, 1 + layout.position[code, card] + known * kinds, 0)
        is_state &= (layout.offset[cell] >= 0) & (slot < width) & (is_fixed | (known == 0))
        is_state &= ~is_fixed | (np.take_along_axis(unseen, card[:, None], axis=1)[:, 0] > 0)
        is_state &= (maid == 0) | ((maid == 1) & (layout.maid_step[cell] > 0))
        is_state &= (known == 0) | (known == 1)
        is_state &= (hand_known >= 0) & (hand_known <= 2 - (low == high))
        is_state &= (hand_known == 0) | (width == 2 * kinds + 1)
        rank = layout.offset[cell] + maid * layout.maid_step[cell] + hand_known * width + slot
        return np.where(is_state, rank, -1)

    def unrank_many(self, ranks: ArrayLike) -> StateArrays:
        """Return the states of many ranks."""
        rank = np.atleast_1d(np.asarray(ranks, dtype=np.int64))
        if rank.size and (rank.min() < 0 or rank.max() >= self.size):
            raise IllegalState(f"ranks go from 0 to {self.size - 1}; asked for {rank}")
        layout = self.layout
        block = np.searchsorted(self.block_start, rank, side="right") - 1
        cell = self.block_cell[block]
        code, hand = np.divmod(cell, layout.hands)
        rest = rank - self.block_start[block]
        step = layout.maid_step[cell]
        maid = ((step > 0) & (rest >= step)).astype(np.int64)
        hand_known, slot = np.divmod(rest - maid * step, layout.width[cell])
        kinds = layout.kinds[code]
        known = (slot > kinds).astype(np.int64)
        place = slot - 1 - known * kinds
        unseen = self.unseen[code]
        is_card = (unseen > 0) & (layout.position[code] == place[:, None])
        opponent = np.where(slot == 0, UNKNOWN, is_card.argmax(axis=1))
        low, high = self.hand_cards[hand].T
        return StateArrays(low, high, unseen, opponent, maid, known, hand_known)

    def unrank(self, rank: int) -> State:
        """Return the state of one rank."""
        return next(self.unrank_many(rank).each())

    def cell_and_place(self, rank: int) -> tuple[int, int]:
        """Return a state's cell (`Layout`) and its place within the block."""
        block = int(np.searchsorted(self.block_start, rank, side="right")) - 1
        return int(self.block_cell[block]), rank - int(self.block_start[block])

    def cell_and_base(self, state: State) -> tuple[int, int]:
        """Return a state's cell, and the place of the first state there with its flags."""
        cell, place = self.cell_and_place(self.rank(state))
        if state.known:
            code = cell // self.layout.hands
            place -= int(1 + self.layout.kinds[code] + self.layout.position[code, state.opponent])
        return cell, place

    def explain(self, state: State) -> str:
        """Return why the variant has no such state, or an empty string."""
        rules, cards = self.rules, self.rules.cards
        low, high, unseen, opponent, maid, known, hand_known = state
        size = len(cards)
        if not (0 <= low < size and 0 <= high < size and UNKNOWN <= opponent < size):
            return f"{rules.variant} Love Letter has cards 0 to {size - 1} by index; got {state}"
        if low > high:
            return "the hand must be sorted: the lower card first"
        if len(unseen) != size:
            return f"unseen counts need {size} entries, one a card; got {len(unseen)}"
        in_hand = [(low == i) + (high == i) for i in range(size)]
        for card, mine, left in zip(cards, in_hand, unseen, strict=True):
            if left < 0 or mine + left > card.copies:
                return (
                    f"the deck has {card.copies} {card.name}; the hand holds {mine}, "
                    f"so {left} unseen is impossible"
                )
        n = sum(unseen)
        if n < 2:
            return (
                f"{n} cards unseen: a mover has at least two (the opponent's card and the aside "
                "card); with fewer the round was over before this turn"
            )
        if opponent != UNKNOWN and not unseen[opponent]:
            name = cards[opponent].name
            return f"the opponent cannot hold a {name}: every copy is in the hand or seen"
        held_or_left = [mine + left for mine, left in zip(in_hand, unseen, strict=True)]
        seen = [card.copies - count for card, count in zip(cards, held_or_left, strict=True)]
        effects = {card.effect for card, count in zip(cards, seen, strict=True) if count}
        if maid and not effects.intersection(PROTECTING):
            return "the opponent's Handmaid is said to be up, but no Handmaid was seen"
        if (known or hand_known) and (problem := explain_known(rules, seen)):
            return problem
        if known and opponent == UNKNOWN:
            return "a known opponent's card must be named"
        if not 0 <= hand_known <= 2 - (low == high):
            return f"hand_known is 0, 1 or 2 (0 or 1 for two equal cards); got {hand_known}"
        return ""

    @cached_property
    def _stride(self) -> tuple[int, ...]:
        return tuple(self.layout.stride.tolist())


def explain_known(rules: Rules, seen: Sequence[int]) -> str:
    """Return why nobody can know a card in the other's hand, or an empty string.

    ``seen`` are the copies seen of each card, beside those in the hand.
    """
    if any(count and c.effect in REVEALING for c, count in zip(rules.cards, seen, strict=True)):
        return ""
    names = ", ".join(card.name for card in rules.cards if card.effect in REVEALING)
    return f"nobody can know a card in hand before one of these was seen: {names}"


@lru_cache(maxsize=8)
def state_space(rules: Rules) -> StateSpace:
    """Return a variant's state space (built once, in some 20 ms for the classic deck)."""
    copies = np.array(rules.copies, dtype=np.int64)
    size = len(copies)
    radix = copies + 1
    _check_ranks(rules, prod(radix.tolist()))
    stride = np.concatenate([np.cumprod(radix[::-1])[::-1][1:], [1]]).astype(np.int64)
    codes = np.arange(int(radix.prod()), dtype=np.int64)
    unseen = codes[:, None] // stride % radix
    low, high = np.triu_indices(size)
    hands = len(low)
    hand = np.zeros((size, size), dtype=np.int64)
    hand[low, high] = hand[high, low] = np.arange(hands)

    left = (copies - unseen).astype(np.int8)
    n = unseen.sum(axis=1)
    # Of the two cards of a hand alone there may be too few: (codes, hands).
    legal = (left[:, low] > 0) & (left[:, high] > (low == high)) & (n >= 2)[:, None]

    def is_seen(effects: Collection[Effect]) -> Bools:
        """Return whether any card with these effects was seen, besides those in hand."""
        seen = np.zeros((len(codes), hands), dtype=np.bool_)
        for number, card in enumerate(rules.cards):
            if card.effect in effects:
                in_hand = (low == number).astype(np.int8) + (high == number)
                seen |= left[:, number, None] > in_hand
        return seen

    maid, revealed = is_seen(PROTECTING), is_seen(REVEALING)

    kinds = (unseen > 0).sum(axis=1, dtype=np.int32)
    position: Ints = np.cumsum(unseen > 0, axis=1) - (unseen > 0)
    width = 1 + kinds[:, None] * (1 + revealed.astype(np.int32))
    step = width * np.where(revealed, np.where(low == high, 2, 3).astype(np.int32), np.int32(1))
    states = np.where(legal, step << maid, 0).ravel()
    _check_ranks(rules, int(states.sum(dtype=np.int64)))
    cells = np.flatnonzero(states)
    order = np.argsort(n.astype(np.uint16)[cells // hands], kind="stable")
    block_cell = cells[order]
    block_start = np.concatenate([[0], np.cumsum(states[block_cell])])
    offset = np.full(states.size, -1, dtype=np.int64)
    offset[block_cell] = block_start[:-1]
    layout = Layout(
        stride=stride,
        hand=hand,
        hands=hands,
        offset=offset.astype(np.int32),
        maid_step=(step * maid).ravel(),
        width=width.ravel(),
        kinds=kinds,
        position=position.astype(np.int32),
    )
    return StateSpace(rules, layout, unseen, block_cell, block_start, n[block_cell // hands])


def _check_ranks(rules: Rules, least: int) -> None:
    """Raise DeckTooLarge if 32 bits cannot number this many states."""
    if least > _MOST_RANKS:
        raise DeckTooLarge(
            f"{rules.variant} Love Letter has {least:,} states or more; ranks are kept in 32 bits, "
            f"so {_MOST_RANKS:,} is the limit: take fewer copies of a card"
        )
