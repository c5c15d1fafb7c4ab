"""Equilibria of small decks: policies that nobody beats, certified by best responses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from functools import partial
from threading import Lock
from typing import NamedTuple

import numpy as np

from llq.query.love_letter.equilibrium.answers import HABITS, Equilibrium, SolvedTree
from llq.query.love_letter.equilibrium.questions import Deck, check_equilibrium
from llq.query.love_letter.observation import CardName
from llq.solver.jobs.blocks import computes_here, computing_on, in_order, run_blocks
from llq.solver.love_letter.rules import Scoring

Progress = Callable[[int, int], None]

_STEPS = 1000  # of progress, a deal


def equilibrium(
    variant: str | Sequence[int],
    *,
    face_up: int | Iterable[CardName] = 0,
    scoring: str = Scoring.HALF,
    within: float = 1e-6,
    method: str = "regret",
    threads: int = 2,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Equilibrium:
    """Return policies of both seats that are at most ``within`` exploitable, and what they win.

    The players remember everything and each knows the other's policy. Best for 4 to 9 cards in
    play.

    Parameters
    ----------
    variant
        A variant by its name, or the copies of the eight classic cards.
    face_up
        The cards that lie face up, or their number: then the mean over all ways to lay them.
    scoring
        How equal final cards are decided: ``half`` a win each, or by ``discards``, the real rule.
    within
        The exploitability to reach, in wins; from 1e-12 up.
    method
        ``regret``: regret minimization, for decks of any size that fits; or ``linear-program``, by
        scipy, for up to seven cards.
    threads
        Threads that share the deals.
    progress
        Called with the steps done and their total, from any of the threads.
    executor
        Computes in place of threads: processes, or a Dask cluster's ``Client.get_executor()``.

    Raises
    ------
    UnknownGame, UnknownCard
        There is no such variant or card.
    IllegalState
        The deck cannot be dealt, the variant earns tokens or tracks the aside card, or another
        argument is not one of those above.
    DeckTooLarge
        The game tree does not fit in memory, or in a linear program.
    LlqError
        The method needs scipy, which is not installed.

    Examples
    --------
    >>> import llq
    >>> found = llq.love_letter.equilibrium.solve((2, 1, 1, 1, 0, 0, 0, 1))
    >>> round(found.first, 5), found.exploitability <= 1e-6, found.infosets
    (0.64444, True, 608)
    """
    question = check_equilibrium(
        variant, face_up=face_up, scoring=scoring, within=within, method=method, threads=threads
    )
    begin = _counter(progress, len(question.decks))
    with computing_on(executor):
        solve = partial(
            _solve, Scoring(scoring), within, method, begin if computes_here() else None
        )
        solved = []
        for one in in_order(
            run_blocks(solve, question.decks, threads=min(threads, len(question.decks)))
        ):
            solved.append(one)
            if not computes_here():
                begin()(1.0)
    chances = np.array([deck.chance for deck in question.decks])
    value = float(chances @ [game.first for game in solved])
    habits = np.einsum("d,dsh->sh", chances, [game.habits for game in solved])
    first, second = (dict(zip(HABITS, row.tolist(), strict=True)) for row in habits)
    return Equilibrium(
        variant=question.rules.variant,
        scoring=str(Scoring(scoring)),
        face_up=question.shown or question.face_up,
        first=value,
        second=1.0 - value,
        exploitability=float(chances @ [game.exploitability for game in solved]),
        method=method,
        iterations=max(game.iterations for game in solved),
        nodes=sum(game.nodes for game in solved),
        infosets=sum(game.infosets for game in solved),
        deals=len(solved),
        **{name: (first[name], second[name]) for name in HABITS},
        _policy=solved[0].policy,
    )


class _Solved(NamedTuple):
    """What is kept of the equilibrium of one deal; its policy only if there is no other deal."""

    first: float
    exploitability: float
    iterations: int
    nodes: int
    infosets: int
    habits: list[tuple[float, ...]]
    policy: SolvedTree | None


def _solve(
    scoring: Scoring,
    within: float,
    method: str,
    begin: Callable[[], Callable[[float], None]] | None,
    deck: Deck,
) -> _Solved:
    from llq.solver.love_letter.equilibrium.linear_program import solve_linear_program
    from llq.solver.love_letter.equilibrium.mixing_stats import count_habits
    from llq.solver.love_letter.equilibrium.solver import minimize_regret
    from llq.solver.love_letter.equilibrium.tree import build_tree

    advance: Callable[[float], None] = begin() if begin else lambda _: None
    tree = build_tree(deck.rules, scoring)
    if method == "regret":
        solution = minimize_regret(tree, within, progress=advance)
    else:
        solution = solve_linear_program(tree)
    advance(1.0)
    certificate = solution.certificate
    return _Solved(
        first=certificate.value,
        exploitability=certificate.exploitability,
        iterations=solution.iterations,
        nodes=tree.nodes,
        infosets=tree.infosets,
        habits=[tuple(count_habits(tree, player, solution.chances)) for player in (0, 1)],
        policy=SolvedTree(tree, solution) if deck.chance == 1.0 else None,
    )


def _counter(progress: Progress | None, deals: int) -> Callable[[], Callable[[float], None]]:
    """Return what makes, for each deal, a function that reports the share of it that is done."""
    lock, total = Lock(), [0.0]

    def begin() -> Callable[[float], None]:
        mine = [0.0]

        def advance(share: float) -> None:
            with lock:
                total[0] += share - mine[0]
                mine[0] = share
                if progress:
                    progress(min(round(_STEPS * total[0]), _STEPS * deals), _STEPS * deals)

        return advance

    return begin
