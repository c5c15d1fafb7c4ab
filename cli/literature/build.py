"""``llq build literature-…``: Literature's policies, matches and openings."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from llq.cli.completions import complete
from llq.cli.help_texts import with_texts
from llq.cli.leagues import add_league_build
from llq.cli.options import FolderOption, ReplaceOption, SeedOption, ThreadsOption
from llq.cli.output.printing import Format, FormatOption
from llq.cli.tables.build_commands import Games, build_command
from llq.cli.tables.builds import announce_build, building, say_built, say_replaced
from llq.cli.workers import on_workers
from llq.query.tables.build_times import build_takes
from llq.query.text.text_input import split_words

build_app = typer.Typer()

_NOBODY = "none"
_ARTICLE_GAMES = 10_000


@build_app.command("literature-policies")
@with_texts(takes=build_takes("literature-policies"))
@on_workers
def build_policies_command(
    article_games: Annotated[
        int, typer.Option(min=0, help="Training games of the article's learner; 0 leaves it out.")
    ] = _ARTICLE_GAMES,
    compact_games: Annotated[
        int | None,
        typer.Option(min=0, help="The same for our own learner; by default as in its recipe."),
    ] = None,
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

      llq build literature-policies --article-games 1000 --compact-games 0 --strong-games 0
    """
    from llq.query.literature.policies.table import STRONG, open_policies
    from llq.query.literature.policies.training import build_policies, default_games

    usual = default_games("compact"), default_games("strong")
    compact_games = usual[0] if compact_games is None else compact_games
    strong_games = usual[1] if strong_games is None else strong_games
    total = article_games + compact_games + len(STRONG) * strong_games
    say_replaced(open_policies, folder, total, replace=replace)
    share = total / (_ARTICLE_GAMES + usual[0] + len(STRONG) * usual[1])
    announce_build("literature-policies", f"Training networks in {total:,} games", share, threads)
    with building("Training Literature") as progress:
        path = build_policies(
            article_games, compact_games, seed, untrained, folder,
            strong_games=strong_games, threads=threads, progress=progress,
        )  # fmt: skip
    say_built(path, form)


@build_command(build_app, "literature-matches")
def build_matches_command(
    games: Annotated[
        int, typer.Option("-n", "--games", min=2, help="Games of each pairing of 4 players.")
    ] = 2000,
    seed: SeedOption = 1,
    players: Annotated[
        str | None,
        typer.Option(
            help="The players of 4-player games, such as possible,greedy; or none.",
            autocompletion=complete("player"),
        ),
    ] = None,
    six: Annotated[str | None, typer.Option(help="The same for 6 players; or none.")] = None,
    eight: Annotated[str | None, typer.Option(help="The same for 8 players; or none.")] = None,
    many_games: Annotated[
        int, typer.Option(min=2, help="Games of each pairing of 6 or 8 players.")
    ] = 200,
) -> Games:
    """Play every ordered pair of Literature's players and write their games.

    Stored policies are players too; llq build literature-policies trains them. By default this
    takes {takes} on two cores. An interrupted build resumes when you run the same
    command again.

    For example:

      llq build literature-matches

      llq build literature-matches -n 500 --players possible,greedy --six none --eight none
    """
    from llq.query.literature.matches.build import build_matches, matches_job, who_meets
    from llq.query.literature.matches.table import (
        GAMES,
        MANY,
        MANY_GAMES,
        PLAYERS,
        SIZES,
        open_matches,
    )

    names = _names(players, PLAYERS), _names(six, MANY), _names(eight, MANY)
    strategies = who_meets(*names)
    total = sum(len(strategies[n]) ** 2 * (games if n == 4 else many_games) for n in strategies)
    default = GAMES * len(PLAYERS) ** 2 + 2 * MANY_GAMES * len(MANY) ** 2
    share = total / default if names == (PLAYERS, MANY, MANY) else None
    job = matches_job(games, seed, dict(zip(SIZES, names, strict=True)), many_games)
    return Games(
        job, partial(build_matches, games, seed, *names, many_games), open_matches, total, share
    )


@build_command(build_app, "literature-openings")
def build_openings_command(
    games: Annotated[
        int, typer.Option("-n", "--games", min=2, help="Games of each opening.")
    ] = 1000,
    seed: SeedOption = 1,
    by: Annotated[
        str | None,
        typer.Option(
            help="Who plays on after the opening, by the number of players, such as "
            "4=greedy,6=possible; by default compact with 4 (greedy if compact is not stored), "
            "and possible with 6 and 8."
        ),
    ] = None,
) -> Games:
    """Play games from every kind of opening ask of Literature and write them.

    By default this takes {takes} on two cores, with greedy a fraction of that.
    An interrupted build resumes when you run the same command again.

    For example:

      llq build literature-openings

      llq build literature-openings -n 10000 --by 4=greedy
    """
    from llq.query.literature.openings.build import build_openings, openings_job, who_plays_on
    from llq.query.literature.openings.table import GAMES, open_openings, parse_by
    from llq.solver.literature.openings.opening_asks import opening_classes

    chosen = None if by is None else parse_by(by)
    total = games * sum(len(opening_classes(size)) for size in who_plays_on(chosen))
    share = games / GAMES if by is None else None
    job, build = openings_job(games, seed, chosen), partial(build_openings, games, seed, chosen)
    return Games(job, build, open_openings, total, share)


def _names(text: str | None, default: tuple[str, ...]) -> tuple[str, ...]:
    """Return the players that an option names, separated by commas, semicolons or blanks."""
    if text is None:
        return default
    return () if text.strip() == _NOBODY else tuple(split_words(text))


add_league_build(build_app, "literature", "quick,possible")
