"""``llq build sueca-matches`` and ``sueca-policy``."""

from __future__ import annotations

from typing import Annotated

import typer

from llq.cli.completions import complete
from llq.cli.leagues import add_league_build
from llq.cli.options import SeedOption
from llq.cli.tables.build_commands import Build, build_command

build_app = typer.Typer()


@build_command(build_app, "sueca-matches", has_games=True)
def build_matches_command(
    games: Annotated[
        int, typer.Option("-n", "--games", min=2, help="Games of each combination.")
    ] = 100_000,
    seed: SeedOption = 1,
    players: Annotated[
        str | None,
        typer.Option(
            help="Players to seat in every combination, such as R,T,A,MC; by default the "
            "thesis's four and the Monte Carlo player that does not peek: 431 combinations.",
            autocompletion=complete("player"),
        ),
    ] = None,
) -> Build:
    """Play every combination of Sueca players in the four seats and write their results.

    By default this takes {takes} on two cores; without Monte Carlo players
    it takes seconds. An interrupted build resumes when you run the same command again.

    For example:

      llq build sueca-matches -n 2000 --players R,T,A

      llq build sueca-matches -n 1000000 --seed 2
    """
    from llq.query.sueca.matches.table import PLAYERS, MatchTable
    from llq.query.text.text_input import split_words

    chosen = PLAYERS if players is None else split_words(players)
    options = {"games": games, "seed": seed, "players": chosen}
    blocks = MatchTable.job(games, seed, chosen).tasks.values()
    total = sum(block.games * len(block.combinations) for block in blocks)
    return Build(f"Playing {total:,} games", options, games=total)


@build_command(build_app, "sueca-policy", has_games=True)
def build_policy_command(
    games: Annotated[int, typer.Option("-n", "--games", min=2, help="Games played.")] = 1500,
    seed: SeedOption = 1,
    self_play: Annotated[
        int, typer.Option(min=1, help="Games that the network is trained for.")
    ] = 500_000,
) -> Build:
    """Fit the rule by which rules plays and train trained's network; strong uses both.

    By default this takes {takes} on two cores. An interrupted build resumes when you run the same
    command again.

    For example:

      llq build sueca-policy

      llq build sueca-policy -n 200 --seed 2
    """
    options = {"games": games, "seed": seed, "self_play": self_play}
    return Build(f"Playing {games + self_play:,} games", options, games=games + self_play)


add_league_build(build_app, "sueca", "rules,random")
