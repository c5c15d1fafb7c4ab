"""Time and caps of one kingdom card with money: ``python benchmarks/dominion_kingdom.py [CARD…]``.

Processor seconds, compiled before; the optimum, then the bound, then Big Money's five limits.
"""

import sys
import time

from llq.solver.dominion.fewest.decks import Caps
from llq.solver.dominion.kingdom.cards import find_card, kingdom_cards, most_copies
from llq.solver.dominion.kingdom.fewest import KingdomGame, copies_bought
from llq.solver.dominion.kingdom.money_rules import big_money
from llq.solver.dominion.kingdom.points import most_points

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
        copies_bought(KingdomGame(card, 1).best, card.name)
        big_money(card, 1, 1)
    certain = [card for card in cards if not card.chooses]
    for card in certain[:1]:
        most_points(card, 2)
    for provinces in (4, 8):
        print(
            f"{provinces} Provinces      decks     turns  optimum    bound  Big Money   caps cost"
        )
        for card in cards:
            game = KingdomGame(card, provinces)
            best, first = seconds(lambda game=game: game.best)
            bound, second = seconds(lambda game=game: game.at_least)
            _, third = seconds(
                lambda c=card, p=provinces: [
                    big_money(c, n, p) for n in LIMITS if n <= most_copies(c)
                ]
            )
            print(
                f"{card.name:15s} {best.game.box.decks:8,} {best.turns:9.4f} {first:7.2f}s "
                f"{second:7.2f}s {third:8.2f}s {best.turns - bound:12.1e}",
                flush=True,
            )
    print("copies for sale, turns to four Provinces")
    for card in cards:
        caps = [Caps(1, 20, 16, n) for n in (0, 1, 2, 3, 4, 6, 10) if n <= most_copies(card)]
        turns = [KingdomGame(card, 4, c, supply=c.copies).best.turns for c in caps]
        print(f"{card.name:15s}", *(f"{t:9.4f}" for t in turns), flush=True)
    print("most points in 31 turns")
    for card in certain:
        points, took = seconds(lambda c=card: most_points(c, 31)[-1])
        print(f"{card.name:15s} {points:9.4f} {took:7.2f}s", flush=True)


if __name__ == "__main__":
    main()
