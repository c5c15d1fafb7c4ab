"""Fewest expected turns to Provinces with money and a card that trashes or gains, by fresh hands.

Such a card trades cards of the hand for others before the turn's purchase: Chapel up to four for
nothing, Mine a Copper for a Silver. Decks lose cards too, but no trade leads back: they are
numbered by cards trashed, Golds, Silvers, copies and Provinces, and every trade and purchase leads
to a larger number. A sweep down the numbers solves each deck in closed form, as
`llq.solver.dominion.fewest.fresh` does; the outcomes of a turn are the hands, and what a hand leads
to is the best trade and purchase together.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np
from numpy.typing import NDArray

from llq.solver.dominion.fewest.decks import Caps
from llq.solver.dominion.kingdom.cards import KingdomCard
from llq.solver.dominion.kingdom.hands import binomials
from llq.solver.dominion.kingdom.trade_cards import COPIES, TradingCard, check_second
from llq.solver.dominion.rules import HAND_SIZE
from llq.solver.dominion.variants import rules
from llq.solver.jit import njit

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_LONG = 1e6
"""More turns than any deck needs that reaches the goal at all."""


@dataclass(frozen=True)
class TradingGame:
    """Money and one card that trades to a number of Provinces, with a second card if there is one.

    Parameters
    ----------
    card, second
        None for money alone, and for no second card.
    caps
        By default those that cost next to nothing. No Copper is bought.
    start
        Coppers and Estates at first.

    Examples
    --------
    >>> from llq.solver.dominion.kingdom.trade_cards import trading_cards
    >>> game = TradingGame(trading_cards()["chapel"], 1, caps=Caps(0, 6, 5, 1))
    >>> round(game.turns, 4)
    7.7644
    """

    card: TradingCard | None
    provinces: int
    second: KingdomCard | None = None
    caps: Caps | None = None
    start: tuple[int, int] = (7, 3)

    @cached_property
    def shape(self) -> tuple[int, ...]:
        """Decks by Coppers and Estates trashed, Golds, Silvers, copies of both and Provinces."""
        caps = self.caps or Caps(0, 12 + self.provinces, 8 + self.provinces, COPIES)
        trashed = [n + 1 if self.card else 1 for n in self.start]
        copies = [caps.copies + 1 if card else 1 for card in (self.card, self.second)]
        return (*trashed, caps.gold + 1, caps.silver + 1, *copies, self.provinces)

    @cached_property
    def values(self) -> Floats:
        """Expected turns of each deck before a hand is drawn, of `shape`."""
        cost = {card.name: card.cost for card in rules().cards}
        value = {card.name: card.value for card in rules().cards}
        trades: list[tuple[int, ...]] = [(0,) * 7]
        for trade in self.card.trades if self.card else ():
            pays = trade.coins + (value[trade.gain] if trade.in_hand else 0)
            gains = (int(trade.gain == name) for name in ("silver", "gold"))
            trades.append((*trade[:3], *gains, pays, int(trade.shows_province)))
        if self.second:
            check_second(self.second)
        own = [card.cost if card else 0 for card in (self.card, self.second)]
        price = cost["gold"], cost["silver"], *own, cost["province"]
        plays = (self.second.cards, self.second.coins) if self.second else (0, 0)
        values = np.empty(prod(self.shape))
        _solve(
            np.array(self.start, np.int64),
            np.array(self.shape, np.int64),
            np.array(trades, np.int64),
            np.array(price, np.int64),
            np.array(plays, np.int64),
            HAND_SIZE,
            binomials(sum(self.start) + sum(self.shape[2:])),
            values,
        )
        return values.reshape(self.shape)

    @property
    def turns(self) -> float:
        """Fewest expected turns from the starting deck."""
        return float(self.values.flat[0])


@njit
def _solve(
    start: Ints,
    shape: Ints,
    trades: Ints,
    price: Ints,
    plays: Ints,
    hand: int,
    ways: Floats,
    values: Floats,
) -> None:
    """Fill ``values``, the expected turns of each deck by its number.

    Parameters
    ----------
    start
        (2,) int64. Coppers and Estates before any is trashed.
    shape
        (7,) int64. As of `TradingGame.shape`.
    trades
        (trades, 7) int64. Copper, Estate and Silver trashed, Silver and Gold gained, coins, and
        whether a Province must be in hand; the first is none.
    price
        (5,) int64. Of Gold, Silver, a copy of each card and Province.
    plays
        (2,) int64. Cards that the second card draws, and its coins.
    """
    step = np.ones(7, np.int64)
    for kind in range(5, -1, -1):
        step[kind] = step[kind + 1] * shape[kind + 1]
    top = price.max()
    deck, bought = np.empty(7, np.int64), np.empty(top + 1)
    # More than the hands of five of seven kinds, which are 462.
    chance, best, draws = np.empty(512), np.empty(512), np.empty(512, np.int64)
    drawn = np.empty((512, top + 1))
    for number in range(len(values) - 1, -1, -1):
        for kind in range(7):
            deck[kind] = number // step[kind] % shape[kind]
        copper, estate = start[0] - deck[0], start[1] - deck[1]
        size = copper + estate + deck[2:].sum()
        if size < hand:
            values[number] = np.inf
            continue
        for coins in range(top + 1):
            bought[coins] = _buy(
                number, (deck[2], deck[3]), deck, coins, shape, step, price, values
            )
        hands = 0
        for a in range(min(hand, copper) + 1):
            for b in range(min(hand - a, estate) + 1):
                for c in range(min(hand - a - b, deck[3]) + 1):
                    for d in range(min(hand - a - b - c, deck[2]) + 1):
                        for e in range(min(hand - a - b - c - d, deck[4]) + 1):
                            for f in range(min(hand - a - b - c - d - e, deck[5]) + 1):
                                g = hand - a - b - c - d - e - f
                                if g > deck[6]:
                                    continue
                                met = ways[copper, a] * ways[estate, b] * ways[deck[3], c]
                                met *= ways[deck[2], d] * ways[deck[4], e] * ways[deck[5], f]
                                chance[hands] = met * ways[deck[6], g] / ways[size, hand]
                                money = a + 2 * c + 3 * d
                                least = bought[min(money, top)]
                                for which in range(1, len(trades) if e else 1):
                                    t = trades[which]
                                    if t[0] > a or t[1] > b or t[2] > c or t[6] > g:
                                        continue
                                    gold, silver = deck[2] + t[4], deck[3] + t[3] - t[2]
                                    if gold >= shape[2] or silver >= shape[3]:
                                        continue
                                    after = number + t[0] * step[0] + t[1] * step[1]
                                    after += t[4] * step[2] + (t[3] - t[2]) * step[3]
                                    coins = min(money - t[0] - 2 * t[2] + t[5], top)
                                    next_deck = _buy(
                                        after,
                                        (gold, silver),
                                        deck,
                                        coins,
                                        shape,
                                        step,
                                        price,
                                        values,
                                    )
                                    least = min(least, values[after], next_deck)
                                best[hands], draws[hands] = least, f
                                if f:
                                    p, q, r = copper - a, deck[3] - c, deck[2] - d
                                    _draw(
                                        (p, q, r, size - hand - p - q - r),
                                        plays[0],
                                        money + plays[1],
                                        ways,
                                        drawn[hands],
                                    )
                                hands += 1
        values[number] = _value(chance[:hands], best, draws, drawn, bought)


@njit
def _buy(
    number: int,
    treasures: tuple[int, int],
    deck: Ints,
    coins: int,
    shape: Ints,
    step: Ints,
    price: Ints,
    values: Floats,
) -> float:
    """Return the least value that some coins buy after a trade, infinite where they buy nothing."""
    least = np.inf
    if coins >= price[0] and treasures[0] + 1 < shape[2]:
        least = values[number + step[2]]
    if coins >= price[1] and treasures[1] + 1 < shape[3]:
        least = min(least, values[number + step[3]])
    for own in (4, 5):
        if coins >= price[own - 2] and deck[own] + 1 < shape[own]:
            least = min(least, values[number + step[own]])
    if coins >= price[4]:
        is_last = deck[6] + 1 == shape[6]
        least = 0.0 if is_last else min(least, values[number + step[6]])
    return least


@njit
def _draw(
    pool: tuple[int, int, int, int], cards: int, coins: int, ways: Floats, chances: Floats
) -> None:
    """Fill the chances of the coins after drawing from Coppers, Silvers, Golds and others."""
    chances[:] = 0.0
    size, top = pool[0] + pool[1] + pool[2] + pool[3], len(chances) - 1
    cards = min(cards, size)
    for x in range(min(pool[0], cards) + 1):
        for y in range(min(pool[1], cards - x) + 1):
            for z in range(min(pool[2], cards - x - y) + 1):
                met = ways[pool[0], x] * ways[pool[1], y] * ways[pool[2], z]
                met *= ways[pool[3], cards - x - y - z] / ways[size, cards]
                chances[min(coins + x + 2 * y + 3 * z, top)] += met


@njit
def _value(chance: Floats, best: Floats, draws: Ints, drawn: Floats, bought: Floats) -> float:
    """Return a deck's turns: each hand passes, trades or draws, as is best for those turns.

    Parameters
    ----------
    chance, best
        (hands,) float64. Of each hand, and the least value without drawing.
    draws
        (hands,) int64. Whether the second card may be played.
    drawn, bought
        (hands, coins) and (coins,) float64. Chances of coins if it is played, and the least value
        that coins buy.
    """
    now, before = _LONG, np.inf
    while now < before:
        total, buying = 1.0, 0.0
        for h in range(len(chance)):
            paid, gone = (best[h], 1.0) if best[h] < now else (0.0, 0.0)
            if draws[h]:
                drawn_paid, drawn_gone = 0.0, 0.0
                for coins in range(len(bought)):
                    if bought[coins] < now:
                        drawn_paid += drawn[h, coins] * bought[coins]
                        drawn_gone += drawn[h, coins]
                if drawn_paid - drawn_gone * now < paid - gone * now:
                    paid, gone = drawn_paid, drawn_gone
            total += chance[h] * paid
            buying += chance[h] * gone
        before, now = now, total / buying if buying > 0.0 else np.inf
    return before if before < _LONG else np.inf
