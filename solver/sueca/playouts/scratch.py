"""Scratch space of a thread's players, modified in place by kernels."""

from functools import cache
from threading import local
from typing import NamedTuple

import numpy as np

from llq.solver.array_types import Floats, Ints, Shorts, Uints
from llq.solver.sueca import settings as column
from llq.solver.sueca.double_dummy import solver as double_dummy
from llq.solver.sueca.playouts import lane_hands, random_games
from llq.solver.sueca.policy import games
from llq.solver.sueca.policy.games import Policy
from llq.solver.sueca.policy.inference import MOST_HANDS, Beliefs, make_beliefs
from llq.solver.sueca.policy.network import trained
from llq.solver.sueca.policy.situations import fitted
from llq.solver.sueca.positions import sampling
from llq.solver.sueca.positions.sampling import Sampler

MOST_GAMES = 2 * MOST_HANDS
"""Maximum games per card at a decision."""
TEMPERATURE = 1.5
"""Points by which a card that the features' policy plays e times as often is better."""
WORTH_TEMPERATURE = 2.0
"""Likewise for the network's policy, with scores in points plus 15 per game."""
SHARP = 0.5
"""Temperature of standalone policy players."""
_TABLE_BITS = 16  # positions of endings of up to eight cards a hand: 2 MB


class Work(NamedTuple):
    """Scratch space of a thread's policy players, and what the last decision found."""

    policy: Policy
    """Soft, for games."""
    styles: tuple[Policy, Policy]
    """Soft, for inference."""
    rules: Policy
    """Of the features, sharp, as a player."""
    trained: Policy
    """Likewise the network's."""
    beliefs: Beliefs
    chosen: Ints
    """(MOST_HANDS,) indices of tried hands among those drawn."""
    taken: Shorts
    """(10, MOST_GAMES) points that the mover's team takes from here on, by legal card, ascending,
    and game; games of a hand are adjacent.
    """
    worth: Floats
    """(10,) sums of the objective, per legal card."""
    hands: Ints
    """(4,) of a game."""
    settings: Ints
    """(COLUMNS,) player settings, with hand counts allowed by the decision's steps."""


def make_work(policy: Policy | None = None) -> Work:
    """Return a thread's scratch space for policy games and inference.

    By default games are played by the network, and others' styles are the features' and its.
    """
    network = _network_policy(WORTH_TEMPERATURE)
    return Work(
        policy=policy or network,
        styles=(policy, policy) if policy else (_feature_policy(TEMPERATURE), network),
        rules=_feature_policy(SHARP),
        trained=_network_policy(SHARP),
        beliefs=make_beliefs(),
        chosen=np.zeros(MOST_HANDS, dtype=np.int64),
        taken=np.zeros((10, MOST_GAMES), dtype=np.int16),
        worth=np.zeros(10),
        hands=np.zeros(4, dtype=np.int64),
        settings=np.zeros(column.COLUMNS, dtype=np.int64),
    )


class Scratch(NamedTuple):
    """Scratch space of a thread's players."""

    lanes: Uints
    """Of `random_games.make_lanes`."""
    deals: Uints
    """Of `lane_hands.make_lane_hands`."""
    known: Sampler
    hands: Ints
    """(3,) hands drawn for the others."""
    totals: Ints
    """(64,) sums of each legal card, by `try_cards` or `choose_open`."""
    drawings: Ints
    """(2, 10, 13) by trick and known voids: hands drawn by shuffling, and true ones taken."""
    values: Ints
    """(64,) the solver's value of each card."""
    board: Ints
    table: Ints
    """Of `double_dummy.solver.make_scratch`."""
    strong: Work


_thread_scratch = local()


def own_scratch() -> Scratch:
    """Return the current thread's scratch space."""
    if not hasattr(_thread_scratch, "scratch"):
        _thread_scratch.scratch = make_scratch()
    scratch: Scratch = _thread_scratch.scratch
    return scratch


def make_scratch() -> Scratch:
    """Return scratch space for one thread."""
    board, table = double_dummy.make_scratch(_TABLE_BITS)
    return Scratch(
        lanes=random_games.make_lanes(),
        deals=lane_hands.make_lane_hands(),
        known=sampling.make_sampler(),
        hands=np.zeros(3, dtype=np.int64),
        totals=np.zeros(64, dtype=np.int64),
        drawings=np.zeros((2, 10, 13), dtype=np.int64),
        values=np.zeros(64, dtype=np.int64),
        board=board,
        table=table,
        strong=make_work(),
    )


@cache
def _feature_policy(temperature: float) -> Policy:
    return games.feature_policy(fitted(), temperature)


def _network_policy(temperature: float) -> Policy:
    """Return the network's policy, with scratch space of its own."""
    policy = _tabulated_network(temperature)
    network = policy.network
    network_copy = network._replace(space=network.space.copy(), scores=network.scores.copy())
    return policy._replace(network=network_copy)


@cache
def _tabulated_network(temperature: float) -> Policy:
    return games.network_policy(trained(), temperature)
