"""Speed, memory and exactness of the Dominion solver: ``python benchmarks/dominion.py [--exact]``.

Each length runs in a process of its own, so that peak memory is its own. JIT is apart: a small
solve goes first. Times on a machine with other work are upper bounds. ``--long`` adds 250 turns and
the distributions of 100-turn scores; ``--exact`` compares 31 turns with exact whole numbers;
``--write`` writes the figures that pages show.
"""

import argparse
import subprocess
import sys
import time
from fractions import Fraction
from itertools import islice
from pathlib import Path

import numpy as np
from speeds import Seconds, is_asked_to_write, peak_mb, write_speeds

from llq.solver.dominion.model import Model
from llq.solver.dominion.solitaire.action_scoring import decoded_actions
from llq.solver.dominion.solitaire.core_decks import guess_cores
from llq.solver.dominion.solitaire.match import play_games
from llq.solver.dominion.solitaire.solver import solve
from llq.solver.dominion.solitaire.states import DeckSpace
from llq.solver.dominion.strategies.evaluation import distribution, mean_scores
from llq.solver.dominion.strategies.hazard import hazard_score
from llq.solver.dominion.variants import rules

GAME = rules()
RUNS = 7


TIMES: dict[str, Seconds] = {}
"""The seconds of the jobs of this process, by label."""


def timed(label: str, job, repeat: int = 1):
    """Run a job, print its best time, keep it in `TIMES` and return its result."""
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        result = job()
        times.append(time.perf_counter() - start)
    TIMES[label] = Seconds.of(times)
    print(f"{label:58s} {min(times) * 1000:12,.1f} ms", flush=True)
    return result


def one_length(turns: int, *, writes: bool) -> None:
    """Solve one length, print time, memory and value, and write what pages show of it."""
    solve(GAME, 3)
    base = peak_mb()
    result = timed(f"solve {turns} turns", lambda: solve(GAME, turns), RUNS if turns < 150 else 1)
    peak = peak_mb()
    print(f"    score {result.scores[-1]:.9f}, peak {peak:,.0f} MB ({base:.0f} before)")
    if not writes:
        return
    seconds = TIMES[f"solve {turns} turns"]
    memory = f"{peak:.0f} MB" if peak < 1000 else f"{peak / 1000:.1f} GB"
    figures = {
        31: {"dominion_31": seconds.shown("ms", 1e3, 0)},
        100: {"dominion_100": seconds.shown("s", 1, 2), "dominion_100_memory": memory},
        250: {"dominion_250": seconds.shown("s", 1, 0), "dominion_250_memory": memory},
    }
    if turns in figures:
        write_speeds(Path(__file__).name, figures[turns])


def growth() -> None:
    """Print how the number of states grows, and what part of them is swept."""
    for a, b in ((31, 62), (62, 125), (125, 250), (250, 500)):
        ratio = DeckSpace(4, b).states / DeckSpace(4, a).states
        print(f"states from {a} to {b} turns: x {ratio:.1f}, power {np.log2(ratio):.2f}")
        for core in islice(guess_cores(Model(GAME), b, 0), 1):
            print(f"    of {b} turns {core.share:.1%} are the core's")


def exact(turns: int) -> None:
    """Compare every state with exact numbers: greatest error, ties and the nearest miss."""
    from tests.oracles.dominion_reduced import exact_states

    result = solve(GAME, turns, values=True, codes=True)
    worst, worst_relative, nearest, ties, missed = 0.0, 0.0, 1.0, np.zeros(8, int), 0
    for state in exact_states(GAME, turns):
        value = float(result.values[result.space.state(state.deck, state.turns_to_go)])
        numerator, denominator = state.value
        top, bottom = value.as_integer_ratio()
        error = abs(top * denominator - numerator * bottom) / (bottom * denominator)
        worst = max(worst, error)
        worst_relative = max(worst_relative, error / value)
        code = result.codes[result.space.state(state.deck, state.turns_to_go)]
        for band, payouts in enumerate(state.payouts.values()):
            best = max(x for x in payouts if x is not None)
            tied = sum(1 << i for i, x in enumerate(payouts) if x == best)
            ties[tied] += 1
            missed += tied >> int(decoded_actions(code, band)) != 1
            short = [best - x for x in payouts if x is not None and x != best]
            if short:
                nearest = min(nearest, min(short) / max(state.unit, best))
    print(f"float64 against exact, {turns} turns: error at most {worst:.2e}, {worst_relative:.2e} "
          f"relative; exact ties {ties.tolist()}, {missed} actions missed; "
          f"nearest miss {nearest:.2e}")  # fmt: skip


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--length", type=int, help="solve one length only")
    parser.add_argument("--long", action="store_true", help="with 250 turns and distributions")
    parser.add_argument("--exact", type=int, nargs="?", const=31, help="compare with exact numbers")
    writes = is_asked_to_write()
    options = parser.parse_args()
    if options.length is not None:
        one_length(options.length, writes=writes)
        return
    if options.exact is not None:
        exact(options.exact)
        return
    for turns in (31, 62, 100, *((250,) if options.long else ())):
        words = ["--write"] if writes else []
        subprocess.run([sys.executable, __file__, "--length", str(turns), *words], check=True)
    growth()
    play_games(GAME, "picky", 3, 10, seed=0)
    timed(
        "10,000 Picky games of 250 turns",
        lambda: play_games(GAME, "picky", 250, 10_000, seed=1),
        RUNS,
    )
    if writes:
        picky = TIMES["10,000 Picky games of 250 turns"]
        write_speeds(Path(__file__).name, {"dominion_picky": picky.shown("s", 1, 1)})
    timed(
        "200 Monte Carlo games of 31 turns",
        lambda: play_games(GAME, "monte_carlo", 31, 200, seed=1),
    )
    hazard_score(GAME, "optimal", Fraction(1, 2))
    for n in (5, 10, 20, *((31,) if options.long else ())):
        bounds = timed(
            f"optimum, alpha 1/{n}", lambda n=n: hazard_score(GAME, "optimal", Fraction(1, n))
        )
        print(f"    {bounds}")
    for name in ("random", "greedy", "expensive", "picky", "monte_carlo_limit", "optimal"):
        mean_scores(GAME, name, 3)
        timed(f"mean of {name} to 100 turns", lambda name=name: mean_scores(GAME, name, 100))
        distribution(GAME, name, 3)
        turns = 100 if options.long else 31
        timed(f"distribution of {name} to {turns} turns",
              lambda name=name, turns=turns: distribution(GAME, name, turns))  # fmt: skip
    print(f"peak {peak_mb():,.0f} MB")


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))
    main()
