"""What games of Sueca take, beside the thesis's minutes and beside a plain player.

Run with ``python benchmarks/sueca.py``; one thread, CPU time, compiling said apart. ``--write``
writes the figure that pages show.
"""

import time
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.table import Table
from speeds import Seconds, is_asked_to_write, write_speeds

from llq.solver.sueca.matches.match import play_games

THESIS_MINUTES = {
    "mc_normal:10": 25,
    "mc_average:10": 25,
    "mc_average:50": 128,
    "mc_average:100": 256,
    "mc_peek:10x2": 42,
    "mc_peek:50x2": 207,
    "mc_peek:100x2": 413,
    "mc_extra:50x2": 207,
    "mc_extra_apart:50x2": 207,
    "mc_shuffle:100x1/100": 247,
    "mc_shuffle_new:100x1/100": 237,
}
"""Of a million games with one such player among random ones, its Tables 6.1, 6.2, 6.4 and 6.5."""

PLAIN = ("random", "obligated_trump", "always_high")
RUNS = 5
SHOWN = "mc_extra:50x2"
"""The player whose games pages show."""


def main() -> None:
    """Print what a game takes by the strategy of one player among random ones."""
    writes = is_asked_to_write()
    start = time.process_time()
    play_games(["mc_extra", "random", "random", "random"], 20, 1, threads=1)
    console = Console()
    console.print(f"compiling, or loading what was compiled: {time.process_time() - start:.1f} s")

    table = Table("player", "µs a game", "× random", "thesis, µs a game", "ratio a core")
    base = 0.0
    for name in (*PLAIN, *THESIS_MINUTES):
        games = 100_000 if name in PLAIN else 2000
        play = partial(play_games, [name, "random", "random", "random"], games, 1, threads=1)
        seconds = Seconds.of_processor(play, RUNS) / games
        base = base or seconds
        cells = [name, f"{1e6 * seconds:.1f}", f"{seconds / base:.1f}"]
        if name in THESIS_MINUTES:
            thesis = THESIS_MINUTES[name] * 60 / 1e6
            cells += [f"{1e6 * thesis:.0f}", f"{thesis / seconds:.0f}"]
        table.add_row(*cells)
        if name == SHOWN:
            figure = seconds.shown("ms a core", 1e3, 2)
    console.print(table)
    if writes:
        write_speeds(Path(__file__).name, {"sueca_game": figure})


if __name__ == "__main__":
    main()
