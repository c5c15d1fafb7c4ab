"""``llq dominion match`` and ``players``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from llq.cli.bots import print_programs
from llq.cli.completions import complete
from llq.cli.dominion.menus import MENU_HELP, from_file
from llq.cli.options import SeedOption, ThreadsOption
from llq.cli.output.printing import Format, FormatOption, print_rows, progress_bar
from llq.cli.tables.builds import open_or_build
from llq.cli.workers import on_workers

if TYPE_CHECKING:
    from llq.query.dominion.matches import Match
    from llq.query.dominion.strategies.exact_matches import ExactMatch

Result = TypeVar("Result")

_PLAYER = f"A name listed by llq dominion players, your own module:Class, {MENU_HELP}."
PlayerArgument = Annotated[
    str, typer.Argument(help=_PLAYER, autocompletion=complete("player"), callback=from_file)
]
TurnsOption = Annotated[int, typer.Option(min=1, help="Turns per game.")]
GamesOption = Annotated[int, typer.Option("-n", "--games", min=2, help="Number of games.")]
RealOption = Annotated[
    bool, typer.Option("--real", help="Draw from a pile that is reshuffled when empty.")
]
PlayoutsOption = Annotated[int, typer.Option(min=1, help="Playouts per action for Monte Carlo.")]

_DERIVED = ("wins", "draws", "losses", "score", "score_error", "unit", "low", "high", "z")
SETTINGS = ("turns", "games", "real", "seed", "rules", "command")


@on_workers
def match_command(
    first: PlayerArgument,
    second: PlayerArgument,
    turns: TurnsOption = 31,
    games: GamesOption = 10_000,
    seed: SeedOption = 1,
    real: RealOption = False,
    playouts: PlayoutsOption = 100,
    threads: ThreadsOption = 2,
    form: FormatOption = Format.table,
) -> None:
    """Play Dominion games with each of two players, and count which scores more.

    Each plays alone; their games are compared one by one, by final score.

    For example:

      llq dominion match optimal picky

      llq dominion match greedy random --turns 100 --real -n 2000 --seed 7

      llq dominion match mybot:MyPlayer optimal -n 1000
    """
    from llq.query.dominion.built_in_players import find_contestant
    from llq.query.dominion.matches import match

    players = find_contestant(first), find_contestant(second)
    with progress_bar(f"{first} v {second}") as progress:
        played = with_table(
            lambda: match(
                *players,
                games,
                seed,
                turns=turns,
                real=real,
                playouts=playouts,
                threads=threads,
                progress=progress,
            )
        )
    print_rows([match_row(played, form)], form, settings=SETTINGS)
    print_programs(form)


def players_command(form: FormatOption = Format.table) -> None:
    """List the built-in players of Dominion.

    For example:

      llq dominion players
    """
    from llq.query.dominion.built_in_players import players

    print_rows([player.to_dict() for player in players()], form)


def match_row(result: Match | ExactMatch, form: Format) -> dict[str, Any]:
    """Return a match as one row; a table omits what follows from the rest."""
    row = result.to_dict()
    if form is Format.table:
        row = {name: value for name, value in row.items() if name not in _DERIVED}
    return row


def with_table(play: Callable[[], Result], turns: int = 31, threads: int = 2) -> Result:
    """Return a result, after building the table of the optimum if it is missing."""
    return open_or_build(
        "dominion",
        play,
        what=f"table of Dominion games of up to {turns} turns",
        takes="a few seconds",
        threads=threads,
        turns=turns,
    )
