"""Fewest expected turns to Provinces with money and one kingdom card, by fresh hands.

As `llq.solver.dominion.fewest.fresh`, with one kind of card more. Caps make the decks finite; a
relaxed box bounds what they cost: a Copper beyond them counts as a Silver, a Silver as a Gold, and
beyond the last every buy is a Province.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from llq.solver.dominion.fewest.decks import FINISHED, Caps, money_box
from llq.solver.dominion.fewest.fresh import FreshGame, FreshPolicy
from llq.solver.dominion.kingdom.cards import COPIES, KingdomCard, buys_that_count, most_copies
from llq.solver.dominion.kingdom.choices import best_play, kingdom_game
from llq.solver.dominion.kingdom.pair_rules import money_caps

_TURNS = 120
"""Turns after which nobody is still short of 8 Provinces, but for a chance below rounding."""


@dataclass(frozen=True)
class KingdomGame:
    """Money and one kingdom card to a number of Provinces.

    Parameters
    ----------
    card
        None for money alone.
    caps
        By default those that cost next to nothing.
    deck, copies
        What one starts with: copies of each card of the rules, and of the kingdom card.
    supply
        Copies of the kingdom card for sale, with those that one has.

    Examples
    --------
    >>> from llq.solver.dominion.kingdom.cards import find_card
    >>> game = KingdomGame(find_card("smithy"), 1)
    >>> round(game.best.turns, 4), round(game.at_least, 4)
    (6.8317, 6.8317)
    """

    card: KingdomCard | None
    provinces: int
    caps: Caps | None = None
    deck: Sequence[int] | None = None
    copies: int = 0
    supply: int = COPIES

    def fresh(self, *, relaxed: bool = False) -> FreshGame:
        """Return the game as the fresh-hand solver takes it."""
        buys, caps = buys_that_count(self.card), self.caps
        if caps is None and self.card and self.card.chooses:
            caps = money_caps(self.provinces, min(self.supply, most_copies(self.card)))
            if relaxed:
                caps = caps._replace(copper=2 if buys == 1 else 6)
        elif caps is None and self.card:
            caps = usual_caps(self.provinces, buys, relaxed)._replace(copies=self.supply)
        box = money_box(
            self.provinces, caps, self.deck, card=self.card, copies=self.copies, relaxed=relaxed
        )
        return kingdom_game(box, self.card)

    @cached_property
    def best(self) -> FreshPolicy:
        """The optimum within the caps."""
        return best_play(self.fresh(), self.card)

    @cached_property
    def at_least(self) -> float:
        """Turns that no policy of as many buys a turn, and of the caps' copies, is below."""
        return best_play(self.fresh(relaxed=True), self.card).turns

    def first_buys(self, most: int = 7) -> dict[int, tuple[str, ...]]:
        """Return what the optimum buys of the first hand, by its coins; () where it passes."""
        game, best = self.best.game, self.best
        by_coins = {}
        outcomes = zip(game.outcomes.coins.tolist(), game.outcomes.buys.tolist(), strict=True)
        for o, (coins, buys) in enumerate(outcomes):
            if buys == 1 and coins <= most and game.outcomes.chance[0, o] > 0.0:
                which = int(best.choice[0, o])
                places = game.bought[which] if which >= 0 else ()
                by_coins[coins] = tuple(game.box.kinds[place].name for place in places)
        return by_coins


def copies_bought(policy: FreshPolicy, *names: str) -> list[NDArray[np.float64]]:
    """Return for each of some cards the chance to end with 0 to ten copies of it."""
    game = policy.game
    box, bought = game.box, game.bought
    _, visits = policy.forward(_TURNS)
    target = np.column_stack([game.tables.target, np.arange(box.decks)])
    is_end = target[np.arange(box.decks)[:, None], policy.choice] == FINISHED
    deck, outcome = is_end.nonzero()
    ends = visits[deck] * game.outcomes.chance[deck, outcome]
    found = []
    for name in names:
        new = np.array([*(places.count(box.place[name]) for places in bought), 0])  # last: passing
        have = box.column(name)[deck] + new[policy.choice[deck, outcome]]
        found.append(np.bincount(have, ends, COPIES + 1))
    return found  # type: ignore[return-value]


def usual_caps(provinces: int, buys: int, relaxed: bool) -> Caps:
    """Return caps that cost next to nothing; relaxed ones for Coppers that spare buys take."""
    gold = 16 if provinces <= 4 else 22
    if buys == 1:
        return Caps(2, 24 if provinces <= 4 else 30, gold)
    return Caps(6 if relaxed else 1, 20 if provinces <= 4 else 24, gold)
