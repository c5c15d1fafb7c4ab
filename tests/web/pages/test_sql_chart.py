"""Charts of answers in SQL."""

import pytest

from llq.query.sql.processes import QueryAnswer
from llq.web.pages.sql_chart import ChartKind, chart_of, number_columns


def answer(columns: dict[str, str], *rows: tuple[object, ...]) -> QueryAnswer:
    """Return an answer with columns of some types."""
    return QueryAnswer(
        columns=tuple(columns),
        types=tuple(columns.values()),
        rows=list(rows),
        is_cut=False,
        sources=[],
    )


GROWING = answer({"n": "UTINYINT", "wins": "DOUBLE"}, (1, 0.5), (2, 0.25), (3, None))
NAMED = answer({"card": "VARCHAR", "n": "INTEGER"}, ("Guard", 5), ("Priest", 2))


def test_columns_of_numbers() -> None:
    """Numbers are numbers, lists of them and texts are not."""
    kinds = {
        "a": "UTINYINT",
        "b": "DECIMAL(4,1)",
        "c": "INTEGER[]",
        "d": "VARCHAR",
        "e": "INTERVAL",
    }
    assert number_columns(answer(kinds)) == ["a", "b"]


@pytest.mark.parametrize(
    ("given", "kind", "drawn"),
    [
        (GROWING, "automatic", 'class="line'),
        (GROWING, "bars", "<rect"),
        (NAMED, "automatic", "<rect"),
        (NAMED, "line", None),
        (NAMED, "none", None),
        (answer({"n": "INTEGER"}, (1,)), "automatic", None),
        (answer({"a": "VARCHAR"}, ("x",), ("y",)), "automatic", None),
    ],
)
def test_what_is_drawn(given: QueryAnswer, kind: str, drawn: str | None) -> None:
    """A line over numbers that grow, bars by name, nothing where there is nothing to draw."""
    picture = chart_of(given, ChartKind(kind), "", "")
    assert (drawn is None and picture is None) or (drawn is not None and drawn in str(picture))


def test_each_name_has_its_line() -> None:
    """Rows of several names over the same numbers are as many lines, at each of three widths."""
    given = answer(
        {"turn": "INTEGER", "who": "VARCHAR", "p": "DOUBLE"},
        *((turn, who, 0.5) for turn in (1, 2, 3) for who in ("Ann", "Bob")),
    )
    assert str(chart_of(given, ChartKind.line, "", "")).count('class="line') == 2 * 3


def test_bars_are_named_by_what_tells_them_apart() -> None:
    """Only as many columns of names as are needed name the bars."""
    given = answer(
        {"a": "VARCHAR", "b": "VARCHAR", "c": "VARCHAR", "p": "DOUBLE"},
        ("x", "y", "same", 0.1),
        ("x", "z", "same", 0.2),
    )
    picture = str(chart_of(given, ChartKind.automatic, "", ""))
    assert "x, y" in picture
    assert "same" not in picture
    hands = answer({"b1": "TINYINT", "b2": "TINYINT", "p": "DOUBLE"}, (1, 2, 0.5), (1, 3, 0.6))
    assert ">1, 3<" in str(chart_of(hands, ChartKind.bars, "", ""))
