"""Time and caps of one kingdom card with money: ``python benchmarks/dominion_kingdom.py [CARD…]``.

Processor seconds, compiled before; the optimum, then the bound, then Big Money's five limits.
"""

import sys
import time
from functools import partial

from llq.solver.dominion.kingdom.cards import find_card, kingdom_cards, most_copies
from llq.solver.dominion.kingdom.fewest import big_money, card_game

LIMITS = (1, 2, 3, 4, 10)


def seconds(job):
    """Return a job's result and its processor seconds."""
    start = time.process_time()
    result = job()
    return result, time.process_time() - start


def main() -> None:
    """Print a line a card."""
    cards = [find_card(name) for name in sys.argv[1:]] or kingdom_cards()
    for card in cards[:3]:
        card_game(card, 1).copies_bought()
        big_money(card, 1, 1)
    for provinces in (4, 8):
        print(
            f"{provinces} Provinces      decks     turns  optimum    bound  Big Money   caps cost"
        )
        for card in cards:
            game = card_game(card, provinces)
            turns, optimum = seconds(lambda game=game: game.turns)
            bound, bound_seconds = seconds(lambda game=game: game.at_least)
            limits = [limit for limit in LIMITS if limit <= most_copies(card)]
            plays = [partial(big_money, card, limit, provinces) for limit in limits]
            _, big_money_seconds = seconds(lambda plays=plays: [play() for play in plays])
            print(
                f"{card.name:15s} {game.decks:8,} {turns:9.4f} {optimum:7.2f}s "
                f"{bound_seconds:7.2f}s {big_money_seconds:8.2f}s {turns - (bound or 0):12.1e}",
                flush=True,
            )
    print("copies for sale, turns to four Provinces")
    for card in cards:
        supplies = [n for n in (0, 1, 2, 3, 4, 6, 10) if n <= most_copies(card)]
        by_copies = [card_game(card, 4, supply=n).turns for n in supplies]
        print(f"{card.name:15s}", *(f"{turns:9.4f}" for turns in by_copies), flush=True)


if __name__ == "__main__":
    main()
