"""A lower bound of what a responder wins against the whole deck's solution.

``python benchmarks/love_letter_solution_bound.py FILE`` improves a responder who remembers what the
solution remembers, sweep by sweep: in each information set the action is taken that gains most
against all that the solution's play leads there. Such a player is a legal one, so that the exact
value of its play bounds the best response from below, whether or not it is the best of its kind.
"""

import argparse
from pathlib import Path

import numpy as np

from llq.query.love_letter.solution.arrays import solution_chances, solution_space
from llq.query.love_letter.solution.table import Solution
from llq.solver.love_letter.solution.learning import Sweeper, no_learning
from llq.solver.love_letter.solution.policies import info_starts
from llq.solver.love_letter.solution.sweeps import PARTS, REACHES, Learning, back_up
from llq.store import tables


def main() -> None:
    """Print the responder's exact value in both seats after each sweep."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--sweeps", type=int, default=8)
    asked = parser.parse_args()
    stored = tables.open_table(asked.file)
    solution = Solution.from_file(stored)
    space = solution_space(solution)
    theirs = solution_chances(solution, space)
    sweeper, starts = Sweeper(space), info_starts(space)
    reach = np.zeros((PARTS, space.joints, REACHES))
    sweeper.reach(theirs, reach)
    reach[..., 0] = reach[..., 1]  # weighed by chance and the solution alone
    legal = np.diff(starts)
    gains, unused, sums = np.zeros((3, space.actions))
    mine = theirs.copy()
    for sweep in range(asked.sweeps):
        values, others = np.zeros((2, space.joints))
        learning = Learning(reach, unused, gains, sums, 0.0)

        def back(part, blocks, values=values, others=others, learning=learning, mine=mine):
            scratch = sweeper._scratch[part]
            back_up(sweeper._ground, blocks, theirs, values, others, no_learning(), scratch)
            back_up(sweeper._ground, blocks, mine, others, values, learning, scratch)

        sweeper._run(sweeper._levels, back)
        first, second = sweeper.mean(values), 1.0 - sweeper.mean(others)
        print(f"{sweep}: {first:.6f} {second:.6f} {50 * (first + second - 1):.4f}", flush=True)
        most = np.maximum.reduceat(gains, starts[:-1])
        best = gains == np.repeat(most, legal)
        place = np.where(best, np.arange(space.actions), space.actions)
        mine = np.zeros(space.actions)
        mine[np.minimum.reduceat(place, starts[:-1])] = 1.0


if __name__ == "__main__":
    main()
