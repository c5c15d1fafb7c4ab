"""Moves a second of the engines that others drive, beside PettingZoo's own loop.

Run with ``python benchmarks/engines.py``, one thread; ``--write`` writes the figures that pages
show. ``--games 10000`` plays so many random games of every game and variant from the kernels and
move by move, and compares every mover, observation, legal action and result. ``--decks`` compares
OpenSpiel's Nash convergence and expected scores with our exact ones on every deck of four and of
five cards.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table
from speeds import is_asked_to_write, write_speeds

from llq import dominion, literature, love_letter, sueca

sys.path.append(str(Path(__file__).parent.parent))

SECONDS = 2.0
SIDE = 64  # games side by side in the comparison
GAMES = {
    "Love Letter": love_letter,
    "Sueca": sueca,
    "Literature": literature,
    "Dominion": dominion,
}
COMPARED: list[tuple[Any, dict[str, Any]]] = [
    *(
        (love_letter, {"variant": variant, "face_up": face_up})
        for variant in ("classic", "hobbit", "big", "batman", "archer")
        for face_up in (0, 3)
    ),
    *((sueca, {"trump_from": how, "leader": 1}) for how in ("random", "first", "last")),
    *(
        (literature, {"variant": variant, "players": players})
        for variant in ("somani", "pagat")
        for players in (4, 6, 8)
    ),
    *((dominion, {"turns": 31, "real": real}) for real in (False, True)),
]
CLASSIC_COPIES = (5, 2, 2, 2, 2, 1, 1, 1)


def main() -> None:
    """Print what was asked for."""
    if "--games" in sys.argv:
        compare_games(int(sys.argv[sys.argv.index("--games") + 1]))
    elif "--decks" in sys.argv:
        compare_decks()
    else:
        measure()


def measure() -> None:
    """Print moves a second of each interface."""
    writes, console = is_asked_to_write(), Console()
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
        shown = {
            "engines_plain": plain,
            "engines_batch": batches,
            "engines_pettingzoo": {name: speed for name, speed in loops.items() if speed},
        }
        texts = {
            key: ", ".join(f"{float(f'{speed:.2g}'):,.0f} {name}" for name, speed in found.items())
            for key, found in shown.items()
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


def play_env(front: Any, number: int) -> int:
    """Play a random game by PettingZoo's loop."""
    env, random, moves = ENVS.setdefault(front, front.env()), Random(number), 0
    env.reset(seed=number)
    for _ in env.agent_iter():
        seen, _, ended, cut, _ = env.last()
        if ended or cut:
            env.step(None)
            continue
        env.step(random.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        moves += 1
    return moves


ENVS: dict[Any, Any] = {}


def step_batch(games: Any, _: int) -> int:
    """Play a random move in each game of a batch."""
    games.step(games.random_actions())
    return int(games.size)


def compare_games(games: int) -> None:
    """Play random games of every variant both ways."""
    from tests.side_by_side import play_both

    for front, options in COMPARED:
        start = time.perf_counter()
        batch = front.batch(SIDE, 1, **options)
        new = partial(_numbered, front, options)
        ends, moves = play_both(batch, new, games)
        words = " ".join(f"{key}={value}" for key, value in options.items())
        seconds = time.perf_counter() - start
        print(f"{front.__name__} {words}: {ends} games, {moves} moves alike ({seconds:.0f} s)")


def _numbered(front: Any, options: dict[str, Any], number: int) -> Any:
    return front.new_game(1, number=number, **options)


def compare_decks() -> None:
    """Let OpenSpiel referee Table, Strategic and Random on every deck of four and five cards."""
    from open_spiel.python.algorithms import expected_game_score, exploitability

    from llq.solver.love_letter.solver import solve

    decks = worst = 0
    for copies in product(*(range(count + 1) for count in CLASSIC_COPIES)):
        if sum(copies) not in (4, 5):
            continue
        deck = "deck-" + "-".join(map(str, copies))
        game, decks = love_letter.openspiel_game(deck=deck), decks + 1
        for player in (solve(love_letter.rules(deck)).actions, "strategic", "random"):
            policy = love_letter.openspiel_policy(player, deck=deck)
            first = expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)[0]
            exact = love_letter.exact_match(player, player, variant=deck)
            best = love_letter.best_response(player, variant=deck, scoring="discards")
            off = abs(first - (exact.win_prob - exact.loss_prob))
            found = exploitability.nash_conv(game, policy)
            worst = max(worst, off, abs(found - 4 * best.exploitability))
        if decks % 50 == 0:
            print(f"{decks} decks, no number further off than {worst:.1e}", flush=True)
    print(f"{decks} decks, no number further off than {worst:.1e}")


if __name__ == "__main__":
    main()
