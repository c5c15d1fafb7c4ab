"""Kernels of the fresh-hand model: values, values of a given policy, turns by turn.

``target[d, i]`` is the deck after purchase i of deck d, or a negative number (see `decks`).
``allowed[start[o]:start[o + 1]]`` are the purchases that outcome o of a hand pays for. Passing is
always allowed, and is purchase -1.

With b(o) the least value of the decks that outcome o can buy, a deck's value is the solution of

    V = 1 + sum over o of P(o) min(V, b(o)),

which is (1 + sum of P(o) b(o)) / (sum of P(o)) over the outcomes where the player buys; those are
where b(o) < V. Starting from buying wherever one can, leaving out what is no better than passing
only lowers V, and ends after a few rounds with the solution.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit

_FINISHED, _BEYOND = -1, -3  # as in decks

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Game(NamedTuple):
    """A game as the kernels take it.

    Parameters
    ----------
    chance
        (decks, outcomes) float64.
    target
        (decks, purchases) int64.
    start
        (outcomes + 1,) int64.
    allowed
        (start[-1],) int64.
    fewest
        (decks,) float64. Turns that are surely needed, the value beyond the caps of a relaxed box.
    """

    chance: Floats
    target: Ints
    start: Ints
    allowed: Ints
    fewest: Floats


@njit
def optimise(game: Game, value: Floats, choice: Ints) -> None:
    """Fill ``value`` (decks,) and the purchases ``choice`` (decks, outcomes) in place."""
    decks, outcomes = game.chance.shape
    best = np.empty(outcomes)
    for deck in range(decks - 1, -1, -1):
        for o in range(outcomes):
            best[o], choice[deck, o] = np.inf, -1
            for which in range(game.start[o], game.start[o + 1]):
                target = game.target[deck, game.allowed[which]]
                after = np.inf
                if target >= 0:
                    after = value[target]
                elif target == _FINISHED:
                    after = 0.0
                elif target == _BEYOND:
                    after = game.fewest[deck]
                if after < best[o]:
                    best[o], choice[deck, o] = after, game.allowed[which]
        now, before = np.inf, np.inf
        while True:
            total, buying = 1.0, 0.0
            for o in range(outcomes):
                if best[o] < now:
                    total += game.chance[deck, o] * best[o]
                    buying += game.chance[deck, o]
            before, now = now, total / buying if buying > 0.0 else np.inf
            if not now < before:
                break
        value[deck] = min(before, now)
        for o in range(outcomes):
            if best[o] >= value[deck]:
                choice[deck, o] = -1


@njit
def follow(game: Game, choice: Ints, value: Floats) -> None:
    """Fill ``value`` (decks,) with the expected turns of a policy, infinite where it is stuck."""
    decks, outcomes = game.chance.shape
    for deck in range(decks - 1, -1, -1):
        total, buying = 1.0, 0.0
        for o in range(outcomes):
            if choice[deck, o] >= 0 and game.chance[deck, o] > 0.0:
                target = game.target[deck, choice[deck, o]]
                if target >= 0:
                    total += game.chance[deck, o] * value[target]
                buying += game.chance[deck, o]
        value[deck] = total / buying if buying > 0.0 else np.inf


@njit
def advance(game: Game, choice: Ints, mass: Floats, after: Floats) -> float:
    """Add to ``after`` (decks,) where one turn of a policy leads; return the chance to finish."""
    decks, outcomes = game.chance.shape
    finished = 0.0
    for deck in range(decks):
        if mass[deck] == 0.0:
            continue
        for o in range(outcomes):
            flow = mass[deck] * game.chance[deck, o]
            target = deck if choice[deck, o] < 0 else game.target[deck, choice[deck, o]]
            if target >= 0:
                after[target] += flow
            else:
                finished += flow
    return finished


@njit
def best_chances(game: Game, after: Floats, turns: int, now: Floats) -> None:
    """Fill ``now`` (decks,) from ``after``, the best chances to finish within ``turns`` turns.

    ``now`` is the best chance to finish within one turn more.
    """
    decks, outcomes = game.chance.shape
    for deck in range(decks):
        total = 0.0
        for o in range(outcomes):
            best = after[deck]
            for which in range(game.start[o], game.start[o + 1]):
                target = game.target[deck, game.allowed[which]]
                if target == _FINISHED or (target == _BEYOND and game.fewest[deck] <= turns):
                    best = 1.0
                elif target >= 0:
                    best = max(best, after[target])
            total += game.chance[deck, o] * best
        now[deck] = total
