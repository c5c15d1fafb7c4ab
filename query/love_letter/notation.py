"""Notation of cards, decks and actions, parsed from text."""

import re

from llq.errors import IllegalAction, IllegalState, UnknownCard
from llq.query.text.words import split_words
from llq.solver.arguments import read_digits
from llq.solver.love_letter import variants
from llq.solver.love_letter.rules import Action, Argument, Rules

_RESULTS = {"miss", "missed", "missing"}
_TARGETS = {"opponent": "opponent", "self": "self", "themselves": "self", "yourself": "self"}


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


def read_actions(rules: Rules, text: str) -> list[Action]:
    """Return public actions from words: ``handmaid; guard priest missed; prince opponent``.

    Actions stand in the order in which they were played, parted by semicolons: the card, then the
    card guessed or whom a Prince hit, from the side of the player.
    """
    return [_read_action(rules, part) for part in text.split(";") if part.strip()]


def _copies(text: str) -> int:
    if (copies := read_digits(text)) is None:
        raise IllegalState(
            f"a deck is eight counts such as 5,2,2,2,2,1,1,1; got {text[:40]!r} as one"
        )
    return copies


def _read_action(rules: Rules, text: str) -> Action:
    words = [word for word in text.replace(",", " ").lower().split() if word not in _RESULTS]
    action = None
    try:
        if words:
            card = rules.cards[rules.card(words[0])]
            argument, has_argument = card.effect.row.argument, len(words) > 1
            action = Action(card.name)
            if argument == Argument.CARD and has_argument:
                action = action._replace(guess=rules.cards[rules.card(words[-1])].name)
            elif argument != Argument.NOTHING and has_argument:
                action = action._replace(target=_TARGETS.get(words[-1]))
    except UnknownCard as error:
        raise IllegalAction(f"no public action {text.strip()!r}: {error}") from None
    if action not in rules.action_numbers or len(words) > 2:
        raise IllegalAction(
            f"no public action {text.strip()!r}: name the card, and for a guess the card guessed, "
            "for a Prince opponent or self, such as: handmaid; guard priest missed"
        )
    return action
