"""``llq love-letter plot``: pictures of Love Letter's tables."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from llq.cli.help_texts import with_texts
from llq.cli.love_letter.options import DeckOption, ScoringOption, VariantOption, chosen_rules
from llq.cli.love_letter.tables import table_or_build, with_study
from llq.cli.options import PicturePath, ReplaceOption, ThreadsOption
from llq.cli.output.printing import Format, FormatOption, print_files, progress_bar
from llq.query.figures import picture_paths, save_figure
from llq.query.tables.build_times import build_takes
from llq.solver.love_letter import variants
from llq.solver.love_letter.rules import Scoring


class LoveLetterFigure(StrEnum):
    """A figure of Love Letter."""

    all = "all"
    opening = "opening"
    matrix = "matrix"
    seat = "seat"
    holding = "holding"
    disagreement = "disagreement"
    openings_explained = "openings-explained"
    variants = "variants"


@with_texts(takes=build_takes("love_letter-classic-study"))
def plot_command(
    figure: Annotated[
        LoveLetterFigure, typer.Argument(help="What to draw; see above.")
    ] = LoveLetterFigure.opening,
    output: PicturePath = Path("love-letter-figures"),
    variant: VariantOption = None,
    deck: DeckOption = None,
    scoring: ScoringOption = Scoring.HALF,
    threads: ThreadsOption = 2,
    replace: ReplaceOption = False,
    form: FormatOption = Format.table,
) -> None:
    """Draw the opening table, and what happens when players meet, from exact numbers.

    \b
    opening             chance of winning and best play of every opening hand
    matrix              every pair of players
    seat                what the first turn is worth
    holding             which cards are good to hold when
    disagreement        where Table and Strategic differ, and what that is worth
    openings-explained  why the table's values differ from what it scores
    variants            playing the lower card, and cards held: a variant (hobbit
                        by default) beside classic

    All but opening are drawn from the study (llq build love-letter-study:
    {takes}), which is built first if it is missing. --scoring is for opening only.

    For example:

      llq love-letter plot

      llq love-letter plot opening discards.png --scoring discards

      llq love-letter plot all docs/love-letter
    """  # noqa: D301 - typer's mark for lines to keep
    from llq.query.love_letter.pictures.figures import FIGURES, drawings

    rules = chosen_rules(variant, deck)
    names = FIGURES if figure is LoveLetterFigure.all else (figure.value,)
    paths = picture_paths(names, output, replace=replace)
    drawn = drawings(
        names,
        rules.variant,
        lambda: table_or_build(rules, scoring, threads=threads),
        lambda name: with_study(variants.rules(name), threads=threads),
    )
    files = []
    for name, path, draw in zip(names, paths, drawn, strict=True):
        with progress_bar(f"Drawing {name}", transient=True):
            files.append(save_figure(draw(), path))
    print_files(files, form)
