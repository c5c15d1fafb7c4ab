"""A player's games of one, simulated many at once, by fresh hands or with a real draw pile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from llq.solver.dominion.curves.buyers import Buyer, Shop
from llq.solver.dominion.kingdom.cards import KingdomCard
from llq.solver.dominion.rules import HAND_SIZE

Flags = NDArray[np.bool_]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Games:
    """Simulated games, turn by turn.

    Parameters
    ----------
    points, provinces
        (games, turns + 1) int64. After 0, 1, … turns.
    coins
        (games, turns) int64. Of the hand of each turn; -1 in games that are over.
    """

    points: Ints
    provinces: Ints
    coins: Ints


def play(buyer: Buyer, turns: int, games: int, seed: int | Sequence[int], *, real: bool) -> Games:
    """Play games of one.

    Parameters
    ----------
    seed
        As of `numpy.random.default_rng`.
    real
        Whether hands are drawn from a pile that the discards renew when it runs out, instead of
        from the whole deck every turn.

    Examples
    --------
    >>> from llq.solver.dominion.curves.buyers import MenuBuyer
    >>> from llq.solver.dominion.menus import known_menu
    >>> buyer = MenuBuyer(known_menu("big_money"), Shop(), 8)
    >>> played = play(buyer, 8, 1000, 1, real=True)
    >>> played.coins.shape, round(float(played.coins[:, 0].mean()), 1)
    ((1000, 8), 3.5)
    """
    shop, rng = buyer.shop, np.random.default_rng(seed)
    province = shop.place["province"]
    decks = np.tile(shop.start, (games, 1))
    points, provinces = np.zeros((2, games, turns + 1), np.int64)
    coins = np.full((games, turns), -1)
    table = _Table(shop, rng, decks.copy(), np.zeros_like(decks))
    points[:, 0], provinces[:, 0] = decks @ shop.points, decks[:, province]
    for turn in range(turns):
        on = np.ones(games, bool) if buyer.goal is None else decks[:, province] < buyer.goal
        if not real:
            table.pile, table.discards = decks.copy(), np.zeros_like(decks)
        got, buys, used = table.take_turn()
        bought = np.zeros_like(decks)
        if on.any():
            bought[on] = buyer.buy(decks[on], turn + 1, got[on], buys[on])
        coins[on, turn] = got[on]
        table.discards += used + bought
        decks += bought
        points[:, turn + 1], provinces[:, turn + 1] = decks @ shop.points, decks[:, province]
    return Games(points, provinces, coins)


@dataclass
class _Table:
    """The piles of all games, each (games, kinds) int64."""

    shop: Shop
    rng: np.random.Generator
    pile: Ints
    discards: Ints

    def take_turn(self) -> tuple[Ints, Ints, Ints]:
        """Draw and play the hands; return coins, buys and the cards used."""
        games = len(self.pile)
        hand, used = np.zeros((2, *self.pile.shape), np.int64)
        self._draw(hand, np.full(games, HAND_SIZE))
        coins, buys = np.zeros(games, np.int64), np.ones(games, np.int64)
        card = self.shop.card
        if card is not None:
            self._play_actions(card, hand, used, coins, buys)
        return coins + hand @ self.shop.coins, buys, used + hand

    def _play_actions(
        self, card: KingdomCard, hand: Ints, used: Ints, coins: Ints, buys: Ints
    ) -> None:
        """Play all that actions allow; hands, coins and buys are changed in place."""
        place = self.shop.place[card.name]
        playing = hand[:, place] > 0
        while playing.any():
            hand[playing, place] -= 1
            used[playing, place] += 1
            coins += card.coins * playing
            buys += card.buys * playing
            if card.draw_to is None:
                self._draw(hand, card.cards * playing)
            else:
                room = np.maximum(card.draw_to - hand.sum(1), 0) * playing
                self._draw(hand, room, place if card.sets_aside else None, used)
            if card.is_terminal:
                self._discard(card, hand, used, coins, playing)
                return
            playing = hand[:, place] > 0

    def _discard(
        self, card: KingdomCard, hand: Ints, used: Ints, coins: Ints, played: Flags
    ) -> None:
        """Discard what is worth least, after a terminal card was played."""
        value = self.shop.coins
        useless = np.flatnonzero(value == 0)
        spare = hand[:, useless].sum(1) * played
        coins += card.discard_coins * spare
        left = np.maximum(card.discards * played - spare, 0)
        for kind in np.argsort(value)[len(useless) :]:
            gone = np.minimum(left, hand[:, kind])
            hand[:, kind] -= gone
            used[:, kind] += gone
            left -= gone

    def _draw(
        self, hand: Ints, wanted: Ints, aside: int | None = None, used: Ints | None = None
    ) -> None:
        """Draw cards one by one into hands; copies of ``aside`` are drawn, used and not counted."""
        wanted = wanted.copy()
        while True:
            empty = (wanted > 0) & (self.pile.sum(1) == 0)
            self.pile[empty] = self.discards[empty]
            self.discards[empty] = 0
            size = self.pile.sum(1)
            drawing = np.flatnonzero((wanted > 0) & (size > 0))
            if not len(drawing):
                return
            at = self.rng.integers(0, size[drawing])
            which = (at[:, None] >= self.pile[drawing].cumsum(1)).sum(1)
            self.pile[drawing, which] -= 1
            kept = np.ones(len(drawing), bool)
            if aside is not None and used is not None:
                kept = which != aside
                used[drawing[~kept], which[~kept]] += 1
            hand[drawing[kept], which[kept]] += 1
            wanted[drawing[kept]] -= 1
