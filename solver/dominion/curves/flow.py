"""A player's decks turn by turn by fresh hands, computed: chances flow from the starting deck.

Only decks that the player meets are followed; those of tiny chance are left out, and their chance
is given. Sums are numpy's own: a matrix product's last bits depend on the processor.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from llq.solver.dominion.curves.buyers import Buyer, Shop
from llq.solver.dominion.fewest.decks import Kind
from llq.solver.dominion.fewest.fresh import HandOutcomes, money_hands
from llq.solver.dominion.kingdom.cards import buys_that_count
from llq.solver.dominion.kingdom.hands import KingdomHands

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_MOST_COINS = 60
_MOST_COPIES = 1 << 8
"""More than a deck has of a card."""


@dataclass(frozen=True)
class Growth:
    """A player's game, turn by turn.

    Parameters
    ----------
    points
        (turns + 1, any) float64. Chance of each number of points after 0, 1, … turns, among the
        decks that were followed.
    provinces
        (turns + 1,) float64. Expected Provinces after 0, 1, … turns, likewise.
    coins, playing
        (turns,) float64. Expected coins of the hand in each turn that is played, and the chance
        that it is; coins are NaN where it is not.
    lost
        Chance of the decks that were left out.
    """

    points: Floats
    provinces: Floats
    coins: Floats
    playing: Floats
    lost: float


@dataclass(frozen=True)
class _Decks:
    """Some decks, as `Hands` takes them in place of a box."""

    kinds: tuple[Kind, ...]
    counts: Ints
    others: int = 0

    @property
    def decks(self) -> int:
        return len(self.counts)

    def column(self, name: str) -> Ints:
        places = [kind.name for kind in self.kinds]
        return np.asarray(self.counts[:, places.index(name)])


def follow(buyer: Buyer, turns: int, least: float = 1e-8) -> Growth:
    """Return a player's game by fresh hands, exact but for the decks left out.

    Parameters
    ----------
    least
        Decks of a smaller chance are left out.

    Examples
    --------
    >>> from llq.solver.dominion.curves.buyers import MenuBuyer
    >>> from llq.solver.dominion.menus import known_menu
    >>> grown = follow(MenuBuyer(known_menu("big_money"), Shop(), 8), 8)
    >>> grown.coins.round(3).tolist()[:3], round(float(grown.provinces[8]), 3)
    ([3.5, 4.042, 4.547], 0.759)
    """
    shop = buyer.shop
    each = shop.points
    most = int(shop.start @ each) + int(each.max()) * turns * buys_that_count(shop.card) + 1
    province = shop.place["province"]
    points = np.zeros((turns + 1, most))
    ended = np.zeros(most)
    provinces, coins, playing = np.zeros(turns + 1), np.full(turns, np.nan), np.zeros(turns)
    decks, chance, lost, bought_out = shop.start[None], np.ones(1), 0.0, 0.0
    points[0, shop.start @ each] = 1.0
    for turn in range(turns):
        playing[turn] = chance.sum()
        if not playing[turn]:
            points[turn + 1], provinces[turn + 1] = ended, bought_out
            continue
        hands = _hands(shop, decks)
        mean = (hands.chance * hands.coins).sum(axis=1)
        coins[turn] = (chance * mean).sum() / playing[turn]
        grown, shares = [], []
        for outcome in np.flatnonzero(hands.chance.any(axis=0)).tolist():
            here = np.flatnonzero(hands.chance[:, outcome])
            spend = np.full(len(here), hands.coins[outcome])
            buys = np.full(len(here), hands.buys[outcome])
            grown.append(decks[here] + buyer.buy(decks[here], turn + 1, spend, buys))
            shares.append(chance[here] * hands.chance[here, outcome])
        decks, chance = _merged(np.concatenate(grown), np.concatenate(shares))
        likely = chance >= least
        lost += float(chance[~likely].sum())
        decks, chance = decks[likely], chance[likely]
        if buyer.goal is not None:
            done = decks[:, province] >= buyer.goal
            np.add.at(ended, decks[done] @ each, chance[done])
            bought_out += float((chance[done] * decks[done, province]).sum())
            decks, chance = decks[~done], chance[~done]
        points[turn + 1] = ended + np.bincount(decks @ each, chance, most)
        provinces[turn + 1] = bought_out + (chance * decks[:, province]).sum()
    followed = points.sum(axis=1)
    return Growth(points / followed[:, None], provinces / followed, coins, playing, lost)


def _hands(shop: Shop, decks: Ints) -> HandOutcomes:
    """Return what the hands of decks give."""
    some = _Decks(shop.kinds, decks)
    if shop.card is None:
        return money_hands(some)
    return KingdomHands(shop.card, buys_that_count(shop.card), _MOST_COINS)(some)


def _merged(decks: Ints, chance: Floats) -> tuple[Ints, Floats]:
    """Return each of some decks once, with its chance in all."""
    steps = _MOST_COPIES ** np.arange(decks.shape[1])
    _, first, inverse = np.unique(decks @ steps, return_index=True, return_inverse=True)
    return decks[first], np.bincount(inverse, chance).astype(np.float64)
