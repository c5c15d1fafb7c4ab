"""Dominion's questions of its own: league, check and verification."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from llq.query.checks import Checks, Every, Only
from llq.query.inputs import Seed, Threads
from llq.query.league.questions import league_question
from llq.query.questions import Input, question
from llq.query.results import Result, Rows

if TYPE_CHECKING:  # help loads no solver
    from llq.solver.dominion.definitions import Report

CustomGame = Annotated[Path, Input("A custom game in TOML.", "docs/dominion/dominion.toml")]

league = league_question("dominion", "picky random -n 200", "turns=20")


@question(
    arguments=("game",),
    examples=("mygame.toml --format json",),
    busy="Solving it (the first time compiles)",
)
def check(game: CustomGame) -> _CheckedGame:
    """Check a custom game against the thesis's definitions; exit with 1 if invalid."""
    from llq.query.dominion.game_files import check_game

    return _CheckedGame(game, check_game(game))


@question(
    examples=("--only fails --format csv",),
    busy="Checking the thesis's claims and our exact means (about a minute and a half)",
    is_long=True,
)
def verify(
    only: Only | None = None,
    *,
    every: Every = False,
    seed: Seed = 1,
    threads: Threads = 2,
    progress: Callable[[int, int], None] | None = None,
) -> Checks:
    """Check the thesis's claims about Dominion against exact numbers, with verdicts."""
    from llq.query.dominion.table.table import open_table
    from llq.query.dominion.verification import run

    open_table()
    checks = [*run.verify(seed=seed, threads=threads, progress=progress)]
    return Checks(checks=checks, page="measured/dominion", only=only, every=every)


@dataclass(frozen=True)
class _CheckedGame(Result):
    """A custom game's report, one row per fact."""

    path: Path
    report: Report

    is_row = False

    @property
    def failure(self) -> str:
        return "" if self.report.is_game else f"{self.path} is not a valid game by Definition 2.1"

    def to_dict(self) -> dict[str, Any]:
        return self.report.to_dict()

    def records(self) -> Rows:
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
