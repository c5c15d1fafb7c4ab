"""Kernels over realization plans: gradients, best responses and regret minimization.

A *gradient* has, for each sequence of a player, the payoff against the opponent's plan of every end
that comes directly after it. Sequences of an information set lie side by side, and those of later
sets behind them, so that every walk through a player's decisions is one loop, forward for plans and
backward for values.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit

_TINY = 1e-300

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@njit
def add_gradient(
    begin: int,
    first: NDArray[np.int32],
    entry: Ints,
    other: NDArray[np.int32],
    payoff: NDArray[np.float32],
    plan: Floats,
    gradient: Floats,
) -> None:
    """Add a turn's payoffs to the gradient of its mover, modified in place.

    Parameters
    ----------
    begin
        The mover's first information set of the turn.
    first
        The first sequence of each of the mover's sets.
    entry, other, payoff
        As in `Payoffs`.
    plan
        The opponent's.
    """
    at = 0
    for infoset in range(len(entry) - 1):
        start = first[begin + infoset]
        actions = first[begin + infoset + 1] - start
        for group in range(entry[infoset], entry[infoset + 1]):
            weight = plan[other[group]]
            if weight != 0.0:
                for action in range(actions):
                    gradient[start + action] += weight * payoff[at + action]
            at += actions


@njit
def add_gradient_of_other(
    begin: int,
    first: NDArray[np.int32],
    entry: Ints,
    other: NDArray[np.int32],
    payoff: NDArray[np.float32],
    plan: Floats,
    gradient: Floats,
) -> None:
    """Add a turn's payoffs to the gradient of who does not move in it; ``plan`` is the mover's."""
    at = 0
    for infoset in range(len(entry) - 1):
        start = first[begin + infoset]
        actions = first[begin + infoset + 1] - start
        for group in range(entry[infoset], entry[infoset + 1]):
            total = 0.0
            for action in range(actions):
                total += plan[start + action] * payoff[at + action]
            gradient[other[group]] -= total
            at += actions


@njit
def best_response(parent: NDArray[np.int32], first: NDArray[np.int32], gradient: Floats) -> float:
    """Return the most that any plan earns; the gradient becomes the values of the sequences."""
    for infoset in range(len(parent) - 1, -1, -1):
        best = gradient[first[infoset]]
        for sequence in range(first[infoset] + 1, first[infoset + 1]):
            best = max(best, gradient[sequence])
        gradient[parent[infoset]] += best
    return float(gradient[0])


@njit
def realize(
    parent: NDArray[np.int32], first: NDArray[np.int32], chances: Floats, plan: Floats
) -> None:
    """Turn the chances of a policy into its realization plan, modified in place."""
    plan[0] = 1.0
    for infoset in range(len(parent)):
        reach = plan[parent[infoset]]
        for sequence in range(first[infoset], first[infoset + 1]):
            plan[sequence] = reach * chances[sequence]


@njit
def step(
    parent: NDArray[np.int32],
    first: NDArray[np.int32],
    gradient: Floats,
    regrets: Floats,
    chances: Floats,
    is_predictive: bool,
    positive: float,
) -> None:
    """Take one step of predictive regret matching plus in every information set.

    The gradient is used up; regrets and chances are modified in place.

    Parameters
    ----------
    is_predictive
        Whether the next gradient is taken to be like this one: PCFR+, else CFR+.
    positive
        What regrets are multiplied by before the step's are added: 1, or less to forget.
    """
    for infoset in range(len(parent) - 1, -1, -1):
        start, stop = first[infoset], first[infoset + 1]
        value = 0.0
        for sequence in range(start, stop):
            value += chances[sequence] * gradient[sequence]
        gradient[parent[infoset]] += value
        total = 0.0
        for sequence in range(start, stop):
            regret = gradient[sequence] - value
            regrets[sequence] = max(positive * regrets[sequence] + regret, 0.0)
            hoped = regrets[sequence] + (regret if is_predictive else 0.0)
            chances[sequence] = max(hoped, 0.0)
            total += chances[sequence]
        if total > _TINY:
            for sequence in range(start, stop):
                chances[sequence] /= total
        else:
            for sequence in range(start, stop):
                chances[sequence] = 1.0 / (stop - start)


@njit
def blend(plan: Floats, mean: Floats, share: float) -> None:
    """Move a mean of plans, modified in place, a share of the way to another plan."""
    for sequence in range(len(plan)):
        mean[sequence] += share * (plan[sequence] - mean[sequence])


@njit
def divide(
    parent: NDArray[np.int32],
    first: NDArray[np.int32],
    plan: Floats,
    spare: Floats,
    chances: Floats,
) -> None:
    """Turn a realization plan into the chances of a policy, modified in place.

    Where the plan never comes, the policy is ``spare``.
    """
    chances[0] = 1.0
    for infoset in range(len(parent)):
        start, stop = first[infoset], first[infoset + 1]
        total = 0.0
        for sequence in range(start, stop):
            total += plan[sequence]
        for sequence in range(start, stop):
            chances[sequence] = plan[sequence] / total if total > _TINY else spare[sequence]
