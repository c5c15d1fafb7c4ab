"""How far quick chances are off the exact ones, what both take, and what `quick` loses by it.

Run with ``python -m benchmarks.literature_marginals [positions] [deals] [seed]``; one thread.

Positions and errors are those of `benchmarks.literature_saddle_point`, with four and six players.
Matches are of `quick` against `greedy` on common deals, each from both sides; among six, where
greedy plays three games a second, with a tenth of the deals.
"""

import sys
import time
from itertools import pairwise

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.literature_saddle_point import find_positions, likeliest
from llq.query.literature.matches.matches import match
from llq.solver.literature.engine import LIVE
from llq.solver.literature.inference import posterior
from llq.solver.literature.inference.marginals import find_marginals, make_marginals
from llq.solver.literature.inference.posterior import make_posterior
from llq.solver.literature.matches.match import play_games
from llq.solver.literature.rules import CARDS, find_rules

BOUNDS = (0, 12, 24, 48)  # of the free cards, for the table's rows


def measure(row, scratch, quick, exact):
    """Return the free cards, the errors of quick and of even chances, the regret and the times."""
    view, times = scratch.inference.own, []
    for find, space in ((find_marginals, quick), (posterior.find_chances, exact)):
        start = time.perf_counter()
        find(row, view, space)
        times.append(time.perf_counter() - start)
    may = np.array([[int(view.may[p]) >> card & 1 for card in range(CARDS)] for p in range(8)])
    may[:, [not int(row[LIVE]) >> card & 1 for card in range(CARDS)]] = 0
    pairs = (may == 1) & (may.sum(0) > 1)
    if not pairs.any():
        return None
    even = may / may.sum(0).clip(1)
    errors = [abs(held - exact.held)[pairs] for held in (quick.held, even)]
    (best, _), (right, _) = (likeliest(row, space.held) for space in (quick, exact))
    return pairs.any(0).sum(), errors, exact.held[right] - exact.held[best], times


def main() -> None:
    """Print errors and times by players and free cards, then speeds and matches."""
    wanted, deals, seed = (
        int(sys.argv[place]) if len(sys.argv) > place else usual
        for place, usual in ((1, 2000), (2, 2000), (3, 1))
    )
    console = Console(width=120)
    table = Table("players", "free", "positions", "mean", "largest", "even", "largest", "regret",
                  "largest", "quick µs", "exact µs")  # fmt: skip
    for players in (4, 6):
        quick, exact = make_marginals(), make_posterior(players)
        found = [
            measure(row, scratch, quick, exact)
            for row, scratch in find_positions(wanted, seed, players)
        ][1:]  # the first compiles
        for low, high in [*pairwise(BOUNDS), (0, 48)]:
            rows = [row for row in found if row and low < row[0] <= high]
            if not rows:
                continue
            cells = [str(players), f"{low + 1}-{high}", str(len(rows))]
            for kind in range(2):
                errors = np.concatenate([row[1][kind] for row in rows])
                cells += [f"{errors.mean():.4f}", f"{errors.max():.2f}"]
            regrets = [row[2] for row in rows]
            cells += [f"{np.mean(regrets):.5f}", f"{np.max(regrets):.3f}"]
            cells += [f"{1e6 * np.median([row[3][kind] for row in rows]):.0f}" for kind in (0, 1)]
            table.add_row(*cells)
    console.print(table)
    for players, name in ((4, "somani"), (6, "pagat"), (8, "pagat")):
        rules = find_rules(name, players)
        play_games(["quick"] * players, 1, seed, rules=rules, threads=1)  # compiles
        start = time.process_time()
        play_games(["quick"] * players, 1000, seed, rules=rules, threads=1)
        console.print(f"{players} players: {1000 / (time.process_time() - start):,.0f} games/s")
    for players, name, share in ((4, "somani", 1), (6, "pagat", 10)):
        console.print(
            str(match("quick", "greedy", 2 * deals // share, seed, rules=name, players=players))
        )


if __name__ == "__main__":
    main()
