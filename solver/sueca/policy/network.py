"""A small network that scores cards by what a seat sees, trained by `training`.

Each suit from which the mover may play is looked at by itself: what lies in it, in the trumps, in
the suit led and in the rest makes the inputs, 0 or 1, of `UNITS` rectified linear units; the score
of a card of that suit is a sum over the units, by weights of its rank and of its role. So the
three plain suits share all weights.

`tabulate` sums weights up in advance, so that a score takes a few look-ups: inputs that one suit
sets are functions of its cards in the hand, of those that the hand does not see, and of the seats
known to lack it.
"""

from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver import card_sets
from llq.solver.array_types import Floats, Ints, Reals, Shorts, Singles
from llq.solver.jit import njit
from llq.solver.sueca.policy.situations import SITUATIONS, Seen
from llq.solver.sueca.rules import DECK_MASK, SUIT_MASK

UNITS = 32
RANKS = 10
BLOCK = 2 * RANKS + 5 + 8 + 3
"""Inputs per suit: held and unseen ranks, their counts up to 4 and 7, and void flags of other
players.
"""
OWN, OWN_TRUMP, TRUMPS, LED, REST = range(5)
"""Suit parts: the card's own, plain or trump; among other suits, trumps, the suit led, or any
remaining suit.
"""
PARTS = 5
_LENGTHS, _UNSEEN, _LACKS = 2 * RANKS, 2 * RANKS + 5, 2 * RANKS + 13
SITUATION = PARTS * BLOCK
"""Start of suit-independent inputs: situation, points on the table, best trick card by rank and
suit led or trump, hand size, and points of both sides in steps of 15.
"""
POINTS_ON_TABLE = SITUATION + SITUATIONS
BEST = POINTS_ON_TABLE + 8
SIZE = BEST + 2 * RANKS
TAKEN = SIZE + RANKS
INPUTS = TAKEN + 16
OUTPUTS = 2 * RANKS + 32
"""Output rows: plain ranks, trump ranks, then roles without card kinds."""
MOST_ACTIVE = 4 * BLOCK
NUMBERS = INPUTS * UNITS + UNITS + OUTPUTS * UNITS + OUTPUTS
"""Weights in all."""
SCALE = 1000
"""Weights are in whole thousandths."""
_ONE = 1 << 20  # the chance, in arbitrary units, of the best card
_NO_TRICK = 8 * 2 * RANKS
_LOG2_E = 1.4426950408889634
_SERIES = (0.000154035, 0.001333356, 0.009618129, 0.055504109, 0.240226507, 0.693147181, 1.0)
_ZERO = np.float32(0)
_CARDS = 1 << RANKS


class Weights(NamedTuple):
    """The network's weights, float32."""

    inputs: Singles
    """(INPUTS, UNITS)"""
    bias: Singles
    """(1, UNITS)"""
    outputs: Singles
    """(OUTPUTS, UNITS): a card's output is the sum of rank and role rows."""
    offset: Singles
    """(OUTPUTS, 1), likewise."""


class Network(NamedTuple):
    """A network as kernels look it up, and scratch space; flat float32 arrays, rows of `UNITS`."""

    held: Singles
    """Suit contributions by part and held ranks."""
    unseen: Singles
    """Suit contributions by part and unseen ranks."""
    lacking: Singles
    """Suit contributions by part and void players."""
    situation: Singles
    trick: Singles
    """Trick contributions by table points and best card; last row for no trick."""
    size: Singles
    taken: Singles
    """Contributions by point steps: mover's side, then opponents."""
    outputs: Singles
    """By trump and rank, and role."""
    offset: Singles
    """Likewise, without rows."""
    space: Singles
    """Sums per suit, the total, and the units."""
    scores: Floats
    """(10,) of the legal cards."""


def unpack(numbers: NDArray[np.integer]) -> Weights:
    """Return weights from their whole thousandths, of shape (NUMBERS,)."""
    values = (numbers / SCALE).astype(np.float32)
    ends = np.cumsum([INPUTS * UNITS, UNITS, OUTPUTS * UNITS])
    inputs, bias, outputs, offset = np.split(values, ends)
    return Weights(
        inputs.reshape(INPUTS, UNITS),
        bias.reshape(1, UNITS),
        outputs.reshape(OUTPUTS, UNITS),
        offset.reshape(OUTPUTS, 1),
    )


def pack(weights: Weights) -> Shorts:
    """Return weights in whole thousandths, int16 of shape (NUMBERS,)."""
    values = np.concatenate([part.ravel() for part in weights])
    numbers: Shorts = np.clip(np.rint(values * SCALE), -32_767, 32_767).astype(np.int16)
    return numbers


@cache
def trained() -> Weights:
    """Return the weights that ``llq build sueca-policy`` trains by default."""
    text = files(__package__).joinpath("network.csv").read_text("ascii")
    return unpack(np.array(text.replace("\n", ",").strip(",").split(","), dtype=np.int64))


def tabulate(weights: Weights, temperature: float) -> Network:
    """Return the kernel lookup network, with scores divided by ``temperature``."""
    cards = np.arange(_CARDS)[:, None] >> np.arange(RANKS) & 1
    count = cards.sum(axis=1)
    blocks = weights.inputs[:SITUATION].reshape(PARTS, BLOCK, UNITS)
    hands = cards @ blocks[:, :RANKS] + blocks[:, _LENGTHS + np.minimum(count, 4)]
    unseen = cards @ blocks[:, RANKS:_LENGTHS] + blocks[:, _UNSEEN + np.minimum(count, 7)]
    lacking = cards[:8, :3] @ blocks[:, _LACKS:]
    points, best = weights.inputs[POINTS_ON_TABLE:BEST], weights.inputs[BEST:SIZE]
    trick = (points[:, None] + best).reshape(-1, UNITS)
    ranks = 2 * RANKS
    outputs = weights.outputs[:ranks, None] + weights.outputs[None, ranks:]
    offset = weights.offset[:ranks, None] + weights.offset[None, ranks:]
    taken = weights.inputs[TAKEN : TAKEN + 8, None] + weights.inputs[None, TAKEN + 8 :]
    return Network(
        held=_flat(hands),
        unseen=_flat(unseen),
        lacking=_flat(lacking),
        situation=_flat(weights.inputs[SITUATION:POINTS_ON_TABLE] + weights.bias),
        trick=_flat(np.vstack([trick, np.zeros(UNITS)])),
        size=_flat(weights.inputs[SIZE:TAKEN]),
        taken=_flat(taken),
        outputs=_flat(outputs / temperature),
        offset=_flat(offset / temperature),
        space=np.zeros(6 * UNITS, dtype=np.float32),
        scores=np.zeros(10),
    )


def no_network() -> Network:
    """Return an empty network for feature policies."""
    return Network._make([*[np.zeros(0, dtype=np.float32)] * 10, np.zeros(0)])


@njit(forceinline=True)
def lacking(seat: int, voids: int, suit: int) -> int:
    """Return a play-ordered bit mask of other players void in a suit."""
    mask = 0
    for step in range(3):
        mask |= (voids >> (4 * ((seat + 1 + step) & 3) + suit) & 1) << step
    return mask


@njit(forceinline=True)
def part_of(suit: int, own_suit: int, trump: int, led: int) -> int:
    """Return a suit's part relative to suit ``own_suit``; ``led`` is -1 when leading."""
    if suit == own_suit:
        return OWN_TRUMP if suit == trump else OWN
    return TRUMPS if suit == trump else LED if suit == led else REST


@njit(forceinline=True)
def trick_of(top: int, led: int, points: int) -> int:
    """Return a trick's index by points and best card."""
    level = 0
    for most in (0, 2, 4, 7, 11, 15, 21):
        level += points > most
    return 2 * RANKS * level + (top & 15) + (RANKS if top >> 4 != led else 0)


@njit(forceinline=True)
def taken_of(seat: int, taken: int) -> int:
    """Return both sides' point steps as one index, own side times eight."""
    own_points, other_points = taken & 255, taken >> 8
    if seat & 1:
        own_points, other_points = other_points, own_points
    return 8 * min(own_points // 15, 7) + min(other_points // 15, 7)


@njit(_nrt=False)
def activate(own_suit: int, hand: int, seen: Seen, situation: int, out: Shorts) -> int:
    """Write the active inputs for cards of suit ``own_suit``, and return their number."""
    seat, trump, played, voids, trick, taken = seen
    place, top, _, points, led = trick
    unseen, count = DECK_MASK & ~(played | hand), 0
    for suit in range(4):
        first = BLOCK * part_of(suit, own_suit, trump, led if place else -1)
        for kind in range(2):
            cards = (unseen if kind else hand) >> 16 * suit & SUIT_MASK
            number = card_sets.count(cards)
            out[count] = first + (_UNSEEN + min(number, 7) if kind else _LENGTHS + min(number, 4))
            count += 1
            while cards:
                out[count] = first + RANKS * kind + card_sets.lowest(cards)
                cards &= cards - 1
                count += 1
        missing = lacking(seat, voids, suit)
        for other in range(3):
            if missing >> other & 1:
                out[count] = first + _LACKS + other
                count += 1
    out[count] = SITUATION + situation
    out[count + 1] = SIZE + card_sets.count(hand) - 1
    steps = taken_of(seat, taken)
    out[count + 2], out[count + 3] = TAKEN + (steps >> 3), TAKEN + 8 + (steps & 7)
    count += 4
    if place:
        level, best = divmod(trick_of(top, led, points), 2 * RANKS)
        out[count], out[count + 1] = POINTS_ON_TABLE + level, BEST + best
        count += 2
    return count


@njit(_nrt=False)
def weigh(network: Network, hand: int, legal: int, seen: Seen, out: Ints) -> int:
    """Write each legal card's relative chance, at least 1, and return their sum.

    ``out`` (10,) has the cells of the legal cards, as `games.cells` writes them; modified in place.
    """
    seat, trump, played, voids, trick, _ = seen
    unseen = DECK_MASK & ~(played | hand)
    space, scores = network.space, network.scores
    led = trick.led if trick.place else -1
    shared, units = 4 * UNITS, 5 * UNITS
    _share(network, card_sets.count(hand), out[0] >> 8, seen)
    # Add every suit as one beside the card's own.
    for suit in range(4):
        part = part_of(suit, -1, trump, led)
        hand_row = UNITS * (_CARDS * part + (hand >> 16 * suit & SUIT_MASK))
        unseen_row = UNITS * (_CARDS * part + (unseen >> 16 * suit & SUIT_MASK))
        lacking_row = UNITS * (8 * part + lacking(seat, voids, suit))
        for unit in range(UNITS):
            value = (
                network.held[hand_row + unit]
                + network.unseen[unseen_row + unit]
                + network.lacking[lacking_row + unit]
            )
            space[UNITS * suit + unit] = value
            space[shared + unit] += value
    # Score the cards suit by suit.
    index, most = 0, -np.inf
    for suit in range(4):
        cards = legal >> 16 * suit & SUIT_MASK
        if cards == 0:
            continue
        part = OWN_TRUMP if suit == trump else OWN
        hand_row = UNITS * (_CARDS * part + (hand >> 16 * suit & SUIT_MASK))
        unseen_row = UNITS * (_CARDS * part + (unseen >> 16 * suit & SUIT_MASK))
        lacking_row = UNITS * (8 * part + lacking(seat, voids, suit))
        for unit in range(UNITS):
            space[units + unit] = max(
                space[shared + unit]
                - space[UNITS * suit + unit]
                + network.held[hand_row + unit]
                + network.unseen[unseen_row + unit]
                + network.lacking[lacking_row + unit],
                _ZERO,
            )
        first = RANKS if suit == trump else 0
        while cards:
            rank = card_sets.lowest(cards)
            cards &= cards - 1
            card = 32 * (first + rank) + ((out[index] & 255) >> 3)
            scores[index] = _score(network, UNITS * suit, card)
            most = max(most, scores[index])
            index += 1
    total = 0
    for place in range(index):
        out[place] = exponential(scores[place] - most)
        total += out[place]
    return total


@njit(forceinline=True)
def exponential(score: float) -> int:
    """Return ``exp(score)`` for nonpositive scores, in units of 2**-20, at least 1.

    Of multiplications and sums alone, so that it is the same on every machine: a power of two by
    six terms of its series, within two parts in 100,000.
    """
    power = score * _LOG2_E
    if power <= -20:
        return 1
    whole = int(np.floor(power))
    part, value = power - whole, 0.0
    for term in _SERIES:
        value = value * part + term
    return max(int(value * (_ONE >> -whole) + 0.5), 1)


def _flat(rows: Reals) -> Singles:
    return np.ascontiguousarray(rows, dtype=np.float32).ravel()


@njit(forceinline=True)
def _share(network: Network, hand_size: int, situation: int, seen: Seen) -> None:
    """Sum up what all suits share, in ``network.space``."""
    place, top, _, points, led = seen.trick
    first = UNITS * situation
    size = UNITS * (hand_size - 1)
    steps = UNITS * taken_of(seen.seat, seen.taken)
    trick = UNITS * (trick_of(top, led, points) if place else _NO_TRICK)
    for unit in range(UNITS):
        network.space[4 * UNITS + unit] = (
            network.situation[first + unit]
            + network.size[size + unit]
            + network.taken[steps + unit]
            + network.trick[trick + unit]
        )


@njit(forceinline=True)
def _score(network: Network, sums: int, card: int) -> float:
    """Return a card's score from the units, summing up at ``sums`` in ``network.space``.

    Halves are added, which machines do eight at once and all alike.
    """
    space, row = network.space, UNITS * card
    for unit in range(UNITS):
        space[sums + unit] = space[5 * UNITS + unit] * network.outputs[row + unit]
    half = UNITS // 2
    while half:
        for unit in range(half):
            space[sums + unit] += space[sums + half + unit]
        half //= 2
    return float(space[sums] + network.offset[card])
