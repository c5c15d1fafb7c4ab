"""Solution answers: the probability of each action."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from llq.query.answers import ActionValue, Answer, Column
from llq.solver.love_letter.rules import Action

CHANCE = "chance"
"""Unit of solution answers: action probability."""


class MixedMove(NamedTuple):
    """Short mixed-policy answer: the likeliest action and its probability."""

    chance: float
    action: Action


@dataclass(frozen=True, slots=True, kw_only=True)
class MixedAction(ActionValue[Action]):
    """A legal action; its value is the solution's probability.

    Parameters
    ----------
    table_value
        What the table says that it is worth, where the table was asked.
    solution_value
        What it wins if both players follow the solution before and after, where that was asked for
        and the solution comes there.
    """

    table_value: float | None = None
    solution_value: float | None = None

    @property
    def chance(self) -> float:
        """How likely the solution plays it."""
        return self.value


@dataclass(frozen=True, kw_only=True)
class MixedAnswer(Answer[Action, MixedAction]):
    """The solution's action probabilities in a state, likeliest first.

    Parameters
    ----------
    variant
        The variant of the rules.
    hand
        The two cards, by name.
    remembered
        The public actions that were minded, the last one last; empty where the answer is that for
        anything remembered.
    is_rare
        Whether plays came before that are too rare for a row of their own.
    """

    variant: str
    hand: tuple[str, str]
    remembered: tuple[str, ...]
    is_rare: bool = False

    @property
    def text(self) -> str:
        """Actions played, in words, with their probabilities."""
        played = [action for action in self.actions if action.chance > 0]
        return ", ".join(f"{action.text} {action.chance:.0%}" for action in played)

    @property
    def title(self) -> str:
        """Hand, likeliest action and its probability."""
        likeliest = self.actions[0]
        return f"{' and '.join(self.hand)}: {likeliest.text} {likeliest.chance:.0%}"

    @property
    def facts(self) -> tuple[str, ...]:
        """The rules, and what is remembered."""
        nothing = "nothing of that: too rare" if self.is_rare else "nothing"
        return (f"{self.variant} rules, remembered: {'; '.join(self.remembered) or nothing}",)

    @property
    def columns(self) -> tuple[Column, ...]:
        """Probability, optional value under the solution, and table value of each action."""
        wins = Column("solution_value", "wins", ".2%")
        has_values = any(action.solution_value is not None for action in self.actions)
        return (
            Column("value", "chance", ".1%"),
            *([wins] if has_values else []),
            Column("table_value", "table", ".2%"),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain data, ready for JSON."""
        names = ("variant", "hand", "remembered")
        return super().to_dict() | {name: getattr(self, name) for name in names}

    def __str__(self) -> str:
        """Return the answer in words, one action per line."""
        after = f" after {'; '.join(self.remembered)}" if self.remembered else ""
        lines = [f"{self.hand[0]} and {self.hand[1]}{after}: play {self.text}"]
        lines += [f"  {play.chance:.6f}  {play.text}{' *' * play.is_best}" for play in self.actions]
        return "\n".join([*lines, f"* likeliest; {self.source}"])
