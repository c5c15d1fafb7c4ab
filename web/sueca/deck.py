"""The forty cards as the explorer shows them: each in the hand, on the table, played, or unseen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from llq.errors import LlqError
from llq.query.sueca.positions.card_text import read_cards
from llq.query.sueca.positions.history import read_trick
from llq.solver.sueca.rules import RANK_SYMBOLS, SUIT_SYMBOLS, card_name, find_card

__all__ = ["PLACES", "ROWS", "Places", "cards_in", "click", "readable"]

PLACES = {"hand": "in your hand", "trick": "on the table", "played": "played before"}
"""Where a card can be seen, by the item of the notation."""

ROWS = tuple(tuple(rank + suit for rank in RANK_SYMBOLS[::-1]) for suit in SUIT_SYMBOLS)
"""The deck, a suit a row, strongest first."""

Places = dict[str, list[str]]
"""Names of cards by place, in the order given."""


def cards_in(items: Mapping[str, str]) -> Places:
    """Return the cards of each place.

    Raises
    ------
    UnknownCard, IllegalState, IllegalAction
        The text of an item is not cards.
    """
    return {place: _read(place, items.get(place, "")) for place in PLACES}


def readable(items: Mapping[str, str]) -> Places:
    """Return the same of those items that can be read."""
    found: Places = {}
    for place in PLACES:
        try:
            found[place] = _read(place, items.get(place, ""))
        except LlqError:
            found[place] = []
    return found


def click(items: Mapping[str, str], card: str, place: str) -> dict[str, str]:
    """Return the items after a card was put in a place, or taken from it if it was there.

    Raises
    ------
    UnknownCard, IllegalState, IllegalAction
        There is no such card, or the text of an item is not cards.
    """
    name = card_name(find_card(card))
    found = cards_in(items)
    was_there = name in found[place]
    for cards in found.values():
        if name in cards:
            cards.remove(name)
    if not was_there:
        found[place].append(name)
    changed = {place: _by_suit(cards) for place, cards in found.items() if place != "trick"}
    return {**items, **changed, "trick": " ".join(found["trick"])}


def _read(place: str, text: str) -> list[str]:
    numbers = read_trick(text)[1] if place == "trick" else read_cards(text)
    return [card_name(number) for number in numbers]


def _by_suit(cards: Iterable[str]) -> str:
    """Return cards in notation, suit by suit: ``S:AK72 H:765``."""
    held = set(cards)
    suits = ((row[0][1], "".join(card[0] for card in row if card in held)) for row in ROWS)
    return " ".join(f"{suit}:{ranks}" for suit, ranks in suits if ranks)
