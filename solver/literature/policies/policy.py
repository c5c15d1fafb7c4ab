"""Learnt policy: values, training recipe and progress."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.solver.literature.rules import PLAYERS


@dataclass(frozen=True)
class Policy:
    """Learnt weights, with their recipe and training curve."""

    name: str
    learner: str
    """Which learner: the name of its module."""
    recipe: dict[str, int | float | str]
    """Complete training settings, including the seed."""
    weights: NDArray[np.float32]
    """(values,) in the learner's layout, or (3, values) for four, six and eight players."""
    curve: dict[str, NDArray[np.float64]]
    """Training curve columns, an entry per block; ``games`` counts games played by then."""

    def weights_for(self, players: int) -> NDArray[np.float32]:
        """Return the weights for a given number of players."""
        trained_players = self.recipe.get("players", players)
        if trained_players != players:
            raise IllegalState(
                f"{self.name} was learnt for {trained_players} players; got {players}"
            )
        return self.weights if self.weights.ndim == 1 else self.weights[PLAYERS.index(players)]
