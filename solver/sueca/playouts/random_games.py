"""Random games side by side: the lanes of a Monte Carlo decision.

A lane is one game played to its end by four players who choose any legal card with the same chance.
All lanes of a decision have the same number of cards to play, so each step does the same operations
on every lane and the compiler makes vector instructions of them; nothing branches.

A lane's hand is one word of six bits a card, in order of suits, the trumps last (suits are renamed
by ``suit ^ trump ^ 3``), and a word of bytes that say where in it each suit begins. The hand after
a card is played is a shift of the part above it. Hands are kept in the order of play from the
leader of the trick on, and rotated by who won it.

The random numbers are xorshift64's, 32 bits a choice, each lane's begun at random; no choice's
chance is off by more than 2⁻³¹.

References
----------
.. [1] G. Marsaglia, Xorshift RNGs, Journal of Statistical Software 8 (14), 2003.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit
from llq.solver.rng import next_bits
from llq.solver.sueca.rules import POINTS, SUIT

LANES = 1024
"""Lanes of a workspace, which at that number stays in a core's own cache."""

_U = np.uint64
_0, _1, _2, _3, _4, _6, _8 = (_U(n) for n in (0, 1, 2, 3, 4, 6, 8))
_7, _13, _17, _32 = (_U(n) for n in (7, 13, 17, 32))
_CARD, _BYTE, _LOW = _U(63), _U(255), _U(0xFFFFFFFF)
_NIBBLE, _RANK_SHIFT = _U(15), _U(60)
_FOLLOWS = _U(64)  # above every card that neither follows nor trumps
_ALL = _U(2**64 - 1)
_BEGINS = _U(0x0101010101)  # one in the byte of each suit and of the end
_POINTS = _U(sum(points << 4 * rank for rank, points in enumerate(POINTS)))  # a nibble a rank

ROW = LANES + 40
"""Words from one row of a workspace to the next: whole cache lines, and no multiple of a page."""

HANDS = 0
BEGINS = 4 * ROW
_RANDOM = 8 * ROW
CARD = 9 * ROW
_SIDE = 10 * ROW
SCORE = 11 * ROW

Four = tuple[np.uint64, np.uint64, np.uint64, np.uint64]
"""A word of each player, in the order of play."""


class Lanes(NamedTuple):
    """The lanes of a decision, seat 0 being the leader of the trick.

    All are in one array, so that the compiler knows that no row overlaps another.
    """

    words: NDArray[np.uint64]
    """(12 * ROW,) from `HANDS` on four rows of cards, six bits each, from `BEGINS` on four of where
    each suit begins, a byte each; a row each of the state of the random numbers, the `CARD` that
    the player who decides plays first, the side, 1 where the other team leads, and the `SCORE`
    of the team of the first trick's leader."""

    @property
    def hands(self) -> NDArray[np.uint64]:
        """(4, LANES) cards."""
        return self.words[HANDS:BEGINS].reshape(4, ROW)[:, :LANES]

    @property
    def score(self) -> NDArray[np.uint64]:
        """(LANES,) points of the team of the first trick's leader."""
        return self.words[SCORE : SCORE + LANES]


def make_lanes() -> Lanes:
    """Return a workspace; one is for one thread."""
    return Lanes(make_words(12))


def make_words(rows: int) -> NDArray[np.uint64]:
    """Return zeros for some rows, the first aligned with a cache line."""
    words = np.zeros(rows * ROW + 7, dtype=np.uint64)
    first = -(words.ctypes.data // 8) % 8
    return words[first : first + rows * ROW]


@njit(forceinline=True)
def whole_vectors(lanes: int) -> int:
    """Return the lanes rounded up to whole vectors; what the last ones hold does no harm."""
    return (lanes + 3) & -4


@njit(_nrt=False)
def pack(mask: int, renaming: int) -> tuple[np.uint64, np.uint64]:
    """Return a set of cards as a lane's two words, its suits renamed by XOR."""
    hand, begins, shift = _0, _0, _0
    for suit in range(4):
        begins |= (shift // _6) << _U(8 * suit)
        cards = mask >> 16 * (suit ^ renaming) & SUIT
        rank = 0
        while cards:
            if cards & 1:
                hand |= _U(16 * suit + rank) << shift
                shift += _6
            cards >>= 1
            rank += 1
    begins |= (shift // _6) << _32
    return hand, begins


@njit(_nrt=False)
def seed_lanes(lanes: Lanes, used: int, stream: NDArray[np.uint64]) -> None:
    """Start the random numbers of ``used`` lanes; they and the stream are modified in place."""
    words = lanes.words
    for lane in range(used):
        words[_RANDOM + lane] = next_bits(stream) | _1  # no state may be 0


@njit(_nrt=False)
def play_out(lanes: Lanes, used: int, hand_size: int, trick: tuple[int, int, int, int]) -> None:
    """Play lanes to the end; ``lanes.score`` is what the leader's team takes from here on.

    Parameters
    ----------
    used
        Lanes that are played.
    hand_size
        Cards of the player who decides, the one in ``lanes.card`` included, which the hand lacks.
    trick
        The number of cards in the trick before that one, and these cards, renamed.
    """
    words, used = lanes.words, whole_vectors(used)
    for lane in range(used):
        words[_SIDE + lane] = _0
        words[SCORE + lane] = _0
    _finish_trick(lanes, used, _U(hand_size), trick)
    for size in range(hand_size - 1, 1, -1):
        _play_trick(lanes, used, _U(size))
    if hand_size > 1:
        _play_last(lanes, used)


@njit(forceinline=True)
def next_state(state: np.uint64) -> np.uint64:
    """Return xorshift64's next state."""
    state ^= state << _13
    state ^= state >> _7
    return state ^ (state << _17)


@njit(forceinline=True)
def _choose(begins: np.uint64, random: np.uint64, led: np.uint64, size: np.uint64) -> np.uint64:
    """Return the shift of a random card of those that follow suit, if any does, else of all."""
    pair = begins >> (led * _8)
    first = pair & _BYTE
    able = ((pair >> _8) & _BYTE) - first
    lacking = able == _0
    first = _0 if lacking else first
    able = size if lacking else able
    return (first + (((random & _LOW) * able) >> _32)) * _6


@njit(forceinline=True)
def _without(hand: np.uint64, shift: np.uint64) -> np.uint64:
    """Return a hand without the card at a shift."""
    return hand ^ ((hand ^ (hand >> _6)) & (_ALL << shift))


@njit(forceinline=True)
def _close(begins: np.uint64, card: np.uint64) -> np.uint64:
    """Return where suits begin after a card is gone."""
    return begins - (_BEGINS << (((card >> _4) + _1) * _8))


@njit(forceinline=True)
def _strength(card: np.uint64, led: np.uint64, place: np.uint64) -> np.uint64:
    """Return a number by which the cards of a trick compare; its low two bits are the place."""
    suit = card >> _4
    counts = (suit == led) | (suit == _3)
    return ((card | _FOLLOWS if counts else card) << _2) | place


@njit(forceinline=True)
def _worth(card: np.uint64) -> np.uint64:
    """Return a card's points."""
    return (_POINTS >> ((card << _2) & _RANK_SHIFT)) & _NIBBLE


@njit(forceinline=True)
def _greater(a: np.uint64, b: np.uint64) -> np.uint64:
    return a if a > b else b


@njit(forceinline=True)
def _award_trick(
    words: NDArray[np.uint64],
    lane: int,
    cards: Four,
    hands: Four,
    begins: Four,
) -> None:
    """Give a trick to its winner and write the hands in the order of play from there on."""
    a, b, c, d = cards
    led = a >> _4
    best = _greater(
        _greater(_strength(a, led, _0), _strength(b, led, _1)),
        _greater(_strength(c, led, _2), _strength(d, led, _3)),
    )
    odd = best & _1
    side = words[_SIDE + lane] ^ odd
    words[_SIDE + lane] = side
    words[SCORE + lane] += (_worth(a) + _worth(b) + _worth(c) + _worth(d)) if side == _0 else _0
    one, two = odd != _0, (best & _2) != _0
    _write(words, HANDS + lane, _rotate(hands, one, two))
    _write(words, BEGINS + lane, _rotate(begins, one, two))


@njit(forceinline=True)
def _read(words: NDArray[np.uint64], place: int) -> Four:
    """Return the words of a lane's four players."""
    return words[place], words[place + ROW], words[place + 2 * ROW], words[place + 3 * ROW]


@njit(forceinline=True)
def _write(words: NDArray[np.uint64], place: int, values: Four) -> None:
    words[place], words[place + ROW], words[place + 2 * ROW], words[place + 3 * ROW] = values


@njit(forceinline=True)
def _rotate(words: Four, one: bool, two: bool) -> Four:
    """Return four words moved up by one place, by two, or by both."""
    w, x, y, z = words
    a, b, c, d = x if one else w, y if one else x, z if one else y, w if one else z
    return c if two else a, d if two else b, a if two else c, b if two else d


@njit(_nrt=False)
def _play_trick(lanes: Lanes, used: int, size: np.uint64) -> None:
    """Play a whole trick in every lane, all hands having ``size`` cards."""
    words = lanes.words
    for lane in range(used):
        a, b, c, d = _read(words, HANDS + lane)
        in_a, in_b, in_c, in_d = _read(words, BEGINS + lane)
        random = next_state(words[_RANDOM + lane])
        random_2 = next_state(random)
        words[_RANDOM + lane] = random_2

        shift = (((random & _LOW) * size) >> _32) * _6
        card_a = (a >> shift) & _CARD
        led = card_a >> _4
        a = _without(a, shift)
        shift = _choose(in_b, random >> _32, led, size)
        card_b = (b >> shift) & _CARD
        b = _without(b, shift)
        shift = _choose(in_c, random_2, led, size)
        card_c = (c >> shift) & _CARD
        c = _without(c, shift)
        shift = _choose(in_d, random_2 >> _32, led, size)
        card_d = (d >> shift) & _CARD
        d = _without(d, shift)
        _award_trick(
            words,
            lane,
            (card_a, card_b, card_c, card_d),
            (a, b, c, d),
            (
                _close(in_a, card_a),
                _close(in_b, card_b),
                _close(in_c, card_c),
                _close(in_d, card_d),
            ),
        )


@njit(_nrt=False)
def _play_last(lanes: Lanes, used: int) -> None:
    """Play the last trick in every lane: the cards that are left."""
    words = lanes.words
    for lane in range(used):
        a, b, c, d = _read(words, HANDS + lane)
        cards = a & _CARD, b & _CARD, c & _CARD, d & _CARD
        _award_trick(words, lane, cards, cards, cards)


@njit(forceinline=True)
def _follow(
    hand: np.uint64,
    begins: np.uint64,
    random: np.uint64,
    led: np.uint64,
    size: np.uint64,
    known: np.uint64,
    is_free: bool,
) -> tuple[np.uint64, np.uint64, np.uint64]:
    """Return a card, chosen at random or known, and the hand and its suits after it."""
    shift = _choose(begins, random, led, size)
    card = (hand >> shift) & _CARD if is_free else known
    return (
        card,
        _without(hand, shift) if is_free else hand,
        _close(begins, card) if is_free else begins,
    )


@njit(_nrt=False)
def _finish_trick(
    lanes: Lanes, used: int, size: np.uint64, trick: tuple[int, int, int, int]
) -> None:
    """Play the rest of a trick that has begun, the next card given, in every lane."""
    words = lanes.words
    before = trick[0]
    known_a, known_b, known_c = _U(trick[1]), _U(trick[2]), _U(trick[3])
    for lane in range(used):
        random = next_state(words[_RANDOM + lane])
        random_2 = next_state(random)
        words[_RANDOM + lane] = random_2
        given = words[CARD + lane]
        a, b, c, d = _read(words, HANDS + lane)
        in_a, in_b, in_c, in_d = _read(words, BEGINS + lane)
        card_a = given if before == 0 else known_a
        led = card_a >> _4
        card_b, b, in_b = _follow(
            b, in_b, random >> _32, led, size, given if before == 1 else known_b, before < 1
        )
        card_c, c, in_c = _follow(
            c, in_c, random_2, led, size, given if before == 2 else known_c, before < 2
        )
        card_d, d, in_d = _follow(d, in_d, random_2 >> _32, led, size, given, before < 3)
        _award_trick(
            words, lane, (card_a, card_b, card_c, card_d), (a, b, c, d), (in_a, in_b, in_c, in_d)
        )
