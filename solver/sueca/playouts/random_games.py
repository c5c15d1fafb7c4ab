"""Random games side by side: the lanes of a Monte Carlo decision.

A lane is one game played to its end by four players who choose any legal card with the same chance.
All lanes of a decision have the same number of cards to play, so each step does the same operations
on every lane and the compiler makes vector instructions of them; nothing branches.

A lane's hand is one word of six bits a card from bit 2 on, in order of suits, the trumps last
(suits are renamed by ``suit ^ trump ^ 3``); the two bits below are for the place in a trick. Where
suits begin is one word for all four hands, 16 bits each, the leader's on top: a nibble for the
cards that the hand has as the trick begins, and one each for where its suits 1 to 3 begin. So the
nibble above that of a suit is where the suit ends: for trumps, the number of cards of the hand
above. The hand after a card is played is a shift of the part above it. Hands are kept in the order
of play from the leader of the trick on, and rotated by who won it.

The random numbers are xorshift64's, 32 bits a choice, each lane's begun at random; no choice's
chance is off by more than 2⁻³¹.

References
----------
.. [1] G. Marsaglia, Xorshift RNGs, Journal of Statistical Software 8 (14), 2003.
"""

import numpy as np

from llq.solver.array_types import Uints
from llq.solver.jit import njit
from llq.solver.rng import next_bits
from llq.solver.sueca.rules import POINTS, SUIT_MASK

LANES = 1024
"""Lanes per workspace, sized for a core's own cache."""

_U = np.uint64
_0, _1, _2, _3, _4, _6 = (_U(n) for n in (0, 1, 2, 3, 4, 6))
_7, _13, _17, _32 = (_U(n) for n in (7, 13, 17, 32))
_CARD, _LOW, _NIBBLE = _U(63 << 2), _U(0xFFFFFFFF), _U(15)
_RANK, _SUITS = _U(15 << 2), _U(3 << 2)
_WORD, _OTHER_SUIT, _TRUMPS = _U(64), _U(1 << 6), _U(3 << 6)
_ABOVE = _U(2**64 - 4)
_HANDS_ON = _U(0x0001000100010001)  # one in the number of cards of each hand
_BEGINS_A = _U(0x1110 << 48)  # one where each later suit begins, of the leader's hand
_BEGINS_B, _MASK_B = _U(0x1110 << 32), _U(0xFFF0 << 32)
_BEGINS_C, _MASK_C = _U(0x1110 << 16), _U(0xFFF0 << 16)
_BEGINS_D, _MASK_D = _U(0x1110), _U(0xFFF0)
_POINTS = _U(sum(points << 4 * rank for rank, points in enumerate(POINTS)))  # a nibble a rank

ROW = LANES + 40
"""Words per workspace row: whole cache lines, not a multiple of a page."""

_HANDS, _BEGINS, _RANDOM, _SIDE, SCORE, _SEEDS, DEALT, DEALT_BEGINS = (
    row * ROW for row in (0, 4, 5, 6, 7, 8, 9, 13)
)

Four = tuple[np.uint64, np.uint64, np.uint64, np.uint64]
"""A word per player, in order of play."""


def make_lanes() -> Uints:
    """Return the lanes of a decision, for one thread; seat 0 leads the trick.

    Four rows of hands, then a row each of suit starts, random states, the side (1 when the other
    team leads), the first leader's team's points (from `SCORE`) and initial random states; from
    `DEALT` on, four rows of initial hands and a row of their suit starts for a single card's games.
    All are in one array, so that the compiler knows that no row overlaps another.
    """
    return make_words(14)


def make_words(rows: int) -> Uints:
    """Return zeros for some rows, the first aligned with a cache line."""
    words = np.zeros(rows * ROW + 7, dtype=np.uint64)
    first = -(words.ctypes.data // 8) % 8
    return words[first : first + rows * ROW]


@njit(forceinline=True)
def whole_vectors(lanes: int) -> int:
    """Return the lane count rounded up to whole vectors; spare lanes are harmless."""
    return (lanes + 7) & -8


@njit(_nrt=False)
def pack(mask: int, renaming: int) -> tuple[np.uint64, np.uint64]:
    """Pack a card set with XOR-renamed suits into a hand and 16 bits of suit starts.

    The number of cards is left out of the bits.
    """
    hand, begins, place = _0, _0, 0
    for suit in range(4):
        if suit:
            begins |= _U(place) << _U(4 * suit)
        cards = mask >> 16 * (suit ^ renaming) & SUIT_MASK
        rank = 0
        while cards:
            if cards & 1:
                hand |= _U(16 * suit + rank) << _U(6 * place + 2)
                place += 1
            cards >>= 1
            rank += 1
    return hand, begins


@njit(_nrt=False)
def seed_lanes(lanes: Uints, used: int, stream: Uints) -> None:
    """Draw initial random states for lanes, modifying lanes and stream in place."""
    for lane in range(used):
        lanes[_SEEDS + lane] = next_bits(stream) | _1  # no state may be 0


@njit(_nrt=False)
def play_card(
    lanes: Uints,
    start: int,
    used: int,
    own: tuple[np.uint64, np.uint64],
    card: int,
    hand_size: int,
    trick: tuple[int, int, int, int],
) -> None:
    """Start a card's games: play the card and finish the trick in ``used`` lanes.

    The first lane is ``start``; what the lanes after these hold is undefined. ``own`` is the hand
    of the player who decides, without the card, as `pack` returns it; the others' are in the lanes
    already, from `DEALT` on. ``hand_size`` counts this card too. ``trick`` is the number of cards
    in the trick before it, and these cards, renamed.
    """
    used, slot = whole_vectors(used), trick[0]
    hand, begins = own
    begins = begins << _U(48 - 16 * slot) | _U(hand_size) * _HANDS_ON
    for lane in range(DEALT + ROW * slot, DEALT + ROW * slot + used):
        lanes[lane] = hand
    _finish_trick(lanes, lanes[start:], used, _U(hand_size), begins, _U(card) << _2, trick)


@njit(_nrt=False)
def play_out(lanes: Uints, used: int, hand_size: int) -> None:
    """Play lanes to the end after `play_card`; ``hand_size`` is as there.

    From `SCORE` on is then what the team of the first trick's leader takes from that trick on.
    """
    used = whole_vectors(used)
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
def _suit_of(card: np.uint64) -> np.uint64:
    """Return the bits that a card's suit takes in a hand's 16: four times the suit."""
    return (card >> _4) & _SUITS


@njit(forceinline=True)
def _choose(pair: np.uint64, random: np.uint64, mask: np.uint64, size: np.uint64) -> np.uint64:
    """Return the shift of a random card, following suit if possible.

    ``pair`` has where the suit led begins, in the lowest nibble, and where it ends; ``mask`` is of
    that nibble: nothing where the suit is the first.
    """
    first = pair & mask
    able = ((pair >> _4) & _NIBBLE) - first
    lacking = able == _0
    first = _0 if lacking else first
    able = (size if lacking else able) & _NIBBLE
    return (first + (((random & _LOW) * able) >> _32)) * _6


@njit(forceinline=True)
def _without(hand: np.uint64, shift: np.uint64) -> np.uint64:
    return hand ^ ((hand ^ (hand >> _6)) & (_ABOVE << shift))


@njit(forceinline=True)
def _strength(card: np.uint64, led: np.uint64, place: np.uint64) -> np.uint64:
    """Return a card's comparison strength in a trick; its low two bits are the place."""
    counts = ((card ^ led) < _OTHER_SUIT) | (card >= _TRUMPS)
    return card | place if counts else _0


@njit(forceinline=True)
def _worth(card: np.uint64) -> np.uint64:
    return (_POINTS >> (card & _RANK)) & _NIBBLE


@njit(forceinline=True)
def _greater(strength: np.uint64, other: np.uint64) -> np.uint64:
    return strength if strength > other else other


@njit(forceinline=True)
def _best(card_a: np.uint64, card_b: np.uint64, card_c: np.uint64, card_d: np.uint64) -> np.uint64:
    """Return the strength of a trick's best card; the first was led."""
    return _greater(
        _greater(card_a, _strength(card_b, card_a, _1)),
        _greater(_strength(card_c, card_a, _2), _strength(card_d, card_a, _3)),
    )


@njit(forceinline=True)
def _write_hands(words: Uints, lane: int, hands: Four, best: np.uint64) -> None:
    """Write hands in order of play from the trick's winner."""
    lead, second, third, last = hands
    by_one, by_two = (best & _1) != _0, (best & _2) != _0
    hand_a, hand_b = second if by_one else lead, third if by_one else second
    hand_c, hand_d = last if by_one else third, lead if by_one else last
    words[_HANDS + lane] = hand_c if by_two else hand_a
    words[_HANDS + ROW + lane] = hand_d if by_two else hand_b
    words[_HANDS + 2 * ROW + lane] = hand_a if by_two else hand_c
    words[_HANDS + 3 * ROW + lane] = hand_b if by_two else hand_d


@njit(forceinline=True)
def _rotated(begins: np.uint64, best: np.uint64) -> np.uint64:
    """Return where suits begin, the winner of the trick on top, each hand a card smaller."""
    begins -= _HANDS_ON
    turn = (best & _3) << _4
    return (begins << turn) | (begins >> ((_WORD - turn) & _U(63)))


@njit(_nrt=False)
def _play_trick(words: Uints, used: int, size: np.uint64) -> None:
    """Play a whole trick in every lane, all hands having ``size`` cards."""
    for lane in range(used):
        begins = words[_BEGINS + lane]
        random = next_state(words[_RANDOM + lane])
        last_random = next_state(random)
        words[_RANDOM + lane] = last_random

        hand_a = words[_HANDS + lane]
        shift = (((random & _LOW) * size) >> _32) * _6
        card_a = (hand_a >> shift) & _CARD
        led = _suit_of(card_a)
        mask = _0 if led == _0 else _NIBBLE
        hand_a = _without(hand_a, shift)
        pairs = begins >> led
        hand_b = words[_HANDS + ROW + lane]
        shift = _choose(pairs >> _32, random >> _32, mask, size)
        card_b = (hand_b >> shift) & _CARD
        hand_b = _without(hand_b, shift)
        hand_c = words[_HANDS + 2 * ROW + lane]
        shift = _choose(pairs >> _U(16), last_random, mask, size)
        card_c = (hand_c >> shift) & _CARD
        hand_c = _without(hand_c, shift)
        hand_d = words[_HANDS + 3 * ROW + lane]
        shift = _choose(pairs, last_random >> _32, mask, size)
        card_d = (hand_d >> shift) & _CARD
        hand_d = _without(hand_d, shift)

        best = _best(card_a, card_b, card_c, card_d)
        points = _worth(card_a) + _worth(card_b) + _worth(card_c) + _worth(card_d)
        side = words[_SIDE + lane] ^ (best & _1)
        words[_SIDE + lane] = side
        words[SCORE + lane] += points if side == _0 else _0
        begins -= (
            (_BEGINS_A << led)
            + ((_BEGINS_B << _suit_of(card_b)) & _MASK_B)
            + ((_BEGINS_C << _suit_of(card_c)) & _MASK_C)
            + ((_BEGINS_D << _suit_of(card_d)) & _MASK_D)
        )
        words[_BEGINS + lane] = _rotated(begins, best)
        _write_hands(words, lane, (hand_a, hand_b, hand_c, hand_d), best)


@njit(_nrt=False)
def _play_last(words: Uints, used: int) -> None:
    for lane in range(used):
        card_a = words[_HANDS + lane] & _CARD
        card_b = words[_HANDS + ROW + lane] & _CARD
        card_c = words[_HANDS + 2 * ROW + lane] & _CARD
        card_d = words[_HANDS + 3 * ROW + lane] & _CARD
        points = _worth(card_a) + _worth(card_b) + _worth(card_c) + _worth(card_d)
        side = words[_SIDE + lane] ^ (_best(card_a, card_b, card_c, card_d) & _1)
        words[SCORE + lane] += points if side == _0 else _0


@njit(_nrt=False)
def _finish_trick(
    words: Uints,
    out: Uints,
    used: int,
    size: np.uint64,
    own_begins: np.uint64,
    next_card: np.uint64,
    trick: tuple[int, int, int, int],
) -> None:
    """Finish a started trick in every lane, with the next card given.

    Hands are read from ``words`` and lanes written to ``out``, from the first on. ``own_begins``
    has the starts of suits in the hand of the player who decides, and the cards of all hands.
    """
    before = trick[0]
    known_a, known_b, known_c = _U(trick[1]) << _2, _U(trick[2]) << _2, _U(trick[3]) << _2
    card_a = next_card if before == 0 else known_a
    led = _suit_of(card_a)
    mask = _0 if led == _0 else _NIBBLE
    for lane in range(used):
        random = next_state(out[_SEEDS + lane])
        last_random = next_state(random)
        out[_RANDOM + lane] = last_random
        begins = words[DEALT_BEGINS + lane] | own_begins
        pairs = begins >> led
        hand_a, hand_b = words[DEALT + lane], words[DEALT + ROW + lane]
        hand_c, hand_d = words[DEALT + 2 * ROW + lane], words[DEALT + 3 * ROW + lane]
        shift = _choose(pairs >> _32, random >> _32, mask, size)
        card_b = (
            ((hand_b >> shift) & _CARD) if before < 1 else next_card if before == 1 else known_b
        )
        hand_b = _without(hand_b, shift) if before < 1 else hand_b
        begins -= ((_BEGINS_B << _suit_of(card_b)) & _MASK_B) if before < 1 else _0
        shift = _choose(pairs >> _U(16), last_random, mask, size)
        card_c = (
            ((hand_c >> shift) & _CARD) if before < 2 else next_card if before == 2 else known_c
        )
        hand_c = _without(hand_c, shift) if before < 2 else hand_c
        begins -= ((_BEGINS_C << _suit_of(card_c)) & _MASK_C) if before < 2 else _0
        shift = _choose(pairs, last_random >> _32, mask, size)
        card_d = ((hand_d >> shift) & _CARD) if before < 3 else next_card
        hand_d = _without(hand_d, shift) if before < 3 else hand_d
        begins -= ((_BEGINS_D << _suit_of(card_d)) & _MASK_D) if before < 3 else _0

        best = _best(card_a, card_b, card_c, card_d)
        points = _worth(card_a) + _worth(card_b) + _worth(card_c) + _worth(card_d)
        side = best & _1
        out[_SIDE + lane] = side
        out[SCORE + lane] = points if side == _0 else _0
        out[_BEGINS + lane] = _rotated(begins, best)
        _write_hands(out, lane, (hand_a, hand_b, hand_c, hand_d), best)
