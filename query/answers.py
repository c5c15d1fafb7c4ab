"""The shape of every answer: what to do, what everything else is worth, and the source of both."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Generic, TypeVar

__all__ = ["ActionValue", "Answer", "plain_action"]

Action = TypeVar("Action")
Value = TypeVar("Value", bound="ActionValue[Any]")


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionValue(Generic[Action]):
    """One legal action and its value.

    Parameters
    ----------
    action
        The action, as a player of the game returns it.
    text
        The action in words.
    value
        Its value to the player, in the answer's unit.
    cost
        The value of the best action less this one's.
    standard_error
        Of ``value``; None where it is exact.
    is_best
        Whether no action is better; ties are all best.
    """

    action: Action
    text: str
    value: float
    cost: float
    standard_error: float | None
    is_best: bool

    def to_dict(self) -> dict[str, Any]:
        """Return the action and its value as plain data, ready for JSON."""
        found = {one.name: getattr(self, one.name) for one in fields(self)}
        return found | {"action": plain_action(self.action)}


@dataclass(frozen=True, kw_only=True)
class Answer(Generic[Action, Value]):
    """What to do, and the value of every action.

    Parameters
    ----------
    actions
        Every legal action, best first; none if there is nothing to choose.
    unit
        What the values measure, such as ``win probability``.
    source
        Where the numbers come from, in one line.
    """

    actions: tuple[Value, ...]
    unit: str
    source: str

    @property
    def best(self) -> Action:
        """The best action, as a player returns it."""
        best: Action = self.actions[0].action
        return best

    @property
    def text(self) -> str:
        """The best action in words."""
        return self.actions[0].text

    @property
    def value(self) -> float | None:
        """The value of the best action; None where there is nothing to choose."""
        return self.actions[0].value if self.actions else None

    @property
    def ties(self) -> tuple[Value, ...]:
        """The actions that are as good as the best, the best itself first."""
        return tuple(action for action in self.actions if action.is_best)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain data, ready for JSON; games add the question."""
        return {
            "best": plain_action(self.best),
            "text": self.text,
            "value": self.value,
            "unit": self.unit,
            "actions": [action.to_dict() for action in self.actions],
            "source": self.source,
        }


def plain_action(action: Any) -> Any:
    """Return an action as plain data: its fields by name, or itself where it is a plain value."""
    fields = getattr(action, "_asdict", None)
    found: Mapping[str, Any] | None = fields() if fields else None
    return action if found is None else dict(found)
