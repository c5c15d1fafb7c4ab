"""``llq build literature-…``: Literature's policies, matches and openings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from llq.cli.builds import building, say_built, say_replaced
from llq.cli.options import FolderOption, ReplaceOption, ThreadsOption
from llq.cli.output import messages
from llq.errors import TableMissing

if TYPE_CHECKING:
    from llq.query.literature.match_table import LiteratureMatches
    from llq.query.literature.opening_table import LiteratureOpenings
    from llq.query.literature.policies import LiteraturePolicies

__all__ = [
    "build_app",
    "open_or_build_literature_matches",
    "open_or_build_openings",
    "open_or_build_policies",
]

build_app = typer.Typer()

SeedOption = Annotated[int, typer.Option(min=0, help="Seed of the deals and of every choice.")]

_NOBODY = "none"


@build_app.command("literature-policies")
def build_literature_policies_command(
    article_games: Annotated[
        int, typer.Option(min=0, help="Training games of the article's learner; 0 leaves it out.")
    ] = 10_000,
    compact_games: Annotated[
        int | None,
        typer.Option(min=0, help="Of our own; by default as its recipe says, 0 leaves it out."),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of both trainings.")] = 1,
    untrained: Annotated[
        int, typer.Option(min=0, help="Networks of the article's kind, kept as they begin.")
    ] = 5,
    folder: FolderOption = None,
    threads: ThreadsOption = 2,
    replace: ReplaceOption = False,
) -> None:
    """Train Literature's networks and write the table of policies.

    What the table already has of the same recipe is kept. What was killed goes on where it was
    when the same command is given again.

    For example:

      llq build literature-policies

      llq build literature-policies --article-games 1000 --compact-games 0
    """
    from llq.query.literature.policies import open_literature_policies
    from llq.query.literature.training import build_literature_policies, default_compact_games

    if compact_games is None:
        compact_games = default_compact_games()
    total = article_games + compact_games
    say_replaced(open_literature_policies, folder, total, replace=replace)
    with building("Training Literature") as progress:
        path = build_literature_policies(
            article_games, compact_games, seed, untrained, folder,
            threads=threads, progress=progress,
        )  # fmt: skip
    say_built(path)


@build_app.command("literature-matches")
def build_literature_matches_command(
    games: Annotated[
        int, typer.Option("-n", "--games", min=2, help="Games of each pairing of 4 players.")
    ] = 2000,
    seed: SeedOption = 1,
    players: Annotated[
        str | None,
        typer.Option(help="Who meets whom with 4 players, such as possible,greedy; or none."),
    ] = None,
    six: Annotated[str | None, typer.Option(help="Who meets whom with 6; or none.")] = None,
    eight: Annotated[str | None, typer.Option(help="Who meets whom with 8; or none.")] = None,
    many_games: Annotated[
        int, typer.Option(min=2, help="Games of each pairing of 6 or 8 players.")
    ] = 200,
    folder: FolderOption = None,
    threads: ThreadsOption = 2,
    replace: ReplaceOption = False,
) -> None:
    """Play every ordered pair of Literature's players and write their games.

    Stored policies are players too; llq build literature-policies makes them. What was killed goes
    on where it was when the same command is given again.

    For example:

      llq build literature-matches

      llq build literature-matches -n 500 --players possible,greedy --six none --eight none
    """
    from llq.query.literature.match_build import build_literature_matches, who_meets
    from llq.query.literature.match_table import MANY, PLAYERS, open_literature_matches

    names = _names(players, PLAYERS), _names(six, MANY), _names(eight, MANY)
    found = who_meets(*names)
    total = sum(len(found[n]) ** 2 * (games if n == 4 else many_games) for n in found)
    say_replaced(open_literature_matches, folder, total, replace=replace)
    with building("Playing Literature") as progress:
        path = build_literature_matches(
            games, seed, *names, many_games, folder, threads=threads, progress=progress
        )
    say_built(path)


@build_app.command("literature-openings")
def build_literature_openings_command(
    games: Annotated[
        int, typer.Option("-n", "--games", min=2, help="Games of each opening.")
    ] = 1000,
    seed: SeedOption = 1,
    by: Annotated[
        str | None,
        typer.Option(
            help="Who plays on, by the number of players, such as 4=greedy,6=possible; by default "
            "compact, or greedy if that is not stored, with 4, and possible with 6 and 8."
        ),
    ] = None,
    folder: FolderOption = None,
    threads: ThreadsOption = 2,
    replace: ReplaceOption = False,
) -> None:
    """Play games from every kind of opening ask of Literature and write them.

    By default this takes a quarter of an hour on two cores; with greedy a minute or two. What was
    killed goes on where it was when the same command is given again.

    For example:

      llq build literature-openings

      llq build literature-openings -n 10000 --by 4=greedy
    """
    from llq.query.literature.opening_build import build_literature_openings, who_plays_on
    from llq.query.literature.opening_table import open_literature_openings, parse_by
    from llq.solver.literature.opening_asks import opening_classes

    chosen = None if by is None else parse_by(by)
    total = games * sum(len(opening_classes(size)) for size in who_plays_on(chosen))
    say_replaced(open_literature_openings, folder, total, replace=replace)
    with building("Opening Literature") as progress:
        path = build_literature_openings(
            games, seed, chosen, folder, threads=threads, progress=progress
        )
    say_built(path)


def _names(text: str | None, default: tuple[str, ...]) -> tuple[str, ...]:
    """Return the players that an option names."""
    if text is None:
        return default
    return () if text.strip() == _NOBODY else tuple(text.split(","))


def open_or_build_policies(threads: int = 2) -> LiteraturePolicies:
    """Return Literature's stored policies, trained first, with word of it, if there are none."""
    from llq.query.literature.policies import open_literature_policies

    try:
        return open_literature_policies()
    except TableMissing:
        messages.print("No policies of Literature yet: training them, once.")
        build_literature_policies_command(10_000, None, 1, 5, None, threads)
        return open_literature_policies()


def open_or_build_literature_matches(threads: int) -> LiteratureMatches:
    """Return the table of Literature's matches; if missing, a small one is built, with word."""
    from llq.query.literature.match_table import open_literature_matches

    try:
        return open_literature_matches()
    except TableMissing:
        messages.print(
            "No table of Literature's matches yet: building a small one, without learnt players. "
            "For the full one: llq build literature-matches",
            soft_wrap=True,
        )
        build_literature_matches_command(
            500, 1, "random,possible,greedy", "none", "none", threads=threads
        )
        return open_literature_matches()


def open_or_build_openings(threads: int) -> LiteratureOpenings:
    """Return the table of Literature's openings; if missing, a small one is built, with word."""
    from llq.query.literature.opening_table import open_literature_openings

    try:
        return open_literature_openings()
    except TableMissing:
        messages.print(
            "No table of Literature's openings yet: building a small one, played on by greedy. "
            "For the full one, a quarter of an hour on two cores: llq build literature-openings",
            soft_wrap=True,
        )
        build_literature_openings_command(100, 1, "4=greedy", threads=threads)
        return open_literature_openings()
