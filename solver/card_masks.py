"""Card sets as bit masks in plain Python: from cards, and back."""

from collections.abc import Iterable


def mask_of(cards: Iterable[int]) -> int:
    """Return the mask of cards, ignoring repeats."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_of(mask: int) -> list[int]:
    """Return the cards of a set, ascending."""
    return [card for card in range(64) if mask >> card & 1]
