"""Situations of the two-player race as people write them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

from llq.errors import IllegalState
from llq.query.dominion.answers import counted
from llq.query.dominion.notation import check_owned, deck_words, read_counts
from llq.solver.dominion.race.rules import COPPERS, GOLDS, HAND, POINTS, SILVERS, Buy, Seat
from llq.solver.dominion.rules import Action

_PILES = {"province": 8, "duchy": 8, "estate": 8}
_TREASURES = {"copper": COPPERS, "silver": SILVERS, "gold": GOLDS}
_START = {"copper": 7, "estate": 3}
_WORTH = {"copper": 1, "silver": 2, "gold": 3}


@dataclass(frozen=True, kw_only=True)
class RaceSituation:
    """What the player to move in a race sees.

    Parameters
    ----------
    mine, theirs
        Copies of each card in both decks, by name.
    left
        Provinces, Duchies and Estates for sale; no Estates where they are not sold.
    coins
        Coins in hand.
    seat
        Whether the player to move took the first turn of the game or the second.
    """

    mine: dict[str, int]
    theirs: dict[str, int]
    left: dict[str, int]
    coins: int
    seat: Seat

    @property
    def turn(self) -> str:
        """``first`` or ``second``."""
        return self.seat.name.lower()

    @property
    def lead(self) -> int:
        """Points by which the player to move is ahead."""
        return points(self.mine) - points(self.theirs)

    @property
    def legal(self) -> tuple[Action, ...]:
        """Passing, and every card of the race that is for sale and can be paid."""
        costs = {"estate": 2, "silver": 3, "duchy": 5, "gold": 6, "province": 8}
        return (
            Action(None),
            *(
                Action(card)
                for card, cost in costs.items()
                if cost <= self.coins and self.left.get(card, 1) > 0
            ),
        )

    def __str__(self) -> str:
        return (
            f"mine {deck_words(self.mine)}; theirs {deck_words(self.theirs)}; "
            f"left {deck_words(self.left)}; {counted(self.coins, 'coin')}, "
            f"lead {self.lead:+d}, {self.turn} player"
        )


def race_situation(
    mine: Mapping[str, int] | str,
    theirs: Mapping[str, int] | str,
    left: Mapping[str, int] | str | None = None,
    *,
    coins: int,
    turn: str = "first",
) -> RaceSituation:
    """Return what the player to move in a race sees, after checking that a game can reach it.

    Parameters
    ----------
    mine, theirs
        All cards that the player to move owns, and the opponent: copies by name, or words such as
        ``"7 copper, 5 silver, 3 estate"``, names shortened as far as they stay clear.
    left
        Victory cards for sale. Provinces and Duchies may be left out; Estates are for sale only
        where they are named.
    coins
        Coins in the hand of the player to move.
    turn
        ``first`` where the player to move took the first turn of the game, else ``second``.

    Raises
    ------
    IllegalState
        No game reaches this: the message says why. `UnknownCard` if there is no such card.

    Examples
    --------
    >>> import llq
    >>> llq.dominion.race.situation("7c 3e g 2p", "7c 3e p", coins=6).lead
    6
    """
    decks = {"mine": _deck("mine", mine), "theirs": _deck("theirs", theirs)}
    sale = read_counts("left", left or {})
    for card in sale:
        if card not in _PILES:
            raise IllegalState(f"left counts provinces, duchies and estates for sale, not {card}")
    for card, all_of in _TREASURES.items():
        owned = sum(deck.get(card, 0) for deck in decks.values())
        if owned > all_of:
            raise IllegalState(f"both decks have {owned} {card}; the game has {all_of}")
    piles = {card: _pile(card, decks, sale) for card in _PILES}
    if not piles["province"]:
        raise IllegalState("the game is over: no province is left")
    if "estate" not in sale:
        del piles["estate"]
    empty = [card for card, count in piles.items() if not count]
    empty += [
        card
        for card, all_of in _TREASURES.items()
        if sum(deck.get(card, 0) for deck in decks.values()) == all_of
    ]
    if len(empty) >= 3:
        raise IllegalState(f"the game is over: {', '.join(empty)} have run out")
    names = {"first": Seat.FIRST, "second": Seat.SECOND}
    if turn not in names:
        raise IllegalState(f"turn is first or second, not {turn!r}: who began the game")
    possible = _sums(decks["mine"])
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
        seat=names[turn],
    )


def points(deck: Mapping[str, int]) -> int:
    """Return the points in a deck."""
    return sum(deck.get(buy.name.lower(), 0) * POINTS[buy] for buy in Buy)


def _deck(what: str, cards: Mapping[str, int] | str) -> dict[str, int]:
    deck = read_counts(what, cards)
    check_owned(what, deck, {})  # what both own is checked together
    return {card: count for card, count in deck.items() if count}


def _pile(card: str, decks: Mapping[str, Mapping[str, int]], sale: Mapping[str, int]) -> int:
    """Return how many of a victory card are left, after checking that all add up."""
    all_of, start = _PILES[card], _START.get(card, 0)
    bought = [deck.get(card, 0) - start for deck in decks.values()]
    if sum(bought) > all_of:
        raise IllegalState(f"both players have bought {sum(bought)} {card}; the pile has {all_of}")
    left = sale.get(card, all_of - sum(bought))
    if left + sum(bought) != all_of:
        raise IllegalState(
            f"the {card} cards do not add up: {bought[0]} bought by you, {bought[1]} by them and "
            f"{left} left make {left + sum(bought)}, not {all_of}"
        )
    return left


def _sums(deck: Mapping[str, int]) -> set[int]:
    """Return what hands of a deck are worth."""
    counts = [min(deck.get(card, 0), HAND) for card in _WORTH]
    others = sum(n for card, n in deck.items() if card not in _WORTH)
    return {
        sum(n * worth for n, worth in zip(hand, _WORTH.values(), strict=True))
        for hand in product(*(range(count + 1) for count in counts))
        if HAND - others <= sum(hand) <= HAND
    }
