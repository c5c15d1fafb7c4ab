"""Custom games in TOML files: read, or checked against the thesis's definitions."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from llq.errors import IllegalState
from llq.query.results import Result, Rows
from llq.query.text.files import read_text
from llq.query.text.notation import locate_errors
from llq.solver.dominion.definitions import Report, check_mapping
from llq.solver.dominion.rules import Rules, read_toml

_MOST_DOTS = 200
"""Python's reader takes memory by the square of a dotted key's length."""


@dataclass(frozen=True)
class CheckedGame(Result):
    """A custom game's report, one row per fact."""

    path: Path
    report: Report

    is_row = False

    @property
    def failure(self) -> str:
        """The command's message about an invalid game."""
        return "" if self.report.is_game else f"{self.path} is not a valid game by Definition 2.1"

    def to_dict(self) -> dict[str, Any]:
        """Return the report as plain data, ready for JSON."""
        return self.report.to_dict()

    def records(self) -> Rows:
        """Return the report's facts, a row each."""
        return [{"what": what, "value": value} for what, value in self._facts()]

    def _facts(self) -> Iterator[tuple[str, str]]:
        report = self.report
        yield "a game by Definition 2.1", "yes" if report.is_game else "no"
        for finding in report.findings:
            about = f"{finding.card}: " if finding.card else ""
            yield f"Definition {finding.definition}", f"{about}{finding.message}"
        if not report.is_game:
            return
        yield "unreachable (4.1)", ", ".join(report.unreachable) or "none"
        yield "inefficient (4.3)", ", ".join(report.inefficient) or "none"
        yield "never bought", ", ".join(report.never_bought) or "none"
        yield "can be dropped without loss", ", ".join(report.droppable) or "none"
        for band in report.bands:
            buys = ", ".join(card for card in (band.treasure, band.victory) if card) or "nothing"
            yield f"{band.name} coins buy", buys
        if report.turns is not None:
            yield "turns", str(report.turns)
            yield "decks D_t (equation 5)", f"{report.decks:,}"
            yield "reduced decks", f"{report.reduced_decks:,}"
            yield "reduced states", f"{report.reduced_states:,}"


def check_game(path: str | os.PathLike[str]) -> Report:
    """Return a report on a TOML game, checked against the definitions.

    Raises
    ------
    IllegalState
        There is no such file, or it is not TOML.
    """
    text = _read_text(path)
    with locate_errors(str(path)):
        return check_mapping(read_toml(text))


def read_game(path: str | os.PathLike[str]) -> Rules:
    """Return the rules of a TOML file's game.

    Raises
    ------
    IllegalState
        There is no such file, or it holds no game by Definition 2.1; the message says why.
    """
    return Rules.from_toml(_read_text(path))


def _read_text(path: str | os.PathLike[str]) -> str:
    text = read_text(path, "game")
    if any(line.count(".") > _MOST_DOTS for line in text.splitlines()):
        raise IllegalState(f"{path}: not a game: a line has more than {_MOST_DOTS} dots")
    return text
