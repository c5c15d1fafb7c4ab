"""Games without a clock: after every turn the game ends with chance alpha (section 6.1.1).

`ConstantChance` defines alpha. A deck's points to come no longer depend on the turn,

    W(x) = sum over bands b of P(b | x) max((1-alpha) W(x), (1-alpha) W(x + t_b),
                                            p_b + (1-alpha) W(x + other)),

but decks have no largest size. With ``top`` the most points of a card, 0 <= W <= top / alpha for
every deck. Sweeping down from decks of T bought cards, once with 0 and once with top / alpha
there, gives a lower and an upper bound of W everywhere below: the equation is monotone. At the
starting deck, T purchases away, they differ by at most (1-alpha)^T top / alpha.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, log

import numpy as np

from llq.errors import IllegalState
from llq.solver.array_types import Floats
from llq.solver.dominion.players import StrategyName
from llq.solver.dominion.rules import ConstantChance, Rules
from llq.solver.dominion.solitaire.kernels import PASS, TREASURE, VICTORY, Buys, Frame
from llq.solver.dominion.solitaire.solver import best_buys, sweep
from llq.solver.dominion.solitaire.states import DeckSpace
from llq.solver.dominion.strategies.evaluation import strategy_model
from llq.solver.jit import njit

_ROUNDING = 1e-12
"""Relative error of a sweep: sums of same-sign products, a few operations a turn."""


@dataclass(frozen=True)
class Bracket:
    """Bounds of an expected final score in points, widened by what rounding can add."""

    low: float
    high: float


def hazard_score(
    game: Rules,
    strategy: str,
    alpha: Fraction,
    *,
    tolerance: float = 1e-3,
    threads: int | None = None,
) -> Bracket:
    """Return bounds of a strategy's expected final score where each turn is the last by chance.

    The strategy is ``"optimal"``, for the best policy there is, or a simple one.
    """
    keep = 1.0 - float(ConstantChance(alpha).alpha)
    if tolerance <= 0:
        raise IllegalState(f"the tolerance must be positive; got {tolerance}")
    model, table = strategy_model(game, strategy)
    if not len(table) and strategy != StrategyName.OPTIMAL:
        raise IllegalState(
            f"{strategy} depends on the turns to go, which a game that ends by chance lacks"
        )
    most = max(0.0, model.points.max()) / float(alpha)
    turns = 1 if keep == 0.0 or most <= tolerance else ceil(log(tolerance / most) / log(keep))
    space = DeckSpace(model.dims, turns)
    next_values = np.empty((space.rows(turns), 2))
    next_values[:] = 0.0, most
    buys = best_buys(model)
    with sweep(model, turns, threads) as shells:
        for shell in shells:
            values = np.empty((shell.rows, 2))
            frame = Frame(shell.successors, next_values, values)
            shell.run(_fill_points, shell.chance, buys, table, keep, frame)
            next_values = values
    low, high = (game.start_points + next_values[0]).tolist()
    return Bracket(low * (1 - _ROUNDING), high * (1 + _ROUNDING))


@njit
def _fill_points(
    low: int, high: int, chance: Floats, buys: Buys, weights: Floats, keep: float, frame: Frame
) -> None:
    """Fill ``frame.values`` with expected further points when games continue with chance ``keep``.

    ``chance`` (bands, rows) is of each money band, ``weights`` (bands, 3) of each `Purchase` there,
    or (0, 3) for the optimum. Frame values are (rows, values), one for each value at the largest
    decks. Passing leaves the deck, so a deck's value stands on both sides of its equation. The
    optimum's root is found from below: pass in the lowest band, where buying gains least, solve the
    linear equation, and go on to the next band as long as passing gains there too.
    """
    treasure, points = buys.treasure, buys.points
    successors, next_values, values = frame.successors, frame.next_values, frame.values
    bands = len(treasure)
    buy = np.zeros(bands)
    for row in range(low, high):
        for bound in range(next_values.shape[1]):
            victory_value = keep * next_values[successors[row, -1], bound]
            fixed, passing = 0.0, 0.0
            for band in range(bands):
                coordinate, score, probability = treasure[band], points[band], chance[band, row]
                gain = 0.0
                if coordinate >= 0:
                    gain = keep * next_values[successors[row, coordinate], bound]
                if len(weights):
                    passing += probability * weights[band, PASS]
                    fixed += probability * weights[band, TREASURE] * gain
                    if score >= 0.0:
                        fixed += probability * weights[band, VICTORY] * (victory_value + score)
                else:
                    buy[band] = max(gain, victory_value + score) if score >= 0.0 else gain
                    fixed += probability * buy[band]
            value = fixed / (1.0 - keep * passing)
            if not len(weights):
                for band in range(bands):
                    if buy[band] >= keep * value:
                        break
                    fixed -= chance[band, row] * buy[band]
                    passing += chance[band, row]
                    value = fixed / (1.0 - keep * passing)
            values[row, bound] = value
