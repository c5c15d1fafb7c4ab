"""Decks on pages: steps by a card, and hands to draw."""

from collections.abc import Callable, Mapping

from llq.query.dominion.answers import pluralise
from llq.solver.dominion.variants import rules
from llq.web.pages.question_pages import Asked, Choice, Step

CARDS = rules().cards
"""The cards, treasures first."""


def deck_steps(deck: Mapping[str, int], link: Callable[[dict[str, int]], str]) -> list[Step]:
    """Return steps by one card, to the ``link`` of the deck after it; first cards stay."""
    steps = []
    for card, first in zip(CARDS, rules().start, strict=True):
        copies = deck.get(card.name, 0)
        fewer = link({**deck, card.name: copies - 1}) if copies > first else ""
        steps.append(Step(card, copies, fewer, link({**deck, card.name: copies + 1})))
    return steps


def hand_links(asked: Asked, hands: Mapping[int, float], notes: Mapping[int, str]) -> list[Choice]:
    """Return a deck's hands as choices of coins, each with its chance and a note."""
    return [
        Choice(
            pluralise(coins, "coin"),
            f"{'<0.1%' if chance < 0.0005 else f'{chance:.1%}'} {notes.get(coins, '')}",
            asked.link(coins=coins),
            str(coins) == asked.values.get("coins"),
        )
        for coins, chance in hands.items()
    ]
