"""``llq dominion match``, ``exact``, ``simulate``, ``scores`` and ``players``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from llq.cli.options import SeedOption, ThreadsOption
from llq.cli.output.printing import Format, FormatOption, announce, print_rows, progress_bar
from llq.cli.tables.builds import open_or_build
from llq.cli.workers import on_workers

if TYPE_CHECKING:
    from llq.query.dominion.matches import Match
    from llq.query.dominion.strategies.exact_matches import ExactMatch

Result = TypeVar("Result")

_PLAYER = "A name listed by llq dominion players, or your own module:Class."
PlayerArgument = Annotated[str, typer.Argument(help=_PLAYER)]
TurnsOption = Annotated[int, typer.Option(min=1, help="Turns per game.")]
GamesOption = Annotated[int, typer.Option("-n", "--games", min=2, help="Number of games.")]
RealOption = Annotated[
    bool, typer.Option("--real", help="Draw from a pile that is reshuffled when empty.")
]
PlayoutsOption = Annotated[int, typer.Option(min=1, help="Playouts per action for Monte Carlo.")]

_DERIVED = ("wins", "draws", "losses", "score", "score_error", "unit", "low", "high", "z")
_SETTINGS = ("turns", "games", "real", "seed", "rules", "command")

_LONG_TURNS = 100
"""Length of games beyond which exact scores take minutes."""


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
    from llq.query.dominion.matches import match

    players = _player(first), _player(second)
    with progress_bar(f"{first} v {second}") as progress:
        played = _with_table(
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
    print_rows([_row(played, form)], form, settings=_SETTINGS)


def exact_command(
    first: PlayerArgument,
    second: PlayerArgument,
    turns: TurnsOption = 31,
    threads: ThreadsOption = 2,
    form: FormatOption = Format.table,
) -> None:
    """Compute the chance that one player outscores another, in one game each.

    This works for every player but monte_carlo, and for your own if it uses no random numbers.

    For example:

      llq dominion exact optimal picky

      llq dominion exact greedy random --turns 4 --format json
    """
    from llq.query.dominion.strategies.exact_matches import exact_match

    players = _player(first), _player(second)
    if turns > _LONG_TURNS // 2:
        announce(f"Computing the scores of {turns} turns", "minutes, and gigabytes of memory")
    with progress_bar(f"{first} v {second}") as progress:
        progress(0, 1)
        computed = exact_match(*players, turns, threads=threads)
    print_rows([_row(computed, form)], form, settings=_SETTINGS)


@on_workers
def simulate_command(
    player: PlayerArgument,
    turns: TurnsOption = 31,
    games: GamesOption = 10_000,
    seed: SeedOption = 1,
    real: RealOption = False,
    playouts: PlayoutsOption = 100,
    threads: ThreadsOption = 2,
    form: FormatOption = Format.table,
) -> None:
    """Play Dominion games and report the mean score with its standard error.

    For example:

      llq dominion simulate picky --turns 31 -n 20000

      llq dominion simulate optimal --turns 31 --real --seed 7
    """
    from llq.query.dominion.matches import simulate

    one = _player(player)
    with progress_bar(f"Playing {player}") as progress:
        played = _with_table(
            lambda: simulate(
                one,
                turns,
                games,
                seed,
                real=real,
                playouts=playouts,
                threads=threads,
                progress=progress,
            )
        )
    print_rows([played.to_dict()], form)


def scores_command(
    turns: Annotated[int, typer.Option(min=1, max=250, help="Turns of the game.")] = 31,
    chance: Annotated[
        str | None,
        typer.Option(
            help="The chance, such as 1/10, that a turn is the last; in place of --turns."
        ),
    ] = None,
    threads: ThreadsOption = 2,
    form: FormatOption = Format.table,
) -> None:
    """Print every strategy's exact expected score, computed on the spot.

    For example:

      llq dominion scores --turns 31

      llq dominion scores --chance 1/10
    """
    from llq.query.dominion.strategies.exact_matches import exact_score, score_bounds
    from llq.query.dominion.strategies.table import HAZARD_STRATEGIES, STRATEGIES

    strategies = STRATEGIES if chance is None else HAZARD_STRATEGIES
    rows: list[dict[str, Any]] = []
    if chance is None and turns > _LONG_TURNS:
        announce(f"Computing the scores of {turns} turns", "minutes; 250 turns half an hour")
    with progress_bar("Evaluating strategies") as progress:
        for done, strategy in enumerate(strategies, start=1):
            if chance is None:
                score = exact_score(strategy, turns, threads=threads)
                rows.append({"strategy": strategy, "turns": turns, "expected_score": score})
            else:
                low, high = score_bounds(strategy, chance, threads=threads)
                rows.append(
                    {"strategy": strategy, "chance": chance, "at_least": low, "at_most": high}
                )
            progress(done, len(strategies))
    print_rows(rows, form)


def players_command(form: FormatOption = Format.table) -> None:
    """List the built-in players of Dominion.

    For example:

      llq dominion players
    """
    from llq.query.dominion.built_in_players import players

    print_rows([player.to_dict() for player in players()], form)


def _row(result: Match | ExactMatch, form: Format) -> dict[str, Any]:
    """Return a match as one row; a table omits what follows from the rest."""
    row = result.to_dict()
    if form is Format.table:
        row = {name: value for name, value in row.items() if name not in _DERIVED}
    return row


def _player(name: str) -> Any:
    """Return the custom player that a name stands for, or else the name."""
    from llq.query.dominion.built_in_players import PROMISE
    from llq.query.players import load_player

    return load_player(name, PROMISE) or name


def _with_table(play: Callable[[], Result]) -> Result:
    """Return the games' result, after building the table of the optimum if it is missing."""
    return open_or_build(
        "dominion",
        play,
        what="table of Dominion games of up to 31 turns",
        takes="some seconds",
        turns=31,
    )
