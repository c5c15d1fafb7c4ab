"""What small chances of a mixed policy cost a best response, and what dropping them does.

``python benchmarks/love_letter_small_chances.py`` takes Monte Carlo of 100 playouts on nine cards,
``… solution --deck 2,1,1,1,1,1,1,1`` the solution of a deck, built before. A line each for the
policy as it is, with its chances below a threshold dropped and the others scaled up, and with all
in steps: both seats, exploitability and chances. ``… solution --within 0.003`` takes
the whole deck and gives bounds; ``--only 'from 0.05'`` chooses a line.
"""

import argparse
from time import process_time

import numpy as np

from llq.query.love_letter.solution.arrays import solution_policy
from llq.solver.love_letter.exact.monte_carlo import monte_carlo_policy
from llq.solver.love_letter.exact.policies import Policy
from llq.solver.love_letter.responses.best_response import Responder
from llq.solver.love_letter.responses.bracket import Search
from llq.solver.love_letter.variants import CLASSIC, custom_deck

THRESHOLDS = 0.0, 1e-6, 1e-3, 0.01, 0.02, 0.05, 0.1, 0.2
STEPS = 16, 8, 4, 2, 1


def without_small(policy: Policy, least: float) -> Policy:
    """Return a policy without the chances below ``least``, but for the greatest of a row."""
    counts = np.diff(policy.row)
    row = np.repeat(np.arange(len(counts)), counts)
    greatest = np.maximum.reduceat(policy.chance, policy.row[:-1])
    kept = policy.chance >= np.minimum(least, greatest[row])
    sums = np.bincount(row[kept], policy.chance[kept], len(counts))
    return policy._replace(
        row=np.concatenate([[0], np.cumsum(np.bincount(row[kept], minlength=len(counts)))]),
        action=policy.action[kept],
        chance=policy.chance[kept] / sums[row[kept]],
    )


def in_steps(policy: Policy, steps: int) -> Policy:
    """Return a policy with chances in multiples of 1 / ``steps``, those cut off most rounded up."""
    counts = np.diff(policy.row)
    row = np.repeat(np.arange(len(counts)), counts)
    whole = np.floor(policy.chance * steps + 1e-9)
    left = steps - np.bincount(row, whole, len(counts))
    order = np.lexsort((whole - policy.chance * steps, row))
    place = np.empty(len(row), dtype=np.int64)
    place[order] = np.arange(len(row)) - policy.row[row[order]]
    whole += place < left[row]
    return without_small(policy._replace(chance=whole / steps), 0.5 / steps)


def bounds(responder: Responder, within: float | None, *, is_first: bool) -> tuple[float, float]:
    """Return what a best response wins in a seat: exactly, or bounds of it."""
    if within is None:
        value = responder.moving_first() if is_first else responder.moving_second()
        return value, value
    won, starts = (0.0, responder.first_turns()) if is_first else responder.second_turns()
    bracket = Search(responder, won, starts).narrow(within)
    return bracket.lower, bracket.upper


def main() -> None:
    """Print a line a threshold, and one for each number of steps."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("player", nargs="?", default="monte-carlo")
    parser.add_argument("--deck")
    parser.add_argument("--within", type=float)
    parser.add_argument("--only", nargs="*")
    asked = parser.parse_args()
    rules, memory = CLASSIC, None
    if asked.deck:
        rules = custom_deck(tuple(map(int, asked.deck.split(","))))
    if asked.player == "solution":
        policy, memory = solution_policy(rules)
    else:
        rules = custom_deck((2, 1, 1, 1, 1, 1, 0, 1))
        policy = monte_carlo_policy(rules, 100)
    changed = {f"from {least:g}": without_small(policy, least) for least in THRESHOLDS}
    changed |= {f"in 1/{steps}": in_steps(policy, steps) for steps in STEPS}
    for name in asked.only or changed:
        begun, one = process_time(), changed[name]
        seats = [
            bounds(Responder(rules, one, memory=memory), asked.within, is_first=is_first)
            for is_first in (True, False)
        ]
        lower, upper = (50 * (sum(ends) - 1) for ends in zip(*seats, strict=True))
        print(
            f"{name}: {seats}, {lower:.2f} to {upper:.2f} points, {len(one.action):,} chances, "
            f"{process_time() - begun:.0f} CPU s", flush=True,
        )  # fmt: skip


if __name__ == "__main__":
    main()
