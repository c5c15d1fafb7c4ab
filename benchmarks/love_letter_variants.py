"""What solving each variant of Love Letter takes, beside the classic game and the estimate.

Run with ``python benchmarks/love_letter_variants.py [variant[/scoring] …]``, such as
``classic hobbit classic/discards``; each is solved in a process of its own, so that its peak
memory is its own.
"""

import json
import resource
import subprocess
import sys
import time

from llq.solver.love_letter import variants
from llq.solver.love_letter.rules import Scoring
from llq.solver.love_letter.table.size import memory_estimate
from llq.solver.love_letter.table.solver import solve
from llq.solver.love_letter.variants import custom_deck

GAMES = ("classic", "classic/discards", "batman", "hobbit", "big")
SMALL = custom_deck([2, 1, 1, 1, 1, 1, 0, 1])
GB = 1e9


def measure(variant: str, scoring: str) -> dict[str, float]:
    """Solve once, after a small deck that compiles all that is needed, in this process."""
    start = time.perf_counter()
    solve(SMALL, Scoring(scoring))
    compiled = time.perf_counter()
    rules = variants.rules(variant)
    cpu = time.process_time()
    solution = solve(rules, Scoring(scoring))
    return {
        "jit_seconds": compiled - start,
        "seconds": time.perf_counter() - compiled,
        "cpu_seconds": time.process_time() - cpu,
        "entries": len(solution.values),
        "peak_bytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
    }


def main(*games: str) -> None:
    """Print a line for each variant; ratios are to the first one."""
    first = None
    for game in games or GAMES:
        variant, _, scoring = game.partition("/")
        scoring = scoring or "half"
        run = subprocess.run(
            [sys.executable, __file__, "--measure", variant, scoring],
            capture_output=True,
            text=True,
            check=True,
        )
        measured = json.loads(run.stdout)
        first = first or measured
        estimate = memory_estimate(variants.rules(variant), Scoring(scoring))
        print(
            f"{variant:>8} {scoring:>8}: {estimate.states:>11,} states, {measured['entries']:>13,} "
            f"values; JIT {measured['jit_seconds']:5.1f} s, solve {measured['seconds']:6.2f} s (× "
            f"{measured['seconds'] / first['seconds']:.1f}), CPU {measured['cpu_seconds']:6.2f} s, "
            f"peak {measured['peak_bytes'] / GB:.2f} GB "
            f"(× {measured['peak_bytes'] / first['peak_bytes']:.1f}); estimate "
            f"{estimate.seconds:.0f} s, {estimate.peak_bytes / GB:.2f} GB",
            flush=True,
        )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:
        print(json.dumps(measure(*sys.argv[2:])))
    else:
        main(*sys.argv[1:])
