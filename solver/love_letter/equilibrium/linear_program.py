"""Equilibria as a linear program over realization plans, solved by HiGHS through scipy.

The first player maximizes what their plan is worth against every plan of the opponent's; the dual
of its constraints is the opponent's plan (von Stengel 1996, theorem 6.1).

References
----------
.. [1] B. von Stengel, Efficient computation of behavior strategies, Games and Economic Behavior 14,
   1996.
.. [2] Q. Huangfu and J. Hall, Parallelizing the dual revised simplex method, Mathematical
   Programming Computation 10, 2018 (HiGHS).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from llq.errors import DeckTooLarge, LlqError
from llq.solver.love_letter.equilibrium.regrets import divide
from llq.solver.love_letter.equilibrium.solver import Floats, Solution, certify, uniform_chances
from llq.solver.love_letter.equilibrium.tree import GameTree

MOST_SEQUENCES = 20_000
"""Of both players: with more, HiGHS takes longer than regret minimization by far."""


def check_scipy() -> None:
    """Refuse at once if scipy is not installed.

    Raises
    ------
    LlqError
        It is not.
    """
    try:
        import scipy.optimize  # noqa: F401
    except ImportError:
        raise LlqError(
            "the linear program needs scipy; install it with: pip install scipy"
        ) from None


def solve_linear_program(tree: GameTree) -> Solution:
    """Return an equilibrium of a game tree, certified like any other pair of policies.

    Raises
    ------
    DeckTooLarge
        There are more than `MOST_SEQUENCES` sequences.
    LlqError
        Scipy is not installed, or HiGHS gives up.
    """
    if sum(tree.sequences) > MOST_SEQUENCES:
        raise DeckTooLarge(
            f"the linear program of {tree.rules.variant} Love Letter has "
            f"{sum(tree.sequences):,} sequences; {MOST_SEQUENCES:,} are solved: take a smaller "
            "deck, or the method regret"
        )
    check_scipy()
    from scipy import optimize, sparse

    payoffs = _payoff_matrix(tree)
    flows = [_flow_matrix(tree, player) for player in (0, 1)]
    starts = [np.eye(1, flow.shape[0]).ravel() for flow in flows]
    sets = flows[1].shape[0]
    solution = optimize.linprog(
        np.concatenate([np.zeros(tree.sequences[0]), -starts[1]]),
        A_ub=sparse.hstack([-payoffs.T, flows[1].T]).tocsr(),
        b_ub=np.zeros(tree.sequences[1]),
        A_eq=sparse.hstack([flows[0], sparse.csr_array((flows[0].shape[0], sets))]).tocsr(),
        b_eq=starts[0],
        bounds=[(0, None)] * tree.sequences[0] + [(None, None)] * sets,
        method="highs",
    )
    if solution.status != 0:
        raise LlqError(f"HiGHS does not solve {tree.rules.variant} Love Letter: {solution.message}")
    plans = solution.x[: tree.sequences[0]], -solution.ineqlin.marginals
    chances = []
    for player, moves in enumerate(tree.players):
        policy, spare = np.zeros(tree.sequences[player]), uniform_chances(tree, player)
        divide(moves.parent, moves.first, np.maximum(plans[player], 0.0), spare, policy)
        chances.append(policy)
    pair = chances[0], chances[1]
    return Solution(pair, certify(tree, pair), 0)


def _payoff_matrix(tree: GameTree) -> Any:
    """Return what the first player wins, by both players' sequences."""
    from scipy import sparse

    rows: list[Floats] = []
    columns, values = [], []
    for turn in tree.turns:
        first = tree.players[turn.mover].first
        entry, other, payoff = turn.payoffs
        infoset = turn.infosets[0] + np.repeat(np.arange(len(entry) - 1), np.diff(entry))
        actions = first[infoset + 1] - first[infoset]
        within = np.arange(actions.sum()) - np.repeat(np.cumsum(actions) - actions, actions)
        pair = [np.repeat(first[infoset], actions) + within, np.repeat(other, actions)]
        rows.append(pair[turn.mover])
        columns.append(pair[1 - turn.mover])
        values.append((1 - 2 * turn.mover) * payoff.astype(float) / tree.orders)
    at = np.concatenate(rows), np.concatenate(columns)
    return sparse.csr_array((np.concatenate(values), at), shape=tree.sequences)


def _flow_matrix(tree: GameTree, player: int) -> Any:
    """Return the constraints of a plan: the empty sequence is 1, and each set divides its parent's.

    (1 + information sets, sequences).
    """
    from scipy import sparse

    moves = tree.players[player]
    sets, actions = len(moves.parent), np.diff(moves.first)
    rows = np.concatenate([[0], np.arange(1, sets + 1), 1 + np.repeat(np.arange(sets), actions)])
    columns = np.concatenate([[0], moves.parent, np.arange(1, tree.sequences[player])])
    values = np.concatenate([[1.0], -np.ones(sets), np.ones(actions.sum())])
    return sparse.csr_array((values, (rows, columns)), shape=(sets + 1, tree.sequences[player]))
