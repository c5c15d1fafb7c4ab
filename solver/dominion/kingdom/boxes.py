"""Decks of money and one kingdom card, within caps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.dominion.fewest.decks import MISSING, DeckBox, Kind
from llq.solver.dominion.kingdom.cards import COPIES, KingdomCard
from llq.solver.dominion.rules import Rules
from llq.solver.dominion.variants import rules

_MOST_BUYS = 3


class KingdomCaps(NamedTuple):
    """The most copies that a deck of a box has: of Coppers, those bought; of the card, for sale."""

    copper: int
    silver: int
    gold: int
    copies: int = COPIES

    @classmethod
    def of(cls, provinces: int, buys: int = 1, *, relaxed: bool = False) -> KingdomCaps:
        """Return caps that cost next to nothing with ``provinces`` Provinces to buy.

        A relaxed box needs room for the Coppers that spare buys take for nothing.
        """
        gold = 16 if provinces <= 4 else 22
        if buys == 1:
            return cls(2, 24 if provinces <= 4 else 30, gold)
        return cls(6 if relaxed else 1, 20 if provinces <= 4 else 24, gold)


@dataclass(frozen=True)
class KingdomBox(DeckBox):
    """A box with one pile of limited copies: no purchase takes more of it, relaxed or not."""

    pile: str = ""

    def targets(self, bought: Sequence[Sequence[int]]) -> NDArray[np.int64]:
        """Return the deck after each of some purchases, as `DeckBox` does."""
        found = super().targets(bought)
        if self.pile:
            place, held = self.place[self.pile], self.column(self.pile)
            most = self.kinds[place].most
            for column, places in enumerate(bought):
                found[held + list(places).count(place) > most, column] = MISSING
        return found


def kingdom_box(
    card: KingdomCard | None,
    goal: int,
    caps: KingdomCaps,
    deck: Sequence[int] | None = None,
    copies: int = 0,
    *,
    relaxed: bool = False,
    game: Rules | None = None,
) -> KingdomBox:
    """Return the box of decks of treasures, a kingdom card and Provinces.

    Parameters
    ----------
    card
        None for money alone.
    goal
        Provinces that end the game.
    deck, copies
        Copies of each card of ``game.cards``, and of the kingdom card, to start from.
    relaxed
        Whether purchases beyond a cap are better than real ones, for a lower bound.

    Examples
    --------
    >>> from llq.solver.dominion.kingdom.cards import find_card
    >>> kingdom_box(find_card("smithy"), 4, KingdomCaps(0, 10, 8, 3)).decks
    1584
    """
    game = game or rules()
    held = dict(zip((c.name for c in game.cards), deck or game.start, strict=True))
    cost = {c.name: c.cost for c in game.cards}
    kinds = [
        Kind(name, cost[name], held[name], max(most, held[name]), better)
        for name, most, better in (
            ("copper", held["copper"] + caps.copper, "silver"),
            ("silver", caps.silver, "gold"),
            ("gold", caps.gold, None),
        )
    ]
    if card:
        kinds.append(Kind(card.name, card.cost, copies, max(caps.copies, copies)))
    kinds.append(Kind("province", cost["province"], held["province"], goal))
    others = held["estate"] + held["duchy"]
    return KingdomBox(tuple(kinds), others, relaxed, card.name if card else "")


def buys_that_count(card: KingdomCard | None) -> int:
    """Return the buys of a turn that are counted: all of a terminal card's, else three at most.

    Examples
    --------
    >>> from llq.solver.dominion.kingdom.cards import find_card
    >>> [buys_that_count(find_card(name)) for name in ("smithy", "woodcutter", "market")]
    [1, 2, 3]
    """
    if card is None or not card.buys:
        return 1
    return min(_MOST_BUYS, 1 + card.buys) if card.is_terminal else _MOST_BUYS
