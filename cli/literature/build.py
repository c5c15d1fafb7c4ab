"""``llq build literature-…``: Literature's policies and leagues."""

from __future__ import annotations

from typing import Annotated

import typer

from llq.cli.leagues import add_league_build
from llq.cli.options import SeedOption
from llq.cli.tables.build_commands import Build, build_command

build_app = typer.Typer()


@build_command(build_app, "literature-policies", has_games=True)
def build_policies_command(
    article_games: Annotated[
        int, typer.Option(min=0, help="Training games of the article's learner; 0 leaves it out.")
    ] = 10_000,
    strong_games: Annotated[
        int | None, typer.Option(min=0, help="The same for the strong player, among 4 and among 6.")
    ] = None,
    seed: SeedOption = 1,
    untrained: Annotated[
        int, typer.Option(min=0, help="Untrained networks of the article's kind.")
    ] = 5,
) -> Build:
    """Train Literature's networks and write the table of policies.

    Networks already stored with the same recipe are kept. By default this takes
    {takes} on two cores. An interrupted build resumes when you run the same command again.

    For example:

      llq build literature-policies

      llq build literature-policies --article-games 1000 --strong-games 0
    """
    from llq.query.literature.policies.table import STRONG
    from llq.query.literature.policies.training import default_games

    options = {
        "article_games": article_games,
        "strong_games": default_games() if strong_games is None else strong_games,
        "seed": seed,
        "untrained": untrained,
    }
    total = article_games + len(STRONG) * options["strong_games"]
    return Build(f"Training networks in {total:,} games", options, games=total)


add_league_build(build_app, "literature", "quick,possible")
