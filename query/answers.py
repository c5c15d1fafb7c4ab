"""Answer types shared by all games: ranked actions, their values and their source.

Whatever shows an answer needs nothing else. A panel and a page are its title, context, tables and
notes; JSON is `Answer.to_dict`; CSV is `Answer.records`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

Action = TypeVar("Action")
Value = TypeVar("Value", bound="ActionValue[Any]")

_NUMBERS = ("float", "float | None", "int", "int | None")
"""Annotations of numeric fields; all other fields are text."""


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
        """Return a flat row: action text, numeric fields, other fields, then the action's parts."""
        parts: dict[str, Any] = getattr(self.action, "_asdict", dict)()
        values = {"action": self.text} | parts
        return {
            name: _flat(values[name] if name in values else getattr(self, name))
            for name in record_names(type(self), tuple(parts))
        }


class Column(NamedTuple):
    """Numeric column of an action table: attribute, heading and format."""

    name: str
    """The attribute of the action's value."""
    heading: str
    form: str
    """The format of the number, such as ``.2%``."""
    unit: str = ""
    """The text behind the number, blank included."""
    error: str = ""
    """Attribute of the standard error, or empty."""
    of_best: bool = True
    """Whether the best actions show it."""

    def text(self, action: ActionValue[Any]) -> str:
        """Return an action's cell text, empty if the number is missing or hidden."""
        number = getattr(action, self.name)
        if number is None or (action.is_best and not self.of_best):
            return ""
        error = getattr(action, self.error) if self.error else None
        behind = "" if error is None else f" ± {error:{self.form}}"
        return f"{number:{self.form}}{self.unit}{behind}"


def cost_column(form: str, error: str = "") -> Column:
    """Return the cost column, left blank for the best actions."""
    return Column("cost", "costs", form, error=error, of_best=False)


class Bar(NamedTuple):
    """Linear scale of action bars, from ``least`` to ``most``."""

    least: float = 0.0
    most: float = 1.0
    cells: int = 30
    """Width of a full bar in terminal cells."""

    def share(self, value: float) -> float:
        """Return a value's fraction of the bar length, clipped below at zero."""
        return max((value - self.least) / (self.most - self.least), 0.0)


class Row(NamedTuple):
    """A row of a table, in words."""

    cells: tuple[str, ...]
    is_best: bool = False
    """Whether it stands out."""
    share: float = 0.0
    """Fraction of a full bar, zero in tables without bars."""
    mark: str = ""
    """The text behind the bar, such as ``equally good``."""
    action: ActionValue[Any] | None = None
    """The action's value, in an action's row."""


class Table(NamedTuple):
    """Table contents, ready for a panel or page.

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
    """Flat rows of plain values, with column names even when empty."""

    names: tuple[str, ...]
    rows: list[dict[str, Any]]


@dataclass(frozen=True, kw_only=True)
class Answer(Generic[Action, Value]):
    """The best action, and every action's value."""

    actions: tuple[Value, ...]
    """Legal actions, best first; empty without a choice."""
    unit: str
    """Quantity measured by the values, such as ``win probability``."""
    source: str
    """Source of the numbers, in one line."""

    verb: ClassVar[str] = "play"
    """Verb used as the action heading and stripped from rows."""

    @property
    def best(self) -> Action:
        """The best action, as returned by players."""
        best: Action = self.actions[0].action
        return best

    @property
    def text(self) -> str:
        """The best action in words."""
        return self.actions[0].text

    @property
    def value(self) -> float | None:
        """The best action's value; None without a choice."""
        return self.actions[0].value if self.actions else None

    @property
    def ties(self) -> tuple[Value, ...]:
        """Actions as good as the best, including the best itself."""
        return tuple(action for action in self.actions if action.is_best)

    @property
    def title(self) -> str:
        """The best action, the answer's heading."""
        return self.text

    @property
    def facts(self) -> tuple[str, ...]:
        """Facts of the question, in words."""
        return ()

    @property
    def context(self) -> tuple[str, ...]:
        """Lines above the tables: the question and its facts."""
        return self.facts

    @property
    def columns(self) -> tuple[Column, ...]:
        """Numeric columns of the action table, in display order."""
        return Column("value", self.unit, ".4f"), cost_column(".4f")

    @property
    def bar(self) -> Bar:
        """Scale of the action bars."""
        return Bar()

    @property
    def shown(self) -> tuple[Value, ...]:
        """Actions listed in the table; games may merge or omit some."""
        return self.actions

    @property
    def table(self) -> Table:
        """Table of actions, best first, with value bars."""
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
        """Lines below the tables: sources of the numbers."""
        return tuple(self.source.split("; "))

    def _repr_html_(self) -> str:
        from llq.query.text.html import panel

        return panel(self.title, self.context, self.tables, self.notes)

    def mark(self, action: Value) -> str:  # noqa: ARG002 - games look at it
        """Return the text behind an action's bar."""
        return ""

    def records(self) -> Records:
        """Return flat rows of the actions, or a game's own rows instead."""
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
    """Return an action as plain data: fields by name, or a plain value unchanged."""
    parts = getattr(action, "_asdict", None)
    return parts() if parts else action


def record_names(kind: type[ActionValue[Any]], parts: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the names of a row of CSV: ``action``, numbers, words, and the action's own parts."""
    columns = [field for field in fields(kind) if field.name not in ("action", "text")]
    columns.sort(key=lambda field: field.type not in _NUMBERS)
    return "action", *(field.name for field in columns), *parts


def _flat(value: Any) -> Any:
    """Return a plain cell: texts joined by blanks, or by semicolons if any contains a blank."""
    if not isinstance(value, tuple):
        return value
    return ("; " if any(" " in text for text in value) else " ").join(value)
