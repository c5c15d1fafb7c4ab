"""Random rounds a second of Love Letter at tables of two to six, on one core.

Run with ``python -m benchmarks.love_letter_multiplayer [rounds]``. CPU time, the least of five;
compilation apart.
"""

import sys
import time

import numpy as np

from llq.solver.love_letter.multiplayer import kernels
from llq.solver.love_letter.multiplayer.rounds import ROW, party, party_rules
from llq.solver.rng import streams

SEED = 2901
TABLES = [("classic", n) for n in (2, 3, 4)] + [("2019", n) for n in (2, 3, 4, 5, 6)]


def main(count: int = 300_000) -> None:
    """Print the rounds a second and the actions of a round, a line a table."""
    nothing, room = np.zeros((0, 0), dtype=np.int64), np.zeros(ROW, dtype=np.int64)
    for variant, players in TABLES:
        rules = party(party_rules(variant, players), players)
        kernels.random_rounds(*rules, streams(SEED, 0, 1), nothing, nothing, room)
        least, actions = np.inf, 0
        for _ in range(5):
            seeds = streams(SEED, 0, count)
            start = time.process_time()
            actions = kernels.random_rounds(*rules, seeds, nothing, nothing, room)
            least = min(least, time.process_time() - start)
        print(
            f"{variant:8} {players} players {count / least:>10,.0f} rounds/s  "
            f"{actions / count:.2f} actions a round"
        )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
