"""Race rules as data: cards for sale, starting decks and tie-breaks.

Two players, treasures and victory cards, decks open. Each turn the player draws five random cards
of their whole deck and buys at most one card. The game ends with the turn that takes the last
Province. The player with more points wins; a tie goes to the player who had fewer turns, and counts
a half each after equal turns (Dominion rulebook, second edition, Rio Grande Games 2016, "Game
end").

Of victory cards Provinces and Duchies are for sale; the three Estates of a deck are dead cards
worth a point each. Three empty piles end a game too, but within the rooms for treasures and actions
only these two can run out.

A player may also buy copies of one kingdom card, not always the same as the other player's.
"""

from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import cached_property
from math import prod

from llq.errors import IllegalState
from llq.solver.dominion.kingdom.cards import COPIES, KingdomCard
from llq.solver.dominion.rules import HAND_SIZE


class Buy(IntEnum):
    """Purchases by rising cost, each affordable from the money band of equal number."""

    PASS = 0
    """Nothing."""
    ESTATE = 1
    """An Estate: 2 coins, 1 point. Never for sale, though menus name it."""
    SILVER = 2
    """A Silver: 3 coins, worth 2 coins."""
    DUCHY = 3
    """A Duchy: 5 coins, 3 points."""
    GOLD = 4
    """A Gold: 6 coins, worth 3 coins."""
    PROVINCE = 5
    """A Province: 8 coins, 6 points."""

    @property
    def card(self) -> str:
        """The card's name; ``pass`` for nothing."""
        return self.name.lower()


RANDOM = 255
"""Rule entry for a pass, the best treasure or the best victory card, with equal chance."""


class Seat(IntEnum):
    """Turn order of the players."""

    FIRST = 0
    """The player who began."""
    SECOND = 1
    """The other player, who wins a tie that the first player's turn makes."""


COSTS = (0, 2, 3, 5, 6, 8)
"""Coin costs by `Buy`, also the lower bounds of money bands (rulebook, treasures and victory)."""

POINTS = (0, 1, 0, 3, 0, 6)
"""Victory points by `Buy`."""


@dataclass(frozen=True, kw_only=True)
class Side:
    """A player's deck, and the room for further Silvers, Golds and copies of a kingdom card."""

    copper: int = 7
    silver: int = 0
    gold: int = 0
    victory: int = 3
    """Victory cards in the deck, counted as a single kind; ``points`` holds their value."""
    points: int = 3
    silver_room: int = 10
    gold_room: int = 8
    card: KingdomCard | None = None
    copies: int = 0
    copies_room: int = 0

    def __post_init__(self) -> None:
        counts = {
            name: count for name, count in vars(self).items() if name not in ("points", "card")
        }
        if min(counts.values()) < 0:
            raise IllegalState(f"a deck has no negative number of cards: {counts}")
        if self.cards < HAND_SIZE:
            raise IllegalState(f"a hand takes {HAND_SIZE} cards; this deck has {self.cards}")
        if self.card is None and (self.copies or self.copies_room):
            raise IllegalState("copies are of a kingdom card, and there is none")

    @property
    def cards(self) -> int:
        """Cards in the deck."""
        return self.copper + self.silver + self.gold + self.victory + self.copies

    @property
    def rooms(self) -> tuple[int, int, int]:
        """Remaining room for Silvers, Golds and copies of the kingdom card."""
        return self.silver_room, self.gold_room, self.copies_room

    @property
    def decks(self) -> int:
        """Number of decks within the rooms."""
        return prod(room + 1 for room in self.rooms)

    @cached_property
    def costs(self) -> dict[str, int]:
        """Cost of each purchase by name, passing first, then increasing.

        A card's place here is its number in rules and codes, and that of the money band from which
        it can be paid: the `Buy` of the same name where there is no kingdom card.
        """
        costs = {buy.card: cost for buy, cost in zip(Buy, COSTS, strict=True)}
        if self.card:
            costs[self.card.name] = self.card.cost
        return dict(sorted(costs.items(), key=lambda named: named[1]))

    @cached_property
    def places(self) -> dict[str, int]:
        """Each purchase's place in ``costs``, by name."""
        return {name: place for place, name in enumerate(self.costs)}


@dataclass(frozen=True, kw_only=True)
class Race:
    """Race from a given situation, by default the beginning."""

    provinces: int = 8
    duchies: int = 8
    first: Side = field(default_factory=Side)
    second: Side = field(default_factory=Side)

    def __post_init__(self) -> None:
        if self.provinces < 1:
            raise IllegalState("the game is over: no Province is left")
        if self.duchies < 0:
            raise IllegalState(f"a pile has no negative number of cards: {self.duchies} Duchies")
        # A player without a kingdom card has the opponent's, with no room for it.
        first_card, second_card = self.first.card, self.second.card
        if first_card is None:
            object.__setattr__(self, "first", replace(self.first, card=second_card))
        if second_card is None:
            object.__setattr__(self, "second", replace(self.second, card=first_card))
        copies = sum(side.copies + side.copies_room for side in self.sides)
        shared = self.first.card
        if shared and shared == self.second.card and copies >= COPIES:
            raise IllegalState(
                f"both players together may have {COPIES - 1} copies of {shared.name} at most: "
                "a pile that runs out is not counted"
            )

    @property
    def sides(self) -> tuple[Side, Side]:
        """Both players' decks, the first player's first."""
        return self.first, self.second

    @property
    def lead(self) -> int:
        """First player's lead in points."""
        return self.first.points - self.second.points


def capped_race(
    silver: int,
    gold: int,
    *,
    cards: tuple[KingdomCard | None, KingdomCard | None] = (None, None),
    copies: int = 2,
) -> Race:
    """Return the race from the beginning, with limits on each player's Silvers and Golds.

    ``cards`` are the kingdom cards that each player may buy, if any, ``copies`` of each.
    """
    first, second = (
        Side(silver_room=silver, gold_room=gold, card=card, copies_room=copies if card else 0)
        for card in cards
    )
    return Race(first=first, second=second)
