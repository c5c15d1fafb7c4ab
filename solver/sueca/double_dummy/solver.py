"""The double-dummy solver: the value of a Sueca position with all four hands open.

`solve` takes a position, lends its kernels scratch space and packs what they find. The kernels are
`search.solve_value` and `search.solve_cards`, which other kernels may call.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from llq.errors import IllegalState
from llq.solver.array_types import Ints
from llq.solver.sueca.double_dummy.board import BOARD, NODES, Root
from llq.solver.sueca.double_dummy.search import NO_LIMIT, solve_cards
from llq.solver.sueca.double_dummy.table import ENTRY, WAYS
from llq.solver.sueca.rules import DECK_MASK, SEATS, SUIT_MASK

_TABLE_BITS = 18


@dataclass(frozen=True, slots=True)
class OpenPosition:
    """A position with all four hands open."""

    hands: Sequence[int]
    """The cards that North, West, South and East still hold, masks of bits ``16 * suit + rank``."""
    trump: int
    """The trump suit, 0 ... 3."""
    leader: int
    """Leader of the current trick."""
    trick: Sequence[int] = ()
    """Current trick in order, up to three cards."""

    def __post_init__(self) -> None:
        hands, trump, leader, trick = self.hands, self.trump, self.leader, self.trick
        if trump not in range(4):
            raise IllegalState(f"trump suit {trump}; the suits are 0 to 3")
        if leader not in range(4):
            raise IllegalState(f"leader {leader}; the seats are 0 to 3")
        if len(hands) != 4:
            raise IllegalState(f"{len(hands)} hands; Sueca has 4")
        if len(trick) > 3:
            raise IllegalState(f"a trick in progress of {len(trick)} cards; it has at most 3")
        dealt = 0
        for name, mask in [
            *((f"hand {seat}", hand) for seat, hand in enumerate(hands)),
            *(("the trick", 1 << card if card >= 0 else -1) for card in trick),
        ]:
            if mask < 0 or mask & ~DECK_MASK:
                raise IllegalState(f"{name} has a card that is not in the deck")
            if mask & dealt:
                raise IllegalState(f"{name} has a card that is elsewhere too")
            dealt |= mask
        players = [(leader + place) % SEATS for place in range(len(trick))]
        sizes = [int(hand).bit_count() + (seat in players) for seat, hand in enumerate(hands)]
        if len(set(sizes)) > 1:
            raise IllegalState(
                f"hands of {sizes} cards, the trick's included; all must be of one size"
            )
        if not sizes[0]:
            raise IllegalState("no cards are left to play")
        for seat, card in zip(players, trick, strict=True):
            if card >> 4 != trick[0] >> 4 and hands[seat] & SUIT_MASK << 16 * (trick[0] >> 4):
                raise IllegalState(
                    f"seat {seat} did not follow suit but holds cards of the suit led"
                )


@dataclass(frozen=True, slots=True)
class DoubleDummy:
    """Result of perfect play from a position; points belong to North and South."""

    value: int
    """Remaining points, including the current trick."""
    best: int
    """The lowest of the mover's best cards."""
    values: dict[int, int]
    """Remaining points after each legal card."""
    nodes: int
    """Positions visited."""


def make_scratch(bits: int = _TABLE_BITS) -> tuple[Ints, Ints]:
    """Return scratch arrays for a single thread: ``board`` and ``table``.

    The table holds ``2 ** bits`` positions of 32 bytes each, at least a bucket. 12 bits are enough
    for endings of up to five cards a hand, 16 for six to eight; full deals gain nothing beyond 18.
    Nothing need ever be cleared: an entry says all of its position, so it holds for later deals.
    """
    if 1 << max(bits, 0) < WAYS:
        least = WAYS.bit_length() - 1
        raise ValueError(f"a table of 2**{bits} positions; it must have at least 2**{least}")
    return np.zeros(BOARD, dtype=np.int64), np.zeros(ENTRY << bits, dtype=np.int64)


def solve(position: OpenPosition, *, scratch: tuple[Ints, Ints] | None = None) -> DoubleDummy:
    """Return a position's open-hand value, and each legal card's.

    ``scratch``, of `make_scratch`, may be shared by many calls; by default each makes its own. Here
    North leads the ace (rank 9) of trumps, and West's seven (8) falls; everybody else has a two.

    >>> from llq.solver.sueca.double_dummy.solver import OpenPosition, solve
    >>> solve(OpenPosition([1 << 9, 1 << 8, 1 << 16, 1 << 32], trump=0, leader=0)).value
    21
    """
    board, table = scratch or make_scratch()
    values = np.empty(64, dtype=np.int64)
    root = Root(
        np.array(position.hands, dtype=np.int64),
        position.trump,
        position.leader,
        np.array([*position.trick, 0, 0, 0], dtype=np.int64),
        len(position.trick),
    )
    best = int(solve_cards(root, -1, NO_LIMIT, values, values, board, table))
    by_card = {card: int(value) for card, value in enumerate(values) if value >= 0}
    return DoubleDummy(by_card[best], best, by_card, int(board[NODES]))
