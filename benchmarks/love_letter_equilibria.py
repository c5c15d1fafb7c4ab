"""Certified equilibria of small decks of Love Letter: size, time, and the table beside them.

``python benchmarks/love_letter_equilibria.py``: decks of 4 to 8 cards to 1e-6, with how exploitable
Table is on each. ``--nine`` adds two decks of 9 cards, ``--within`` asks for another
exploitability, ``--scoring discards`` decides equal cards by discards. ``--face-up`` solves every
set of 4 to 7 cards that the classic deck may leave in play, ``--bluffs`` says what a bluff is worth
to each seat.
"""

from __future__ import annotations

import argparse
import resource
import time

import numpy as np

import llq
from llq.query.love_letter.equilibrium.questions import check_equilibrium
from llq.solver.love_letter.equilibrium.solver import minimize_regret
from llq.solver.love_letter.equilibrium.tree import build_tree
from llq.solver.love_letter.exact.policies import from_actions
from llq.solver.love_letter.responses.best_response import Responder
from llq.solver.love_letter.rules import Rules, Scoring
from llq.solver.love_letter.table.solver import solve
from llq.solver.love_letter.variants import CLASSIC, custom_deck

DECKS = [
    (2, 1, 1, 0, 0, 0, 0, 0),
    (2, 1, 1, 1, 0, 0, 0, 0),
    (2, 1, 1, 1, 0, 0, 0, 1),
    (2, 1, 1, 1, 1, 0, 0, 1),
    (3, 1, 1, 0, 1, 0, 0, 1),
    (1, 1, 1, 1, 1, 1, 1, 1),
    (2, 1, 1, 1, 1, 1, 0, 1),
    (3, 1, 1, 1, 1, 0, 0, 1),
]
NINE = [(5, 1, 1, 1, 0, 0, 0, 1), (2, 1, 1, 1, 1, 1, 1, 1)]


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--nine", action="store_true")
    parser.add_argument("--face-up", action="store_true")
    parser.add_argument("--bluffs", action="store_true")
    parser.add_argument("--within", type=float, default=1e-6)
    parser.add_argument("--scoring", type=Scoring, default=Scoring.HALF)
    asked = parser.parse_args()
    llq.love_letter.equilibrium.solve(DECKS[1], threads=1)  # compiles
    decks = DECKS + NINE * asked.nine
    if asked.bluffs:
        measure_bluffs(decks, asked.scoring, asked.within)
    elif asked.face_up:
        measure_deals(asked.scoring, asked.within)
    else:
        measure_decks(decks, asked.scoring, asked.within)
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6:.2f} GB")


def measure_decks(decks: list[tuple[int, ...]], scoring: Scoring, within: float) -> None:
    """Print each deck's equilibrium and how exploitable Table is."""
    print("deck; cards; nodes; infosets; iterations; CPU s; exploitability; first; table")
    for deck in decks:
        start = time.process_time()
        found = llq.love_letter.equilibrium.solve(deck, scoring=scoring, within=within, threads=1)
        took = time.process_time() - start
        rules = custom_deck(deck)
        print(
            f"{','.join(map(str, deck))}; {sum(deck)}; {found.nodes:,}; {found.infosets:,}; "
            f"{found.iterations:,}; {took:.2f}; {found.exploitability:.1e}; {found.first:.6f}; "
            f"{100 * table_exploitability(table_responder(rules, scoring)):z.2f} points",
            flush=True,
        )
        habits = (found.turns, found.mixed, found.guesses, found.bluffs, found.mixed_guesses)
        print("   by seat, turns, mixed, guesses, bluffs, mixed guesses:",
              *(f"{first:.3f}/{second:.3f}" for first, second in habits), flush=True)  # fmt: skip


def measure_deals(scoring: Scoring, within: float) -> None:
    """Print the equilibria of every set of cards that the classic deck may leave in play."""
    print("in play; sets; CPU s; exploitability at most; first; table; bluffs by seat")
    responder = table_responder(CLASSIC, scoring)
    for in_play in (4, 5, 6, 7):
        decks = check_equilibrium("classic", face_up=16 - in_play).decks
        worst = value = table = took = 0.0
        bluffs = np.zeros(2)
        for deck in decks:
            start = time.process_time()
            left = [card.copies for card in deck.rules.cards]
            found = llq.love_letter.equilibrium.solve(
                left, scoring=scoring, within=within, threads=1
            )
            took += time.process_time() - start
            worst = max(worst, found.exploitability)
            value += deck.chance * found.first
            bluffs += deck.chance * np.array(found.bluffs)
            gone = np.repeat(range(8), np.array(CLASSIC.copies) - left)
            table += deck.chance * table_exploitability(responder, tuple(gone.tolist()))
        print(
            f"{in_play}; {len(decks)}; {took:.1f}; {worst:.1e}; {value:.6f}; "
            f"{100 * table:z.2f} points; {bluffs[0]:.4f}/{bluffs[1]:.4f}",
            flush=True,
        )


def measure_bluffs(decks: list[tuple[int, ...]], scoring: Scoring, within: float) -> None:
    """Print what the first player wins where both, one or none of the players may bluff."""
    print("deck; both bluff; only the first; only the second; none; all to within")
    for deck in decks:
        found = []
        for bluffs in ((True, True), (True, False), (False, True), (False, False)):
            tree = build_tree(custom_deck(deck), scoring, bluffs=bluffs)
            found.append(minimize_regret(tree, within).certificate)
        print(
            f"{','.join(map(str, deck))}; " + "; ".join(f"{one.value:.6f}" for one in found)
            + f"; {max(one.exploitability for one in found):.1e}",
            flush=True,
        )  # fmt: skip


def table_responder(rules: Rules, scoring: Scoring) -> Responder:
    """Return the best response to Table."""
    solution = solve(rules, scoring)
    return Responder(rules, from_actions(rules, solution.actions, solution.leads), scoring)


def table_exploitability(responder: Responder, face_up: tuple[int, ...] = ()) -> float:
    """Return what the best response wins more than half, as the mean of both seats."""
    return (responder.moving_first(face_up) + responder.moving_second(face_up) - 1.0) / 2


if __name__ == "__main__":
    main()
