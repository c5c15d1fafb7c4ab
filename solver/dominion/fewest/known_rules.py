"""Rules that people play treasures and victory cards by, as purchases by deck and coins.

"Provinces left" are those of a supply of eight, as in a game for two.

References
----------
theory, "Big Money", dominionstrategy.com/big-money (2010): Province at 8 coins, Gold at 6 or 7,
Silver below; Duchy at 5 once five Provinces are left; "4 Provinces by around 17 turns".
WanderingWinder's Big Money Ultimate as in the simulator Dominiate (rspeer/dominiate,
strategies/BigMoney.coffee), from forum.dominionstrategy.com topic 625: the first affordable of
Province if the deck holds more than 18 coins, Duchy at 4 Provinces left, Estate at 2, Gold, Duchy
at 6 left, Silver.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from llq.errors import UnknownStrategy
from llq.solver.dominion.fewest.turn_by_turn import PASS, VICTORY_SUPPLY, Deck, spending_bands
from llq.solver.dominion.variants import rules


@dataclass(frozen=True)
class Wish:
    """A card to buy, and when.

    Parameters
    ----------
    at_most_left
        Only while the supply has so few Provinces.
    money_above
        Only while the deck's treasures are worth more in all.
    coins
        Only with exactly this many coins; None for any that pay for it.
    """

    card: str
    at_most_left: int = VICTORY_SUPPLY
    money_above: int = -1
    coins: int | None = None


@dataclass(frozen=True)
class KnownRule:
    """A rule as a list of wishes: the first that the coins pay for is bought, else nothing."""

    name: str
    title: str
    wishes: tuple[Wish, ...]

    @cached_property
    def _game(self) -> tuple[dict[str, int], dict[str, int], list[int]]:
        game = rules()
        cost = {card.name: card.cost for card in game.cards}
        return game.place, cost, spending_bands(game)[0]

    def choices(self, deck: Deck, turn: int) -> NDArray[np.int8]:  # noqa: ARG002 - of any turn
        """Return the card bought in each band of coins, as `Policy` does."""
        money = sum(n * card.value for n, card in zip(deck, rules().cards, strict=True))
        sold_out = tuple(n == most for n, most in zip(deck, _supply(), strict=True))
        key = deck[-1], min(money, max(wish.money_above for wish in self.wishes) + 1), sold_out
        if key not in self._rows:
            self._rows[key] = self._row(VICTORY_SUPPLY - key[0], *key[1:])
        return self._rows[key]

    @cached_property
    def _rows(self) -> dict[tuple[int, int, tuple[bool, ...]], NDArray[np.int8]]:
        return {}

    def _row(self, left: int, money: int, sold_out: tuple[bool, ...]) -> NDArray[np.int8]:
        place, cost, floors = self._game

        def bought(floor: int) -> Iterator[int]:
            for wish in self.wishes:
                is_due = left <= wish.at_most_left and money > wish.money_above
                is_due &= not sold_out[place[wish.card]]
                if is_due and cost[wish.card] <= floor and wish.coins in (None, floor):
                    yield place[wish.card]
            yield PASS

        return np.array([[next(bought(floor)) for floor in floors]], np.int8)


@cache
def _supply() -> tuple[int, ...]:
    """Return the copies of each card that a deck can have."""
    return tuple(
        {"copper": 60, "silver": 40, "gold": 30}.get(name, start + VICTORY_SUPPLY)
        for name, start in zip(rules().place, rules().start, strict=True)
    )


BIG_MONEY = KnownRule(
    "big_money",
    "Big Money: Province, Gold, Silver",
    (Wish("province"), Wish("gold"), Wish("silver")),
)
_WITH_DUCHIES = KnownRule(
    "big_money_duchies",
    "Big Money, and a Duchy at 5 coins once 5 Provinces are left",
    (
        Wish("province"),
        Wish("gold"),
        Wish("duchy", at_most_left=5, coins=5),
        Wish("silver"),
    ),
)
_ULTIMATE = KnownRule(
    "big_money_ultimate",
    "Big Money Ultimate: no Province before more than 18 coins are in the deck; Duchies late",
    (
        Wish("province", money_above=18),
        Wish("duchy", at_most_left=4),
        Wish("estate", at_most_left=2),
        Wish("gold"),
        Wish("duchy", at_most_left=6),
        Wish("silver"),
    ),
)
KNOWN_RULES = (BIG_MONEY, _WITH_DUCHIES, _ULTIMATE)


def known_rule(name: str) -> KnownRule:
    """Return a rule by its name.

    Raises
    ------
    UnknownStrategy
        There is no such rule.
    """
    for rule in KNOWN_RULES:
        if rule.name == name:
            return rule
    known = ", ".join(rule.name for rule in KNOWN_RULES)
    raise UnknownStrategy(f"{name!r} is not a known rule; those are {known}")
