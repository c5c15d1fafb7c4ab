"""A learnt policy: its values, how they were learnt, and how well they did meanwhile."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Policy:
    """What a learner has learnt."""

    name: str
    learner: str
    """Which learner: the name of its module."""
    recipe: dict[str, int | float | str]
    """Everything that decides the result, the seed among it."""
    weights: NDArray[np.float32]
    """(values,) as the learner lays them out."""
    curve: dict[str, NDArray[np.float64]]
    """Columns of one entry a block of training games; ``games`` is how many were played by then."""
