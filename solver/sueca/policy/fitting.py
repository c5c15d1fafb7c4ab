"""Policy fitting by regression of scores on card values found by search.

Games are played by the searching player. Every choice between two cards or more is a sample: the
points that each card takes in games by the policy on hands inferred by it. The weights are those of
least squares, the differences within a choice being what counts, with a small penalty (ridge).

The search that teaches plays its games at random. Teachers that play by the weights so fitted, and
by those fitted to them, explain their choices less well, and their pupils play no better.
"""

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver import card_sets
from llq.solver.array_types import Floats, Ints, Singles, Uints
from llq.solver.jit import njit
from llq.solver.rng import next_bits, streams
from llq.solver.sueca import engine
from llq.solver.sueca.engine import HANDS, TURN
from llq.solver.sueca.matches import deals
from llq.solver.sueca.matches.deals import Deals
from llq.solver.sueca.players import Strategy
from llq.solver.sueca.playouts import strong
from llq.solver.sueca.playouts.scratch import TEMPERATURE, Scratch, make_scratch, make_work
from llq.solver.sueca.policy import games
from llq.solver.sueca.policy.situations import FEATURES, WORTHS, feature_table
from llq.solver.sueca.rules import CARDS
from llq.solver.sueca.settings import PLAYOUTS, TRIED, Kind

_MOST_CARDS = 10 * CARDS
"""Cards compared in a game, at most."""
_CHUNK = 20_000
RIDGE = 3.0
"""Added to the squares: what keeps weights of rare cards small."""
_HANDS, _TRIED, _GAMES = 100, 60, 2
"""Teacher settings per decision: hands drawn, hands tried, and games per hand."""
_EXPLORED = 0.15
"""Share of randomly played cards, for exploration."""


class Choices(NamedTuple):
    """Choices between cards, and what a search found."""

    cell: NDArray[np.integer]
    """(cards,) situation and role of every card compared."""
    choice: NDArray[np.int32]
    """(cards,) the number of its choice."""
    value: Singles
    """(cards,) mean points taken by the card."""


def collect(first: int, last: int, seed: int) -> Choices:
    """Return the choices of games ``first`` … ``last - 1`` of a seed."""
    settings = Strategy(
        "teacher", Kind.STRONG, "", shuffles=_HANDS, tried=_TRIED, playouts=_GAMES,
        power=0.0, mixture=0.1,
    ).settings()  # fmt: skip
    weights = np.zeros((len(FEATURES), WORTHS))
    scratch = make_scratch()._replace(strong=make_work(games.feature_policy(weights, TEMPERATURE)))
    sources = streams(seed, first, last)
    cells = np.zeros((last - first, _MOST_CARDS), dtype=np.int32)
    turns = np.full((last - first, _MOST_CARDS), -1, dtype=np.int32)
    values = np.zeros((last - first, _MOST_CARDS), dtype=np.float32)
    dealing, row = Deals().arrays(), np.zeros(engine.ROW, dtype=np.int64)
    for game in range(last - first):
        deals.deal(dealing, row, sources[game : game + 1])
        samples = cells[game], turns[game], values[game]
        _collect(row, settings, sources[game : game + 1], scratch, samples)
    is_used = turns >= 0
    choice = turns + CARDS * np.arange(first, last, dtype=np.int32)[:, None]
    return Choices(cells[is_used], choice[is_used], values[is_used])


def fit(choices: Choices) -> tuple[Floats, NDArray[np.uint32]]:
    """Return least-squares weights, rounded to hundredths of points, and card counts per weight.

    Both are (features, WORTHS); the latter count the cards compared of which the feature holds.
    """
    table = feature_table().reshape(-1, len(FEATURES))
    width = len(FEATURES) * WORTHS
    cards = np.zeros((len(FEATURES), WORTHS), dtype=np.uint32)
    gram, right = np.zeros((width, width)), np.zeros(width)
    starts = np.flatnonzero(np.diff(choices.choice, prepend=-1))
    bounds = [*starts[:: _CHUNK // 4].tolist(), len(choices.cell)]
    for low, high in pairwise(bounds):
        cell, value = choices.cell[low:high], choices.value[low:high].astype(np.float64)
        rows = np.zeros((high - low, len(FEATURES), WORTHS))
        rows[np.arange(high - low), :, cell & 7] = table[cell >> 3]
        cards += rows.sum(axis=0).astype(np.uint32)
        rows = rows.reshape(-1, width)
        begins = starts[(starts >= low) & (starts < high)] - low
        sizes = np.diff(begins, append=high - low)
        rows -= np.repeat(np.add.reduceat(rows, begins) / sizes[:, None], sizes, axis=0)
        value -= np.repeat(np.add.reduceat(value, begins) / sizes, sizes)
        gram += rows.T @ rows
        right += rows.T @ value
    gram[np.diag_indices(width)] += RIDGE
    weights = np.linalg.solve(gram, right).reshape(cards.shape)
    return np.round(weights, 2) + 0.0, cards  # no zero has a sign


@njit(_nrt=False)
def _collect(
    row: Ints,
    settings: Ints,
    stream: Uints,
    scratch: Scratch,
    samples: tuple[NDArray[np.int32], NDArray[np.int32], Singles],
) -> None:
    """Play a game with the searching player, mixing in random cards."""
    cells, turns, values = samples
    work, count = scratch.strong, 0
    while row[TURN] < CARDS:
        legal = engine.legal_cards(row)
        best = card_sets.lowest(legal)
        if legal & (legal - 1):
            strong.try_cards(row, settings, stream, scratch)
            hand = row[HANDS + engine.mover(row)]
            games.cells(hand, legal, games.see(row), work.beliefs.chances)
            number = settings[TRIED] * settings[PLAYOUTS]
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
            if np.float64(next_bits(stream) >> np.uint64(11)) * 2.0**-53 < _EXPLORED:
                best = card_sets.random_card(legal, stream)
        engine.apply(row, best)
