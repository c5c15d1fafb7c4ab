"""Common base of Dominion's answers, such as purchases with their values."""

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
    """The fields that are the question."""
    column: ClassVar[Column]
    """The value of a purchase."""
    ending: ClassVar[str]
    """Meaning of the best purchase's value, in words."""

    @property
    def question(self) -> Any:
        """The object whose fields are the question."""
        return self

    @property
    def bar(self) -> Bar:
        """Bar scale: full for the best purchase, empty for the worst shown."""
        best, worst = self.actions[0].value, self.shown[-1].value
        return Bar(worst if worst != best else best - 1, best)

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
        lines = [f"  {a.value:.4f}  {a.text}  (costs {a.cost:.4f})" for a in self.actions]
        ending = self.ending.format(self.value)
        return "\n".join([f"{facts}: {self.text}, {ending}", *lines, self.source])


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
    return f"{copies} {name}{'s' * (copies != 1)}"
