"""``llq build``, ``llq tables`` and ``llq verify-files``: the table files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from llq.cli.output import Format, FormatOption, messages, print_rows, progress_bar
from llq.errors import IllegalState, LlqError, TableMissing, TableNotWritable
from llq.query.love_letter.table import LoveLetterTable, open_love_letter
from llq.solver.love_letter.rules import Scoring
from llq.solver.love_letter.size import memory_estimate
from llq.solver.love_letter.variants import custom_deck, find_rules

if TYPE_CHECKING:
    from llq.query.love_letter.study import LoveLetterStudy

__all__ = [
    "DeckOption",
    "FolderOption",
    "ReplaceOption",
    "ScoringOption",
    "ThreadsOption",
    "VariantOption",
    "build_app",
    "build_dominion_command",
    "building",
    "chosen_variant",
    "open_or_build",
    "open_or_build_study",
    "say_built",
    "say_replaced",
    "tables_command",
    "verify_files_command",
]

_LARGE_STATES = 4_000_000

FolderOption = Annotated[
    Path | None, typer.Option(help="Where to write it; by default where llq looks first.")
]
ReplaceOption = Annotated[
    bool, typer.Option("--replace", help="Replace a table even if it has more games.")
]
ThreadsOption = Annotated[int, typer.Option(min=1, help="Threads; no result depends on them.")]

ScoringOption = Annotated[
    Scoring, typer.Option(help="Equal final cards: half a win each, or the higher discards win.")
]
VariantOption = Annotated[
    str | None, typer.Option(help="The variant of the rules; classic by default.")
]
DeckOption = Annotated[
    str | None, typer.Option(help="Copies of each classic card in place of a variant's.")
]

build_app = typer.Typer(no_args_is_help=True, help="Build a game's tables.")


@build_app.command("love-letter")
def build_love_letter_command(
    variant: VariantOption = None,
    deck: DeckOption = None,
    scoring: ScoringOption = Scoring.HALF,
    folder: FolderOption = None,
    threads: ThreadsOption = 2,
) -> None:
    """Solve a variant of two-player Love Letter and write its table.

    For example:

      llq build love-letter

      llq build love-letter --scoring discards

      llq build love-letter --variant archer --folder /tmp/tables
    """
    build_and_say(chosen_variant(variant, deck), scoring, folder, threads)


@build_app.command("love-letter-study")
def build_love_letter_study_command(
    variant: VariantOption = None,
    deck: DeckOption = None,
    folder: FolderOption = None,
    threads: ThreadsOption = 2,
) -> None:
    """Compute every match of two players exactly, and what happens when Table meets itself.

    For example:

      llq build love-letter-study

      llq build love-letter-study --variant hobbit
    """
    from llq.query.love_letter.study import build_love_letter_study, studied_deals

    name = chosen_variant(variant, deck)
    studied_deals(name)  # what cannot be studied is refused before its table is built
    open_or_build(name)
    with progress_bar(f"Evaluating {name} Love Letter") as progress:
        path = build_love_letter_study(name, folder, threads=threads, progress=progress)
    messages.print(f"Built {path}", soft_wrap=True)


@build_app.command("dominion")
def build_dominion_command(
    turns: Annotated[int, typer.Option(min=1, max=500, help="Longest game.")] = 31,
    folder: FolderOption = None,
    threads: ThreadsOption = 2,
) -> None:
    """Solve Dominion games of up to a number of turns and write the table.

    Up to 31 turns the table holds every payout and action, up to 100 every action. 250 turns take
    about a minute and a half and 1.5 GB.

    For example:

      llq build dominion

      llq build dominion --turns 100
    """
    from llq.query.dominion.build import build_dominion

    with progress_bar(f"Solving Dominion to {turns} turns") as progress:
        path = build_dominion(turns, folder, threads=threads, progress=progress)
    messages.print(f"Built {path}", soft_wrap=True)


@build_app.command("dominion-strategies")
def build_dominion_strategies_command(
    turns: Annotated[int, typer.Option(min=1, max=100, help="Longest distribution.")] = 100,
    mean_turns: Annotated[int, typer.Option(min=1, max=250, help="Longest mean.")] = 250,
    hazards: Annotated[int, typer.Option(min=1, max=100, help="Chances of ending 1/1 … 1/N.")] = 31,
    folder: FolderOption = None,
    threads: ThreadsOption = 2,
) -> None:
    """Compute every Dominion strategy's exact scores: means, distributions, actions by turn.

    All of it takes an hour or so and 3.5 GB; with --mean-turns 100 --hazards 20 it took seven
    minutes, and 31 turns take seconds.

    For example:

      llq build dominion-strategies --turns 31 --mean-turns 31 --hazards 10

      llq build dominion-strategies
    """
    from llq.query.dominion.strategy_table import build_dominion_strategies

    with progress_bar("Evaluating Dominion strategies") as progress:
        path = build_dominion_strategies(
            turns, mean_turns, hazards, folder, threads=threads, progress=progress
        )
    messages.print(f"Built {path}", soft_wrap=True)


@build_app.command("sueca-matches")
def build_sueca_matches_command(
    games: Annotated[
        int, typer.Option("-n", "--games", min=2, help="Games of each combination.")
    ] = 100_000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the deals and of every choice.")] = 1,
    players: Annotated[
        str | None,
        typer.Option(
            help="Strategies that sit down in every way, such as R,T,A,MC; by default the "
            "thesis's four and the Monte Carlo player that does not peek, 431 combinations."
        ),
    ] = None,
    folder: FolderOption = None,
    threads: ThreadsOption = 2,
    replace: ReplaceOption = False,
) -> None:
    """Play every combination of Sueca strategies in the four seats and write their results.

    By default this takes an hour and a half; the bar says how long. What was killed goes on where
    it was when the same command is given again. Without Monte Carlo players it takes seconds.

    For example:

      llq build sueca-matches -n 2000 --players R,T,A

      llq build sueca-matches -n 1000000 --seed 2
    """
    from llq.query.sueca.match_build import build_sueca_matches, combinations_of
    from llq.query.sueca.match_table import PLAYERS, open_sueca_matches

    chosen = PLAYERS if players is None else players.split(",")
    total = games * len(combinations_of(chosen)[1])
    say_replaced(open_sueca_matches, folder, total, replace=replace)
    with building("Playing Sueca") as progress:
        path = build_sueca_matches(games, seed, chosen, folder, threads=threads, progress=progress)
    say_built(path)


def say_replaced(
    open_old: Callable[[Path | None], Any], folder: Path | None, games: int, *, replace: bool
) -> None:
    """Say which table, by the command that makes it again, is about to be replaced, if one is.

    Raises
    ------
    TableNotWritable
        It has more games than these, and nobody said that it may go.
    """
    try:
        old = open_old(folder)
    except LlqError:  # none yet, or none that could be used
        return
    if old.total_games > games and not replace:
        raise TableNotWritable(
            f"{old.info.path} has {old.total_games:,} games, this build would have {games:,}: give "
            f"--replace if it may go, or another --folder; it was made by: {old.command}"
        )
    messages.print(f"This will replace the table of: {old.command}", soft_wrap=True)


@contextmanager
def building(label: str) -> Iterator[Callable[[int, int], None]]:
    """Show how far a build is that goes on where it was, and say so if it is stopped."""
    try:
        with progress_bar(label, remaining=True) as progress:
            yield progress
    except KeyboardInterrupt:
        messages.print("Stopped. What is finished is kept: the same command goes on from there.")
        raise


def say_built(path: Path) -> None:
    """Say where a table is, and where unfinished builds of others are, if there are any."""
    from llq.store.checkpoints import partial_folder

    messages.print(f"Built {path}", soft_wrap=True)
    if (others := partial_folder(path)).exists():
        messages.print(
            f"{others} has unfinished builds of other parameters or solvers; delete what you do "
            "not want to go on with",
            soft_wrap=True,
        )


def chosen_variant(variant: str | None, deck: str | None) -> str:
    """Return the variant that two options name: a variant, a deck, or neither for the classic.

    Raises
    ------
    IllegalState
        Both are given, or the deck is no deck.
    """
    if deck is None:
        return variant or "classic"
    if variant is not None:
        raise IllegalState(f"give --variant {variant} or --deck {deck}, not both")
    return custom_deck([_copies(part.strip()) for part in deck.split(",")]).variant


def _copies(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise IllegalState(f"a deck is eight counts such as 5,2,2,2,2,1,1,1; got {text!r} as one")
    return int(text)


def build_and_say(
    variant: str, scoring: Scoring = Scoring.HALF, folder: Path | None = None, threads: int = 2
) -> None:
    """Build a Love Letter table, with word of what it takes if that is much."""
    from llq.query.love_letter.build import build_love_letter

    estimate = memory_estimate(find_rules(variant), scoring)
    if estimate.states > _LARGE_STATES:
        messages.print(str(estimate), soft_wrap=True)
    with progress_bar(f"Solving {variant} Love Letter") as progress:
        path = build_love_letter(
            variant, folder, scoring=scoring, threads=threads, progress=progress
        )
    messages.print(f"Built {path}", soft_wrap=True)


def open_or_build(variant: str, scoring: Scoring = Scoring.HALF) -> LoveLetterTable:
    """Return a Love Letter table, built first, with word of it, if it is missing."""
    try:
        return open_love_letter(variant, scoring=scoring)
    except TableMissing:
        how = "" if scoring == Scoring.HALF else f", scored by {scoring},"
        messages.print(f"No table of {variant} Love Letter{how} yet: building it, once.")
        build_and_say(variant, scoring)
        return open_love_letter(variant, scoring=scoring)


def open_or_build_study(variant: str, threads: int) -> LoveLetterStudy:
    """Return a variant's study, built first, with word of it, if it is missing."""
    from llq.query.love_letter.study import open_love_letter_study

    try:
        return open_love_letter_study(variant)
    except TableMissing:
        messages.print(f"No study of {variant} Love Letter yet: building it, once.")
        build_love_letter_study_command(variant, threads=threads)
        return open_love_letter_study(variant)


def tables_command(form: FormatOption = Format.table) -> None:
    """List the tables that exist: where, how large, and the hash of their content.

    For example:

      llq tables

      llq tables --format json
    """
    from llq.query.tables import built_tables  # here, as a lookup does without every game's tables

    rows = [
        {
            "game": table.name.partition("-")[0],
            "variant": table.name.partition("-")[2],
            "bytes": table.size_bytes,
            "content_hash": (table.content_hash or "")[:12],
            "state": "ok" if table.error is None else type(table.error).__name__,
            "path": str(table.path),
        }
        for table in built_tables()
    ]
    print_rows(rows, form, columns=("game", "variant", "bytes", "content_hash", "state", "path"))
    if not rows:
        messages.print("No tables yet; build one with: llq build love-letter")


def verify_files_command(
    files: Annotated[
        list[Path] | None, typer.Argument(help="Files to check; by default every table.")
    ] = None,
    form: FormatOption = Format.table,
) -> None:
    """Read tables whole, check every hash and that they are today's; exit with 1 if one is not.

    For example:

      llq verify-files

      llq verify-files tables/love_letter-classic.h5
    """
    from llq.query.tables import built_tables, verify_file

    rows = []
    for path in files or [table.path for table in built_tables()]:
        try:
            info = verify_file(path)
        except LlqError as error:
            rows.append({"file": str(path), "sound": False, "finding": str(error)})
        else:
            finding = f"content {info.content_hash}, built {info.created} by {info.package_version}"
            rows.append({"file": str(path), "sound": True, "finding": finding})
    print_rows(rows, form, columns=("file", "sound", "finding"))
    if not all(row["sound"] for row in rows):
        raise typer.Exit(1)
