"""Small decks of Love Letter as a benchmark for algorithms: exact values, a referee, OpenSpiel's.

``python benchmarks/love_letter_small_decks.py values`` prints each deck's size, the first player's
exact chance to win, and what OpenSpiel's referee says of the policies that prove it (up to six
cards). ``algorithms`` runs OpenSpiel's own on the decks of four and five cards and prints their
exploitability, in hundredths of a round: a quarter of OpenSpiel's Nash convergence. ``efg FOLDER``
writes these decks as Gambit's extensive form games, which OpenSpiel loads as ``efg_game``. Equal
final cards are decided by discards. Rows are Markdown.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python import policy as spiel_policy
from open_spiel.python.algorithms import (
    discounted_cfr,
    expected_game_score,
    exploitability,
    external_sampling_mccfr,
    gambit,
    mmd_dilated,
)

import llq
from llq.solver.love_letter.variants import custom_deck

DECKS = (
    (2, 1, 1, 0, 0, 0, 0, 0),
    (2, 1, 1, 1, 0, 0, 0, 0),
    (2, 0, 0, 0, 1, 1, 0, 1),
    (2, 1, 1, 1, 0, 0, 0, 1),
    (2, 1, 1, 1, 1, 0, 0, 1),
    (1, 1, 1, 1, 1, 1, 1, 1),
)
PLAYED = 5
"""Cards of the largest decks that algorithms are run on."""
REFEREED = 6
"""Cards of the largest decks that OpenSpiel referees, in Python."""
ITERATIONS = (10, 100)
MANY, EXACT, ROUGH = 7, 1e-10, 1e-6
"""Cards up to which policies are exploitable by 1e-10 at most, and how much they are beyond."""
ALPHA = 0.01
"""Of magnetic mirror descent: it converges to a regularized equilibrium, whose distance from one
grows with it."""

Steps = tuple[Callable[[], object], Callable[[], Any]]
"""One iteration, and the policy so far."""


def main() -> None:
    """Print or write what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["values", "algorithms", "efg"])
    parser.add_argument("folder", nargs="?", type=Path, default=Path())
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    played = [deck for deck in DECKS if sum(deck) <= PLAYED]
    if asked.what == "values":
        print_values()
    elif asked.what == "algorithms":
        for deck in played:
            print_algorithms(deck, asked.seed)
    else:
        for deck in played:
            path = asked.folder / f"{custom_deck(deck).variant}.efg"
            path.write_text(extensive_form(deck), "utf-8")
            print(path)


def extensive_form(deck: tuple[int, ...]) -> str:
    """Return a deck's game tree in Gambit's format."""
    game = llq.love_letter.openspiel_game(deck=custom_deck(deck).variant)
    return str(gambit.export_gambit(game))


def print_values() -> None:
    """Print each deck's value and what OpenSpiel makes of the policies."""
    print("| deck | cards | information sets | first wins | exploitability | OpenSpiel's |")
    print("|---|---|---|---|---|---|")
    for deck in DECKS:
        found = llq.love_letter.equilibrium.solve(
            deck,
            scoring="discards",
            within=EXACT if sum(deck) <= MANY else ROUGH,
            threads=1,
        )
        refereed = "" if sum(deck) > REFEREED else referee(found)
        print(
            f"| {','.join(map(str, deck))} | {sum(deck)} | {found.infosets:,} | {found.first:.9f} "
            f"| {found.exploitability:.2e} | {refereed} |",
            flush=True,
        )


def referee(found: Any) -> str:
    """Return the exploitability of an equilibrium's policies by OpenSpiel, and check both."""
    game = llq.love_letter.openspiel_game(deck=found.variant)
    policy = llq.love_letter.rounds.openspiel_policy(found)
    theirs = exploitability.nash_conv(game, policy) / 4
    score = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])[0]
    assert abs(theirs - found.exploitability) < 1e-12
    assert abs(score / 2 + 0.5 - found.first) < 1e-9
    return f"{theirs:.2e}"


def print_algorithms(deck: tuple[int, ...], seed: int) -> None:
    """Print the exploitability of each algorithm's policy by iterations."""
    game = pyspiel.load_efg_game(extensive_form(deck))
    for name, (iterate, average) in algorithms(game, seed):
        cells, done, seconds = [], 0, 0.0
        for iterations in ITERATIONS:
            begun = time.process_time()
            while done < iterations:
                iterate()
                done += 1
            seconds += time.process_time() - begun
            cells.append(f"{25 * exploitability.nash_conv(game, average()):.4f}")
        print(
            f"| {','.join(map(str, deck))} | {name} | {' | '.join(cells)} | {seconds:.1f} |",
            flush=True,
        )


def algorithms(game: Any, seed: int) -> Iterator[tuple[str, Steps]]:
    """Yield OpenSpiel's algorithms by name."""
    for name, solver in (
        ("CFR", pyspiel.CFRSolver(game)),
        ("CFR+", pyspiel.CFRPlusSolver(game)),
        ("DCFR (1.5, 0, 2)", discounted_cfr.DCFRSolver(game)),
        ("linear CFR", discounted_cfr.LCFRSolver(game)),
    ):
        yield name, (solver.evaluate_and_update_policy, solver.average_policy)
    np.random.seed(seed)  # noqa: NPY002 - the generator that OpenSpiel draws from
    sampler = external_sampling_mccfr.ExternalSamplingSolver(game)
    yield f"external sampling, seed {seed}", (sampler.iteration, sampler.average_policy)
    mirror = mmd_dilated.MMDDilatedEnt(game, ALPHA)
    yield f"MMD, alpha {ALPHA}", (mirror.update_sequences, mirror.get_policies)
    yield "uniform", (lambda: None, lambda: spiel_policy.UniformRandomPolicy(game))


if __name__ == "__main__":
    main()
