"""Learnt policy: values, training recipe and progress; and trainings packed into bytes."""

from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.solver.array_types import Bytes, Floats, Singles
from llq.solver.literature.rules import PLAYER_COUNTS


@dataclass(frozen=True)
class Policy:
    """Learnt weights, with their recipe and training curve."""

    name: str
    learner: str
    """Which learner: the name of its module."""
    recipe: dict[str, int | float | str]
    """Complete training settings, including the seed."""
    weights: Singles
    """(values,) in the learner's layout, or (3, values) for four, six and eight players."""
    curve: dict[str, Floats]
    """Training curve columns, an entry per block; ``games`` counts games played by then."""

    def weights_for(self, players: int) -> Singles:
        """Return the weights for a given number of players."""
        trained_players = self.recipe.get("players", players)
        if trained_players != players:
            raise IllegalState(
                f"{self.name} was learnt for {trained_players} players; got {players}"
            )
        weights = self.weights
        return weights if weights.ndim == 1 else weights[PLAYER_COUNTS.index(players)]


def pack_arrays(arrays: Mapping[str, NDArray[Any]]) -> Bytes:
    """Return named arrays as the bytes of one file, (N,)."""
    file = BytesIO()
    np.savez(file, **arrays)  # type: ignore[arg-type]
    return np.frombuffer(file.getvalue(), np.uint8)


def unpack_arrays(packed: Bytes) -> dict[str, NDArray[Any]]:
    """Return the arrays that `pack_arrays` packed."""
    with np.load(BytesIO(packed.tobytes()), allow_pickle=False) as arrays:
        return dict(arrays)
