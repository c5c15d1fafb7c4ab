"""What the lead in discards is worth to a policy with a memory, on small decks.

``python benchmarks/love_letter_solution_discards.py`` learns policies where equal final cards are
half a win each and where discards decide, and prints what a best response by the real rules wins
against either, and what they win against each other, of a hundred over both seats, a draw as half.
Policies are taken as a table stores them, chances in 1/32 and every row kept.
"""

import argparse
import time

import numpy as np
from numpy.typing import NDArray

from llq.query.love_letter.solution.arrays import row_chances
from llq.query.love_letter.solution.build import pack_policy
from llq.solver.love_letter.responses.best_response import Responder
from llq.solver.love_letter.rules import Scoring
from llq.solver.love_letter.solution.automata import make_memory
from llq.solver.love_letter.solution.index import MemorySpace, make_space
from llq.solver.love_letter.solution.learning import Learner
from llq.solver.love_letter.solution.policies import as_policy
from llq.solver.love_letter.variants import rules

ROWS = [
    (Scoring.HALF, "last-two-actions"),
    (Scoring.DISCARDS, "none"),
    (Scoring.DISCARDS, "last-guess"),
    (Scoring.DISCARDS, "last-action"),
    (Scoring.DISCARDS, "exclusions"),
    (Scoring.DISCARDS, "last-two-actions"),
]


def learn(
    variant: str, scoring: Scoring, memory: str, iterations: int
) -> tuple[MemorySpace, NDArray[np.float64]]:
    """Return a policy as it is stored."""
    deck = rules(variant)
    space = make_space(deck, make_memory(deck, memory), scoring=scoring)
    learner = Learner(space)
    for _ in range(iterations):
        learner.iterate()
    return space, row_chances(space, pack_policy(space, learner.release(), 0.0)).astype(float)


def main() -> None:
    """Print a row for each policy."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--iterations", type=int, default=60)
    parser.add_argument("--deck", default="deck-2-1-1-1-1-1-1-1")
    parser.add_argument("--memories", nargs="*")
    asked = parser.parse_args()
    for scoring, memory in ROWS:
        if asked.memories and memory not in asked.memories:
            continue
        begun = time.process_time()
        space, chances = learn(asked.deck, scoring, memory, asked.iterations)
        policy = as_policy(space, chances)
        responder = Responder(space.rules, policy, Scoring.DISCARDS, space.memory.after)
        first, second = responder.moving_first(), responder.moving_second()
        print(
            f"{asked.deck} {scoring} {memory}: {space.infos:,} information sets, responder first "
            f"{first:.6f} second {second:.6f}, {50 * (first + second - 1):.2f} points, "
            f"{responder.situations:,} situations, {time.process_time() - begun:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
