"""Exact matches of the solution: joint states with its memory, by the real rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from llq.errors import IllegalState
from llq.query.love_letter.built_in_players import SOLUTION_SCORINGS, is_solution
from llq.query.love_letter.exact.matches import make_policies
from llq.query.love_letter.solution.arrays import solution_chances, solution_space
from llq.query.love_letter.solution.table import open_solution
from llq.solver.love_letter.rules import Rules

if TYPE_CHECKING:
    from llq.solver.love_letter.exact.evaluation import Evaluation

__all__ = ["evaluate_solution"]


def evaluate_solution(
    rules: Rules,
    players: tuple[Any, Any],
    *,
    face_up: int = 0,
    threads: int = 2,
    **options: Any,
) -> Evaluation:
    """Return the chances of two players, one or both of whom are the solution.

    Parameters
    ----------
    players, face_up, options
        As `make_policies` takes them. With cards face up the solution is the one learnt so.

    Raises
    ------
    IllegalState
        The variant has no solution, or both players are solutions, and not the same.
    DeckTooLarge
        The deck takes more than some 10 GB.
    As `open_solution` and `make_policies` do.
    """
    from llq.solver.love_letter.solution.evaluation import evaluate_memory

    names = {one for one in players if is_solution(one)}
    if len(names) > 1:
        raise IllegalState(
            "exact matches take one solution at a time, as each remembers something else: play "
            f"them, llq love-letter match {' '.join(players)}"
        )
    (scoring,) = (SOLUTION_SCORINGS[name] for name in names)
    solution = open_solution(rules.variant, face_up=face_up, scoring=scoring)
    others = [one for one in players if not is_solution(one)]
    made = make_policies(rules, others, face_up=face_up, threads=threads, **options)
    space = solution_space(solution)
    chances = solution_chances(solution, space)
    first, second = (chances if is_solution(one) else made[0] for one in players)
    return evaluate_memory(space, first, second, threads=threads)
