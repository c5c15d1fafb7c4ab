"""Equilibria of a game tree by regret minimization, each certified by exact best responses.

The algorithm is PDCFR+: alternating counterfactual regret minimization in which every step expects
the next gradient to be like the last, and old regrets fade. What it returns is the mean of all
plans, step t weighed by the fifth power of t. No claim rests on its convergence: exploitability is
that of the policies returned, from a best response to each over the same tree.

References
----------
.. [1] G. Farina, C. Kroer and T. Sandholm, Faster game solving via predictive Blackwell
   approachability: connecting regret matching and mirror descent, AAAI 2021 (PCFR+).
.. [2] H. Xu et al., Minimizing weighted counterfactual regret with optimistic online mirror
   descent, IJCAI 2024 (PDCFR+; its exponents are used here).
"""

from __future__ import annotations

from collections.abc import Callable
from math import log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.love_letter.equilibrium.regrets import (
    add_gradient,
    add_gradient_of_other,
    best_response,
    blend,
    divide,
    realize,
    step,
)
from llq.solver.love_letter.equilibrium.tree import GameTree, Payoffs

Floats = NDArray[np.float64]

_FADING, _WEIGHT = 2.3, 5.0  # exponents alpha and gamma of [2]
_FIRST_CHECK, _CHECK_GROWTH = 32, 1.15


class Certificate(NamedTuple):
    """What best responses to a pair of policies win: a draw is half a win."""

    first: float
    """Of a responder who moves first."""
    second: float

    @property
    def value(self) -> float:
        """The first player's chance to win at equilibrium, to within the exploitability."""
        return (self.first + 1.0 - self.second) / 2

    @property
    def exploitability(self) -> float:
        """Mean of both less one half."""
        return (self.first + self.second - 1.0) / 2


class Solution(NamedTuple):
    """A pair of policies and how good they are."""

    chances: tuple[Floats, Floats]
    """(sequences,) of each player: the chance of the sequence's play in its information set."""
    certificate: Certificate
    iterations: int
    """Steps of each player; 0 where another method was used."""


def minimize_regret(
    tree: GameTree,
    within: float,
    *,
    most_iterations: int = 100_000,
    progress: Callable[[float], None] | None = None,
) -> Solution:
    """Return a pair of policies that is at most ``within`` exploitable, or the last after so long.

    Parameters
    ----------
    progress
        Called with the share of the work that is done, by the logarithm of the exploitability.
    """
    chances = [uniform_chances(tree, player) for player in (0, 1)]
    regrets = [np.zeros(size) for size in tree.sequences]
    plans = [plan_of(tree, player, chances[player]) for player in (0, 1)]
    means = [np.zeros(size) for size in tree.sequences]
    check, weights, done = _FIRST_CHECK, 0.0, 0.0
    for number in range(1, most_iterations + 1):
        faded = float(number - 1) ** _FADING
        weight = float(number) ** _WEIGHT
        weights += weight
        for player in (0, 1):
            moves = tree.players[player]
            gradient = _gradient(tree, player, plans[1 - player])
            step(
                moves.parent, moves.first, gradient, regrets[player], chances[player],
                True, faded / (faded + 1.0),
            )  # fmt: skip
            realize(moves.parent, moves.first, chances[player], plans[player])
            blend(plans[player], means[player], weight / weights)
        if number >= check or number == most_iterations:
            check = max(number + 1, int(number * _CHECK_GROWTH))
            policies = _policies(tree, means, chances)
            certificate = certify(tree, policies)
            gap = max(certificate.exploitability, 1e-300)
            done = min(1.0, max(done, log(2 * gap) / log(2 * within)))
            if progress:
                progress(done)
            if certificate.exploitability <= within:
                break
    return Solution(policies, certificate, number)


def certify(tree: GameTree, chances: tuple[Floats, Floats]) -> Certificate:
    """Return what best responses to two policies win."""
    wins = []
    for player in (0, 1):
        values = sequence_values(tree, player, chances[1 - player])
        wins.append(0.5 + values.item(0) / tree.orders / 2)
    return Certificate(*wins)


def sequence_values(tree: GameTree, player: int, chances: Floats) -> Floats:
    """Return the payoff that each of a player's sequences adds if the best follows it.

    Parameters
    ----------
    chances
        The opponent's policy.
    """
    gradient = _gradient(tree, player, plan_of(tree, 1 - player, chances))
    moves = tree.players[player]
    best_response(moves.parent, moves.first, gradient)
    return gradient


def belief_weights(tree: GameTree, player: int, chances: Floats) -> Floats:
    """Return, for each information set, in how many orders the opponent's play leads there.

    (information sets,): of ``tree.orders``, if the player does all to come there.
    """
    plan = plan_of(tree, 1 - player, chances)
    weights = np.zeros(len(tree.players[player].parent))
    for turn in tree.turns:
        if turn.mover == player:
            entry, other, ways = turn.beliefs
            sums = np.concatenate([[0.0], np.cumsum(ways * plan[other])])
            begin, end = turn.infosets
            weights[begin:end] = sums[entry[1:]] - sums[entry[:-1]]
    return weights


def plan_of(tree: GameTree, player: int, chances: Floats) -> Floats:
    """Return the realization plan of a player's policy."""
    moves, plan = tree.players[player], np.zeros(tree.sequences[player])
    realize(moves.parent, moves.first, chances, plan)
    return plan


def uniform_chances(tree: GameTree, player: int) -> Floats:
    """Return the policy of a player who plays everything equally often."""
    actions = np.diff(tree.players[player].first)
    return np.concatenate([[1.0], np.repeat(1.0 / actions, actions)])


def _policies(tree: GameTree, means: list[Floats], spare: list[Floats]) -> tuple[Floats, Floats]:
    policies = []
    for moves, mean, last in zip(tree.players, means, spare, strict=True):
        chances = np.zeros(len(mean))
        divide(moves.parent, moves.first, mean, last, chances)
        policies.append(chances)
    return policies[0], policies[1]


def _gradient(tree: GameTree, player: int, plan: Floats) -> Floats:
    gradient = np.zeros(tree.sequences[player])
    for turn in tree.turns:
        add = add_gradient if turn.mover == player else add_gradient_of_other
        payoffs: Payoffs = turn.payoffs
        first = tree.players[turn.mover].first
        add(turn.infosets[0], first, *payoffs, plan, gradient)
    return gradient
