"""Fewest expected turns to Provinces with money and a card that trashes or gains, by fresh hands.

Such a card trades cards of the hand for others before the turn's purchase: Chapel up to four for
nothing, Mine a Copper for a Silver. No trade leads back: decks are numbered by cards trashed,
Golds, Silvers, copies and Provinces, and every trade and purchase leads to a larger number. A sweep
down the numbers solves each deck in closed form, as `llq.solver.dominion.kingdom.fresh` does.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from llq.solver.array_types import Floats, Ints
from llq.solver.dominion.kingdom.cards import COPIES, KingdomCard, most_copies
from llq.solver.dominion.kingdom.decks import Caps, DeckBox, Kind
from llq.solver.dominion.kingdom.fresh import binomials
from llq.solver.dominion.rules import HAND_SIZE
from llq.solver.dominion.variants import rules
from llq.solver.jit import njit

_DONE, _NOTHING = -1, -2
"""Special successors: goal reached, or nothing bought."""

_COPPER, _ESTATE, _GOLD, _SILVER, _COPY, _PROVINCE = range(6)
_KINDS = ("copper", "estate", "gold", "silver", "", "province")
_BIG_MONEY = (_PROVINCE, _GOLD, _COPY, _SILVER)
"""Purchasable kinds in Big Money order."""


class _Arrays(NamedTuple):
    """A game as the kernels take it; kinds are Copper, Estate, Gold, Silver, the card, Province."""

    decks: Ints
    """(decks, 6): copies of each kind, by deck number."""
    first: int
    """Number of the first deck."""
    most: Ints
    """(6,): most copies of each kind, of Provinces the goal."""
    step: Ints
    """(6,): increase of the deck number per copy bought or, of Copper and Estate, trashed."""
    price: Ints
    """(6,): in coins."""
    others: int
    """Duchies of every deck."""
    trades: Ints
    """(trades, 8): Copper, Estate and Silver trashed; hand needed, 1 with a copy, 2 also with a
    Province; Golds, Silvers and coins gained, net; increase of the deck number."""
    hands: Ints
    """(hands, 4): Copper, Estate, Silver and Gold in hand."""
    ways: Floats
    """Binomial coefficients by [n, k]."""
    in_order: bool


@dataclass(frozen=True)
class TradingGame:
    """Game to a Province goal with a trading card, Copper never bought; fields as `KingdomGame`."""

    card: KingdomCard
    provinces: int
    caps: Caps | None = None
    deck: Sequence[int] | None = None
    copies: int = 0
    supply: int = COPIES
    in_order: bool = False
    """Whether to buy by Big Money (Province, Gold, copy, Silver) and optimise trades alone."""
    at_least = None
    """No known bound: replacing a trashed card by a better card may hurt."""

    @cached_property
    def _arrays(self) -> _Arrays:
        game, copies = rules(), min(self.supply, most_copies(self.card))
        caps = self.caps or Caps(0, 16 + self.provinces, 20 + self.provinces, copies)
        owned = dict(zip(game.place, self.deck or game.start, strict=True)) | {"": self.copies}
        cost = {card.name: card.cost for card in game.cards} | {"": self.card.cost}
        value = {card.name: card.value for card in game.cards} | {"": 0}
        first = np.array([owned[name] for name in _KINDS])
        # Copper and Estate count when trashed; Silver may fall to none, no other kind falls.
        trashed, least = first * (1, 1, 0, 0, 0, 0), first * (0, 0, 1, 0, 1, 1)
        most = np.maximum(first, (0, 0, caps.gold, caps.silver, caps.copies, self.provinces))
        price = np.array([cost[name] for name in _KINDS])
        box = DeckBox(tuple(map(Kind, _KINDS, price, least, most)), owned["duchy"])
        trades = []
        for trade in self.card.trades:
            gold, silver = trade.gain == "gold", (trade.gain == "silver") - trade.silver
            growth = np.dot((trade.copper, trade.estate, gold, silver), box.steps[:_COPY])
            spendable = trade.in_hand * value[trade.gain]
            coins = trade.coins + spendable - trade.copper - value["silver"] * trade.silver
            trades.append((*trade[:3], 1 + trade.shows_province, gold, silver, coins, growth))
        return _Arrays(
            decks=np.where(trashed, trashed - box.counts, box.counts),
            first=box.number((first - trashed).tolist()),
            most=most,
            step=box.steps,
            price=price,
            others=box.others,
            trades=np.array(trades, np.int64),
            hands=np.argwhere(np.indices([HAND_SIZE + 1] * 4).sum(0) <= HAND_SIZE),
            ways=binomials(int(np.sum(most)) + box.others),
            in_order=self.in_order,
        )

    @property
    def decks(self) -> int:
        """Decks within the caps."""
        return len(self._arrays.decks)

    @cached_property
    def values(self) -> Floats:
        """Expected turns of each deck before drawing a hand, by deck number."""
        values = np.empty(self.decks)
        _solve(self._arrays, values)
        return values

    @property
    def turns(self) -> float:
        """Fewest expected turns from the first deck."""
        return float(self.values[self._arrays.first])

    def copies_bought(self) -> Floats:
        """Return the distribution of final copies, 0 to ten."""
        ends = np.zeros(COPIES + 1)
        _propagate(self._arrays, self.values, ends)
        return ends

    def actions(self, coins: int, buys: int = 1) -> dict[tuple[str, ...], float]:  # noqa: ARG002
        """Return the turns left after each purchase from the first deck; () passes."""
        turns: dict[tuple[str, ...], float] = {(): self.turns}
        game = self._arrays
        for kind in _BIG_MONEY:
            left = game.most[kind] - game.decks[game.first, kind]
            if left and coins >= game.price[kind]:
                is_last = kind == _PROVINCE and left == 1
                after = 0.0 if is_last else float(self.values[game.first + game.step[kind]])
                turns[_KINDS[kind] or self.card.name,] = after
        return turns


@njit
def _solve(game: _Arrays, values: Floats) -> None:
    """Fill ``values`` with each deck's expected turns, by deck number."""
    outcomes = np.empty((4, 3 * len(game.hands)))
    chance, turns, _, must_buy = outcomes
    for number in range(len(values) - 1, -1, -1):
        count, to_go, previous = _fill_outcomes(number, game, values, outcomes), np.inf, np.inf
        while True:  # as in `fresh`: drop what is no better than passing until the value settles
            total, buying = 1.0, 0.0
            for i in range(count):
                if must_buy[i] > 0.0 or turns[i] < to_go:
                    total += chance[i] * turns[i]
                    buying += chance[i]
            previous, to_go = to_go, total / buying if buying > 0.0 else np.inf
            if not to_go < previous:
                break
        values[number] = previous


@njit
def _propagate(game: _Arrays, values: Floats, ends: Floats) -> None:
    """Add the chances of final copy counts under best play to ``ends``."""
    outcomes, reached = np.empty((4, 3 * len(game.hands))), np.zeros(len(values))
    chance, turns, target, must_buy = outcomes
    reached[game.first] = 1.0
    for number in range(game.first, len(values)):
        if reached[number] == 0.0:
            continue
        count, leaving = _fill_outcomes(number, game, values, outcomes), 0.0
        for i in range(count):
            if must_buy[i] > 0.0 or turns[i] < values[number]:
                must_buy[i] = 1.0
                leaving += chance[i]
        for i in range(count):
            share = must_buy[i] * reached[number] * chance[i] / leaving
            if target[i] >= 0.0:
                reached[int(target[i])] += share
            else:
                ends[game.decks[number, _COPY]] += share


@njit
def _fill_outcomes(number: int, game: _Arrays, values: Floats, outcomes: Floats) -> int:
    """Fill ``outcomes`` with those of a deck and return their number.

    An outcome is a hand and what it shows: no copy, a copy, or a copy and a Province. Rows are its
    probability, fewest turns to go, deck then reached, and 1 where Big Money must buy.
    """
    ways, others, count = game.ways, game.others, 0
    copper, estate, gold, silver, copies, provinces = game.decks[number]
    useless = copies + provinces + others
    size = copper + estate + gold + silver + useless
    if size < HAND_SIZE:
        return 0
    for coppers, estates, silvers, golds in game.hands:
        if coppers > copper or estates > estate or silvers > silver or golds > gold:
            continue
        hand = (coppers, estates, silvers, golds)
        hand_chance = ways[copper, coppers] * ways[estate, estates] * ways[silver, silvers]
        hand_chance = hand_chance * ways[gold, golds] / ways[size, HAND_SIZE]
        bought = _best_purchase(number, coppers + 2 * silvers + 3 * golds, game, values)
        must_buy = 1.0 if game.in_order and bought[1] != _NOTHING else 0.0
        rest = HAND_SIZE - coppers - estates - silvers - golds
        no_copy = ways[provinces + others, rest]
        no_province = ways[useless - provinces, rest] - ways[others, rest]
        shares = no_copy, no_province, ways[useless, rest] - no_copy - no_province
        for shown in range(3):
            if shares[shown] > 0.0:
                turns, target = _best_trade(number, hand, shown, bought, game, values)
                outcomes[0, count], outcomes[1, count] = hand_chance * shares[shown], turns
                outcomes[2, count], outcomes[3, count] = target, must_buy
                count += 1
    return count


@njit
def _best_trade(
    number: int,
    hand: tuple[int, int, int, int],
    shown: int,
    bought: tuple[float, int],
    game: _Arrays,
    values: Floats,
) -> tuple[float, int]:
    """Return the fewest turns to go after a trade or none and a purchase, and the resulting deck.

    ``bought`` are those of the best purchase without a trade.
    """
    coppers, estates, silvers, golds = hand
    deck, most, money = game.decks[number], game.most, coppers + 2 * silvers + 3 * golds
    least, target = bought
    for copper, estate, silver, needed, gold_gain, silver_gain, coins, growth in game.trades:
        if copper > coppers or estate > estates or silver > silvers or needed > shown:
            continue
        if deck[_GOLD] + gold_gain > most[_GOLD] or deck[_SILVER] + silver_gain > most[_SILVER]:
            continue
        traded = number + growth
        turns, after = _best_purchase(traded, money + coins, game, values)
        may_pass = after == _NOTHING or not game.in_order
        if may_pass and values[traded] < turns:
            turns, after = values[traded], traded
        if turns < least:
            least, target = turns, after
    return least, target


@njit
def _best_purchase(number: int, coins: int, game: _Arrays, values: Floats) -> tuple[float, int]:
    """Return the fewest turns to go after a purchase, or infinity, and the resulting deck."""
    least, after = np.inf, _NOTHING
    for kind in _BIG_MONEY:
        left = game.most[kind] - game.decks[number, kind]
        if coins < game.price[kind] or left == 0:
            continue
        is_last = kind == _PROVINCE and left == 1
        target = _DONE if is_last else number + game.step[kind]
        turns = 0.0 if is_last else values[target]
        if turns < least:
            least, after = turns, target
        if game.in_order:
            break
    return least, after
