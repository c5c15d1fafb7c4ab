"""Deals of matches: the opening hand and the cards face up, by index and by name."""

from collections.abc import Iterable
from math import comb, prod

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


def draw_cards(copies: tuple[int, ...], cards: tuple[int, ...]) -> tuple[float, tuple[int, ...]]:
    """Return an unordered draw's probability and the remaining copies."""
    draws = [cards.count(card) for card in range(len(copies))]
    ways = prod(map(comb, copies, draws))
    left = tuple(count - drawn for count, drawn in zip(copies, draws, strict=True))
    return (ways / comb(sum(copies), len(cards)) if ways else 0.0), left


def name_cards(rules: Rules, cards: Iterable[int]) -> tuple[str, ...]:
    """Return the names of cards."""
    return tuple(rules.cards[card].name for card in cards)


def describe_deal(hand: tuple[str, ...] | None, face_up: int | tuple[str, ...]) -> str:
    """Return the fixed hand and the cards face up in words, to follow a match's players."""
    words = "" if hand is None else f" from {' and '.join(hand)}"
    if face_up:
        words += f", {face_up if isinstance(face_up, int) else ', '.join(face_up)} face up"
    return words
