"""What the solution with three cards face up loses, from a sample of the cards that lie there.

``python benchmarks/love_letter_face_up_sample.py`` draws deals of three cards, each as likely as it
is dealt, computes certified bounds for every one, and prints their means with standard errors over
the deals. It takes the table that ``llq build love-letter-solution --face-up 3`` writes.
"""

import argparse
from math import sqrt
from random import Random
from statistics import fmean, stdev
from time import process_time

from llq.query.love_letter.responses.best_responses import best_response_bracket
from llq.query.love_letter.responses.questions import possible_deals
from llq.solver.love_letter.variants import CLASSIC


def main() -> None:
    """Print a line for each deal, then the means."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", "--deals", type=int, default=12)
    parser.add_argument("--within", type=float, default=0.02)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    deals = possible_deals(CLASSIC, 3, None)
    chances = [deal.chance for deal in deals]
    lower, upper = [], []
    for deal in Random(asked.seed).choices(deals, chances, k=asked.deals):
        begun = process_time()
        names = [CLASSIC.cards[card].name for card in deal.face_up]
        found = best_response_bracket("solution", asked.within, face_up=names)
        lower.append(found.exploitability_lower)
        upper.append(found.exploitability_upper)
        print(f"{', '.join(names)}: {100 * lower[-1]:.2f} to {100 * upper[-1]:.2f} points, "
              f"{process_time() - begun:.0f} CPU s", flush=True)  # fmt: skip
    for name, bounds in (("lower", lower), ("upper", upper)):
        error = stdev(bounds) / sqrt(asked.deals)
        print(f"{name} bound: mean {100 * fmean(bounds):.2f} ± {100 * error:.2f} points, "
              f"{asked.deals} deals, seed {asked.seed}")  # fmt: skip


if __name__ == "__main__":
    main()
