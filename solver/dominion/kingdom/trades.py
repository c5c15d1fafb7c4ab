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

from llq.solver.dominion.kingdom.cards import COPIES, KingdomCard, most_copies
from llq.solver.dominion.kingdom.decks import Caps, DeckBox, Kind
from llq.solver.dominion.kingdom.fresh import Floats, Ints
from llq.solver.dominion.kingdom.hands import binomials
from llq.solver.dominion.rules import HAND_SIZE
from llq.solver.dominion.variants import rules
from llq.solver.jit import njit

_DONE, _NOTHING = -1, -2
"""Special successors: goal reached, or nothing bought."""

_COPPER, _ESTATE, _GOLD, _SILVER, _COPY, _PROVINCE = range(6)
_KINDS = ("copper", "estate", "gold", "silver", "", "province")
_RULE = (_PROVINCE, _GOLD, _COPY, _SILVER)
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
    """Game to a Province goal with money and a trading card, Copper never bought.

    Fields are those of `llq.solver.dominion.kingdom.fewest.KingdomGame`, but for `in_order`.
    """

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
        held = dict(zip(game.place, self.deck or game.start, strict=True)) | {"": self.copies}
        cost = {card.name: card.cost for card in game.cards} | {"": self.card.cost}
        value = {card.name: card.value for card in game.cards} | {"": 0}
        first = np.array([held[name] for name in _KINDS])
        # Copper and Estate count when trashed; Silver may fall to none, no other kind falls.
        trashed, least = first * (1, 1, 0, 0, 0, 0), first * (0, 0, 1, 0, 1, 1)
        most = np.maximum(first, (0, 0, caps.gold, caps.silver, caps.copies, self.provinces))
        price = np.array([cost[name] for name in _KINDS])
        box = DeckBox(tuple(map(Kind, _KINDS, price, least, most)), held["duchy"])
        trades = []
        for t in self.card.trades:
            gold, silver = t.gain == "gold", (t.gain == "silver") - t.silver
            grows = np.dot((t.copper, t.estate, gold, silver), box.steps[:_COPY])
            coins = t.coins + t.in_hand * value[t.gain] - t.copper - value["silver"] * t.silver
            trades.append((*t[:3], 1 + t.shows_province, gold, silver, coins, grows))
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
        _follow(self._arrays, self.values, ends)
        return ends

    def actions(self, coins: int, buys: int = 1) -> dict[tuple[str, ...], float]:  # noqa: ARG002
        """Return the turns left after each purchase from the first deck; () passes."""
        turns: dict[tuple[str, ...], float] = {(): self.turns}
        game = self._arrays
        for kind in _RULE:
            left = game.most[kind] - game.decks[game.first, kind]
            if left and coins >= game.price[kind]:
                is_last = kind == _PROVINCE and left == 1
                after = 0.0 if is_last else float(self.values[game.first + game.step[kind]])
                turns[_KINDS[kind] or self.card.name,] = after
        return turns


@njit
def _solve(game: _Arrays, values: Floats) -> None:
    """Fill ``values`` with each deck's expected turns, by deck number."""
    turn = np.empty((4, 3 * len(game.hands)))
    chance, best, _, must = turn
    for number in range(len(values) - 1, -1, -1):
        hands, now, before = _fill(number, game, values, turn), np.inf, np.inf
        while True:  # as in `fresh`: drop what is no better than passing until the value settles
            total, buying = 1.0, 0.0
            for h in range(hands):
                if must[h] > 0.0 or best[h] < now:
                    total += chance[h] * best[h]
                    buying += chance[h]
            before, now = now, total / buying if buying > 0.0 else np.inf
            if not now < before:
                break
        values[number] = before


@njit
def _follow(game: _Arrays, values: Floats, ends: Floats) -> None:
    """Add the chances of final copy counts under best play to ``ends``."""
    turn, reached = np.empty((4, 3 * len(game.hands))), np.zeros(len(values))
    chance, best, target, must = turn
    reached[game.first] = 1.0
    for number in range(game.first, len(values)):
        if reached[number] == 0.0:
            continue
        hands, leaving = _fill(number, game, values, turn), 0.0
        for h in range(hands):
            if must[h] > 0.0 or best[h] < values[number]:
                must[h] = 1.0
                leaving += chance[h]
        for h in range(hands):
            share = must[h] * reached[number] * chance[h] / leaving
            if target[h] >= 0.0:
                reached[int(target[h])] += share
            else:
                ends[game.decks[number, _COPY]] += share


@njit
def _fill(number: int, game: _Arrays, values: Floats, turn: Floats) -> int:
    """Fill ``turn`` with a deck's outcomes and return their number.

    An outcome is a hand and what it shows: no copy, a copy, or a copy and a Province. Rows of
    ``turn``: probability, fewest turns to go, deck then reached, and 1 where Big Money must buy.
    """
    deck, most, ways, found = game.decks[number], game.most, game.ways, 0
    copper, estate, gold, silver = deck[_COPPER], deck[_ESTATE], deck[_GOLD], deck[_SILVER]
    size, provinces = deck.sum() + game.others, deck[_PROVINCE]
    useless = deck[_COPY] + provinces + game.others
    if size < HAND_SIZE:
        return 0
    for a, b, c, d in game.hands:
        if a > copper or b > estate or c > silver or d > gold:
            continue
        rest, money = HAND_SIZE - a - b - c - d, a + 2 * c + 3 * d
        met = ways[copper, a] * ways[estate, b] * ways[silver, c] * ways[gold, d]
        met /= ways[size, HAND_SIZE]
        bought, after = _buy(number, money, game, values)
        without = ways[provinces + game.others, rest]
        alone = ways[useless - provinces, rest] - ways[game.others, rest]
        shares = without, alone, ways[useless, rest] - without - alone
        for shows in range(3):  # no copy, a copy and no Province, both
            if shares[shows] <= 0.0:
                continue
            least, then = bought, after
            for t in game.trades:
                if t[0] > a or t[1] > b or t[2] > c or t[3] > shows:
                    continue
                if gold + t[4] > most[_GOLD] or silver + t[5] > most[_SILVER]:
                    continue
                traded = number + t[7]
                turns, bought_then = _buy(traded, money + t[6], game, values)
                may_pass = bought_then == _NOTHING or not game.in_order
                if may_pass and values[traded] < turns:
                    turns, bought_then = values[traded], traded
                if turns < least:
                    least, then = turns, bought_then
            turn[0, found], turn[1, found], turn[2, found] = met * shares[shows], least, then
            turn[3, found] = 1.0 if game.in_order and after != _NOTHING else 0.0
            found += 1
    return found


@njit
def _buy(number: int, coins: int, game: _Arrays, values: Floats) -> tuple[float, int]:
    """Return the fewest turns to go after a purchase, or infinity, and the resulting deck."""
    least, after = np.inf, _NOTHING
    for kind in _RULE:
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
