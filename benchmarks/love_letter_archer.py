"""Archer: the time and memory of its solver, and its opening table beside the classic one.

Run it with ``python benchmarks/love_letter_archer.py``. The classic values are those without the
thesis's exception for ties, which Archer's solver does not make either.
"""

import resource
import time
from itertools import combinations_with_replacement

import numpy as np
from rich.console import Console
from rich.table import Table

from llq.solver.love_letter.archer.actions import archer_action_values
from llq.solver.love_letter.archer.match import simulate_archer
from llq.solver.love_letter.archer.reach import archer_reachable
from llq.solver.love_letter.archer.solver import solve_archer
from llq.solver.love_letter.archer.states import ArcherState, archer_space
from llq.solver.love_letter.table.solver import solve
from llq.solver.love_letter.table.states import State, state_space
from llq.solver.love_letter.variants import ARCHER, CLASSIC

GAMES = 1_000_000


def timed(what: str, function, *arguments, **options):
    """Print the wall time of a call and return its result."""
    start = time.perf_counter()
    result = function(*arguments, **options)
    print(f"{what}: {time.perf_counter() - start:.2f} s")
    return result


def main() -> None:
    """Measure and print."""
    timed("first solve, compiling included", solve_archer, ARCHER)
    solution = timed("solve, two threads, warm", solve_archer, ARCHER)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    every = archer_space(ARCHER)
    print(f"{every.size} entries, {sum(a.nbytes for a in solution) / 1e6:.0f} MB of arrays")
    print(f"peak memory {peak:.0f} MiB, with the first solution still held beside the second")
    archer_reachable(ARCHER)
    print(f"{timed('reachable, warm', archer_reachable, ARCHER).sum()} entries reached")

    classic, space = solve(CLASSIC, averages_ties=False), state_space(CLASSIC)
    table = Table("hand", "classic", "action", "archer", "action", "difference")
    means, copies = [0.0, 0.0], ARCHER.copies
    for low, high in combinations_with_replacement(range(len(copies)), 2):
        unseen = list(copies)
        unseen[low] -= 1
        unseen[high] -= 1
        if min(unseen) < 0:
            continue
        old = space.rank(State(low, high, tuple(unseen)))
        new = every.rank(ArcherState(low, high, tuple(unseen)))
        values = classic.values[old], solution.values[new]
        ways = copies[low] * (copies[high] if low != high else (copies[low] - 1) / 2)
        means = [mean + ways * value / 120 for mean, value in zip(means, values, strict=True)]
        table.add_row(
            f"{low + 1} {high + 1}",
            f"{values[0]:.4f}",
            CLASSIC.describe(CLASSIC.actions[classic.actions[old]]),
            f"{values[1]:.4f}",
            ARCHER.describe(ARCHER.actions[solution.actions[new]]),
            f"{values[1] - values[0]:+.4f}",
        )
    table.add_row(
        "mean", f"{means[0]:.4f}", "", f"{means[1]:.4f}", "", f"{means[1] - means[0]:+.4f}"
    )
    Console(width=110).print(table)

    opening = ArcherState(1, 7, (5, 1, 2, 2, 2, 1, 1, 0))
    for action, value in timed(
        "actions of 2 8", archer_action_values, every, solution.values, opening
    ):
        print(f"  {ARCHER.describe(action)}: {value:.6f}")
    result = timed(
        f"{GAMES} games",
        simulate_archer, ARCHER, "table", "table", GAMES, 1, policy=solution.actions,
    )  # fmt: skip
    share = (result.first_wins + result.draws / 2) / result.games
    wins = result.first_wins / result.games
    score = (share - means[1]) / np.sqrt(wins * (1 - wins) / result.games)
    print(f"first's share {share:.5f}, z = {score:+.2f} from the solver's {means[1]:.5f}")


if __name__ == "__main__":
    main()
