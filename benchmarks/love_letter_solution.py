"""Exploitability against memory: learns policies on small decks and computes what they lose.

``python benchmarks/love_letter_solution.py`` writes what ``llq love-letter plot memory`` draws,
``query/love_letter/pictures/measured_solutions.csv``. Each row is a deck and a memory:
information sets, iterations, the best response in both seats (exact, or bounds of it where that
takes too much memory, against the policy as a table stores it, chances in 1/32 and every row kept),
and what the policy wins over both seats, a draw as half, against the table's, Strategic and Random.
``--decks`` and ``--memories`` choose others; two memories with a plus sign between them, such as
``exclusions+last-two-actions``, are kept side by side. With ``--longer`` a policy learns from an
opponent who remembers one play more, as those that come with llq do, instead of from itself.
"""

import argparse
import csv
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from llq.errors import DeckTooLarge
from llq.query.love_letter.pictures.drawing import MEASURED
from llq.query.love_letter.solution.arrays import row_chances
from llq.query.love_letter.solution.build import pack_policy
from llq.solver.love_letter.exact.policies import (
    Policy,
    from_actions,
    random_policy,
    strategic_policy,
)
from llq.solver.love_letter.responses.best_response import Responder
from llq.solver.love_letter.responses.bracket import Search
from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.solution.automata import Memory, make_memory, remember_longer
from llq.solver.love_letter.solution.index import make_space, make_spaces
from llq.solver.love_letter.solution.learning import Learner, Sweeper
from llq.solver.love_letter.solution.learning_options import MEMORIES
from llq.solver.love_letter.solution.policies import as_policy, spread_policy
from llq.solver.love_letter.table.solver import solve
from llq.solver.love_letter.variants import rules

OUT = Path(__file__).parent.parent / "query" / "love_letter" / "pictures" / MEASURED
DECKS = {
    "deck-2-1-1-1-1-1-1-1": MEMORIES,
    "deck-3-2-1-1-2-1-1-1": ("none", "last-guess", "last-action", "last-two-actions", "exclusions"),
    "deck-4-1-2-2-1-1-1-1": ("none", "last-guess", "last-two-actions"),  # 1, 2 and 5 face up
}

WITHIN = 0.005
"""How far bounds of a seat are apart."""


def row(variant: str, name: str, iterations: int, is_longer: bool) -> dict[str, object]:
    """Return one row: learn, then evaluate."""
    deck = rules(variant)
    memory = find_memory(deck, name)
    space = make_space(deck, memory)
    pair = make_spaces(deck, remember_longer(deck, memory)) if is_longer else [space]
    learner = Learner(pair[0], 2, *pair[1:])
    for _ in range(iterations):
        learner.iterate()
    chances = row_chances(space, pack_policy(space, learner.release(), 0.0)).astype(float)
    policy = as_policy(space, chances)
    found: dict[str, object] = {
        "variant": variant, "cards": deck.deck_size, "memory": name,
        "opponent": "longer" if is_longer else "same", "information_sets": space.infos,
        "iterations": iterations,
    }  # fmt: skip
    begun = time.process_time()
    found |= responses(deck, policy, space.memory.after)
    sweeper = Sweeper(space)
    others = {
        "table": from_actions(deck, solve(deck).actions),
        "strategic": strategic_policy(deck),
        "random": random_policy(deck),
    }
    for other, theirs in others.items():
        found[f"against_{other}"] = float(
            np.mean(sweeper.evaluate(chances, spread_policy(space, theirs)))
        )
    print(found, round(time.process_time() - begun, 1), "s", flush=True)
    return found


def find_memory(deck: Rules, name: str) -> Memory:
    """Return a memory by its name, or two of them side by side."""
    one, *more = (make_memory(deck, part) for part in name.split("+"))
    if not more:
        return one
    (other,) = more
    states, number = [(0, 0)], {(0, 0): 0}
    rows = []
    for state in states:  # grows as new states are found
        pairs = zip(one.after[state[0]].tolist(), other.after[state[1]].tolist(), strict=True)
        row = []
        for pair in pairs:
            if pair not in number:
                number[pair] = len(states)
                states.append(pair)
            row.append(number[pair])
        rows.append(row)
    return Memory(name, tuple(states), np.array(rows))


def responses(deck: Rules, policy: Policy, memory: NDArray[np.int64]) -> dict[str, float]:
    """Return what a best response wins: exactly, or bounds of it."""
    seats: list[tuple[float, float]] = []
    situations = 0
    for is_first in (True, False):
        responder = Responder(deck, policy, memory=memory)
        try:
            value = responder.moving_first() if is_first else responder.moving_second()
            seats.append((value, value))
            situations += responder.situations
        except DeckTooLarge:
            responder = Responder(deck, policy, memory=memory)
            won, starts = (0.0, responder.first_turns()) if is_first else responder.second_turns()
            bracket = Search(responder, won, starts).narrow(WITHIN)
            seats.append((bracket.lower, bracket.upper))
            situations += bracket.situations
    (first, first_most), (second, second_most) = seats
    return {
        "first": first, "first_most": first_most, "second": second, "second_most": second_most,
        "exploitability": (first + second - 1) / 2,
        "exploitability_most": (first_most + second_most - 1) / 2, "situations": situations,
    }  # fmt: skip


def main() -> None:
    """Write the rows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--iterations", type=int, default=100)
    parser.add_argument("--decks", nargs="*", default=list(DECKS))
    parser.add_argument("--memories", nargs="*", help="in place of each deck's")
    parser.add_argument("--longer", action="store_true")
    parser.add_argument("--out", type=Path, default=OUT)
    asked = parser.parse_args()
    rows = [
        row(variant, name, asked.iterations, asked.longer)
        for variant in asked.decks
        for name in asked.memories or DECKS[variant]
    ]
    with asked.out.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main()
