"""Answers on the fewest turns to a number of Provinces: they print, and turn into plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from llq.query.answers import ActionValue, Answer, Bar, Column, cost_column
from llq.query.dominion.answer_text import in_words
from llq.solver.dominion.rules import Action


@dataclass(frozen=True, kw_only=True)
class FewestAnswer(Answer[Action, ActionValue[Action]]):
    """The answer to a lookup: what to buy, and the expected turns after every purchase.

    An action's value is the expected turns to the last Province, this turn included. Less is
    better: its cost is the turns that it takes longer than the best.

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

    provinces: int
    rule: str
    draw: dict[str, int]
    discard: dict[str, int]
    hand: dict[str, int]
    coins: int

    verb = "buy"

    @property
    def facts(self) -> tuple[str, ...]:
        """The situation in words."""
        return (f"{_goal(self.provinces, self.rule)}; hand of {self.coins} coins",)

    @property
    def columns(self) -> tuple[Column, ...]:
        """The expected turns after every purchase, and how many more than after the best."""
        return Column("value", "turns to go", ".4f"), cost_column(".4f")

    @property
    def bar(self) -> Bar:
        """A full bar is the most turns."""
        return Bar(most=self.actions[-1].value)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain data, ready for JSON."""
        asked = ("provinces", "rule", "draw", "discard", "hand", "coins")
        return {name: getattr(self, name) for name in asked} | super().to_dict()

    def __str__(self) -> str:
        """Return the answer in words, one purchase a line."""
        return in_words(f"{self.facts[0]}: {self.text}, {self.value:.4f} turns to go", self)


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
        return {name: getattr(self, name) for name in self.__dataclass_fields__}

    def __str__(self) -> str:
        """Return the result in one line."""
        return (
            f"{_goal(self.provinces, self.rule)}: {self.turns:.6f} expected turns, "
            f"at least {self.at_least:.6f} whatever is bought"
        )


def _goal(provinces: int, rule: str) -> str:
    return f"{provinces} Province{'s' if provinces > 1 else ''}, {rule} rule"
