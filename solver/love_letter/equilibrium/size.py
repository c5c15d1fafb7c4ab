"""The size of a game tree, estimated before it is built.

Random walks: the product of the numbers of ways to go on, all along a walk, is on average the
number of histories (Knuth 1975).

References
----------
.. [1] D. Knuth, Estimating the efficiency of backtrack programs, Mathematics of Computation 29,
   1975.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit
from llq.solver.love_letter.equilibrium.expansion import Game, Nodes, list_actions, play, unpack
from llq.solver.love_letter.equilibrium.tree import first_nodes, game_of, no_nodes
from llq.solver.love_letter.rules import Rules, Scoring

MOST_NODES = 60_000_000
"""Nodes of a tree that fits."""
SMALL_DECK = 8
"""A deck of this size fits, whatever its cards are."""

_WALKS, _SEED = 20_000, 1
_MOST_CHILDREN = 1 << 12
_MERGED = 1.6  # histories a node: 1.3 to 1.8 measured on decks of 5 to 9 cards


def expected_nodes(rules: Rules) -> float:
    """Return about how many nodes the tree of a deck has."""
    game, turns = game_of(rules, Scoring.HALF), rules.deck_size - 3
    draws = np.random.default_rng(_SEED).random((_WALKS, 1 + turns))
    histories = _walk(game, first_nodes(game), no_nodes(_MOST_CHILDREN), draws)
    return float(histories) / _MERGED


@njit
def _walk(game: Game, starts: Nodes, children: Nodes, draws: NDArray[np.float64]) -> float:
    """Return the mean number of histories by random walks; ``children`` are room to work in."""
    plays = np.zeros(len(game.plays), dtype=np.int8)
    total = 0.0
    for walk in range(len(draws)):
        weight = float(len(starts.state))
        state = starts.state[int(draws[walk, 0] * len(starts.state))]
        for turn in range(1, draws.shape[1]):
            total += weight
            pool, theirs = unpack(state)[0], unpack(state)[3]
            mask = 1 << theirs
            for card in range(len(game.copies)):
                if pool // game.stride[card] % (game.copies[card] + 1) > 0:
                    mask |= 1 << card
            count = 0
            for action in range(list_actions(game, state, mask, plays)):
                count, _ = play(
                    game, children, count, True, state, plays[action], ways=1.0, pending=0,
                    sequences=(0, 0),
                )  # fmt: skip
            if count == 0:
                break
            weight *= count
            state = children.state[int(draws[walk, turn] * count)]
    return total / len(draws)
