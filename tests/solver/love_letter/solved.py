"""Decks that several tests need solved, solved once in each process."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from llq.solver.love_letter.exact.policies import Policy, from_actions
from llq.solver.love_letter.rules import Rules, Scoring
from llq.solver.love_letter.table.book import Book
from llq.solver.love_letter.table.keeps import solve_keeps
from llq.solver.love_letter.table.solver import Solution, solve
from llq.solver.love_letter.table.states import state_space

_solve = cache(solve)


def solved(rules: Rules, scoring: Scoring = Scoring.HALF) -> Solution:
    """Return the solution of a deck, which no test changes."""
    return _solve(rules, scoring)


def book_of(rules: Rules) -> Book:
    """Return the values of a deck's solution, as second choices are solved from them."""
    solution = solved(rules)
    return Book(
        rules.arrays, state_space(rules).layout, solution.leads, solution.values, by_discards=False
    )


@cache
def keeps_of(rules: Rules) -> NDArray[np.uint8]:
    """Return the second choices of a deck."""
    return solve_keeps(rules, book_of(rules))


def table_policy(rules: Rules, scoring: Scoring = Scoring.HALF) -> Policy:
    """Return the solution of a deck as a policy, second choices included."""
    solution = solved(rules, scoring)
    keeps = keeps_of(rules) if rules.chooses_twice else None
    return from_actions(rules, solution.actions, solution.leads, keeps)
