"""The race as data: what is for sale, what both players own, and who wins a tie.

Two players, treasures and victory cards, decks open. Each turn the player draws five random cards
of their whole deck and buys at most one card. The game ends with the turn that takes the last
Province; the player with more points wins; of equals the one who had fewer turns; of equals in
turns both, which counts a half each (Dominion rulebook, second edition, Rio Grande Games 2016,
"Game end").

A pile that is not for sale costs nothing to leave out: three empty piles end a game too, but within
the rooms for Silver and Gold only Provinces, Duchies and Estates can run out, so the third empty
pile is the Provinces.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum

from llq.errors import IllegalState


class Buy(IntEnum):
    """What a player buys, by rising cost: a card can be paid from the money band of its number."""

    PASS = 0
    """Nothing."""
    ESTATE = 1
    """An Estate: 2 coins, 1 point."""
    SILVER = 2
    """A Silver: 3 coins, worth 2 coins."""
    DUCHY = 3
    """A Duchy: 5 coins, 3 points."""
    GOLD = 4
    """A Gold: 6 coins, worth 3 coins."""
    PROVINCE = 5
    """A Province: 8 coins, 6 points."""


RANDOM = len(Buy)
"""In a rule: pass, the best treasure or the best victory card, with equal chance."""


class Seat(IntEnum):
    """Who took the first turn of the game."""

    FIRST = 0
    """The player who began."""
    SECOND = 1
    """The other player, who wins a tie that the first player's turn makes."""


COSTS = (0, 2, 3, 5, 6, 8)
"""By `Buy`, the coins it costs: the least of each money band (rulebook, treasures and victory)."""

POINTS = (0, 1, 0, 3, 0, 6)
"""By `Buy`, the victory points."""

HAND = 5
"""Cards in a hand."""

COPPERS, SILVERS, GOLDS = 60, 40, 30
"""Copies of each treasure in the game, the starting Coppers included."""


@dataclass(frozen=True, kw_only=True)
class Side:
    """A player's deck, and the room for treasures that the solver gives them.

    Parameters
    ----------
    copper, silver, gold
        Treasures in the deck.
    victory
        Victory cards in the deck: they count as one kind, their points apart.
    points
        Points in the deck.
    silver_room, gold_room
        Silvers and Golds that the player may still buy.
    """

    copper: int = 7
    silver: int = 0
    gold: int = 0
    victory: int = 3
    points: int = 3
    silver_room: int = 10
    gold_room: int = 8

    def __post_init__(self) -> None:
        if any(number < 0 for name, number in vars(self).items() if name != "points"):
            raise IllegalState(f"a deck has no negative number of cards: {self}")
        if self.cards < HAND:
            raise IllegalState(f"a hand takes {HAND} cards; this deck has {self.cards}")

    @property
    def cards(self) -> int:
        """Cards in the deck."""
        return self.copper + self.silver + self.gold + self.victory

    @property
    def decks(self) -> int:
        """Splits of the treasures that may still be bought."""
        return (self.silver_room + 1) * (self.gold_room + 1)


@dataclass(frozen=True, kw_only=True)
class Race:
    """A race from some situation on: by default from the beginning, without buying Estates."""

    provinces: int = 8
    duchies: int = 8
    estates: int = 0
    first: Side = field(default_factory=Side)
    second: Side = field(default_factory=Side)

    def __post_init__(self) -> None:
        if self.provinces < 1:
            raise IllegalState("the game is over: no Province is left")
        if min(self.duchies, self.estates) < 0:
            raise IllegalState(
                f"a pile has no negative number of cards: {self.duchies} Duchies, "
                f"{self.estates} Estates"
            )

    @property
    def lead(self) -> int:
        """Points by which the first player is ahead."""
        return self.first.points - self.second.points


def capped(silver: int, gold: int, *, estates: bool = False) -> Race:
    """Return the whole game, with each player's Silver and Gold capped.

    >>> capped(17, 14).first.decks
    270
    """
    side = Side(silver_room=silver, gold_room=gold)
    return Race(estates=8 if estates else 0, first=side, second=side)
