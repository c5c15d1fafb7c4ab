"""The shape of every answer: the best action, the value of each action, and their source.

Whatever shows an answer needs nothing else. A panel and a page are its title, context, tables and
notes; JSON is `Answer.to_dict`; CSV is `Answer.records`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

Action = TypeVar("Action")
Best = TypeVar("Best", covariant=True)
Value = TypeVar("Value", bound="ActionValue[Any]")

_NUMBERS = ("float", "float | None", "int", "int | None")
"""Fields of these types are numbers; all others are words."""


class Advice(Protocol[Best]):
    """The result of ``lookup`` and ``advise`` in every game: the best action and its value."""

    @property
    def best(self) -> Best:
        """The best action, as ``apply`` of the game's state takes it and players return it."""

    @property
    def text(self) -> str:
        """The same in words."""

    @property
    def value(self) -> float | None:
        """Its value, None without a choice."""

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain data, ready for JSON."""


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
        The value of the best action less this one's, or what it is worth less where a game counts
        more than the value.
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
        plain = {field.name: getattr(self, field.name) for field in fields(self)}
        return plain | {"action": plain_action(self.action)}

    def to_record(self) -> dict[str, Any]:
        """Return the action as a flat row: in words, then its numbers, its words and its parts."""
        parts: dict[str, Any] = getattr(self.action, "_asdict", dict)()
        values = {"action": self.text} | parts
        return {
            name: _flat(values[name] if name in values else getattr(self, name))
            for name in record_names(type(self), tuple(parts))
        }


class Column(NamedTuple):
    """A number of every action, and how a table shows it."""

    name: str
    """The attribute of the action's value."""
    heading: str
    form: str
    """The format of the number, such as ``.2%``."""
    unit: str = ""
    """The text behind the number, blank included."""
    error: str = ""
    """The attribute of its standard error, if any."""
    of_best: bool = True
    """Whether the best actions show it."""

    def text(self, action: ActionValue[Any]) -> str:
        """Return the number of an action as a table shows it; empty where it has none."""
        number = getattr(action, self.name)
        if number is None or (action.is_best and not self.of_best):
            return ""
        error = getattr(action, self.error) if self.error else None
        behind = "" if error is None else f" ± {error:{self.form}}"
        return f"{number:{self.form}}{self.unit}{behind}"


def cost_column(form: str, error: str = "") -> Column:
    """Return the column of what actions cost, empty for the best."""
    return Column("cost", "costs", form, error=error, of_best=False)


class Bar(NamedTuple):
    """The scale of the actions' bars, values from ``least`` to ``most``."""

    least: float = 0.0
    most: float = 1.0
    cells: int = 30
    """The width of a full bar on a terminal."""

    def share(self, value: float) -> float:
        """Return the share of a full bar that a value takes."""
        return max((value - self.least) / (self.most - self.least), 0.0)


class Row(NamedTuple):
    """A row of a table, in words."""

    cells: tuple[str, ...]
    is_best: bool = False
    """Whether it stands out."""
    share: float = 0.0
    """The share of a full bar, where the table has bars."""
    mark: str = ""
    """The text behind the bar, such as ``equally good``."""
    action: ActionValue[Any] | None = None
    """The action's value, in an action's row."""


class Table(NamedTuple):
    """A table as a panel or a page shows it.

    Parameters
    ----------
    headings
        The names of its columns; none where there is only a note.
    rows
        Its rows.
    numbers
        The headings of the columns that hold numbers, which never fold.
    bar_cells
        The width of a full bar behind each row; 0 where there are no bars.
    note
        A line below it.
    """

    headings: tuple[str, ...]
    rows: tuple[Row, ...]
    numbers: tuple[str, ...] = ()
    bar_cells: int = 0
    note: str = ""


class Records(NamedTuple):
    """Flat rows of plain values, and their names, which hold without a row too."""

    names: tuple[str, ...]
    rows: list[dict[str, Any]]


@dataclass(frozen=True, kw_only=True)
class Answer(Generic[Action, Value]):
    """The best action, and every action's value."""

    actions: tuple[Value, ...]
    """Every legal action, best first; none if there is nothing to choose."""
    unit: str
    """What the values measure, such as ``win probability``."""
    source: str
    """Where the numbers come from, in one line."""

    verb: ClassVar[str] = "play"
    """The verb of the actions: their heading, which rows do not repeat."""

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

    @property
    def title(self) -> str:
        """The best action, the answer's heading."""
        return self.text

    @property
    def facts(self) -> tuple[str, ...]:
        """What the answer is about, in words."""
        return ()

    @property
    def context(self) -> tuple[str, ...]:
        """What stands above the tables, a line each: the question and its facts."""
        return self.facts

    @property
    def columns(self) -> tuple[Column, ...]:
        """The numbers that the table of actions shows, in order."""
        return Column("value", self.unit, ".4f"), cost_column(".4f")

    @property
    def bar(self) -> Bar:
        """The scale of the bars behind the actions."""
        return Bar()

    @property
    def shown(self) -> tuple[Value, ...]:
        """The actions that the table shows; games merge or leave out some."""
        return self.actions

    @property
    def table(self) -> Table:
        """The actions as a table, best first, with a bar for each value."""
        bar, columns = self.bar, self.columns
        headings = tuple(column.heading for column in columns)
        rows = (
            Row(
                (
                    action.text.removeprefix(f"{self.verb} "),
                    *(column.text(action) for column in columns),
                ),
                action.is_best,
                bar.share(action.value),
                self.mark(action),
                action,
            )
            for action in self.shown
        )
        return Table((self.verb, *headings), tuple(rows), headings, bar.cells)

    @property
    def tables(self) -> tuple[Table, ...]:
        """Every table, that of the actions first."""
        return (self.table,)

    @property
    def notes(self) -> tuple[str, ...]:
        """What stands below the tables, a line each: where the numbers come from."""
        return tuple(self.source.split("; "))

    def _repr_html_(self) -> str:
        from llq.query.text.html import panel

        return panel(self.title, self.context, self.tables, self.notes)

    def mark(self, action: Value) -> str:  # noqa: ARG002 - games look at it
        """Return what stands behind an action's bar."""
        return ""

    def records(self) -> Records:
        """Return the actions as flat rows, or what a game shows in their place."""
        rows = [action.to_record() for action in self.actions]
        return Records(tuple(rows[0]) if rows else ("action",), rows)

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
    parts = getattr(action, "_asdict", None)
    return parts() if parts else action


def record_names(kind: type[ActionValue[Any]], parts: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the names of a row of CSV: ``action``, numbers, words, and the action's own parts."""
    own = [field for field in fields(kind) if field.name not in ("action", "text")]
    own.sort(key=lambda field: field.type not in _NUMBERS)
    return "action", *(field.name for field in own), *parts


def _flat(value: Any) -> Any:
    """Return a value as a cell: several texts as one, with semicolons where they have blanks."""
    if not isinstance(value, tuple):
        return value
    return ("; " if any(" " in text for text in value) else " ").join(value)
