"""Notation of cards: the cards of a text that people write."""

from __future__ import annotations

import re

from llq.query.text.text_input import split_words
from llq.solver.love_letter.rules import Rules


def read_cards(rules: Rules, text: str) -> list[str]:
    """Return the names of the cards in a text: numbers, names or enough of names, in any order.

    Commas, semicolons and blanks separate cards; a name of several words is one card.

    >>> from llq.love_letter import rules
    >>> read_cards(rules("classic"), "1,1 5; k")
    ['Guard', 'Guard', 'Prince', 'King']
    >>> read_cards(rules("hobbit"), "the one ring bard, 8")
    ['The One Ring', 'Bard', 'Arkenstone']
    """
    names = {card.name.lower(): card.name for card in rules.cards}
    cards = []
    for part in re.split("[,;]", text):
        words = split_words(part)
        while words:
            length = next(
                (n for n in range(len(words), 1, -1) if " ".join(words[:n]).lower() in names), 1
            )
            cards.append(rules.cards[rules.card(" ".join(words[:length]))].name)
            words = words[length:]
    return cards
