"""How much `strong` of Literature can be beaten by a player of its own kind that is trained to.

Run with ``python -m benchmarks.literature_responder [generations] [deals]``; one thread. The
weights of signs and features are drawn around the best so far by the cross-entropy method, each
team of such weights plays `strong` on common deals from both sides, and the quarter that leads most
says where to draw next. What it wins in the end, on the deals of two banks that no generation saw,
is a lower bound of what a best response wins.
"""

import sys

import numpy as np

from benchmarks.literature_strong import measure, players_of, with_weights
from llq.solver.literature.rules import find_rules

RULES = find_rules("us54")
MATES = RULES.players // 2
DRAWN, KEPT = 16, 4
BANKS = (2801, 2802)


def main() -> None:
    """Print each generation, and what the last mean wins on both banks."""
    generations, deals = (
        int(word) for word in (sys.argv[1:3] + ["20", "150"][len(sys.argv) - 1 :])
    )
    strong, _ = players_of()
    random = np.random.default_rng(2810)
    mean = strong.policy.weights_for(RULES.players).astype(float)
    spread = 0.2 * np.abs(mean) + 0.02
    for generation in range(generations):
        drawn = mean + spread * random.standard_normal((DRAWN, len(mean)))
        found = []
        for weights in drawn:
            player = with_weights("responder", weights.astype(np.float32))
            teams = [player] * MATES, [strong] * MATES
            found.append(measure(*teams, deals, 10_000 + generation, RULES)[2])
        best = drawn[np.argsort(found)[-KEPT:]]
        mean = 0.5 * mean + 0.5 * best.mean(axis=0)
        spread = 0.7 * spread + 0.3 * best.std(axis=0)
        print(f"{generation + 1}: leads {np.mean(found):+.3f}, best {max(found):+.3f}", flush=True)
    player = with_weights("responder", mean.astype(np.float32))
    for bank in BANKS:
        share, error, lead, _ = measure([player] * MATES, [strong] * MATES, 2400, bank, RULES)
        print(f"bank {bank}: {share:.1%} ± {error:.1%}, lead {lead:+.3f}")


if __name__ == "__main__":
    main()
