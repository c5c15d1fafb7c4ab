"""What a stored solution wins against players of states, over both seats, exactly.

``python benchmarks/love_letter_solution_matches.py FILE`` evaluates all joint states once a player,
equal final cards as the solution counts them: half each, or by discards, where equal totals are
half each. With cards face up it is the mean over all that may lie there.
"""

import argparse
import time
from pathlib import Path

from llq.query.games import find_kind
from llq.query.love_letter.exact.matches import make_policies
from llq.query.love_letter.solution.arrays import solution_chances, solution_space
from llq.solver.love_letter.solution.learning import Sweeper
from llq.solver.love_letter.solution.policies import spread_policy


def main() -> None:
    """Print a line for each player."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--players", nargs="*", default=["table", "strategic", "random"])
    asked = parser.parse_args()
    solution = find_kind(asked.file.stem).open(asked.file)
    space = solution_space(solution)
    chances, sweeper = solution_chances(solution, space), Sweeper(space)
    print(f"{space.joints:,} joint states, {space.infos:,} information sets, {space.actions:,} "
          f"actions, {solution.rows:,} rows", flush=True)  # fmt: skip
    first, second = sweeper.evaluate(chances, chances)
    print(f"itself: first {first:.6f} second {second:.6f}", flush=True)
    for name in asked.players:
        begun = time.process_time()
        (policy,) = make_policies(solution.rules, [name], face_up=solution.face_up)
        first, second = sweeper.evaluate(chances, spread_policy(space, policy))
        print(f"{name}: first {first:.6f} second {second:.6f}, {50 * (first + second):.2f} of a "
              f"hundred, {time.process_time() - begun:.0f} s", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
