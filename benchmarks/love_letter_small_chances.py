"""What small chances of a mixed policy cost a best response, and what dropping them does.

``python benchmarks/love_letter_small_chances.py``: Monte Carlo of 100 playouts on nine cards, its
chances below a threshold dropped and the others scaled up: values of both seats and situations.
"""

from __future__ import annotations

import numpy as np

from llq.solver.love_letter.exact.monte_carlo import monte_carlo_policy
from llq.solver.love_letter.exact.policies import Policy
from llq.solver.love_letter.responses.best_response import Responder
from llq.solver.love_letter.variants import custom_deck


def without_small(policy: Policy, least: float) -> Policy:
    """Return a policy without the chances below ``least``."""
    counts = np.diff(policy.row)
    row = np.repeat(np.arange(len(counts)), counts)
    kept = policy.chance >= least
    sums = np.bincount(row[kept], policy.chance[kept], len(counts))
    return policy._replace(
        row=np.concatenate([[0], np.cumsum(np.bincount(row[kept], minlength=len(counts)))]),
        action=policy.action[kept],
        chance=policy.chance[kept] / sums[row[kept]],
    )


def main() -> None:
    """Print a line a threshold."""
    rules = custom_deck((2, 1, 1, 1, 1, 1, 0, 1))
    policy = monte_carlo_policy(rules, 100)
    for least in (0.0, 1e-6, 1e-3, 0.01, 0.02, 0.05):
        responder = Responder(rules, without_small(policy, least))
        first, second = responder.moving_first(), responder.moving_second()
        print(f"{least:g}: {first:.6f} {second:.6f}, {responder.situations:,} situations")


if __name__ == "__main__":
    main()
