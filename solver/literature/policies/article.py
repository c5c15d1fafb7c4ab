"""The article's player: state encoding, and network values of asks.

A *view* has, for every player in the order of seats: 48 cards (1 lacked, 2 possible, 3 held; by
place in the half suit and half, A … 6, 8 … K, then by suit), the fewest cards that the player can
have of each half suit (the low ones by suit, then the high ones), and the size of the hand; before
them the seat whose view it is. A *state* is the mover's view and then, in the order of seats, what
the mover knows of each player's view, the mover's own in full: 5 views of 229 numbers for four
players. An ask adds asker, target, suit (1 … 4) and rank (1 … 13): 1149 inputs [1]_.

The ask is that of the highest sum of the network's value and a unit normal number, among the asks
that may get the card as far as the mover knows or, if there is none, among all legal ones; the
program draws that noise in matches as in training.

References
----------
.. [1] N. Somani, Training a bot to play Literature, sections "Defining the game state", "Speeding
   up the training process" and "Avoiding local optima"; the numbers, their order and the noise in
   matches from its program, github.com/neelsomani/literature.
"""

from math import log, sqrt

import numpy as np

from llq.solver.array_types import Ints, Singles, Uints
from llq.solver.jit import njit
from llq.solver.literature import rules
from llq.solver.literature.engine import PLAYERS, SIZES, TURN
from llq.solver.literature.inference import knowledge
from llq.solver.literature.inference.knowledge import View, count_of
from llq.solver.literature.policies.article_network import UNITS, add_inputs, draw_network
from llq.solver.literature.policies.policy import Policy
from llq.solver.literature.scratch import MOST_CHOICES, Scratch
from llq.solver.rng import next_bits

INPUTS = 1700
"""Start of the inputs in ``Scratch.policy_sums``, after the asks' values and the units' sums."""

_ASK = 4  # numbers of an ask
_TARGETS, _SUITS, _RANKS, _SUMS = (part * MOST_CHOICES for part in range(1, 5))
_ZERO = np.float32(0)


@njit(forceinline=True)
def inputs(players: int) -> int:
    """Return the network's input size for a number of players.

    >>> inputs(4)
    1149
    """
    return (1 + (rules.CARDS + rules.HALF_SUITS + 1) * players) * (players + 1) + _ASK


def untrained(seed: int, players: int = 4) -> Policy:
    """Return the article's untrained network of a seed, as `draw_network` says."""
    weights = draw_network(inputs(players), seed).weights
    return Policy(f"untrained-{seed}", "article", {"players": players, "seed": seed}, weights, {})


@njit(_nrt=False)
def fill_state(row: Ints, scratch: Scratch) -> int:
    """Write the mover's state to ``scratch.policy_sums``, from ``INPUTS`` on; return where it ends.

    ``scratch.inference.own`` must be that view.
    """
    seat = row[TURN]
    own, other = scratch.inference.own, scratch.inference.other
    place = _write_view(row, seat, own, scratch.policy_sums, INPUTS)
    for player in range(row[PLAYERS]):
        if player == seat:
            place = _write_view(row, seat, own, scratch.policy_sums, place)
        else:
            knowledge.infer_other(row, own, player, other)
            place = _write_view(row, player, other, scratch.policy_sums, place)
    return place


@njit(forceinline=True)
def set_ask(row: Ints, code: int, space: Singles, place: int) -> None:
    """Write the mover's ask, as `players.ask_of` reads it, after the state."""
    target, card = code // rules.MOST_CARDS, code % rules.MOST_CARDS
    half, rank = card // rules.HALF_SIZE, card % rules.HALF_SIZE
    space[place] = np.float32(row[TURN])
    space[place + 1] = np.float32(target)
    space[place + 2] = np.float32(1 + half // 2)
    space[place + 3] = np.float32(1 + rank + 7 * (half & 1))  # there is no 7


@njit(_nrt=False)
def value_asks(row: Ints, weights: Singles, asks: int, scratch: Scratch) -> None:
    """Fill in what the network says of the first ``scratch.asks``; modified in place.

    ``scratch.inference.own`` is the mover's view; the state is left in ``scratch.policy_sums``.
    """
    space = scratch.policy_sums
    end = fill_state(row, scratch)
    size = end + _ASK - INPUTS
    state = space[INPUTS : INPUTS + size]
    sums = space[_SUMS : _SUMS + UNITS]
    for unit in range(UNITS):
        sums[unit] = weights[size * UNITS + unit]
    set_ask(row, 0, space, end)
    add_inputs(weights, state[: size - _ASK + 1], sums)  # the asker is the same in all asks
    values, targets = space[:asks], space[_TARGETS : _TARGETS + asks]
    suits, ranks = space[_SUITS : _SUITS + asks], space[_RANKS : _RANKS + asks]
    for index in range(asks):
        set_ask(row, scratch.asks[index], space, end)
        targets[index], suits[index], ranks[index] = space[end + 1], space[end + 2], space[end + 3]
        values[index] = weights[(size + 2) * UNITS]
    last = (size - _ASK + 1) * UNITS
    for unit in range(UNITS):
        reached, out = sums[unit], weights[(size + 1) * UNITS + unit]
        of_target = weights[last + unit]
        of_suit = weights[last + UNITS + unit]
        of_rank = weights[last + 2 * UNITS + unit]
        for index in range(asks):
            unit_sum = ((reached + targets[index] * of_target) + suits[index] * of_suit) + (
                ranks[index] * of_rank
            )
            values[index] += max(unit_sum, _ZERO) * out
    for index in range(asks):
        scratch.values[index] = np.float64(values[index])


@njit(_nrt=False)
def add_noise(asks: int, stream: Uints, scratch: Scratch) -> None:
    """Add a unit normal number to each ask's value; values and stream are modified in place."""
    index = 0
    while index < asks:  # two at a time, by Marsaglia's polar method
        x, y = _uniform(stream), _uniform(stream)
        square = x * x + y * y
        if square >= 1 or square == 0:
            continue
        scale = sqrt(-2 * log(square) / square)
        scratch.values[index] += x * scale
        if index + 1 < asks:
            scratch.values[index + 1] += y * scale
        index += 2


@njit(_nrt=False)
def _write_view(row: Ints, seat: int, view: View, space: Singles, place: int) -> int:
    """Write a seat's view into ``space`` from ``place``, and return its end."""
    space[place] = np.float32(seat)
    place += 1
    for player in range(row[PLAYERS]):
        may, placed = view.may[player], view.held[player]
        for low in range(2):
            for rank in range(rules.HALF_SIZE):
                for suit in range(rules.SUITS):
                    card = rules.HALF_SIZE * (2 * suit + low) + rank
                    space[place] = np.float32(1 + (may >> card & 1) + (placed >> card & 1))
                    place += 1
        for low in range(2):
            for suit in range(rules.SUITS):
                space[place] = np.float32(count_of(view.low[player], 2 * suit + low))
                place += 1
        space[place] = np.float32(row[SIZES + player])
        place += 1
    return place


@njit(forceinline=True)
def _uniform(stream: Uints) -> float:
    """Return a uniform number in [-1, 1); the stream advances."""
    return np.float64(np.int64(next_bits(stream))) * 2.0**-63
