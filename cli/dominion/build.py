"""``llq build dominion`` and its neighbours: the strategies, kingdom cards, the race."""

from __future__ import annotations

from typing import Annotated

import typer

from llq.cli.leagues import add_league_build
from llq.cli.tables.build_commands import Build, build_command
from llq.query.games import find_kind_by_name
from llq.query.tables.build_times import build_takes

build_app = typer.Typer()

_DEFAULT = 100, 250, 31
"""Defaults of the library, which is not loaded: longest distribution, longest mean, hazards."""


@build_command(build_app, "dominion", is_in_blocks=False, long=build_takes("dominion-250"))
def build_table_command(
    turns: Annotated[int, typer.Option(min=1, max=500, help="Turns of the longest game.")] = 31,
) -> Build:
    """Solve Dominion games within a turn limit and write the table.

    Up to 31 turns the table holds every payout and action, up to 100 every action. 31 turns take
    a few seconds, 250 turns {long}.

    For example:

      llq build dominion

      llq build dominion --turns 100
    """
    return Build(f"Solving Dominion to {turns} turns", {"turns": turns})


@build_command(build_app, "dominion-strategies", less=build_takes("dominion-strategies"))
def build_strategies_command(
    turns: Annotated[
        int, typer.Option(min=1, max=100, help="Longest game with all scores.")
    ] = _DEFAULT[0],
    mean_turns: Annotated[
        int, typer.Option(min=1, max=250, help="Longest game with a mean.")
    ] = _DEFAULT[1],
    hazards: Annotated[
        int, typer.Option(min=1, max=100, help="Games that end each turn with chance 1/1 to 1/N.")
    ] = _DEFAULT[2],
) -> Build:
    """Compute every Dominion strategy's exact scores: means, distributions, actions by turn.

    On two cores this takes {takes} by default, {less} with
    --mean-turns 100 --hazards 20, and seconds with 31 turns.

    For example:

      llq build dominion-strategies --turns 31 --mean-turns 31 --hazards 10

      llq build dominion-strategies
    """
    options = {"turns": turns, "mean_turns": mean_turns, "hazards": hazards}
    takes = (
        find_kind_by_name("dominion-strategies").takes if (*options.values(),) == _DEFAULT else ""
    )
    return Build("Evaluating Dominion strategies", options, takes)


@build_command(build_app, "dominion-kingdom")
def build_kingdom_command(
    provinces: Annotated[
        int, typer.Option(min=1, max=8, help="Games to 1, 2, … this many Provinces.")
    ] = 8,
) -> Build:
    """Compute the turns that each kingdom card saves, for 1 to 8 Provinces and fresh hands.

    Eight Provinces take {takes}; two take seconds. An interrupted build resumes when you run the
    same command again.

    For example:

      llq build dominion-kingdom --provinces 2

      llq build dominion-kingdom
    """
    takes = find_kind_by_name("dominion-kingdom").takes if provinces > 4 else ""
    return Build("Solving kingdom cards", {"provinces": provinces}, takes)


@build_command(build_app, "dominion-race", is_in_blocks=False)
def build_race_command(
    silver: Annotated[
        int | None, typer.Option(min=1, max=24, help="Silvers a player may buy; by default 12.")
    ] = None,
    gold: Annotated[
        int | None, typer.Option(min=1, max=24, help="Golds a player may buy; by default 10.")
    ] = None,
) -> Build:
    """Solve the two-player race for the Provinces and write its table.

    It holds the best buy of every state, how often best play meets each situation,
    what every buy costs there, and exact matches of the rules that people play by.
    It takes {takes}.

    For example:

      llq build dominion-race --silver 6 --gold 5

      llq build dominion-race
    """
    return Build("Solving the race", {"silver": silver, "gold": gold})


add_league_build(build_app, "dominion", "picky,random")
