"""Decks that several tests need solved, solved once in each process."""

from functools import cache

from llq.solver.love_letter.rules import Rules, Scoring
from llq.solver.love_letter.table.solver import Solution, solve

__all__ = ["solved"]

_solve = cache(solve)


def solved(rules: Rules, scoring: Scoring = Scoring.HALF) -> Solution:
    """Return the solution of a deck, which no test changes."""
    return _solve(rules, scoring)
