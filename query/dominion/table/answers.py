"""Answers to a lookup, in objects that print well and turn into plain data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from llq.query.answers import ActionValue, Answer, Bar, Column, cost_column
from llq.query.dominion.answer_text import in_words
from llq.solver.dominion.players import State
from llq.solver.dominion.rules import Action
from llq.solver.dominion.solitaire.action_scoring import ActionScore

_TIE = 1e-9
"""Points up to which two actions are equally good: rounding stays below 1e-11."""


@dataclass(frozen=True, kw_only=True)
class BuyAnswer(Answer[Action, ActionValue[Action]]):
    """The answer to a lookup: what to buy, and the expected final score after every purchase.

    An action's value is the expected final score, in points, if optimal play follows.

    Parameters
    ----------
    deck
        Copies of each card, by name.
    coins, turn, turns
        Coins in hand, the turn being played (the first is 1) and the length of the game.
    actions
        Every affordable action, best first; equals go victory cards, treasures, passing.
    unit
        ``points``: values are expected final scores by optimal play.
    """

    deck: dict[str, int]
    coins: int
    turn: int
    turns: int

    verb = "buy"

    @property
    def facts(self) -> tuple[str, ...]:
        """The situation in words."""
        deck = ", ".join(f"{count} {name}" for name, count in self.deck.items() if count)
        return (f"{deck}; {self.coins} coins, turn {self.turn} of {self.turns}",)

    @property
    def columns(self) -> tuple[Column, ...]:
        """The expected score after every purchase, and what it costs."""
        return Column("value", "expected score", ".3f"), cost_column(".3f")

    @property
    def bar(self) -> Bar:
        """A full bar is the best score."""
        return Bar(most=max(self.actions[0].value, 1.0))

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain data, ready for JSON."""
        asked = {"deck": self.deck, "coins": self.coins, "turn": self.turn, "turns": self.turns}
        return asked | super().to_dict()

    def __str__(self) -> str:
        """Return the answer in words, one action a line."""
        return in_words(f"{self.facts[0]}: {self.text}, expecting {self.value:.4f} points", self)


def answer(state: State, actions: Iterable[ActionValue[Action]], source: str) -> BuyAnswer:
    """Return the answer for a state from the values of its actions."""
    return BuyAnswer(
        deck=state.cards,
        coins=state.coins,
        turn=state.turn,
        turns=state.turns,
        actions=tuple(actions),
        unit="points",
        source=source,
    )


def action_values(scores: Iterable[ActionScore]) -> tuple[ActionValue[Action], ...]:
    """Return the solver's scores of actions as the actions of an answer."""
    return tuple(
        ActionValue(
            action=(action := Action(score.card)),
            text=str(action),
            value=score.expected_score,
            cost=score.cost,
            standard_error=None,
            is_best=score.cost < _TIE,
        )
        for score in scores
    )
