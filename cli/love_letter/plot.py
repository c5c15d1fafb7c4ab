"""``llq love-letter plot``: pictures of Love Letter's tables."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from llq.cli.love_letter.build import (
    DeckOption,
    ScoringOption,
    VariantOption,
    chosen_variant,
    open_or_build,
    open_or_build_study,
)
from llq.cli.options import PicturePath, ThreadsOption
from llq.query.figures import picture_paths
from llq.solver.love_letter.rules import Scoring

__all__ = ["plot_command"]


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


def plot_command(
    figure: Annotated[
        LoveLetterFigure, typer.Argument(help="What to draw; see below.")
    ] = LoveLetterFigure.opening,
    output: PicturePath = Path("love-letter-figures"),
    variant: VariantOption = None,
    deck: DeckOption = None,
    scoring: ScoringOption = Scoring.HALF,
    threads: ThreadsOption = 2,
) -> None:
    """Draw Love Letter's opening table, and what happens when players meet, from exact numbers.

    \b
    opening             chance of winning and best play of every opening hand
    matrix              every pair of players
    seat                what the first turn is worth
    holding             which cards are good to hold when
    disagreement        what Table plays where Strategic would not, and its worth
    openings-explained  why the table's numbers are not what it scores
    variants            the lower of two cards, and cards held: a variant (hobbit
                        by default) beside classic

    All but the opening are of the study: see llq build love-letter-study. The scoring is the
    opening's.

    For example:

      llq love-letter plot

      llq love-letter plot opening discards.png --scoring discards

      llq love-letter plot all docs/love-letter
    """  # noqa: D301 - typer's mark for lines to keep
    from llq.query.love_letter.figures import STUDY_FIGURES, plot_opening, plot_study

    name = chosen_variant(variant, deck)
    drawn_figures = (
        ("opening", *STUDY_FIGURES) if figure is LoveLetterFigure.all else (figure.value,)
    )
    for drawn, path in zip(drawn_figures, picture_paths(drawn_figures, output), strict=True):
        if drawn == "opening":
            print(plot_opening(open_or_build(name, scoring), path))
        elif drawn == "variants":
            other = name if name != "classic" else "hobbit"
            studies = [open_or_build_study(which, threads) for which in ("classic", other)]
            print(plot_study(drawn, studies[0], path, studies[1]))
        else:
            print(plot_study(drawn, open_or_build_study(name, threads), path))
