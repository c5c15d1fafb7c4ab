"""Deals of matches: the opening hand and the cards face up."""

from collections.abc import Iterable

from llq.errors import IllegalState
from llq.query.love_letter.observation import CardName
from llq.solver.love_letter.rules import Rules


def opening_hand(rules: Rules, hand: Iterable[CardName] | None) -> tuple[int, int] | None:
    """Return an opening hand, the lower card first, cards by index; None where none is given."""
    if hand is None:
        return None
    cards = sorted(rules.card(card) for card in hand)
    if len(cards) != 2:
        raise IllegalState(f"an opening hand has two cards; got {len(cards)}")
    return cards[0], cards[1]


def describe_deal(hand: tuple[str, ...] | None, face_up: int | tuple[str, ...]) -> str:
    """Return the fixed hand and the cards face up in words, to follow a match's players."""
    words = "" if hand is None else f" from {' and '.join(hand)}"
    if face_up:
        words += f", {face_up if isinstance(face_up, int) else ', '.join(face_up)} face up"
    return words
