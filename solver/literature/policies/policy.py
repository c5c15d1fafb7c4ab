"""A learnt policy: its values, how they were learnt, and how well they did meanwhile."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.solver.literature.rules import PLAYERS


@dataclass(frozen=True)
class Policy:
    """What a learner has learnt."""

    name: str
    learner: str
    """Which learner: the name of its module."""
    recipe: dict[str, int | float | str]
    """Everything that decides the result, the seed among it."""
    weights: NDArray[np.float32]
    """(values,) as the learner lays them out, or (3, values) for four, six and eight players."""
    curve: dict[str, NDArray[np.float64]]
    """Columns of one entry a block of training games; ``games`` is how many were played by then."""

    def weights_for(self, players: int) -> NDArray[np.float32]:
        """Return the weights for a game of some number of players."""
        meant = self.recipe.get("players", players)
        if meant != players:
            raise IllegalState(f"{self.name} was learnt for {meant} players; got {players}")
        return self.weights if self.weights.ndim == 1 else self.weights[PLAYERS.index(players)]
