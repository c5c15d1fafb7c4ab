"""Fewest expected turns to Provinces with money and one kingdom card, and those of Big Money.

As `llq.solver.dominion.kingdom.fresh`, with one kind of card more. Caps make the decks finite; a
relaxed box bounds what they cost: a Copper beyond them counts as a Silver, a Silver as a Gold, and
beyond the last every buy is a Province.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from llq.solver.array_types import Floats
from llq.solver.dominion.kingdom.cards import COPIES, KingdomCard, buys_that_count, most_copies
from llq.solver.dominion.kingdom.choices import best_play, kingdom_game
from llq.solver.dominion.kingdom.decks import FINISHED, Caps, DeckBox, money_box
from llq.solver.dominion.kingdom.fresh import FreshGame, FreshPolicy
from llq.solver.dominion.kingdom.trades import TradingGame

_TURNS = 120
"""Turns after which nobody is still short of 8 Provinces, but for a chance below rounding."""


@dataclass(frozen=True)
class KingdomGame:
    """Solitaire game to a Province goal, with money and an optional kingdom card."""

    card: KingdomCard | None
    provinces: int
    caps: Caps | None = None
    """Caps on copies, nearly lossless by default."""
    deck: Sequence[int] | None = None
    """Starting copies of each rules card; ``copies`` counts the kingdom card."""
    copies: int = 0
    supply: int = COPIES
    """Kingdom card copies, for sale or already owned."""

    def fresh(self, *, relaxed: bool = False) -> FreshGame:
        """Return the game as the fresh-hand solver takes it."""
        caps = self.caps
        if caps is None and self.card:
            caps = _usual_caps(self.card, self.provinces, self.supply, relaxed)
        box = money_box(
            self.provinces, caps, self.deck, card=self.card, copies=self.copies, relaxed=relaxed
        )
        return kingdom_game(box, self.card)

    @cached_property
    def best(self) -> FreshPolicy:
        """The optimum within the caps."""
        return best_play(self.fresh(), self.card)

    @property
    def turns(self) -> float:
        """Fewest expected turns from the first deck."""
        return self.best.turns

    @property
    def decks(self) -> int:
        """Decks within the caps."""
        return self.best.game.box.decks

    @cached_property
    def at_least(self) -> float:
        """Lower bound on expected turns, given these buys per turn and kingdom card copies."""
        return best_play(self.fresh(relaxed=True), self.card).turns

    def actions(self, coins: int, buys: int = 1) -> dict[tuple[str, ...], float]:
        """Return the turns left after each purchase from the first deck; () passes."""
        kinds = self.best.game.box.kinds
        counted = min(coins, int(self.best.game.outcomes.coins.max()))
        return {
            tuple(kinds[place].name for place in places): turns
            for places, turns in self.best.actions(0, counted, buys).items()
        }

    def copies_bought(self) -> Floats:
        """Return the distribution of final copies, 0 to ten."""
        game, name = self.best.game, self.card.name if self.card else ""
        box, choice = game.box, self.best.choice
        visits = self.best.visits(_TURNS)
        target = np.column_stack([game.tables.target, np.arange(box.decks)])
        deck, outcome = (target[np.arange(box.decks)[:, None], choice] == FINISHED).nonzero()
        chance = visits[deck] * game.outcomes.chance[deck, outcome]
        place = box.place.get(name, -1)
        new = np.array([*(places.count(place) for places in game.bought), 0])  # last: passing
        copies = box.column(name)[deck] + new[choice[deck, outcome]]
        return np.bincount(copies, chance, COPIES + 1)  # type: ignore[return-value]


def card_game(
    card: KingdomCard | None,
    provinces: int,
    deck: Sequence[int] | None = None,
    copies: int = 0,
    supply: int = COPIES,
) -> KingdomGame | TradingGame:
    """Return a `TradingGame` for cards with trades, else a `KingdomGame`."""
    kind = TradingGame if card and card.trades else KingdomGame
    return kind(card, provinces, None, deck, copies, supply)  # type: ignore[arg-type]


def big_money(card: KingdomCard | None, copies: int, provinces: int) -> float:
    """Return the expected turns of Big Money + X: Province, Gold, X up to ``copies``, Silver.

    What is left is spent on the same menu while there are buys. A card that chooses or trades is
    played for the fewest turns with these purchases.

    References
    ----------
    theory, "Big Money", dominionstrategy.com/big-money (2010); "Smithy" and "Terminal draw Big
    Money" on wiki.dominionstrategy.com: Big Money with one or two copies of a terminal, at its
    price.

    Examples
    --------
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


def _usual_caps(card: KingdomCard, provinces: int, supply: int, relaxed: bool) -> Caps:
    """Return caps that cost next to nothing; relaxed ones for Coppers that spare buys take."""
    has_one_buy = buys_that_count(card) == 1
    if card.chooses:
        copper = (2 if has_one_buy else 6) if relaxed else 0
        return Caps(copper, 12 + provinces, 8 + provinces, min(supply, most_copies(card)))
    gold = 16 if provinces <= 4 else 22
    if has_one_buy:
        return Caps(2, 24 if provinces <= 4 else 30, gold, supply)
    return Caps(6 if relaxed else 1, 20 if provinces <= 4 else 24, gold, supply)
