"""Fewest expected turns to Provinces with money and a card that trashes or gains, by fresh hands.

Such a card trades cards of the hand for others before the turn's purchase: Chapel up to four for
nothing, Mine a Copper for a Silver. No trade leads back: decks are numbered by cards trashed,
Golds, Silvers, copies and Provinces, and every trade and purchase leads to a larger number. A sweep
down the numbers solves each deck in closed form, as `llq.solver.dominion.kingdom.fresh` does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.dominion.kingdom.cards import COPIES, KingdomCard, most_copies
from llq.solver.dominion.kingdom.decks import Caps
from llq.solver.dominion.kingdom.hands import binomials
from llq.solver.dominion.rules import HAND_SIZE
from llq.solver.dominion.variants import rules
from llq.solver.jit import njit

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_LONG = 1e6
"""More turns than any deck needs that reaches the goal at all."""

_DONE, _NOTHING = -1, -2
"""In place of the deck after a purchase: the goal is reached, or nothing is bought."""

_COPPER, _ESTATE, _GOLD, _SILVER, _COPY, _PROVINCE = range(6)
_KINDS = ("copper", "estate", "gold", "silver", "", "province")
_RULE = (_PROVINCE, _GOLD, _COPY, _SILVER)
"""What may be bought, in the order of Big Money."""


class _Arrays(NamedTuple):
    """A game as the kernels take it.

    Of each kind `least` is the copies in the first deck, `shape` how many more a deck may have or,
    of Copper and Estate, fewer, and one, and `step` how far a deck's number grows with one. A trade
    is Copper, Estate and Silver trashed, Silver and Gold gained, coins, and whether a Province must
    be in hand; the first one is none. A hand is Copper, Estate, Silver and Gold.
    """

    least: Ints
    shape: Ints
    step: Ints
    price: Ints
    others: int
    trades: Ints
    hands: Ints
    ways: Floats
    in_order: bool


@dataclass(frozen=True)
class TradingGame:
    """Money and one card that trades to a number of Provinces.

    Parameters
    ----------
    caps, deck, copies, supply
        As of `llq.solver.dominion.kingdom.fewest.KingdomGame`. No Copper is bought.
    in_order
        Whether the purchases are those of Big Money with the card, Province, Gold, a copy, Silver,
        and only the trades are best.

    Examples
    --------
    >>> from llq.solver.dominion.kingdom.cards import find_card
    >>> game = TradingGame(find_card("chapel"), 1, Caps(0, 6, 5, 1))
    >>> round(game.turns, 4), game.copies_bought().round(2).tolist()[:2]
    (7.7644, [0.0, 1.0])
    """

    card: KingdomCard
    provinces: int
    caps: Caps | None = None
    deck: Sequence[int] | None = None
    copies: int = 0
    supply: int = COPIES
    in_order: bool = False
    at_least = None
    """No bound is known: a better card in the place of one that is trashed may be worse."""

    @cached_property
    def _arrays(self) -> _Arrays:
        game = rules()
        copies = min(self.supply, most_copies(self.card))
        caps = self.caps or Caps(0, 16 + self.provinces, 20 + self.provinces, copies)
        held = dict(zip(game.place, self.deck or game.start, strict=True)) | {"": self.copies}
        cost = {c.name: c.cost for c in game.cards} | {"": self.card.cost}
        value = {c.name: c.value for c in game.cards}
        least = [held[name] for name in _KINDS]
        room = (caps.gold, caps.silver, caps.copies)
        more = [max(most - n, 0) for most, n in zip(room, least[_GOLD:], strict=False)]
        shape = [*(n + 1 for n in (*least[:_GOLD], *more)), self.provinces - held["province"]]
        trades: list[tuple[int, ...]] = [(0,) * 7]
        for trade in self.card.trades:
            pays = trade.coins + (value[trade.gain] if trade.in_hand else 0)
            gains = trade.gain == "silver", trade.gain == "gold"
            trades.append((*trade[:3], *map(int, gains), pays, int(trade.shows_province)))
        hands = product(range(HAND_SIZE + 1), repeat=4)
        return _Arrays(
            least=np.array(least, np.int64),
            shape=np.array(shape, np.int64),
            step=np.array([prod(shape[kind + 1 :]) for kind in range(6)], np.int64),
            price=np.array([cost[name] for name in _KINDS], np.int64),
            others=held["duchy"],
            trades=np.array(trades, np.int64),
            hands=np.array([hand for hand in hands if sum(hand) <= HAND_SIZE], np.int64),
            ways=binomials(sum(least) + sum(shape[2:]) + held["duchy"]),
            in_order=self.in_order,
        )

    @property
    def decks(self) -> int:
        """Decks within the caps."""
        return prod(self._arrays.shape.tolist())

    @cached_property
    def values(self) -> Floats:
        """Expected turns of each deck before a hand is drawn, by its number."""
        values = np.empty(self.decks)
        _solve(self._arrays, values)
        return values

    @property
    def turns(self) -> float:
        """Fewest expected turns from the first deck."""
        return float(self.values[0])

    def copies_bought(self) -> Floats:
        """Return the chance to end with 0 to ten copies."""
        ends = np.zeros(COPIES + 1)
        _follow(self._arrays, self.values, ends)
        return ends

    def actions(self, coins: int, buys: int = 1) -> dict[tuple[str, ...], float]:  # noqa: ARG002
        """Return the turns left after each purchase from the first deck; () passes."""
        turns: dict[tuple[str, ...], float] = {(): self.turns}
        game = self._arrays
        for kind in _RULE:
            is_last = kind == _PROVINCE and game.shape[kind] == 1
            if coins >= game.price[kind] and (is_last or game.shape[kind] > 1):
                after = 0.0 if is_last else float(self.values[game.step[kind]])
                turns[_KINDS[kind] or self.card.name,] = after
        return turns


@njit
def _solve(game: _Arrays, values: Floats) -> None:
    """Fill ``values``, the expected turns of each deck by its number."""
    turn, grown = np.empty((4, 3 * len(game.hands))), np.empty(6, np.int64)
    chance, best, _, must = turn
    for number in range(len(values) - 1, -1, -1):
        hands = _fill(number, grown, game, values, turn)
        now, before = _LONG, np.inf
        while now < before:
            total, buying = 1.0, 0.0
            for h in range(hands):
                if must[h] > 0.0 or best[h] < now:
                    total += chance[h] * best[h]
                    buying += chance[h]
            before, now = now, total / buying if buying > 0.0 else np.inf
        values[number] = before if before < _LONG else np.inf


@njit
def _follow(game: _Arrays, values: Floats, ends: Floats) -> None:
    """Add the chances to end with each number of copies to ``ends``, by best play."""
    turn, grown = np.empty((4, 3 * len(game.hands))), np.empty(6, np.int64)
    chance, best, target, must = turn
    reached = np.zeros(len(values))
    reached[0] = 1.0
    for number in range(len(values)):
        if reached[number] == 0.0:
            continue
        hands, leaving = _fill(number, grown, game, values, turn), 0.0
        for h in range(hands):
            if must[h] > 0.0 or best[h] < values[number]:
                must[h] = 1.0
                leaving += chance[h]
        for h in range(hands):
            share = must[h] * reached[number] * chance[h] / leaving
            if target[h] >= 0.0:
                reached[int(target[h])] += share
            else:
                ends[game.least[_COPY] + grown[_COPY]] += share


@njit
def _fill(number: int, grown: Ints, game: _Arrays, values: Floats, turn: Floats) -> int:
    """Return how many unlike hands a deck has, after filling ``turn`` with what each leads to.

    ``grown`` is filled with how many of each kind the deck has more than the first or, trashed,
    fewer. The rows of ``turn`` are each hand's chance, the least turns to go after a trade or a
    purchase, the deck then, and whether something must be bought.
    """
    for kind in range(6):
        grown[kind] = number // game.step[kind] % game.shape[kind]
    deck, ways, step, found = game.least + grown, game.ways, game.step, 0
    copper, estate = deck[_COPPER] - 2 * grown[_COPPER], deck[_ESTATE] - 2 * grown[_ESTATE]
    gold, silver, copies, provinces = deck[_GOLD], deck[_SILVER], deck[_COPY], deck[_PROVINCE]
    useless = copies + provinces + game.others
    size = copper + estate + gold + silver + useless
    if size < HAND_SIZE:
        return 0
    for a, b, c, d in game.hands:
        if a > copper or b > estate or c > silver or d > gold:
            continue
        rest, money = HAND_SIZE - a - b - c - d, a + 2 * c + 3 * d
        met = ways[copper, a] * ways[estate, b] * ways[silver, c] * ways[gold, d]
        met /= ways[size, HAND_SIZE]
        bought, after = _buy(number, grown, money, game, values)
        without = ways[useless - copies, rest]
        alone = ways[useless - provinces, rest] - ways[game.others, rest]
        for shows in range(-1, 2):  # without the card; with it and no Province; with both
            share = without if shows < 0 else alone
            if shows > 0:
                share = ways[useless, rest] - without - alone
            if share <= 0.0:
                continue
            least, then = bought, after
            for which in range(1, len(game.trades) if shows >= 0 else 1):
                t = game.trades[which]
                if t[0] > a or t[1] > b or t[2] > c or t[6] > shows:
                    continue
                new, golds = grown[_SILVER] + t[3] - t[2], grown[_GOLD] + t[4]
                if new >= game.shape[_SILVER] or golds >= game.shape[_GOLD]:
                    continue
                traded = number + t[0] * step[_COPPER] + t[1] * step[_ESTATE]
                traded += (t[3] - t[2]) * step[_SILVER] + t[4] * step[_GOLD]
                grown[_SILVER], grown[_GOLD] = new, golds
                turns, bought_then = _buy(
                    traded, grown, money - t[0] - 2 * t[2] + t[5], game, values
                )
                grown[_SILVER], grown[_GOLD] = new - t[3] + t[2], golds - t[4]
                passes = bought_then == _NOTHING or not game.in_order
                if passes and values[traded] < turns:
                    turns, bought_then = values[traded], traded
                if turns < least:
                    least, then = turns, bought_then
            turn[0, found], turn[1, found], turn[2, found] = met * share, least, then
            turn[3, found] = 1.0 if game.in_order and after != _NOTHING else 0.0
            found += 1
    return found


@njit
def _buy(number: int, grown: Ints, coins: int, game: _Arrays, values: Floats) -> tuple[float, int]:
    """Return the turns to go after the purchase that some coins make of a deck, and the new deck.

    They are infinite where nothing is bought.
    """
    least, after = np.inf, _NOTHING
    for kind in _RULE:
        is_last = kind == _PROVINCE and grown[kind] + 1 == game.shape[kind]
        if coins < game.price[kind] or not (is_last or grown[kind] + 1 < game.shape[kind]):
            continue
        turns = 0.0 if is_last else values[number + game.step[kind]]
        if turns < least:
            least, after = turns, _DONE if is_last else number + game.step[kind]
        if game.in_order:
            break
    return least, after
