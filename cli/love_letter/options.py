"""Options of Love Letter's commands, and the rules and cards that they choose."""

from __future__ import annotations

from typing import Annotated

import typer

from llq.cli.completions import complete
from llq.errors import IllegalState
from llq.query.love_letter.notation import read_cards
from llq.query.text.text_input import split_words
from llq.solver.arguments import read_digits
from llq.solver.love_letter import variants
from llq.solver.love_letter.rules import Rules, Scoring

ScoringOption = Annotated[
    Scoring,
    typer.Option(help="How equal final cards are decided: half a win each, or by discard totals."),
]
VariantOption = Annotated[
    str | None,
    typer.Option(
        "--edition",
        "--variant",
        help="Which box? 2012 or 16 (cards), the default, called classic; 2019 or 21; hobbit, "
        "batman and others.",
        autocompletion=complete("variant"),
    ),
]
DeckOption = Annotated[
    str | None,
    typer.Option(help="Copies of each classic card, such as 5,2,2,2,2,1,1,1, for a custom deck."),
]
OpeningOption = Annotated[
    str | None, typer.Option(help="The first player's opening hand, such as 1,8.")
]


def chosen_rules(variant: str | None, deck: str | None) -> Rules:
    """Return the rules that two options name: a variant, a deck, or neither for the classic."""
    if deck is None:
        return variants.rules(variant or "classic")
    if variant is not None:
        raise IllegalState(f"give --edition {variant} or --deck {deck}, not both")
    return variants.custom_deck([_copies(part) for part in split_words(deck)])


def chosen_cards(rules: Rules, text: str | None) -> list[str] | None:
    """Return an option's cards, None if it is not given."""
    return None if text is None else read_cards(rules, text)


def chosen_face_up(rules: Rules, text: str) -> int | list[str]:
    """Return the number of cards face up, or the cards."""
    number = read_digits(text.strip())
    return read_cards(rules, text) if number is None else number


def _copies(text: str) -> int:
    if (copies := read_digits(text)) is None:
        raise IllegalState(
            f"a deck is eight counts such as 5,2,2,2,2,1,1,1; got {text[:40]!r} as one"
        )
    return copies
