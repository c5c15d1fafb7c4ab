"""Moves a second of the engines that others drive, beside PettingZoo's own loop.

Run with ``python benchmarks/engines.py``, one thread; ``--write`` writes the figures that pages
show. ``--pettingzoo`` runs PettingZoo's own `performance_benchmark` on every environment, five
seconds of the clock each; ``--write`` then writes ``benchmarks/engines.json``.
"""

import io
import json
import os
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table
from speeds import is_asked_to_write, write_speeds

from llq import dominion, literature, love_letter, sueca

SECONDS = 2.0
GAMES = {"Love Letter": love_letter, "Sueca": sueca, "Literature": literature, "Dominion": dominion}
RESULTS = Path(__file__).with_suffix(".json")


def main() -> None:
    """Measure what was asked for."""
    writes = is_asked_to_write()
    if "--pettingzoo" in sys.argv:
        benchmark_envs(writes)
    else:
        measure(writes)


def measure(writes: bool) -> None:
    """Print moves a second of each interface."""
    console = Console()
    table = Table("game", "plain Python", "PettingZoo", "batch")
    plain, batches, loops = {}, {}, {}
    for name, front in GAMES.items():
        plain[name] = rate(partial(play_plain, front))
        loops[name] = rate(partial(play_env, front)) if front is not dominion else 0.0
        games = front.batch(1024 if front is literature else 4096, 1)
        batches[name] = rate(partial(step_batch, games))
        cells = [f"{plain[name]:,.0f}", f"{loops[name]:,.0f}", f"{batches[name]:,.0f}"]
        table.add_row(name, *cells)
    console.print(table)
    if writes:
        rates = {
            "engines_plain": plain,
            "engines_batch": batches,
            "engines_pettingzoo": {name: speed for name, speed in loops.items() if speed},
        }
        texts = {
            key: ", ".join(f"{float(f'{speed:.2g}'):,.0f} {name}" for name, speed in speeds.items())
            for key, speeds in rates.items()
        }
        write_speeds(Path(__file__).name, texts)


def rate(play: Callable[[int], int]) -> float:
    """Return moves a second of CPU; ``play`` plays the game of a number and returns its moves."""
    play(0)
    start, moves, number = time.process_time(), 0, 0
    while time.process_time() - start < SECONDS:
        number += 1
        moves += play(number)
    return moves / (time.process_time() - start)


def play_plain(front: Any, number: int) -> int:
    """Play a random game move by move."""
    state, random, moves = front.new_game(1, number=number), Random(number), 0
    while not state.is_terminal:
        legal = state.legal_actions()
        state.apply(legal[int(random.random() * len(legal))])
        moves += 1
    return moves


def play_env(front: Any, number: int, **options: Any) -> int:
    """Play a random game by PettingZoo's loop."""
    env, random, moves = ENVS.setdefault(front, front.env(**options)), Random(number), 0
    env.reset(seed=number)
    for _ in env.agent_iter():
        observation, _, ended, cut, _ = env.last()
        if ended or cut:
            env.step(None)
            continue
        env.step(random.choice(np.flatnonzero(observation["action_mask"]).tolist()))
        moves += 1
    return moves


ENVS: dict[Any, Any] = {}


def benchmark_envs(writes: bool) -> None:
    """Print what PettingZoo's own benchmark finds, and which share of a core it had."""
    from pettingzoo.test import performance_benchmark

    results = []
    for name, front in GAMES.items():  # Dominion's race: for one player it is of Gymnasium
        options = {"variant": "race"} if front is dominion else {}
        play_env(front, 0, **options)
        clock, cpu, printed = time.perf_counter(), time.process_time(), io.StringIO()
        with redirect_stdout(printed):
            performance_benchmark(front.env(**options))
        share = (time.process_time() - cpu) / (time.perf_counter() - clock)
        lines = printed.getvalue().splitlines()
        turns = next(float(line.split()[0]) for line in lines if "turns per second" in line)
        result = {"env": name, "turns_per_second": round(turns), "cpu_share": round(share, 3)}
        result |= {"per_cpu_second": round(turns / share), "load": os.getloadavg()[0]}
        results.append(result)
        print(result, flush=True)
    if writes:
        RESULTS.write_text(json.dumps({"performance_benchmark": results}, indent=1) + "\n", "utf-8")


def step_batch(games: Any, _: int) -> int:
    """Play a random move in each game of a batch."""
    games.step(games.random_actions())
    return int(games.size)


if __name__ == "__main__":
    main()
