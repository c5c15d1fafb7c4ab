"""Fitting the policy: its scores are regressed on what a search by it finds each card worth.

Games are played by the searching player. Every choice between two cards or more is a sample: the
points that each card takes in games by the policy on hands inferred by it. The weights are those of
least squares, the differences within a choice being what counts, with a small penalty (ridge). The
first search plays at random, its weights being zero; each further one plays by the weights before.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver import card_sets
from llq.solver.jit import njit
from llq.solver.rng import next_bits, streams
from llq.solver.sueca import engine
from llq.solver.sueca.engine import HANDS, TURN
from llq.solver.sueca.matches import deals
from llq.solver.sueca.matches.deals import Deals
from llq.solver.sueca.playouts import monte_carlo, strong
from llq.solver.sueca.playouts.monte_carlo import Scratch
from llq.solver.sueca.policy import games
from llq.solver.sueca.policy.situations import (
    FEATURES,
    ROLES,
    SITUATIONS,
    WORTHS,
    feature_table,
)
from llq.solver.sueca.settings import DEALS, OPEN_FROM, PLAYOUTS, TRIED

_CARDS = 40
_MOST = 10 * _CARDS
"""Cards compared in a game, at most."""
_CHUNK = 20_000
_RIDGE = 3.0


class Choices(NamedTuple):
    """Choices between cards, and what a search found."""

    cell: NDArray[np.int32]
    """(cards,) situation and role of every card compared."""
    choice: NDArray[np.int32]
    """(cards,) the number of its choice."""
    value: NDArray[np.float32]
    """(cards,) the points that it takes in the mean."""


def collect(
    weights: NDArray[np.float64],
    settings: NDArray[np.int64],
    first: int,
    last: int,
    seed: int,
    explore: float = 0.15,
) -> Choices:
    """Play games ``first`` … ``last - 1`` of a seed and return their choices."""
    scratch = monte_carlo.make_scratch()._replace(strong=strong.make_work(weights))
    sources = streams(seed, first, last)
    cells = np.zeros((last - first, _MOST), dtype=np.int32)
    turns = np.full((last - first, _MOST), -1, dtype=np.int32)
    values = np.zeros((last - first, _MOST), dtype=np.float32)
    numbers = np.arange(ROLES * SITUATIONS, dtype=np.uint32)
    rules, row = Deals().arrays(), np.zeros(engine.ROW, dtype=np.int64)
    for game in range(last - first):
        deals.deal(rules, row, sources[game : game + 1])
        found = cells[game], turns[game], values[game]
        _collect(row, settings, sources[game : game + 1], explore, numbers, scratch, found)
    which = turns >= 0
    choice = turns + _CARDS * np.arange(first, last, dtype=np.int32)[:, None]
    return Choices(cells[which], choice[which], values[which])


@njit(_nrt=False)
def _collect(
    row: NDArray[np.int64],
    settings: NDArray[np.int64],
    stream: NDArray[np.uint64],
    explore: float,
    numbers: NDArray[np.uint32],
    scratch: Scratch,
    found: tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.float32]],
) -> None:
    """Play a game by the searching player; now and then a card at random."""
    cells, turns, values = found
    work, count = scratch.strong, 0
    while row[TURN] < _CARDS:
        legal = engine.legal(row)
        best = card_sets.lowest(legal)
        if legal & (legal - 1):
            strong.try_cards(
                row, settings, stream, work, scratch.known, scratch.board, scratch.table,
                scratch.values,
            )  # fmt: skip
            hand = row[HANDS + engine.mover(row)]
            games.weigh(numbers, hand, legal, strong.see(row), work.beliefs.chances)
            is_open = card_sets.count(hand) <= settings[OPEN_FROM]
            number = settings[DEALS] if is_open else settings[TRIED] * settings[PLAYOUTS]
            most, cards, index = -np.inf, legal, 0
            while cards:
                card = card_sets.lowest(cards)
                cards &= cards - 1
                cells[count] = work.beliefs.chances[index]
                turns[count] = row[TURN]
                values[count] = work.worth[index] / number
                if work.worth[index] > most:
                    most, best = work.worth[index], card
                index += 1
                count += 1
            if np.float64(next_bits(stream) >> np.uint64(11)) * 2.0**-53 < explore:
                best = card_sets.random_card(legal, stream)
        engine.apply(row, best)


def fit(choices: Choices) -> NDArray[np.float64]:
    """Return the weights of least squares, float64 of shape (features, WORTHS)."""
    table = feature_table().reshape(-1, len(FEATURES))
    width = len(FEATURES) * WORTHS
    gram, right = np.zeros((width, width)), np.zeros(width)
    starts = np.flatnonzero(np.diff(choices.choice, prepend=-1))
    bounds = [*starts[:: _CHUNK // 4].tolist(), len(choices.cell)]
    for low, high in pairwise(bounds):
        cell, value = choices.cell[low:high], choices.value[low:high].astype(np.float64)
        rows = np.zeros((high - low, len(FEATURES), WORTHS))
        rows[np.arange(high - low), :, cell & 7] = table[cell >> 3]
        rows = rows.reshape(-1, width)
        begins = starts[(starts >= low) & (starts < high)] - low
        sizes = np.diff(begins, append=high - low)
        rows -= np.repeat(np.add.reduceat(rows, begins) / sizes[:, None], sizes, axis=0)
        value -= np.repeat(np.add.reduceat(value, begins) / sizes, sizes)
        gram += rows.T @ rows
        right += rows.T @ value
    gram[np.diag_indices(width)] += _RIDGE
    weights = np.linalg.solve(gram, right).astype(np.float64)
    return weights.reshape(len(FEATURES), WORTHS)
