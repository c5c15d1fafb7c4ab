"""Base of Dominion's answers: the purchases of a turn, with their values."""

from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from llq.query.answers import ActionValue, Answer, Bar, Column, cost_column

Purchase = TypeVar("Purchase")

TIE = 1e-9
"""Cost below which a purchase counts as best; rounding errors stay below 1e-11."""


@dataclass(frozen=True, kw_only=True)
class PurchaseAnswer(Answer[Purchase, ActionValue[Purchase]]):
    """The best purchase, and every purchase's value."""

    verb = "buy"
    question_fields: ClassVar[tuple[str, ...]]
    """Names of the fields that repeat the question."""
    column: ClassVar[Column]
    """Table column of a purchase's value."""
    ending: ClassVar[str]
    """Format string that says what the best purchase's value means."""

    @property
    def question(self) -> Any:
        """The object that has the ``question_fields``: the answer, or its situation."""
        return self

    @property
    def bar(self) -> Bar:
        """Scale of the bars: full for the best purchase, empty for the worst shown."""
        best, worst = self.actions[0].value, self.shown[-1].value
        return Bar(worst if worst != best else best - 1, best)  # all equal: every bar is full

    @property
    def columns(self) -> tuple[Column, ...]:
        """Every purchase's value and cost."""
        return self.column, cost_column(self.column.form)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain data, ready for JSON."""
        situation = {name: getattr(self.question, name) for name in self.question_fields}
        return situation | super().to_dict()

    def __str__(self) -> str:
        facts = "; ".join(self.facts)
        best = f"{facts}: {self.text}, {self.ending.format(self.value)}"
        lines = [f"  {buy.value:.4f}  {buy.text}  (costs {buy.cost:.4f})" for buy in self.actions]
        return "\n".join([best, *lines, self.source])


def exact_value(
    action: Purchase, value: float, cost: float, tie: float = TIE
) -> ActionValue[Purchase]:
    """Return an exact purchase value, marked best if it costs less than ``tie``."""
    return ActionValue(
        action=action,
        text=str(action),
        value=value,
        cost=cost,
        standard_error=None,
        is_best=cost < tie,
    )


def pluralise(copies: int, name: str) -> str:
    """Return a count and its noun, pluralised as needed, such as ``3 Provinces``."""
    return f"{copies} {name}" if copies == 1 else f"{copies} {name}s"
