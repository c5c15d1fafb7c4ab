"""Double-dummy values of many deals: all hands open, perfect play by all."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import local

import numpy as np
from numpy.typing import NDArray

from llq.solver.arguments import MOST_GAMES, check_integer
from llq.solver.jobs.game_blocks import play_blocks
from llq.solver.rng import streams
from llq.solver.sueca import engine
from llq.solver.sueca.double_dummy.board import Root
from llq.solver.sueca.double_dummy.search import solve_value
from llq.solver.sueca.double_dummy.solver import make_scratch
from llq.solver.sueca.engine import HANDS, LEADER, TRICK, TRUMP
from llq.solver.sueca.matches import deals
from llq.solver.sueca.matches.deals import DealArrays, Deals
from llq.solver.sueca.rules import SEATS


def solve_deals(
    games: int,
    seed: int,
    *,
    dealing: Deals | None = None,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
) -> NDArray[np.uint8]:
    """Return the points that North and South take of each deal, uint8 of shape (games,).

    Parameters
    ----------
    games, seed, dealing
        The deals, which are those of `match.play_games`.

    Raises
    ------
    IllegalState
        There are no games, or no deal meets the condition.
    """
    check_integer("games", games, 1, MOST_GAMES)
    rules = (dealing or Deals()).arrays()
    value = partial(_value, rules, seed)
    values = play_blocks(value, range(games), 1, threads=threads, progress=progress)
    return np.fromiter(values, dtype=np.uint8, count=games)


_space = local()


def _value(rules: DealArrays, seed: int, numbers: range) -> int:
    """Return the value of the deal of a number."""
    if not hasattr(_space, "scratch"):
        _space.scratch = make_scratch()
    start = (SEATS + 1) * numbers.start  # the deal's stream, before the seats'
    return _solve(rules, streams(seed, start, start + 1), *_space.scratch)


def _solve(
    rules: DealArrays,
    stream: NDArray[np.uint64],
    board: NDArray[np.int64],
    table: NDArray[np.int64],
) -> int:
    """Deal a game and return its value."""
    row = np.zeros(engine.ROW, dtype=np.int64)
    deals.deal(rules, row, stream)
    hands, trick = row[HANDS : HANDS + SEATS], row[TRICK : TRICK + SEATS]
    root = Root(hands, int(row[TRUMP]), int(row[LEADER]), trick, 0)
    # From Python: a kernel around the recursive one crashed when it was loaded from the cache.
    return int(solve_value(root, -1, board, table))
