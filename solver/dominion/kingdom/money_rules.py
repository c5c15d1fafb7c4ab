"""Big Money + X: Province, Gold, X up to a number of copies, Silver.

By Big Money + X players have compared terminal cards since 2010. What is left is spent on the same
menu while there are buys.

References
----------
theory, "Big Money", dominionstrategy.com/big-money (2010); "Smithy" and "Terminal draw Big Money"
on wiki.dominionstrategy.com: Big Money with one or two copies of a terminal, at its price.
"""

from collections.abc import Sequence

import numpy as np

from llq.solver.dominion.kingdom.cards import KingdomCard, most_copies
from llq.solver.dominion.kingdom.choices import best_play, kingdom_game
from llq.solver.dominion.kingdom.decks import Caps, DeckBox, money_box
from llq.solver.dominion.kingdom.trades import TradingGame


def big_money(card: KingdomCard | None, copies: int, provinces: int) -> float:
    """Return Big Money's expected turns with up to ``copies`` copies of a card.

    A card that chooses or trades is played for the fewest turns with these purchases.

    >>> from llq.solver.dominion.kingdom.cards import find_card
    >>> round(big_money(None, 0, 1), 3), round(big_money(find_card("smithy"), 1, 1), 3)
    (8.004, 6.852)
    """
    if card and card.trades:
        return TradingGame(card, provinces, supply=copies, in_order=True).turns
    most = min(copies, most_copies(card)) if card else 0
    game = kingdom_game(money_box(provinces, Caps(0, 26, 20, most), card=card), card)
    number_of = {bought: number for number, bought in enumerate(game.bought)}
    costs = np.array([kind.cost for kind in game.box.kinds])

    def choose(box: DeckBox, coins: int, buys: int) -> Sequence[int]:
        counts, coins_left, picks = box.counts.copy(), np.full(box.decks, coins), []
        for _ in range(buys):
            pick = np.full(box.decks, -1)
            for name in ("silver", *([card.name] if card else []), "gold", "province"):
                place = box.place[name]
                has_room = name in ("silver", "gold", "province") or counts[:, place] < most
                pick[(coins_left >= costs[place]) & has_room] = place
            buys_card = pick >= 0
            counts[buys_card, pick[buys_card]] += 1
            coins_left -= np.where(buys_card, costs[pick], 0)
            picks.append(pick)
        rows = np.sort(np.stack(picks, 1), axis=1)
        distinct, inverse = np.unique(rows, axis=0, return_inverse=True)
        numbers = [number_of.get(tuple(row[row >= 0].tolist()), -1) for row in distinct]
        return [numbers[row] for row in inverse.ravel()]

    return best_play(game, card, choose).turns
