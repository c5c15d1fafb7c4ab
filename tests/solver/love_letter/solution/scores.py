"""Scores of policies with a memory, and averages, by the sweeps that learning uses."""

import numpy as np

from llq.solver.love_letter.solution.learning import Sweeper, no_learning


def scores(space, first, second):
    """Return a policy's score against another, moving first and moving second; draws are half."""
    sweeper = Sweeper(space, adversary=space)
    values = list(np.zeros((2, space.joints)))
    moving_first, moving_last = (
        sweeper.fill_values(pair, values, [no_learning()] * 2)
        for pair in ((first, second), (second, first))
    )
    return moving_first, 1.0 - moving_last


def average_of(learner):
    """Return the average policy of a learner: (actions of all information sets,) chances."""
    sums = learner.state()["sums"]
    chances = np.empty(len(sums))
    learner.sweeper.fill_chances(sums, np.zeros(0, sums.dtype), chances, 0)
    return chances
