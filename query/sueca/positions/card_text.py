"""Cards, seats, suits and points as people write them."""

import re
from collections.abc import Container

from llq.errors import IllegalState
from llq.query.text.words import split_words
from llq.solver.sueca.rules import SUIT_SYMBOLS, Seat, find_card, find_suit

_SEATS = {name: seat for seat in Seat for name in (seat.name, seat.name[0])}


def read_cards(text: str) -> list[int]:
    """Return cards from single names, or from ranks after their suit.

    >>> read_cards("AS KS 7H") == read_cards("S:AK H:7") == [9, 7, 24]
    True
    """
    cards = []
    for word in split_words(text):
        suit, colon, ranks = word.partition(":")
        if colon:
            find_suit(suit)
            cards += [find_card(rank + suit) for rank in ranks.replace("-", "")]
        else:
            cards.append(find_card(word))
    return cards


def suit_of(card: int) -> int:
    """Return a card's suit."""
    return card // 16


def read_seat(text: str) -> Seat:
    """Return the seat of a letter or name."""
    if not is_seat(text):
        raise IllegalState(f"{text!r} is not a valid seat: write one of N W S E")
    return _SEATS[text.strip().upper()]


def is_seat(text: str) -> bool:
    """Return whether a text is a seat's letter or name."""
    return text.strip().upper() in _SEATS


def read_voids(text: str) -> set[tuple[Seat, int]]:
    """Return the seats and the suits that they lack, from text like ``W:H E:SD``."""
    lacks: set[tuple[Seat, int]] = set()
    for word in split_words(text):
        seat, colon, suits = word.partition(":")
        if not colon:
            raise IllegalState(f"{word!r}: write which seat lacks which suits, such as W:H E:SD")
        player = read_seat(seat)
        lacks |= {(player, find_suit(suit)) for suit in suits.replace("-", "")}
    return lacks


def void_suits(lacks: Container[tuple[Seat, int]]) -> tuple[str, str, str, str]:
    """Return the suits that each seat lacks, North first."""
    north, west, south, east = (
        "".join(symbol for suit, symbol in enumerate(SUIT_SYMBOLS) if (seat, suit) in lacks)
        for seat in Seat
    )
    return north, west, south, east


def read_points(text: str) -> tuple[int, int]:
    """Return both teams' points, North and South first, from text like ``35-22``."""
    if not (match := re.fullmatch(r"\s*(\d{1,3})\s*[-–:/, ]\s*(\d{1,3})\s*", text)):
        raise IllegalState(f"{text!r}: write N and S's points and W and E's, such as 35-22")
    return int(match[1]), int(match[2])
