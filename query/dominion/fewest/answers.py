"""Answers on the fewest turns to a number of Provinces: they print, and turn into plain data."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from llq.query.dominion.answers import TurnsAnswer, counted
from llq.solver.dominion.fewest.decks import Caps
from llq.solver.dominion.rules import Action

RULES = ("real", "fresh")
"""The real rule with draw and discard piles, and the thesis's model: a fresh hand every turn."""

MOST_PROVINCES = 8


@dataclass(frozen=True, kw_only=True)
class FewestAnswer(TurnsAnswer[Action]):
    """The answer to a lookup: what to buy, and the expected turns after every purchase.

    Parameters
    ----------
    provinces
        How many Provinces end the game.
    rule
        ``"real"`` or ``"fresh"``.
    draw, discard, hand
        Copies of each card, by name: the draw pile after the hand was drawn, the discard pile
        without it, and the hand. By fresh hands only their sum counts.
    coins
        What the hand is worth.
    """

    asked = ("provinces", "rule", "draw", "discard", "hand", "coins")

    provinces: int
    rule: str
    draw: dict[str, int]
    discard: dict[str, int]
    hand: dict[str, int]
    coins: int

    @property
    def facts(self) -> tuple[str, ...]:
        """The situation in words."""
        return (f"{_goal(self.provinces, self.rule)}; hand of {counted(self.coins, 'coin')}",)


@dataclass(frozen=True, kw_only=True)
class FewestTurns:
    """The fewest expected turns from the starting deck.

    Parameters
    ----------
    provinces, rule
        As asked.
    turns
        Expected turns of the best policy within the caps.
    at_least
        A bound that no policy is below, whatever it buys.
    copper, silver, gold
        The caps: bought Coppers, and all Silvers and Golds, that a deck has at most.
    states
        Decks, or by the real rule decks with a draw pile.
    """

    provinces: int
    rule: str
    turns: float
    at_least: float
    copper: int
    silver: int
    gold: int
    states: int

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain data, ready for JSON."""
        return asdict(self)

    def __str__(self) -> str:
        """Return the result in one line."""
        return (
            f"{_goal(self.provinces, self.rule)}: {self.turns:.6f} expected turns, "
            f"at least {self.at_least:.6f} whatever is bought"
        )


def fewest_caps(provinces: int, rule: str) -> Caps:
    """Return the caps by which the games are solved from the starting deck."""
    if rule == "fresh":
        return Caps()
    treasures = 16 if provinces <= 5 else 18
    return Caps(copper=1, silver=treasures, gold=treasures)


def _goal(provinces: int, rule: str) -> str:
    return f"{counted(provinces, 'Province')}, {rule} rule"
