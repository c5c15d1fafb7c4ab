"""Answers to a lookup, in objects that print well and turn into plain data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from llq.query import answers
from llq.query.dominion.answer_text import in_words
from llq.solver.dominion.players import State
from llq.solver.dominion.rules import Action
from llq.solver.dominion.solitaire.action_scoring import ActionScore

__all__ = ["ActionValue", "Answer", "action_values", "answer"]

_TIE = 1e-9
"""Points up to which two actions are equally good: rounding stays below 1e-11."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionValue(answers.ActionValue[Action]):
    """One affordable action, and the expected final score if optimal play follows, in points."""


@dataclass(frozen=True, kw_only=True)
class Answer(answers.Answer[Action, ActionValue]):
    """The answer to a lookup: what to buy, and the expected final score after every purchase.

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

    @property
    def facts(self) -> str:
        """The situation in words."""
        deck = ", ".join(f"{count} {name}" for name, count in self.deck.items() if count)
        return f"{deck}; {self.coins} coins, turn {self.turn} of {self.turns}"

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain data, ready for JSON."""
        asked = {"deck": self.deck, "coins": self.coins, "turn": self.turn, "turns": self.turns}
        return asked | super().to_dict()

    def __str__(self) -> str:
        """Return the answer in words, one action a line."""
        return in_words(f"{self.facts}: {self.text}, expecting {self.value:.4f} points", self)


def answer(state: State, actions: Iterable[ActionValue], source: str) -> Answer:
    """Return the answer for a state from the values of its actions."""
    return Answer(
        deck=state.cards,
        coins=state.coins,
        turn=state.turn,
        turns=state.turns,
        actions=tuple(actions),
        unit="points",
        source=source,
    )


def action_values(scores: Iterable[ActionScore]) -> tuple[ActionValue, ...]:
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
