"""Dominion's questions of its own: league, check and verification."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from llq.query.checks import Checks, Every, Only
from llq.query.inputs import Seed, Threads
from llq.query.league.questions import league_question
from llq.query.questions import Input, question
from llq.solver.jobs.progress import Progress

if TYPE_CHECKING:  # help loads no solver
    from llq.query.dominion.game_files import CheckedGame

CustomGame = Annotated[Path, Input("A custom game in TOML.", "docs/dominion/dominion.toml")]

league = league_question("dominion", "picky random -n 200", "turns=20")


@question(
    arguments=("game",),
    examples=("mygame.toml --format json",),
    busy="Solving it (the first time compiles)",
)
def check(game: CustomGame) -> CheckedGame:
    """Check a custom game against the thesis's definitions; exit with 1 if invalid."""
    from llq.query.dominion.game_files import CheckedGame, check_game

    return CheckedGame(game, check_game(game))


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
    progress: Progress = None,
) -> Checks:
    """Check the thesis's claims about Dominion against exact numbers, with verdicts."""
    from llq.query.dominion.table.table import open_table
    from llq.query.dominion.verification import run

    open_table()
    checks = [*run.verify(seed=seed, threads=threads, progress=progress)]
    return Checks(checks=checks, page="measured/dominion", only=only, every=every)
