"""Actions judged against an answer, shared by game analyses."""

from dataclasses import dataclass, fields
from typing import Any, Generic, TypeVar

from llq.query.answers import ActionValue, Answer

AnswerType = TypeVar("AnswerType", bound=Answer[Any, Any])
Value = TypeVar("Value", bound=ActionValue[Any])


@dataclass(frozen=True, kw_only=True)
class Judged(Generic[AnswerType, Value]):
    """A chosen action beside its alternatives."""

    answer: AnswerType
    """The situation, and the table's answer."""
    chosen: Value
    """The action taken, with its value and its cost."""

    @property
    def cost(self) -> float:
        """The best action's value minus the chosen one's."""
        return self.chosen.cost

    @property
    def best(self) -> Value:
        """The best action."""
        best: Value = self.answer.actions[0]
        return best

    def to_dict(self) -> dict[str, Any]:
        """Return the action as plain data, ready for JSON."""
        plain = {field.name: getattr(self, field.name) for field in fields(self)}
        del plain["answer"], plain["chosen"]
        return plain | {
            "chosen": self.chosen.to_dict(),
            "best": self.best.to_dict(),
            "cost": self.cost,
        }

    def line(self, when: str, digits: int = 4) -> str:
        """Return the action and value, plus cost and best action after a mistake."""
        text = f"{when}: {self.chosen.text} {self.chosen.value:.{digits}f}"
        if self.chosen.is_best:
            return text
        best = f"{self.best.text} {self.best.value:.{digits}f}"
        return f"{text}, costs {self.cost:.{digits}f}: {best}"
