"""Cards of Love Letter as pages draw them."""

from __future__ import annotations

from dataclasses import dataclass

from llq.solver.love_letter.rules import Rules
from llq.web.love_letter.questions import card_key


@dataclass(frozen=True, kw_only=True)
class Face:
    """A card as pages draw it: its emblem is that of its effect."""

    key: str
    name: str
    number: int
    emblem: str
    copies: int


def faces(rules: Rules) -> dict[str, Face]:
    """Return the cards of a variant by name."""
    return {
        card.name: Face(
            key=card_key(rules, card.name),
            name=card.name,
            number=card.number,
            emblem=card.effect.name.lower(),
            copies=card.copies,
        )
        for card in rules.cards
    }
