"""What a solution is learnt with; help texts load no table for it."""

from __future__ import annotations

from typing import NamedTuple

from llq.solver.love_letter.rules import Scoring

__all__ = ["ITERATIONS", "LEAST_REACH", "SolutionOptions", "usual_options"]

ITERATIONS = 100
LEAST_REACH = 3e-6
"""Rows that the player's own plays and chance reach less often are left out by default."""


class SolutionOptions(NamedTuple):
    """What a solution is learnt with."""

    memory: str = "last-two-actions"
    iterations: int = ITERATIONS
    least_reach: float = LEAST_REACH


def usual_options(scoring: Scoring) -> SolutionOptions:
    """Return what a solution is learnt with by default.

    By discards each lead stands beside each memory: the last two actions would take more memory
    than there is.
    """
    return SolutionOptions() if scoring == Scoring.HALF else SolutionOptions(memory="last-action")
