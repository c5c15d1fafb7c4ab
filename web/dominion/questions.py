"""Form input of Dominion: decks and numbers as text, answers or refusals."""

from collections.abc import Mapping

from llq.errors import IllegalState
from llq.solver.dominion.variants import rules
from llq.store.tables import TableInfo

CARDS = rules().cards
"""The cards, treasures first."""

_DIGITS = 6


def values_of(
    query: Mapping[str, str], defaults: Mapping[str, str], example: Mapping[str, str]
) -> dict[str, str]:
    """Return a form's field values; a bare link has the example's."""
    fields = {name: query[name].strip() for name in defaults if name in query}
    return {**defaults, **(fields or example)}


def origin(info: TableInfo, how: str) -> str:
    """Return where a page's numbers come from: a table, and how it was computed."""
    return f"{info.path.name} {info.content_hash[:12]}; {how}"


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
