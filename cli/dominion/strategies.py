"""``llq dominion strategies``: what strategies score, computed and simulated."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from llq.cli.dominion.matches import (
    SETTINGS,
    GamesOption,
    PlayerArgument,
    PlayoutsOption,
    RealOption,
    TurnsOption,
    match_row,
    with_table,
)
from llq.cli.groups import RoomGroup
from llq.cli.options import SeedOption, ThreadsOption
from llq.cli.output.printing import Format, FormatOption, announce, print_rows, progress_bar
from llq.cli.workers import on_workers

_LONG_TURNS = 100
"""Length of games beyond which exact scores take minutes."""

strategies_app = typer.Typer(
    cls=RoomGroup, no_args_is_help=True, help="What strategies score, computed and simulated."
)


@strategies_app.command("match")
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

      llq dominion strategies match optimal picky

      llq dominion strategies match greedy random --turns 4 --format json
    """
    from llq.query.dominion.built_in_players import find_contestant
    from llq.query.dominion.strategies.exact_matches import exact_match

    players = find_contestant(first), find_contestant(second)
    if turns > _LONG_TURNS // 2:
        announce(f"Computing the scores of {turns} turns", "minutes, and gigabytes of memory")
    with progress_bar(f"{first} v {second}") as progress:
        progress(0, 1)
        computed = exact_match(*players, turns, threads=threads)
    print_rows([match_row(computed, form)], form, settings=SETTINGS)


@strategies_app.command("simulate")
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

      llq dominion strategies simulate picky --turns 31 -n 20000

      llq dominion strategies simulate optimal --turns 31 --real --seed 7
    """
    from llq.query.dominion.built_in_players import find_contestant
    from llq.query.dominion.matches import simulate

    contestant = find_contestant(player)
    with progress_bar(f"Playing {player}") as progress:
        played = with_table(
            lambda: simulate(
                contestant,
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


@strategies_app.command("scores")
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

      llq dominion strategies scores --turns 31

      llq dominion strategies scores --chance 1/10
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
