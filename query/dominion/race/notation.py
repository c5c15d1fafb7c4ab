"""Situations of the two-player race as people write them."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from llq.errors import IllegalState
from llq.query.dominion.answers import pluralise
from llq.query.dominion.notation import check_owned, read_counts
from llq.solver.dominion.kingdom.cards import COPIES, find_card
from llq.solver.dominion.kingdom.decks import DeckBox, Kind
from llq.solver.dominion.kingdom.fresh import TREASURES, money_hands
from llq.solver.dominion.kingdom.hands import KingdomHands
from llq.solver.dominion.race.rules import POINTS, Buy, Seat, Side
from llq.solver.dominion.rules import HAND_SIZE, Action, deck_words
from llq.solver.dominion.variants import SUPPLY

_PILES = {name: SUPPLY[name] for name in ("province", "duchy")}
_TREASURES = {name: SUPPLY[name] for name in TREASURES}
_ESTATES = 3, 8
"""Starting Estates per deck, and both players' limit beyond them."""
_MOST_COINS = 100

SEATS = {"first": Seat.FIRST, "second": Seat.SECOND}


@dataclass(frozen=True, kw_only=True)
class RaceSituation:
    """The race as seen by the mover.

    Parameters
    ----------
    mine, theirs
        Copies of each card in both decks, by name.
    left
        Provinces and Duchies for sale.
    coins
        Coins in hand.
    seat
        ``first`` if the player to move took the first turn of the game, else ``second``.
    card
        The kingdom card for sale, by name; None for none.
    """

    mine: dict[str, int]
    theirs: dict[str, int]
    left: dict[str, int]
    coins: int
    seat: str
    card: str | None = None

    @property
    def mover(self) -> Seat:
        """The seat, as the solver has it."""
        return SEATS[self.seat]

    @property
    def decks(self) -> tuple[dict[str, int], dict[str, int]]:
        """Both decks, the first player's first."""
        is_first = self.mover is Seat.FIRST
        return (self.mine, self.theirs) if is_first else (self.theirs, self.mine)

    @property
    def lead(self) -> int:
        """The mover's lead in points."""
        return points(self.mine) - points(self.theirs)

    @property
    def treasures(self) -> dict[str, int]:
        """Treasures for sale."""
        owned = Counter(self.mine) + Counter(self.theirs)
        return {name: supply - owned[name] for name, supply in _TREASURES.items()}

    @property
    def legal(self) -> tuple[Action, ...]:
        """Passing, and every affordable card for sale."""
        costs = Side(card=find_card(self.card) if self.card else None).costs
        sold = {"estate": 0} | self.left | self.treasures  # copies of the card do not run out
        return tuple(
            Action(None if card == "pass" else card)
            for card, cost in costs.items()
            if cost <= self.coins and sold.get(card, 1) > 0
        )

    def __str__(self) -> str:
        return (
            f"mine {deck_words(self.mine)}; theirs {deck_words(self.theirs)}; "
            f"left {deck_words(self.left)}; {pluralise(self.coins, 'coin')}, "
            f"lead {self.lead:+d}, {self.seat} player"
            f"{f'; {self.card} for sale' if self.card else ''}"
        )


def race_situation(
    mine: Mapping[str, int] | str,
    theirs: Mapping[str, int] | str,
    left: Mapping[str, int] | str | None = None,
    *,
    coins: int,
    seat: str = "first",
    card: str | None = None,
) -> RaceSituation:
    """Return the mover's race situation, checked to be reachable.

    Parameters
    ----------
    mine, theirs
        All cards that the player to move owns, and the opponent: copies by name, or words such as
        ``"7 copper, 5 silver, 3 estate"``, names shortened as far as they stay clear.
    left
        Provinces and Duchies for sale, by default the rest.
    coins
        Coins in the hand of the player to move.
    seat
        ``first`` where the player to move took the first turn of the game, else ``second``.
    card
        A kingdom card that is for sale to both.

    Raises
    ------
    IllegalState
        No game reaches this: the message says why.
    UnknownCard
        There is no such card.

    Examples
    --------
    >>> import llq
    >>> llq.dominion.race.situation("7c 3e g 2p", "7c 3e p", coins=6).lead
    6
    """
    kingdom = [find_card(card).name] if card else []
    decks = {"mine": _deck("mine", mine, kingdom), "theirs": _deck("theirs", theirs, kingdom)}
    piles = _piles(decks, read_counts("left", left or {}), kingdom)
    if seat not in SEATS:
        raise IllegalState(f"seat is first or second, not {seat!r}: who began the game")
    possible = race_hands(decks["mine"], card)
    if coins not in possible:
        raise IllegalState(
            f"no hand of {deck_words(decks['mine'])} is worth {coins} coins; "
            f"hands are worth {min(possible)} to {max(possible)}"
        )
    return RaceSituation(
        mine=decks["mine"],
        theirs=decks["theirs"],
        left=piles,
        coins=int(coins),
        seat=seat,
        card=kingdom[0] if kingdom else None,
    )


def points(deck: Mapping[str, int]) -> int:
    """Return the points in a deck."""
    return sum(deck.get(buy.card, 0) * POINTS[buy] for buy in Buy)


def _deck(name: str, cards: Mapping[str, int] | str, kingdom: list[str]) -> dict[str, int]:
    deck = read_counts(name, cards, kingdom)
    check_owned(name, deck, {})  # what both own is checked together
    return {card: count for card, count in deck.items() if count}


def _piles(
    decks: Mapping[str, Mapping[str, int]], sale: Mapping[str, int], kingdom: list[str]
) -> dict[str, int]:
    """Return the Provinces and Duchies for sale, once every pile is checked against both decks."""
    for name in sale:
        if name not in _PILES:
            raise IllegalState(f"left counts provinces and duchies for sale, not {name}")
    empty = []
    for name, supply in (_TREASURES | dict.fromkeys(kingdom, COPIES)).items():
        owned = sum(deck.get(name, 0) for deck in decks.values())
        if owned > supply:
            raise IllegalState(f"both decks have {owned} {name}; the game has {supply}")
        if owned == supply:
            empty.append(name)
    piles = {name: _pile(name, decks, sale) for name in _PILES}
    if not piles["province"]:
        raise IllegalState("the game is over: no province is left")
    start, most = _ESTATES
    estates = sum(deck.get("estate", 0) - start for deck in decks.values())
    if estates > most:
        raise IllegalState(f"both players have bought {estates} estate; the pile has {most}")
    empty = [name for name, count in piles.items() if not count] + empty
    if len(empty) >= 3:
        raise IllegalState(f"the game is over: {', '.join(empty)} have run out")
    return piles


def _pile(card: str, decks: Mapping[str, Mapping[str, int]], sale: Mapping[str, int]) -> int:
    """Return a victory pile's remaining cards, checked against both decks."""
    supply = _PILES[card]
    mine, theirs = (deck.get(card, 0) for deck in decks.values())
    bought = mine + theirs
    if bought > supply:
        raise IllegalState(f"both players have bought {bought} {card}; the pile has {supply}")
    left = sale.get(card, supply - bought)
    if left + bought != supply:
        raise IllegalState(
            f"the {card} cards do not add up: {mine} bought by you, {theirs} by them and "
            f"{left} left make {left + bought}, not {supply}"
        )
    return left


def race_hands(deck: Mapping[str, int], card: str | None = None) -> dict[int, float]:
    """Return the chances of a fresh hand's coin totals.

    >>> round(race_hands({"copper": 7, "estate": 3})[5], 4)
    0.0833
    """
    size = sum(deck.values())
    if size < HAND_SIZE:
        raise IllegalState(f"a hand takes {HAND_SIZE} cards; this deck has {size}")
    kingdom = find_card(card) if card else None
    names = [*_TREASURES, *([kingdom.name] if kingdom else [])]
    kinds = [Kind(name, 0, deck.get(name, 0), deck.get(name, 0)) for name in names]
    hands = KingdomHands(kingdom, most_coins=_MOST_COINS) if kingdom else money_hands
    other_cards = size - sum(kind.least for kind in kinds)
    outcomes = hands(DeckBox((*kinds, Kind("province", 8, 0, 1)), other_cards))
    return {
        int(coins): float(chance)
        for coins, chance in zip(outcomes.coins, outcomes.chance[0], strict=True)
        if chance > 0
    }
