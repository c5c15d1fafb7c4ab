"""Games a second of every pair of Love Letter players; JIT and run time apart.

Run with ``python benchmarks/love_letter_simulate.py [games] [monte_carlo_games]``; ``--write``
writes the figures that pages show.
"""

import sys
import time
from pathlib import Path

import numpy as np
from speeds import Seconds, is_asked_to_write, write_speeds

from llq.solver.love_letter.match import MatchOptions, simulate
from llq.solver.love_letter.players import Strategy
from llq.solver.love_letter.table.solver import solve
from llq.solver.love_letter.variants import CLASSIC

SEED = 2016
RUNS = 3


def main(games: int = 1_000_000, monte_carlo_games: int = 2_000, *, writes: bool = False) -> None:
    """Print a line a pair: win rates of the first seat, its standard error and the speed."""
    options = MatchOptions(policy=solve(CLASSIC).actions)
    start = time.perf_counter()
    simulate(CLASSIC, "random", "random", 1, SEED)
    print(f"compile or load from the cache: {time.perf_counter() - start:.2f} s")
    left_out = Strategy.TABLE_DISCARDS  # its table is scored otherwise
    names = [strategy.name.lower() for strategy in Strategy if strategy is not left_out]
    times: dict[tuple[str, str], Seconds] = {}
    for first in names:
        for second in names:
            n = monte_carlo_games if "monte_carlo" in (first, second) else games
            runs = []
            for _ in range(RUNS):
                start = time.perf_counter()
                result = simulate(CLASSIC, first, second, n, SEED, options)
                runs.append(time.perf_counter() - start)
            times[first, second] = seconds = Seconds.of(runs) / n
            share = result.first_wins / n
            print(
                f"{first:>11} {second:>11} {n:>8} games {1 / float(seconds):>10,.0f} games/s  "
                f"{share:.5f} ± {np.sqrt(share * (1 - share) / n):.5f}  "
                f"draws {result.draws / n:.5f}"
            )
    if writes:
        plain = max(times[pair] for pair in times if "monte_carlo" not in pair)
        sampling = times["monte_carlo", "random"]
        a_million = f"a million in {1e6 * sampling / 60:.1f} minutes"
        figures = {
            "love_letter_games": plain.rate("million/s", 1e-6, 1),
            "love_letter_monte_carlo": f"{sampling.rate('games/s', 1, 0)}: {a_million}",
        }
        write_speeds(Path(__file__).name, figures)


if __name__ == "__main__":
    is_written = is_asked_to_write()
    main(*map(int, sys.argv[1:]), writes=is_written)
