"""Card notation: cards and decks parsed from text."""

import re

from llq.errors import IllegalState
from llq.query.text.text_input import split_words
from llq.solver.arguments import read_digits
from llq.solver.love_letter import variants
from llq.solver.love_letter.rules import Rules


def read_cards(rules: Rules, text: str) -> list[str]:
    """Return card names parsed from numbers, names or unambiguous abbreviations.

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
            length = len(words)
            while length > 1 and " ".join(words[:length]).lower() not in names:
                length -= 1
            cards.append(rules.cards[rules.card(" ".join(words[:length]))].name)
            words = words[length:]
    return cards


def chosen_rules(variant: str | None, deck: str | None = None) -> Rules:
    """Return the rules that two texts name: a variant, a deck, or neither for the classic."""
    if deck is None:
        return variants.rules(variant or "classic")
    if variant not in (None, "classic"):
        raise IllegalState(f"give --edition {variant} or --deck {deck}, not both")
    return variants.custom_deck([_copies(part) for part in split_words(deck)])


def _copies(text: str) -> int:
    if (copies := read_digits(text)) is None:
        raise IllegalState(
            f"a deck is eight counts such as 5,2,2,2,2,1,1,1; got {text[:40]!r} as one"
        )
    return copies
