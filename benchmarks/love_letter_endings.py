"""What endings solved again may win back of what the solution loses.

``python benchmarks/love_letter_endings.py 2,1,1,1,1,1,1,1 --unseen 5 4 3`` takes a deck whose
solution is built. With that many unseen cards or fewer, a policy is learnt again; before, it stays
the solution. It begins with the solution's chances, and learns against an opponent who is free all
along. Both remember one action more than the solution, and so nearly all that an ending depends
on: all endings are solved at once, for each way that leads there. A line each: what the best
response wins, exactly.
"""

import argparse
from time import process_time
from typing import Any

import numpy as np
from love_letter_belief_memory import spread_over, with_an_action_more
from love_letter_solution import responses
from numpy.typing import NDArray

from llq.query.love_letter.solution.arrays import solution_chances
from llq.query.love_letter.solution.table import open_solution
from llq.solver.love_letter.solution.index import MemorySpace, make_space, make_spaces
from llq.solver.love_letter.solution.learning import Learner, Sweeper
from llq.solver.love_letter.solution.policies import as_policy, info_starts, info_states
from llq.solver.love_letter.table.states import state_space
from llq.solver.love_letter.variants import custom_deck

REGRET = 1e-3
"""What all actions of a turn regret at first, in proportion to the solution's chances: measured."""
SMALL = 1e-9
"""As much do these count in the average, which has them where no play comes."""


class LateSweeper(Sweeper):
    """Sweeps in which the early turns of the policy keep the chances that they have."""

    def __init__(
        self, spaces: list[MemorySpace], chances: NDArray[np.float64], is_early: NDArray[np.bool_]
    ) -> None:
        super().__init__(spaces[0], 2, spaces[1])
        self._chances, self._is_early = chances, is_early

    def match(
        self,
        regrets: NDArray[np.floating[Any]],
        last: NDArray[np.floating[Any]],
        chances: NDArray[np.floating[Any]],
        player: int = 0,
    ) -> None:
        """Fill in the chances that follow from a player's regrets, or those that it keeps."""
        super().match(regrets, last, chances, player)
        if player == 0:
            np.copyto(chances, self._chances, casting="same_kind", where=self._is_early)


def early_actions(space: MemorySpace, most: int) -> NDArray[np.bool_]:
    """Return whether each action is of a turn with more unseen cards."""
    table = state_space(space.rules)
    block = np.searchsorted(table.block_start, info_states(space).rank, side="right") - 1
    early: NDArray[np.bool_] = np.repeat(table.block_n[block] > most, np.diff(info_starts(space)))
    return early


def print_line(name: str, space: MemorySpace, chances: NDArray[np.float64]) -> None:
    """Print what the best response to a policy wins."""
    found = responses(space.rules, as_policy(space, chances), space.memory.after)
    print(
        f"{name}: {found['first']:.6f} first, {found['second']:.6f} second, "
        f"{100 * found['exploitability']:.3f} points",
        flush=True,
    )


def main() -> None:
    """Print a line for the solution, and one for each number of unseen cards."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("deck")
    parser.add_argument("--unseen", nargs="+", type=int, default=[5])
    parser.add_argument("--iterations", type=int, default=100)
    asked = parser.parse_args()
    rules = custom_deck(tuple(map(int, asked.deck.split(","))))
    solution = open_solution(rules.variant)
    space = make_space(rules, solution.memory)
    stored = solution_chances(solution, space).astype(float)
    memory, now, _ = with_an_action_more(solution.memory)
    spaces = make_spaces(rules, (memory, memory))
    chances = spread_over(spaces[0], space, stored, now)
    print_line("the solution", spaces[0], chances)
    for most in asked.unseen:
        begun = process_time()
        learner = Learner(spaces[0], 2, spaces[1])
        learner.sweeper = LateSweeper(spaces, chances, early_actions(spaces[0], most))
        learner.state()["regrets"][:] = REGRET * chances
        learner.state()["sums"][:] = SMALL * chances
        for _ in range(asked.iterations):
            learner.iterate()
        learnt = learner.average()
        print_line(f"{most} unseen, {process_time() - begun:.0f} CPU s", spaces[0], learnt)


if __name__ == "__main__":
    main()
