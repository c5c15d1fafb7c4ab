"""``llq build literature-…``: Literature's policies and leagues."""

from __future__ import annotations

from typing import Annotated

import typer

from llq.cli.help_texts import with_texts
from llq.cli.leagues import add_league_build
from llq.cli.options import FolderOption, ReplaceOption, SeedOption, ThreadsOption
from llq.cli.output.printing import Format, FormatOption, announce
from llq.cli.tables.builds import building, say_built, say_replaced
from llq.cli.workers import on_workers
from llq.query.tables.build_times import build_takes

build_app = typer.Typer()


@build_app.command("literature-policies")
@with_texts(takes=build_takes("literature-policies"))
@on_workers
def build_policies_command(
    article_games: Annotated[
        int, typer.Option(min=0, help="Training games of the article's learner; 0 leaves it out.")
    ] = 10_000,
    strong_games: Annotated[
        int | None,
        typer.Option(min=0, help="The same for the strong player, among 4 and among 6."),
    ] = None,
    seed: SeedOption = 1,
    untrained: Annotated[
        int, typer.Option(min=0, help="Untrained networks of the article's kind.")
    ] = 5,
    folder: FolderOption = None,
    threads: ThreadsOption = 2,
    replace: ReplaceOption = False,
    form: FormatOption = Format.table,
) -> None:
    """Train Literature's networks and write the table of policies.

    Networks already stored with the same recipe are kept. By default this takes
    {takes} on two cores. An interrupted build resumes when you run the same command again.

    For example:

      llq build literature-policies

      llq build literature-policies --article-games 1000 --strong-games 0
    """
    from llq.query.literature.policies.table import STRONG, open_policies
    from llq.query.literature.policies.training import build_policies, default_games

    usual = default_games()
    strong_games = usual if strong_games is None else strong_games
    total = article_games + len(STRONG) * strong_games
    say_replaced(open_policies, folder, total, replace=replace)
    announce(f"Training networks in {total:,} games")
    with building("Training Literature") as progress:
        path = build_policies(
            article_games, strong_games, seed, untrained, folder,
            threads=threads, progress=progress,
        )  # fmt: skip
    say_built(path, form)


add_league_build(build_app, "literature", "quick,possible")
