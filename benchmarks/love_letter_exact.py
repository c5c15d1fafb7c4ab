"""What the exact matrix of classic Love Letter takes, beside a million simulated games.

Run with ``python benchmarks/love_letter_exact.py``; compiling is said apart.
"""

import resource
import time
from itertools import combinations_with_replacement

from llq.solver.love_letter.exact.evaluation import evaluate
from llq.solver.love_letter.exact.monte_carlo import monte_carlo_policy
from llq.solver.love_letter.exact.policies import from_actions, random_policy, strategic_policy
from llq.solver.love_letter.match import MatchOptions, simulate
from llq.solver.love_letter.table.solver import solve
from llq.solver.love_letter.variants import CLASSIC, custom_deck


def main() -> None:
    """Print seconds by step and in all."""
    start = time.perf_counter()
    small = custom_deck([2, 1, 1, 1, 1, 1, 0, 1])
    evaluate(small, random_policy(small), strategic_policy(small))
    monte_carlo_policy(small, 10)
    actions = solve(CLASSIC).actions
    simulate(CLASSIC, "table", "strategic", 1000, 1, MatchOptions(policy=actions))
    print(f"compiling and warming up {time.perf_counter() - start:6.1f} s")

    start = time.perf_counter()
    rand = random_policy(CLASSIC)
    playouts, _ = evaluate(CLASSIC, rand, rand, everywhere=True)
    policies = {
        "random": rand,
        "strategic": strategic_policy(CLASSIC),
        "table": from_actions(CLASSIC, actions),
        "monte_carlo_limit": monte_carlo_policy(CLASSIC, None, playout_values=playouts),
        "monte_carlo": monte_carlo_policy(CLASSIC, 1000, playout_values=playouts),
    }
    prepared = time.perf_counter() - start
    print(f"five policies            {prepared:6.1f} s")
    seconds = {}
    for pair in combinations_with_replacement(policies, 2):
        start = time.perf_counter()
        evaluate(CLASSIC, *(policies[name] for name in pair))
        seconds[pair] = time.perf_counter() - start
    for pair, elapsed in seconds.items():
        print(f"{' - '.join(pair):38} {elapsed:6.2f} s, both seats")
    total = sum(seconds.values())
    print(f"all 25 matches           {total:6.1f} s, with the policies {total + prepared:.1f} s")
    start = time.perf_counter()
    simulate(CLASSIC, "table", "strategic", 1_000_000, 1, MatchOptions(policy=actions))
    games = time.perf_counter() - start
    print(
        f"a million games          {games:6.2f} s, to 0.0005; exact both seats "
        f"× {seconds['strategic', 'table'] / games:.1f}, to 1e-12"
    )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(f"peak memory              {peak:6.2f} GB")


if __name__ == "__main__":
    main()
