"""Kernels of the sweep over decks, largest first: hands, optimal values, actions, evaluation.

All work on one shell (see `states`) and read the next larger one. A value array of shell j has
shape (rows, T - j + 1): the last axis is turns to go, 0 included. ``successors[row, i]`` is the row
in the next shell after buying coordinate i; the last coordinate is a victory card's. Each kernel
does the rows from ``low`` up to ``high`` and may run on a thread of its own.

With W(x, n) the points still to come for deck x and n turns to go (equations 11 and 12 less p(D)),

    W(x, 0) = 0,   W(x, n) = sum over bands b of P(b | x) max(pass, treasure, victory),
    pass = W(x, n-1),   treasure = W(x + t_b, n-1),   victory = p_b + W(x + other, n-1).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.array_types import Floats, Ints
from llq.solver.dominion.model import Purchase
from llq.solver.dominion.rules import HAND_SIZE
from llq.solver.jit import njit

PASS, TREASURE, VICTORY = (int(purchase) for purchase in Purchase)
_FEW = 16  # turns to go up to which a loop over them costs more to begin than it gives
_COUNTS = HAND_SIZE + 1  # numbers of cards of one class that a hand can have

Codes = NDArray[np.unsignedinteger]


class Hands(NamedTuple):
    """Hand table, with binomial coefficients for counting draws."""

    start: Ints
    """(classes,): starting cards."""
    hands: Ints
    """(hands, classes): cards by class."""
    hand_band: Ints
    """(hands,): the money band of each hand."""
    binomial: Floats
    """(6, cards + 1): ``binomial[k, n]`` is C(n, k)."""


class Buys(NamedTuple):
    """The best treasure and victory card of each money band."""

    treasure: Ints
    """(bands,): coordinate of the best treasure, or -1."""
    points: Floats
    """(bands,): points of the best victory card, or -1."""
    victory: Ints
    """(bands,): number of the best victory card, or -1."""
    victory_points: Ints
    """(victory cards,): points of each."""


class Choice(NamedTuple):
    """Strategy's purchases on a shell: chances by money band, or policy codes."""

    weights: Floats
    """(bands, 3): `Purchase` chances by band, used without ``codes``."""
    codes: Codes
    """(rows, N) or (0, 0), as `encode` fills them."""


class Frame(NamedTuple):
    """Values of a shell and its successor."""

    successors: Ints
    """(rows, dims): row in the next shell after buying each coordinate."""
    next_values: Floats
    """(rows of the next shell, N): its values."""
    values: Floats
    """(rows, N + 1): this shell's, which most kernels modify in place."""


@njit
def hand_bands(low: int, high: int, shell: int, x: Ints, hands: Hands, out: Floats) -> None:
    """Fill ``out`` (bands, rows) with money band chances of each deck's hand.

    ``shell`` is the bought cards of each deck, ``x`` (rows, dims - 1) those of coordinates 1 ...
    dims - 1, dims being 2 or more. Rows come in runs in which one of the last two coordinates grows
    as the other shrinks: the other classes are counted once a run, in ``ways``, by the hand's cards
    of the last two, and the decks of a run are one vector loop.
    """
    start, binomial, hand_band = hands.start, hands.binomial, hands.hand_band
    taken = hands.hands
    classes, last, bands = len(start), x.shape[1], len(out)
    cards = start.sum() + shell
    deck = start.copy()
    ways = np.empty((_COUNTS, _COUNTS, bands))
    both = np.empty(shell + 1)
    row = low
    while row < high:
        deck[0] = start[0] + shell
        for i in range(1, last + 1):
            deck[i] = start[i] + x[row, i - 1]
            deck[0] -= x[row, i - 1]
        falling, rising = deck[last - 1], deck[last]
        run = min(falling - start[last - 1] + 1, high - row)
        ways[:] = 0.0
        for hand in range(len(hand_band)):
            count = 1.0
            for i in range(classes):
                if i != last and i != last - 1:
                    count *= binomial[taken[hand, i], deck[i]]
            ways[taken[hand, last - 1], taken[hand, last], hand_band[hand]] += count
        ways /= binomial[HAND_SIZE, cards]
        out[:, row : row + run] = 0.0
        for j in range(_COUNTS):
            for k in range(_COUNTS - j):
                for i in range(run):
                    both[i] = binomial[j, falling - i] * binomial[k, rising + i]
                for band in range(bands):
                    weight, target = ways[j, k, band], out[band, row : row + run]
                    if weight > 0.0:
                        for i in range(run):
                            target[i] += weight * both[i]
        row += run


@njit
def optimise(low: int, high: int, chance: Floats, buys: Buys, must_buy: bool, frame: Frame) -> None:
    """Fill ``frame.values`` with a shell's optimal W, given the next shell's values.

    ``chance`` (bands, rows) is of each money band; with ``must_buy`` passing is forbidden where a
    card is affordable. Purchases are free of the recursion through passing, so they are vector
    loops over turns to go, unless those are few. Passing then adds what it gains, in the lowest
    bands alone, as more money never hurts; rounding can cost 1 ulp where the scan stops.
    """
    treasure, points, values = buys.treasure, buys.points, frame.values
    bands, length = len(treasure), frame.next_values.shape[1]
    best = np.zeros((bands, length))
    for row in range(low, high):
        total = values[row, 1:]
        if length <= _FEW:
            _sum_few_buys(row, chance, buys, frame, best, total)
        else:
            _sum_buys(row, chance, buys, frame, best, total)
        values[row, 0] = 0.0
        previous = 0.0
        for n in range(length):
            value = total[n]
            for band in range(bands):
                can_buy = treasure[band] >= 0 or points[band] >= 0.0
                if best[band, n] >= previous or (must_buy and can_buy):
                    break
                value += chance[band, row] * (previous - best[band, n])
            total[n] = value
            previous = value


@njit
def encode(low: int, high: int, buys: Buys, frame: Frame, tolerance: float, codes: Codes) -> None:
    """Fill ``codes`` with the best actions by band under a frame's values.

    Bits 2b and 2b + 1 of ``codes[row, n - 1]`` are the `Purchase` in band b with n turns to go.
    Actions whose values differ by no more than ``tolerance`` times max(1, best) are tied: victory
    goes before treasure before passing.
    """
    treasure, points = buys.treasure, buys.points
    successors, next_values, values = frame.successors, frame.next_values, frame.values
    length = next_values.shape[1]
    unavailable = np.full(length, -1.0)
    code = np.empty(length, np.int64)
    for row in range(low, high):
        stay, victory_values = values[row], next_values[successors[row, -1]]
        code[:] = 0
        for band in range(len(treasure)):
            kind, gain = treasure[band], points[band]
            source = next_values[successors[row, kind]] if kind >= 0 else unavailable
            victory, gain = (victory_values, gain) if gain >= 0.0 else (unavailable, 0.0)
            buy_treasure, buy_victory = TREASURE << (2 * band), VICTORY << (2 * band)
            for n in range(length):
                passing, treasures, points_won = stay[n], source[n], victory[n] + gain
                top = treasures if treasures > passing else passing
                top = points_won if points_won > top else top
                least = top - tolerance * (top if top > 1.0 else 1.0)
                if points_won >= least:
                    code[n] |= buy_victory
                elif treasures >= least:
                    code[n] |= buy_treasure
        for n in range(length):
            codes[row, n] = code[n]


@njit
def shares(row: int, chance: Floats, buys: Buys, choice: Choice, dims: int, out: Floats) -> None:
    """Fill ``out``, (dims + cards + 1, N): chance of each treasure, victory card and of passing."""
    treasure, victory, weights, codes = buys.treasure, buys.victory, choice.weights, choice.codes
    out[:] = 0.0
    passing = len(out) - 1
    for band in range(len(treasure)):
        probability = chance[band, row]
        treasure_row, victory_row = treasure[band], dims + victory[band]
        if len(codes):
            for n in range(out.shape[1]):
                action = (codes[row, n] >> (2 * band)) & 3
                bought = victory_row if action == VICTORY else passing
                out[treasure_row if action == TREASURE else bought, n] += probability
        else:
            for action, i in ((PASS, passing), (TREASURE, treasure_row), (VICTORY, victory_row)):
                share = probability * weights[band, action]
                if share > 0.0:
                    target = out[i]
                    for n in range(len(target)):
                        target[n] += share


@njit
def evaluate(low: int, high: int, chance: Floats, buys: Buys, choice: Choice, frame: Frame) -> None:
    """Fill ``frame.values`` with a strategy's mean points to come, from those of the next shell.

    ``chance`` (bands, rows) is of each money band.
    """
    points = buys.victory_points
    successors, next_values, values = frame.successors, frame.next_values, frame.values
    dims, cards, length = successors.shape[1], len(points), next_values.shape[1]
    share = np.empty((dims + cards + 1, length))
    for row in range(low, high):
        shares(row, chance, buys, choice, dims, share)
        values[row, 0] = 0.0
        target, victory_values = values[row, 1:], share[dims - 1]
        target[:] = 0.0
        for card in range(cards):
            part, gain = share[dims + card], float(points[card])
            for n in range(length):
                target[n] += part[n] * gain
                victory_values[n] += part[n]
        for i in range(dims):
            part, source = share[i], next_values[successors[row, i]]
            for n in range(length):
                target[n] += part[n] * source[n]
        part, previous = share[dims + cards], 0.0
        for n in range(length):
            target[n] += part[n] * previous
            previous = target[n]


@njit
def _sum_few_buys(
    row: int, chance: Floats, buys: Buys, frame: Frame, best: Floats, total: Floats
) -> None:
    """Fill ``best`` (bands, N) with the best purchase's values, and ``total`` with their means."""
    successors, next_values = frame.successors, frame.next_values
    for n in range(len(total)):
        score, value = next_values[successors[row, -1], n], 0.0
        for band in range(len(buys.treasure)):
            treasure, gain = buys.treasure[band], buys.points[band]
            if treasure >= 0 or gain >= 0.0:
                best_buy = next_values[successors[row, treasure], n] if treasure >= 0 else -np.inf
                if gain >= 0.0 and score + gain > best_buy:
                    best_buy = score + gain
                best[band, n] = best_buy
                value += chance[band, row] * best_buy
        total[n] = value


@njit
def _sum_buys(
    row: int, chance: Floats, buys: Buys, frame: Frame, best: Floats, total: Floats
) -> None:
    """Do what `_sum_few_buys` does, by vector loops over turns to go."""
    total[:] = 0.0
    successors, next_values = frame.successors, frame.next_values
    victory_values = next_values[successors[row, -1]]
    for band in range(len(buys.treasure)):
        weight, values = chance[band, row], best[band]
        treasure, gain = buys.treasure[band], buys.points[band]
        if treasure >= 0 and gain >= 0.0:
            source = next_values[successors[row, treasure]]
            for n in range(len(total)):
                after_treasure, after_victory = source[n], victory_values[n] + gain
                value = after_victory if after_victory > after_treasure else after_treasure
                values[n] = value
                total[n] += weight * value
        elif treasure >= 0 or gain >= 0.0:
            source = next_values[successors[row, treasure]] if treasure >= 0 else victory_values
            bonus = 0.0 if treasure >= 0 else gain
            for n in range(len(total)):
                values[n] = source[n] + bonus
                total[n] += weight * values[n]
