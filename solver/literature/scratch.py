"""Work arrays of players, allocated per thread and modified in place by kernels."""

from typing import NamedTuple

import numpy as np

from llq.solver.array_types import Floats, Ints, Singles
from llq.solver.literature.inference.counting import Posterior, make_posterior
from llq.solver.literature.inference.knowledge import View, make_view
from llq.solver.literature.inference.marginals import Marginals, make_marginals
from llq.solver.literature.policies.strong import Strength, make_strength
from llq.solver.literature.rules import CARDS, MOST_PLAYERS

MOST_CHOICES = MOST_PLAYERS * CARDS
"""The buffer's capacity for a decision's asks."""

_SUMS = 8192  # for a policy


class Inference(NamedTuple):
    """Inference results of a player: views and chances."""

    own: View
    """The player's certain knowledge."""
    other: View
    """The player's view of another player's knowledge."""
    chances: Posterior
    marginals: Marginals


class Scratch(NamedTuple):
    """Work arrays for choosing an ask."""

    inference: Inference
    asks: Ints
    """(384,) asks under consideration, as `players.ask_of` reads them."""
    values: Floats
    """(384,) what they are worth to the player."""
    space: Singles
    """(8192,) for a policy's own sums."""
    strength: Strength
    """For `strong`."""


def make_inference(players: int) -> Inference:
    """Return inference work arrays for a given number of players."""
    return Inference(make_view(), make_view(), make_posterior(players), make_marginals())


def make_scratch(players: int) -> Scratch:
    """Return work arrays to choose asks with a given number of players."""
    return Scratch(
        make_inference(players),
        np.zeros(MOST_CHOICES, dtype=np.int64),
        np.zeros(MOST_CHOICES),
        np.zeros(_SUMS, np.float32),
        make_strength(),
    )
