"""One choice of a built-in player, for games that go move by move."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit
from llq.solver.sueca import players
from llq.solver.sueca.players import Strategy
from llq.solver.sueca.playouts.monte_carlo import Scratch, make_scratch
from llq.solver.sueca.settings import Kind


def choose_card(row: NDArray[np.int64], strategy: Strategy, stream: NDArray[np.uint64]) -> int:
    """Return the card that a built-in player plays; the stream is modified in place."""
    samples = True if strategy.is_sampling else None
    solves = True if strategy.kind is Kind.PIMC else None
    return int(_choose(row, strategy.settings(), stream, _scratch(), samples, solves))


@njit(_nrt=False)
def _choose(
    row: NDArray[np.int64],
    settings: NDArray[np.int64],
    stream: NDArray[np.uint64],
    scratch: Scratch,
    samples: bool | None,
    solves: bool | None,
) -> int:
    return players.choose(row, settings, stream, scratch, samples, solves)


@cache
def _scratch() -> Scratch:
    return make_scratch()
