"""What games, views, chances and training of Literature take, beside the article's program.

Run with ``python benchmarks/literature.py``; one thread, compiling said apart. ``--write`` writes
the figures that pages show.
"""

import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table
from speeds import Seconds, is_asked_to_write, write_speeds

from llq.query.literature.built_in_players import find_player
from llq.solver.literature import engine
from llq.solver.literature.engine import TURN
from llq.solver.literature.inference import knowledge, posterior
from llq.solver.literature.matches.lineup import line_up, play_on
from llq.solver.literature.matches.match import play_games
from llq.solver.literature.rules import PLAYER_COUNTS, Rules, find_rules
from llq.solver.literature.scratch import make_scratch
from llq.solver.rng import streams

ARTICLE_GAMES_A_SECOND = 0.6
"""Of the article's program among four, one core, as issue 6 states it."""

RUNS = 5


def main() -> None:
    """Print every table."""
    writes = is_asked_to_write()
    figures = {}
    console = Console()
    start = time.perf_counter()
    for count in PLAYER_COUNTS:
        play_games(["greedy"] * count, 1, 1, rules=find_rules("pagat", count), threads=1)
    console.print(f"compiling, or loading what was compiled: {time.perf_counter() - start:.1f} s")

    table = Table("player", "players", "rules", "games a second", "× the article's program")
    for name, count, rules, games in (
        ("random", 4, "somani", 2000),
        ("possible", 4, "somani", 5000),
        ("greedy", 4, "somani", 500),
        ("possible", 6, "pagat", 3000),
        ("greedy", 6, "pagat", 10),
        ("possible", 8, "pagat", 2000),
        ("greedy", 8, "pagat", 20),
        ("random", 6, "us54", 1000),
        ("possible", 6, "us54", 1000),
        ("quick", 6, "us54", 500),
        ("strong", 6, "us54", 300),
    ):
        chosen = find_rules(rules, count)
        players = [find_player(name)] * count
        play = partial(play_games, players, games, 1, rules=chosen, threads=1)
        seconds = Seconds.of_processor(play, RUNS) / games
        speed = 1 / float(seconds)
        if (name, count) == ("possible", 4):
            figures["literature_games"] = seconds.rate("games/s a core", 1, -2)
        ratio = f"{speed / ARTICLE_GAMES_A_SECOND:.0f}" if count == 4 else ""
        table.add_row(name, str(count), rules, f"{speed:.0f}", ratio)
    console.print(table)

    medians = {}
    table = Table("players", "rules", "view, µs", "chances: median, µs", "99 %", "worst", "exact")
    for count, name in (*((count, "pagat") for count in PLAYER_COUNTS), (6, "us54")):
        games = 40 if count == 4 else 8
        runs = [[*zip(*_measure(find_rules(name, count), games), strict=True)] for _ in range(RUNS)]
        views, times, exact = runs[0]
        medians[count, name] = Seconds.of([float(np.median(run[1])) for run in runs])
        table.add_row(
            str(count),
            name,
            f"{1e6 * np.median(views):.1f}",
            *(f"{1e6 * np.quantile(times, share):.0f}" for share in (0.5, 0.99, 1)),
            f"{np.mean(exact):.0%}",
        )
    console.print(table)
    if writes:
        four, six = medians[4, "pagat"].shown("µs", 1e6, 0), medians[6, "pagat"].shown("ms", 1e3, 2)
        figures["literature_chances"] = f"{four} among four, {six} among six"
        write_speeds(Path(__file__).name, figures)


def _measure(rules: Rules, games: int) -> Iterator[tuple[float, float, float]]:
    """Yield the CPU seconds of views and chances, and if exact, before each ask of some games."""
    streams_a_game = 1 + rules.players
    lineup = line_up(["possible"] * rules.players, rules)
    scratch = make_scratch(rules.players)
    inference = scratch.inference
    for sources in streams(1, 0, streams_a_game * games).reshape(games, 1, streams_a_game):
        rows = engine.new_row(rules)[None].copy()
        engine.deal(rows[0], sources[0, :1])
        for limit in range(200):
            play_on(lineup.kinds, lineup.weights, rows, sources, limit, scratch, None)
            if engine.is_over(rows[0]):
                break
            start = time.thread_time()
            knowledge.infer(rows[0], int(rows[0, TURN]), inference.own)
            inferred = time.thread_time()
            posterior.find_chances(rows[0], inference.own, inference.chances)
            yield inferred - start, time.thread_time() - inferred, inference.chances.deals[1]


if __name__ == "__main__":
    main()
