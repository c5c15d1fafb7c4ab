"""Answers to a lookup, in objects that print well and turn into plain data."""

from collections.abc import Iterable
from dataclasses import dataclass

from llq.query.answers import ActionValue, Column
from llq.query.dominion.answers import PurchaseAnswer, exact_value, pluralise
from llq.solver.dominion.rules import Action, deck_words
from llq.solver.dominion.solitaire.action_scoring import ActionScore
from llq.solver.dominion.state import State


@dataclass(frozen=True, kw_only=True)
class BuyAnswer(PurchaseAnswer[Action]):
    """A lookup's answer: the best purchase, and each purchase's expected final score.

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

    question_fields = ("deck", "coins", "turn", "turns")
    column = Column("value", "expected score", ".3f")
    ending = "expecting {:.4f} points"

    deck: dict[str, int]
    coins: int
    turn: int
    turns: int

    @property
    def facts(self) -> tuple[str, ...]:
        """The situation in words."""
        hand = f"{pluralise(self.coins, 'coin')}, turn {self.turn} of {self.turns}"
        return (f"{deck_words(self.deck)}; {hand}",)


def answer(state: State, actions: Iterable[ActionValue[Action]], source: str) -> BuyAnswer:
    """Return a state's answer, given its action values."""
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
    """Return the action values of the solver's action scores."""
    return tuple(exact_value(Action(s.card), s.expected_score, s.cost) for s in scores)
