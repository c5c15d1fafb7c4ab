"""``llq build love-letter`` and ``llq build love-letter-study``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from llq.cli.options import FolderOption, ThreadsOption
from llq.cli.output import messages, progress_bar
from llq.errors import IllegalState, TableMissing
from llq.query.love_letter.table import LoveLetterTable, open_love_letter
from llq.solver.love_letter.rules import Scoring
from llq.solver.love_letter.size import memory_estimate
from llq.solver.love_letter.variants import custom_deck, find_rules

if TYPE_CHECKING:
    from llq.query.love_letter.study import LoveLetterStudy

__all__ = [
    "DeckOption",
    "ScoringOption",
    "VariantOption",
    "build_app",
    "chosen_variant",
    "open_or_build",
    "open_or_build_study",
]

_LARGE_STATES = 4_000_000

ScoringOption = Annotated[
    Scoring, typer.Option(help="Equal final cards: half a win each, or the higher discards win.")
]
VariantOption = Annotated[
    str | None, typer.Option(help="The variant of the rules; classic by default.")
]
DeckOption = Annotated[
    str | None, typer.Option(help="Copies of each classic card in place of a variant's.")
]

build_app = typer.Typer()


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
