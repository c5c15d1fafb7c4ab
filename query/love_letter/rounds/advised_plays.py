"""Advice in a round of two as it is told: plays with their values, by beliefs and by the table."""

from dataclasses import dataclass
from typing import Any

from llq.query.answers import ActionValue, Answer, Bar, Column
from llq.query.love_letter.answers import PlayAnswer
from llq.query.love_letter.built_in_players import SOLUTION
from llq.query.love_letter.rounds import policy_beliefs
from llq.query.love_letter.rounds.card_beliefs import Belief, shares_text
from llq.solver.love_letter.rules import Action


@dataclass(frozen=True, slots=True, kw_only=True)
class AdvisedAction(ActionValue[Action]):
    """A legal action with its value under the current beliefs.

    Parameters
    ----------
    table_value
        What it is worth to the table, which knows only the cards seen.
    hit
        How likely a guess finds the opponent's card; None for what guesses nothing.
    chance
        How likely the solution plays it, where the opponent is taken to play so.
    """

    table_value: float
    hit: float | None = None
    chance: float | None = None


@dataclass(frozen=True, kw_only=True)
class RoundAdvice(Answer[Action, AdvisedAction]):
    """Round advice, best first; a guess that cannot hit leads only if none can.

    Parameters
    ----------
    policy
        How the opponent is taken to play: ``table`` or ``solution``.
    cards
        How likely the opponent holds each card.
    surprises
        The turns, counted from 1, in which the opponent played what the policy never plays: they
        say only which cards the opponent had.
    by_table
        What the table says, which knows only the cards seen.
    """

    policy: str
    cards: tuple[Belief, ...]
    surprises: tuple[int, ...]
    by_table: PlayAnswer

    @property
    def hand(self) -> tuple[str, str]:
        """The two cards, by name."""
        return self.by_table.hand

    @property
    def facts(self) -> tuple[str, ...]:
        """Facts besides the hand, in words."""
        return self.by_table.facts

    @property
    def title(self) -> str:
        """The hand, and what to play."""
        return f"{self.hand[0]} and {self.hand[1]}: play {self.text}"

    @property
    def context(self) -> tuple[str, ...]:
        """Rules, facts and the opponent's possible cards."""
        cards = shares_text(sorted(self.cards, key=lambda belief: -belief.chance))
        policy = policy_beliefs.POLICY_NAMES[self.policy]
        return *self.by_table.context, f"they hold {cards}, if they play as {policy} does"

    @property
    def differs(self) -> bool:
        """Whether the table's choice is worse than the best under these beliefs."""
        return bool(self.table_note)

    @property
    def table_note(self) -> str:
        """Note on the table's differing choice; empty without a difference."""
        choice = next(play for play in self.actions if play.action == self.by_table.best)
        if choice.is_best:
            return ""
        miss = ", which cannot hit" if choice.hit == 0 else ""
        return (
            f"the table, which forgets what was played, plays {choice.text}{miss}: by what they "
            f"may hold that is worth {self._worth(choice.value)}, "
            f"not {self._worth(choice.table_value)}"
        )

    @property
    def surprise_note(self) -> str:
        """Note on opponent turns that the policy never plays; empty if none."""
        return policy_beliefs.surprise_note(self.policy, self.surprises)

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on table differences, surprises and sources."""
        return tuple(filter(None, (self.table_note, self.surprise_note))) + super().notes

    @property
    def columns(self) -> tuple[Column, ...]:
        """Value, guess hit rate, table value and solution probability per action."""
        (value,) = self.by_table.columns
        columns = [value]
        if any(action.hit is not None for action in self.actions):
            columns.append(Column("hit", "hits", ".0%"))
        if self.policy == SOLUTION:
            columns.append(Column("chance", "solution", ".1%"))
        return *columns, value._replace(name="table_value", heading="to the table")

    @property
    def bar(self) -> Bar:
        """A full bar is a certain win."""
        return self.by_table.bar

    def _worth(self, value: float) -> str:
        return f"{value:.2%}" if self.unit == "win probability" else f"{value:+.3f} tokens"

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain data, ready for JSON."""
        return super().to_dict() | {
            "hand": self.hand,
            "policy": self.policy,
            "their_cards": {card.card: card.chance for card in self.cards},
            "surprises": self.surprises,
            "differs": self.differs,
            "table": self.by_table.to_dict(),
        }

    def __str__(self) -> str:
        """Return the answer in words, one action per line."""
        facts = ", ".join(self.facts)
        is_chance = self.unit == "win probability"
        worth = f"winning {self.value:.6f}" if is_chance else f"{self.unit} {self.value:+.6f}"
        lines = [
            f"{self.hand[0]} and {self.hand[1]} ({facts}): play {self.text}, {worth}",
            *(f"  {play.value:.6f}  {play.text}{' *' * play.is_best}" for play in self.actions),
            f"* best by what they may hold; {self.source}",
            self.table_note,
            self.surprise_note,
        ]
        return "\n".join(filter(None, lines))
