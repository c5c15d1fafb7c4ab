"""The printer of answers: a kind of answer that it does not know, and tables that are too wide."""

import csv
import io
import json
from dataclasses import dataclass

import pytest

from llq.cli.output.answer_panels import print_answer
from llq.cli.output.printing import Format
from llq.query.answers import ActionValue, Answer, Column, Row, Table, cost_column


@dataclass(frozen=True, kw_only=True)
class CoinAnswer(Answer[str, ActionValue[str]]):
    """What to call in a game that llq does not have."""

    verb = "call"

    @property
    def columns(self):
        """The chance to be right, and what it costs not to call the likelier side."""
        return Column("value", "right", ".0%"), cost_column(".0%")


def coin_answer():
    """Return the answer for a coin that shows heads three times in four."""
    return CoinAnswer(
        actions=tuple(
            ActionValue(
                action=side,
                text=f"call {side}",
                value=chance,
                cost=0.75 - chance,
                standard_error=None,
                is_best=side == "heads",
            )
            for side, chance in (("heads", 0.75), ("tails", 0.25))
        ),
        unit="win probability",
        source="a biased coin; exact",
    )


def test_a_new_kind_of_answer_is_printed_by_its_columns(capsys):
    """Title, columns, bars and source make the panel; JSON and CSV need nothing of their own."""
    print_answer(coin_answer(), Format.table)
    lines = [line.strip("│ ").split() for line in capsys.readouterr().out.splitlines()]
    assert lines[0][1:-1] == ["call", "heads"]
    assert ["call", "right", "costs"] in lines
    assert ["heads", "75%", "█" * 22] in lines
    assert ["tails", "25%", "50%", "█" * 8] in lines
    assert lines[-4:-2] == [["a", "biased", "coin"], ["exact"]]
    print_answer(coin_answer(), Format.json)
    assert json.loads(capsys.readouterr().out) == coin_answer().to_dict()
    print_answer(coin_answer(), Format.csv)
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert rows[1] == {
        "action": "call tails", "value": "0.25", "cost": "0.5", "standard_error": "",
        "is_best": "False",
    }  # fmt: skip


@pytest.mark.parametrize("columns", [60, 40])
def test_a_wide_table_folds_its_texts_and_keeps_its_numbers(capsys, monkeypatch, columns):
    """The widest text gives way first, columns move together, and no word or number is lost."""
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr("llq.cli.output.console._WIDTH", columns)
    why = "because everyone who asked for it has shown that somebody else must hold it"
    rows = (Row(("the player to the left", "12,345", why)), Row(("you", "6", "")))
    table = Table(("player", "cards", "why"), rows, ("cards",), note="a note below")
    monkeypatch.setattr(CoinAnswer, "tables", [table])
    print_answer(coin_answer(), Format.table)
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= columns
    words = out.replace("│", " ").split()
    assert {*why.split(), "left", "12,345", "6", "note"} <= {*words}


def test_one_blank_line_stands_between_tables(capsys, monkeypatch):
    """Two tables of a panel have a blank line before, between and after them, never two."""
    table = Table(("side", "chance"), (Row(("heads", "75%")),), ("chance",))
    monkeypatch.setattr(CoinAnswer, "tables", [table, table])
    print_answer(coin_answer(), Format.table)
    lines = [line.strip("│ ") for line in capsys.readouterr().out.splitlines()][1:-1]
    assert [i for i, line in enumerate(lines) if not line] == [0, 4, 8, len(lines) - 1]
