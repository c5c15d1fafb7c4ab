"""Random games of Literature beside the plain-Python referees, move by move.

Run with ``python -m benchmarks.literature_referee [games] [seed] [rules ...]``; one thread. Rules
with another number of players are ``pagat:8``. Games are those of the tests, of the seeds from one
on: who may act and how, hands and results are compared after every move, the log at the end. The
first difference ends the run. One offer to claim in 12 or 24 is taken, half of them by guesses.
"""

import sys
import time

from rich.console import Console
from rich.table import Table

from benchmarks.literature_strong import rules_of
from llq.solver.literature.engine import ASKS, LOGGED
from llq.solver.literature.rules import Stage
from tests.solver.literature.games import played_beside
from tests.solver.literature.test_windows import compare

BLOCK = 1000
FREQUENCIES = (2, 4)


def count_moves(rules, seeds):
    """Return how often what was compared in the games of some seeds, by name."""
    if rules.window:
        stages = compare(rules.rules_id.partition("/")[2], seeds, FREQUENCIES)
        return {stage.name.lower(): stages[stage] for stage in Stage if stage != Stage.OVER}
    ends = [played_beside(rules, seed)[0] for seed in seeds]
    asks = sum(int(row[ASKS]) for row in ends)
    return {"ask": asks, "claims and passes": sum(int(row[LOGGED]) for row in ends) - asks}


def main() -> None:
    """Print what was compared, by rules."""
    numbers = sys.argv[1:3]
    games, seed = map(int, numbers + ["100000", "1"][len(numbers) :])
    names = sys.argv[3:] or ["us54", "fishlab"]
    table = Table("rules", "games", "compared", "CPU s", title=f"seeds from {seed} on")
    for name in names:
        total, start = {}, time.process_time()
        for first in range(seed, seed + games, BLOCK):
            seeds = range(first, min(first + BLOCK, seed + games))
            for what, times in count_moves(rules_of(name), seeds).items():
                total[what] = total.get(what, 0) + times
            print(f"{name}: {seeds.stop - seed} games", file=sys.stderr)
        compared = ", ".join(f"{what} {times:,}" for what, times in total.items())
        table.add_row(name, f"{games:,}", compared, f"{time.process_time() - start:,.0f}")
    Console().print(table)


if __name__ == "__main__":
    main()
