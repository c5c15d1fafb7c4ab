"""Work arrays of players, allocated per thread and modified in place by kernels."""

from typing import NamedTuple

import numpy as np

from llq.solver.array_types import Floats, Ints, Singles
from llq.solver.literature.inference.counting import Posterior, make_posterior
from llq.solver.literature.inference.knowledge import View, make_view
from llq.solver.literature.inference.marginals import Marginals, make_marginals
from llq.solver.literature.inference.reading import Reading, make_reading
from llq.solver.literature.policies.features import FEATURES
from llq.solver.literature.rules import CARDS, MOST_HALF_SUITS, MOST_PLAYERS

MOST_CHOICES = MOST_PLAYERS * CARDS
"""Most asks of a decision."""

_POLICY_SUMS = 8192


class Inference(NamedTuple):
    """Inference results of a player: views and chances."""

    own: View
    """The player's certain knowledge."""
    other: View
    """The player's view of another player's knowledge."""
    chances: Posterior
    marginals: Marginals


class Strength(NamedTuple):
    """Work arrays of the strong player."""

    common: View
    """Common knowledge of all players."""
    marginals: Marginals
    reading: Reading
    has: Floats
    """(8, 9) chance to hold any card, by player and half suit."""
    sure: Floats
    """(8, 9) sure threats of opponents by half suit, of six cards."""
    threat: Floats
    """(8,) the sum of those."""
    guess: Floats
    """(8,) the best guess of each opponent."""
    expected: Floats
    """(2, 9) cards of each half suit expected with either team."""
    features: Floats
    """(30,) of one ask."""


class Scratch(NamedTuple):
    """Work arrays for choosing an ask."""

    inference: Inference
    asks: Ints
    """(MOST_CHOICES,) asks under consideration, as `players.ask_of` reads them."""
    values: Floats
    """(MOST_CHOICES,) values of the asks to the player."""
    policy_sums: Singles
    """(8192,) sums of a policy."""
    strength: Strength


def make_inference(players: int) -> Inference:
    """Return inference work arrays for a given number of players."""
    return Inference(make_view(), make_view(), make_posterior(players), make_marginals())


def make_scratch(players: int) -> Scratch:
    """Return work arrays to choose asks with a given number of players."""
    return Scratch(
        make_inference(players),
        np.zeros(MOST_CHOICES, dtype=np.int64),
        np.zeros(MOST_CHOICES),
        np.zeros(_POLICY_SUMS, np.float32),
        _make_strength(),
    )


def _make_strength() -> Strength:
    """Return work arrays for the strong player."""
    halves = MOST_PLAYERS, MOST_HALF_SUITS
    return Strength(
        common=make_view(),
        marginals=make_marginals(),
        reading=make_reading(),
        has=np.zeros(halves),
        sure=np.zeros(halves),
        threat=np.zeros(MOST_PLAYERS),
        guess=np.zeros(MOST_PLAYERS),
        expected=np.zeros((2, MOST_HALF_SUITS)),
        features=np.zeros(FEATURES),
    )
