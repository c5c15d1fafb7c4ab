"""The Dominion of section 6 of the thesis: seven coppers, three estates, 31 turns."""

from functools import cache
from pathlib import Path

from llq.solver.dominion.rules import Rules

SUPPLY = {"copper": 60, "silver": 40, "gold": 30, "estate": 11, "duchy": 8, "province": 8}
"""Copies obtainable by one player in a two-player game (rulebook, 2nd edition, page 2)."""


def rules() -> Rules:
    """Return the rules of the Dominion of section 6, ending after 31 turns.

    Examples
    --------
    >>> from llq.solver.dominion.variants import rules
    >>> [card.name for card in rules().cards]
    ['copper', 'silver', 'gold', 'estate', 'duchy', 'province']
    """
    return _read_rules()


@cache
def _read_rules() -> Rules:
    return Rules.from_toml(Path(__file__).with_name("dominion.toml").read_text("utf-8"))
