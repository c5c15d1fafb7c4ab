"""Fast ranks of ordinary states; unusual inputs take the slow path.

Most questions are about plain cards and states that the variant has, and need a few look-ups: one
from the cards in sight to the cards left, and those of `StateSpace.rank`. A question that is
unusual in any way (another type, an abbreviated name, a state that the variant does not have) has
no answer here: `observation.situation` and `StateSpace` decide about it, and say what is wrong.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property, lru_cache
from operator import mul
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.errors import UnknownCard
from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.table.states import UNKNOWN, State, StateArrays, state_space

NO_RANK = -1
"""Rank of unusual states and, in batches, states outside the variant."""

_CARD_TYPES = frozenset((int, str, np.int64))
"""Ordinary card types, without True and 1.0, which equal 1 as keys."""
_LIST_TYPES = (list, tuple)
_FACE_UP = 3
_OCTET = 8
_MOST_IN_SIGHT = 100
_MOST_CACHED = 65536
"""Maximum number of cached card counts; the classic deck has 3,888."""

_CHUNK = 8192
"""States per batch chunk, sized for a core's cache."""
_MOST_CODES = 2**20
_NIBBLE = 4
_NO_SLOT = 2**_NIBBLE - 1
_MOST_CARDS = _NO_SLOT - 1


class OrdinaryStates:
    """The ordinary states of a variant. Take it from `ordinary_states`."""

    def __init__(self, rules: Rules) -> None:
        self._space = state_space(rules)
        self._copies = rules.copies
        size, layout = len(rules.copies), self._space.layout
        self._card = _full_names(rules)
        self._octet = {name: 1 << _OCTET * card for name, card in self._card.items()}.__getitem__
        self._unseen: dict[int, tuple[int, ...]] = {}
        self._code: dict[tuple[int, ...], int] = {}
        self._hand = {
            (low, high): layout.hand.item(low, high)
            for high in range(size)
            for low in range(high + 1)
        }
        self._hands = layout.hands
        # A view gives Python's own numbers, twice as fast as an array.
        self._offset, self._maid_step = layout.offset.data, layout.maid_step.data
        self._width, self._kinds = layout.width.data, layout.kinds.data
        self._position = layout.position.data

    def state(
        self,
        hand: Any,
        seen: Any = (),
        face_up: Any = (),
        opponent: Any = None,
        opponent_knows: Any = None,
        handmaid: Any = False,
        **unusual: Any,
    ) -> State | None:
        """Return the mover's state; None means unusual input.

        The parameters are those of `observation.situation`; lists and tuples are ordinary.
        """
        if (
            unusual
            or type(hand) not in _LIST_TYPES
            or type(seen) not in _LIST_TYPES
            or type(face_up) not in _LIST_TYPES
            or type(handmaid) is not bool
        ):
            return None
        cards = (*hand, *seen, *face_up)
        known_cards = [card for card in (opponent, opponent_knows) if card is not None]
        if (
            len(hand) != 2
            or len(cards) > _MOST_IN_SIGHT
            or (face_up and len(face_up) != _FACE_UP)
            or not _CARD_TYPES.issuperset(map(type, (*cards, *known_cards)))
        ):
            return None
        try:
            in_sight = sum(map(self._octet, cards))
            unseen = self._unseen.get(in_sight) or self._unseen_of(in_sight)
            low, high = self._card[cards[0]], self._card[cards[1]]
            if low > high:
                low, high = high, low
            opponent_card = UNKNOWN if opponent is None else self._card[opponent]
            hand_known = 0
            if opponent_knows is not None:
                hand_known = 1 + (low, high).index(self._card[opponent_knows])
        except (KeyError, TypeError, ValueError):
            return None
        known = opponent_card >= 0
        state: State = tuple.__new__(
            State, (low, high, unseen, opponent_card, handmaid, known, hand_known)
        )
        return state if self.rank(state) >= 0 else None

    def rank(self, state: Any) -> int:
        """Return a state's rank, or `NO_RANK` for unusual input."""
        if type(state) is not State:
            return NO_RANK
        low, high, unseen, opponent, maid, known, hand_known = state
        if type(unseen) is not tuple:
            return NO_RANK
        try:
            code = self._code.get(unseen)
            if code is None:
                code = self._code_of(unseen)
            cell = code * self._hands + self._hand[low, high]
            rank = self._offset[cell]
            if rank < 0:
                return NO_RANK
            if opponent == UNKNOWN and not (maid or known or hand_known):
                return rank
            # Steps within the block: the opponent's card, their Handmaid, the card they know.
            width, kinds = self._width[cell], self._kinds[code]
            if opponent != UNKNOWN:
                if opponent < 0 or not unseen[opponent]:
                    return NO_RANK
                slot = 1 + self._position[code, opponent]
                if known:
                    slot += kinds
                    if known != 1 or slot >= width:
                        return NO_RANK
                rank += slot
            elif known:
                return NO_RANK
            if maid:
                step = self._maid_step[cell]
                if maid != 1 or not step:
                    return NO_RANK
                rank += step
            if hand_known:
                most = 2 - (low == high) if width > 1 + kinds else 0
                if type(hand_known) is not int or not 0 < hand_known <= most:
                    return NO_RANK
                rank += hand_known * width
        except (LookupError, TypeError, ValueError):
            return NO_RANK
        return rank

    def checked_rank(self, state: State) -> int:
        """Return a state's rank; raise IllegalState for a state outside the variant."""
        rank = self.rank(state)
        return rank if rank >= 0 else self._space.rank(State(*state))

    def rank_many(self, states: StateArrays) -> NDArray[np.int64]:
        """Return the ranks of many states, `NO_RANK` for states outside the variant."""
        if not self._are_ordinary(states):
            return self._space.rank_many(states)
        ranks = np.empty(len(states.low), dtype=np.int64)
        for first in range(0, len(ranks), _CHUNK):
            chunk = StateArrays(*(column[first : first + _CHUNK] for column in states))
            fast_ranks = self._ranks(chunk)
            ranks[first : first + _CHUNK] = (
                self._space.rank_many(chunk) if fast_ranks is None else fast_ranks
            )
        return ranks

    def _are_ordinary(self, states: StateArrays) -> bool:
        """Return whether arrays satisfy the `StateArrays` specification."""
        rows = np.shape(states.low)
        shapes = [rows] * len(states)
        shapes[states._fields.index("unseen")] = (*rows, len(self._copies))
        return (
            len(rows) == 1
            and len(self._copies) <= _MOST_CARDS
            and len(self._kinds) <= _MOST_CODES
            and all(
                type(column) is np.ndarray and column.dtype == np.int64 and column.shape == shape
                for column, shape in zip(states, shapes, strict=True)
            )
        )

    def _ranks(self, states: StateArrays) -> NDArray[np.int32] | None:
        """Return a chunk's ranks; None if a state lies outside the variant.

        It checks what `StateSpace.rank_many` does, but all states at once: as unsigned numbers
        those below zero are too large as well.
        """
        size, layout, index = len(self._copies), self._space.layout, self._index
        counts = states.unseen.reshape(-1)
        cards = [states.low, states.high, states.opponent + 1]
        flags = [states.maid, states.known, states.hand_known]
        if (
            (counts.view(np.uint64) > index.copies[: len(counts)]).any()
            or any(_largest(column) >= size for column in cards[:2])
            or _largest(cards[2]) > size
            or any(_largest(column) > most for column, most in zip(flags, (1, 1, 2), strict=True))
        ):
            return None
        low, high, slot_of = (column.astype(np.int32) for column in cards)
        hand = index.hand.take(low * np.int32(size) + high)
        # By way of 32 bits: from 64 there is no quick conversion to a float.
        codes = counts.astype(np.int32).astype(np.float64).reshape(-1, size) @ index.stride
        code = codes.astype(np.int32)
        cell = code * np.int32(layout.hands) + hand
        rank: NDArray[np.int32] = layout.offset.take(cell) if hand.min() >= 0 else hand
        if rank.min() < 0:
            return None
        maid, known, hand_known = (column.astype(np.int32) for column in flags)
        kinds, width = layout.kinds.take(code), layout.width.take(cell)
        slots = index.slots.take(code) >> slot_of * np.int32(_NIBBLE)
        slot = slots.astype(np.int32) & np.int32(_NO_SLOT)
        step = layout.maid_step.take(cell)
        most_known = index.most_known.take(hand) * (width > kinds + 1)
        is_bad = (slot == _NO_SLOT) | (known > slot) | (maid > step) | (hand_known > most_known)
        slot += known * kinds
        is_bad |= slot >= width
        if is_bad.any():
            return None
        rank += maid * step + hand_known * width + slot
        return rank

    @cached_property
    def _index(self) -> _Index:
        """Arrays for rank computation in `_ranks`."""
        space, size = self._space, len(self._copies)
        low, high = np.triu_indices(size)
        hand = np.full((size, size), NO_RANK, dtype=np.int32)
        hand[low, high] = space.layout.hand[low, high]
        places = np.where(space.unseen > 0, 1 + space.layout.position, _NO_SLOT)
        shifts = _NIBBLE * np.arange(1, size + 1)
        return _Index(
            copies=np.tile(np.array(self._copies, dtype=np.uint64), _CHUNK),
            stride=space.layout.stride.astype(np.float64),
            hand=hand.ravel(),
            most_known=(2 - (low == high)).astype(np.int32),
            slots=(places << shifts).sum(axis=1),
        )

    def _unseen_of(self, in_sight: int) -> tuple[int, ...]:
        """Return remaining cards given cards in sight; raise ValueError for impossible counts."""
        seen = in_sight.to_bytes(len(self._copies), "little")
        unseen = tuple(copies - n for copies, n in zip(self._copies, seen, strict=True))
        if min(unseen) < 0:
            raise ValueError(unseen)
        if len(self._unseen) < _MOST_CACHED:
            self._unseen[in_sight] = unseen
        return unseen

    def _code_of(self, unseen: tuple[int, ...]) -> int:
        """Return the code of unseen cards; raise ValueError for impossible counts."""
        pairs = zip(unseen, self._copies, strict=True)
        if not all(type(left) is int and 0 <= left <= copies for left, copies in pairs):
            raise ValueError(unseen)
        code: int = sum(map(mul, unseen, self._space.layout.stride.tolist()))
        if len(self._code) < _MOST_CACHED:
            self._code[unseen] = code
        return code


@lru_cache(maxsize=8)
def ordinary_states(rules: Rules) -> OrdinaryStates:
    """Return the ordinary states of a variant."""
    return OrdinaryStates(rules)


class _Index(NamedTuple):
    """The arrays behind the ranks of many states."""

    copies: NDArray[np.uint64]
    """(chunk × cards,): the copies of each card, again and again."""
    stride: NDArray[np.float64]
    """(cards,): as in `Layout`."""
    hand: NDArray[np.int32]
    """(cards²,): hand index by lower and higher card, else -1."""
    most_known: NDArray[np.int32]
    """(hands,): number of distinguishable cards in the hand."""
    slots: NDArray[np.int64]
    """(codes,): slots as nibbles: first for an unknown opponent card, then one per card."""


def _full_names(rules: Rules) -> dict[int | str, int]:
    """Return cards by number and full name, omitting ambiguous names."""
    numbers: dict[int | str, int] = {}
    for card in rules.cards:
        for name in (card.number, str(card.number), card.name, card.name.lower()):
            with suppress(UnknownCard):
                numbers[name] = rules.card(name)
    return numbers


def _largest(column: NDArray[np.int64]) -> int:
    """Return the largest of some numbers; one below zero counts as large."""
    return int(column.view(np.uint64).max(initial=0))
