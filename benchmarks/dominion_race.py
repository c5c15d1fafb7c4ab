"""Speed, memory and growth of the race's solver: ``python benchmarks/dominion_race.py``.

Each race runs in a process of its own, so that peak memory is its own; compiling is apart: a small
solve goes first. Seconds are of processor time, of both threads together. ``--write`` writes the
figures that pages show.
"""

import argparse
import subprocess
import sys
from time import process_time

from speeds import is_asked_to_write, peak_mb, write_speeds

from llq.query.dominion.race.answers import race_lookup
from llq.solver.dominion.race.rules import capped_race
from llq.solver.dominion.race.solver import solve
from llq.solver.dominion.race.visits import count_visits

RACES = ((4, 3), (6, 5), (8, 6), (10, 8), (12, 10), (17, 14))
"""Silvers and Golds that each player may buy."""

SHOWN = 17, 14
LATE = ("7c 5s 4g 3p 3e", "7c 5s 4g 3p 3e 2d", "2 province, 6 duchy")


def one_race(silver: int, gold: int, *, writes: bool) -> None:
    """Solve one race and print its states, time, memory and value."""
    solve(capped_race(1, 1))
    base, before = peak_mb(), process_time()
    solved = solve(capped_race(silver, gold))
    seconds, states = process_time() - before, solved.space.states
    print(
        f"{silver:3d} silver {gold:2d} gold {states:14,d} states "
        f"{seconds:8.2f} s {1e9 * seconds / states:5.1f} ns a state "
        f"{peak_mb():7,.0f} MB ({base:.0f} before)  first wins {solved.first_moves:.7f}",
        flush=True,
    )
    if writes and (silver, gold) == SHOWN:
        figures = {
            "dominion_race": f"{seconds:.0f} s",
            "dominion_race_memory": f"{peak_mb() / 1000:.1f} GB",
        }
        write_speeds("dominion_race.py", figures)


def others() -> None:
    """Print what compiling, visits and lookups take."""
    before = process_time()
    solve(capped_race(1, 1))
    print(f"first small solve, compiling or loading  {process_time() - before:8.2f} s")
    count_visits(solve(capped_race(1, 1), keep_values=True, keep_codes=True))
    best = solve(capped_race(10, 8), keep_values=True, keep_codes=True)
    before = process_time()
    count_visits(best)
    print(f"forward visits, 10 silver, 8 gold        {process_time() - before:8.2f} s")
    for name, situation, coins in (
        ("late in a game", LATE, 8),
        ("at its beginning", ("7c 3e", "7c 3e", None), 4),
    ):
        before = process_time()
        race_lookup(*situation, coins=coins)
        print(f"lookup {name:33s} {process_time() - before:8.2f} s")


if __name__ == "__main__":
    writes = is_asked_to_write()
    parser = argparse.ArgumentParser()
    parser.add_argument("--one", nargs=2, type=int)
    told = parser.parse_args()
    if told.one:
        one_race(*told.one, writes=writes)
    else:
        for race in RACES:
            words = ["--one", *map(str, race), *(["--write"] if writes else [])]
            subprocess.run([sys.executable, __file__, *words], check=True)
        others()
