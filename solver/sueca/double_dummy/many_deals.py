"""The exact value of many deals with open hands."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import local

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.solver.rng import streams
from llq.solver.sueca import deals, engine
from llq.solver.sueca.deals import DealArrays, Deals
from llq.solver.sueca.double_dummy.search import solve_value
from llq.solver.sueca.double_dummy.solver import make_workspace
from llq.solver.sueca.engine import HANDS, LEADER, TRICK, TRUMP
from llq.solver.sueca.rules import SEATS

__all__ = ["open_values"]


def open_values(
    games: int,
    seed: int,
    *,
    dealing: Deals | None = None,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
) -> NDArray[np.uint8]:
    """Return what North and South take of each deal when all hands are open and all play perfectly.

    Parameters
    ----------
    games, seed, dealing
        Which deals, as `match.play_games` deals them: (games,) values come back, in points.
    progress
        Called with the number of deals done and their total.

    Raises
    ------
    IllegalState
        There are no games, or nothing can be dealt so.
    """
    if games < 1 or threads < 1:
        raise IllegalState(f"games and threads are 1 or more; got {games} and {threads}")
    rules = (dealing or Deals()).arrays()
    space = local()

    def value(game: int) -> int:
        if not hasattr(space, "work"):
            space.work = make_workspace()
        start = (SEATS + 1) * game  # the deal's stream, before the seats'
        return _solve(rules, streams(seed, start, start + 1), *space.work)

    values = np.empty(games, dtype=np.uint8)
    with ThreadPoolExecutor(threads) as pool:
        try:
            for game, points in enumerate(pool.map(value, range(games))):
                values[game] = points
                if progress:
                    progress(game + 1, games)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return values


def _solve(
    rules: DealArrays,
    stream: NDArray[np.uint64],
    work: NDArray[np.int64],
    table: NDArray[np.int64],
) -> int:
    """Deal a game and return its value."""
    row = np.zeros(engine.ROW, dtype=np.int64)
    deals.deal(rules, row, stream)
    hands, trick = row[HANDS : HANDS + SEATS], row[TRICK : TRICK + SEATS]
    # From Python: a kernel around the recursive one crashed when it was loaded from the cache.
    return int(solve_value(hands, int(row[TRUMP]), int(row[LEADER]), trick, 0, -1, work, table))
