"""Form input of Dominion: decks and numbers as text, answers or refusals."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from llq.errors import IllegalState, LlqError
from llq.solver.dominion.variants import rules
from llq.web.http.problems import problem

CARDS = rules().cards
"""The cards, treasures first."""

_DIGITS = 6

Answer = TypeVar("Answer")


def answer_or_problem(
    question: Callable[[], Answer],
) -> tuple[Answer | None, dict[str, Any] | None]:
    """Return a question's (answer, None), or (None, problem)."""
    try:
        return question(), None
    except LlqError as error:
        return None, problem(error)


def values_of(
    query: Mapping[str, str], defaults: Mapping[str, str], example: Mapping[str, str]
) -> dict[str, str]:
    """Return a form's field values; a bare link has the example's."""
    fields = {name: query[name].strip() for name in defaults if name in query}
    return {**defaults, **(fields or example)}


def whole(name: str, text: str) -> int:
    """Return the number that a field holds."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= _DIGITS):
        cause = f"got {text[:40]!r}" if text else "it is empty"
        raise IllegalState(f"{name} must be an integer of at most {_DIGITS} digits; {cause}")
    return int(text)


def read_deck(values: Mapping[str, str], prefix: str = "") -> dict[str, int]:
    """Return a form's copies by card name, with empty fields as zero."""
    return {
        card.name: whole(f"copies of {card.name}", values[prefix + card.name] or "0")
        for card in CARDS
    }
