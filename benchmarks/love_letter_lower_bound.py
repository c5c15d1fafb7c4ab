"""What the player by the plans of a certified bracket wins, against its lower bound.

``python benchmarks/love_letter_lower_bound.py`` searches the bracket of what the solution that
comes with llq loses, seat by seat, and has its plans play the player ``solution``. The rounds are
by the real rules, but that equal final cards are a draw and half a win, as the bracket takes them.
"""

import argparse
from math import sqrt
from time import process_time

from llq.query.love_letter.responses.questions import Deal, Question, policy_and_memory, take_seat
from llq.query.love_letter.solution.player import find_solution
from llq.solver.love_letter.match import simulate
from llq.solver.love_letter.responses.bracket import Search
from llq.solver.love_letter.responses.exploiter import Exploiter
from llq.solver.love_letter.rules import Rules, Scoring
from llq.solver.love_letter.variants import CLASSIC, custom_deck


class TiedRules(Rules):
    """Rules by which equal final cards are a draw, whatever was discarded."""

    counts_discards = False


def main() -> None:
    """Print a line for each seat."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deck", help="copies of each card instead of the whole deck")
    parser.add_argument("--within", type=float, default=0.01)
    parser.add_argument("-n", "--games", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    plain = custom_deck(tuple(map(int, asked.deck.split(",")))) if asked.deck else CLASSIC
    rules = TiedRules(plain.variant, plain.version, plain.cards, plain.source)
    policy, memory = policy_and_memory(
        plain, "solution", face_up=0, path=None, playouts=1, threads=1
    )
    question = Question(rules, policy, Scoring.HALF, memory, None)
    for is_first in (True, False):
        begun = process_time()
        responder, won, starts = take_seat(question, Deal((), 1.0), is_first=is_first)
        search = Search(responder, won, starts)
        found, opponent = search.narrow(asked.within), find_solution(plain)
        player = Exploiter(responder, search.action)
        searched = process_time() - begun
        seats = (player, opponent) if is_first else (opponent, player)
        counts = simulate(rules, *seats, asked.games, asked.seed)
        wins = counts.first_wins if is_first else counts.second_wins
        score = (wins + counts.draws / 2) / asked.games
        error = sqrt((wins + counts.draws / 4) / asked.games - score**2) / sqrt(asked.games)
        name, played = "first" if is_first else "second", process_time() - begun - searched
        print(f"{name}: {found.lower:.6f} to {found.upper:.6f}, {searched:.0f} CPU s", flush=True)
        print(f"  {score:.4f} ± {error:.4f}, {asked.games:,} games, {played:.0f} CPU s", flush=True)


if __name__ == "__main__":
    main()
