"""Pictures of Love Letter's tables and studies, by matplotlib (``plot``)."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from llq.errors import IllegalState, one_of
from llq.query.figures import new_figure, picture_paths, save_figure
from llq.query.love_letter.exact.study_table import Study, open_study
from llq.query.love_letter.pictures import drawing, turns
from llq.query.love_letter.table.table import Table, open_table
from llq.solver.love_letter.rules import Action, Scoring

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_OF_STUDY = {
    "matrix": drawing.draw_matrix,
    "seat": drawing.draw_seat,
    "holding": turns.draw_holding,
    "disagreement": turns.draw_disagreement,
    "openings-explained": drawing.draw_openings_explained,
}
FIGURES = ("opening", *_OF_STUDY, "variants")
"""All figures: of a table, of a study, and of two."""


def plot(
    what: str = "opening",
    path: str | os.PathLike[str] = "love-letter-figures",
    *,
    variant: str = "classic",
    scoring: str = "half",
) -> tuple[Path, ...]:
    """Draw a figure of Love Letter, or ``all`` of them, and return the files.

    Parameters
    ----------
    what
        ``opening``, the value and best play of every opening hand; ``matrix``, ``seat``,
        ``holding``, ``disagreement``, ``openings-explained`` or ``variants``, figures of the study
        (see `build_study`); or ``all``.
    path
        A folder for ``FIGURE.png``, made if need be; or, for one figure, the picture itself.
    variant
        A variant of `rules`; ``variants`` compares it with the classic deck, and the classic deck
        with ``hobbit``.
    scoring
        The scoring of the opening's table.

    Raises
    ------
    IllegalState
        There is no such figure.
    TableMissing, StaleTable, CorruptTable
        As `open_table` and `open_study` do.
    LlqError
        Matplotlib is not installed, or the file cannot be written.
    """
    if what not in (*FIGURES, "all"):
        raise IllegalState(f"unknown figure {what!r}{one_of(what, ('all', *FIGURES))}")
    names = FIGURES if what == "all" else (what,)
    paths = picture_paths(names, path)
    drawn = drawings(names, variant, partial(open_table, variant, scoring=scoring), open_study)
    return tuple(save_figure(draw(), file) for draw, file in zip(drawn, paths, strict=True))


def drawings(
    names: Sequence[str],
    variant: str,
    table_of: Callable[[], Table],
    study_of: Callable[[str], Study],
) -> Iterator[Callable[[], Figure]]:
    """Yield what draws each figure, once the tables that it needs are open.

    Parameters
    ----------
    table_of, study_of
        Return the variant's table, and the study of a variant.
    """
    for name in names:
        if name == "opening":
            yield partial(draw_opening, table_of())
        elif name == "variants":
            other = variant if variant != "classic" else "hobbit"
            yield partial(turns.draw_variants, study_of("classic"), study_of(other))
        else:
            yield partial(_OF_STUDY[name], study_of(variant))


def draw_opening(table: Table) -> Figure:
    """Return every opening hand's value and best play as a heat map."""
    rules = table.rules
    size = len(rules.cards)
    values = np.full((size, size), np.nan)
    plays = {}
    for low in range(size):
        for high in range(low, size):
            try:
                move = table.lookup(table.state((rules.cards[low].name, rules.cards[high].name)))
            except IllegalState:  # two cards of which there is one copy
                continue
            values[high, low] = move.value
            plays[high, low] = _short(move.action)

    is_chance = rules.unit == "win probability"
    even = 0.5 if is_chance else 0.0
    most = np.nanmax(np.abs(values - even))
    figure = new_figure(size * 1.15 + 1.5, size * 0.95 + 1)
    axes = figure.subplots()
    image = axes.imshow(values, cmap="RdBu", vmin=even - most, vmax=even + most, aspect="auto")
    for (high, low), play in plays.items():
        value = values[high, low]
        text = f"{value:.1%}" if is_chance else f"{value:+.2f}"
        colour = "white" if abs(value - even) > 0.6 * most else "black"
        axes.text(low, high, f"{text}\n{play}", ha="center", va="center", color=colour)
    names = [f"{card.number} {card.name}" for card in rules.cards]
    axes.set_xticks(range(size), names, rotation=30, ha="right")
    axes.set_yticks(range(size), names)
    axes.set_xlabel("lower card of the hand")
    axes.set_ylabel("higher card of the hand")
    what = "chance of winning" if is_chance else f"{rules.unit}"
    ties = "count half" if table.scoring == Scoring.HALF else "decided by discards"
    axes.set_title(f"First turn of {rules.variant} Love Letter: {what} and best play")
    axes.spines[:].set_visible(False)
    figure.colorbar(image, ax=axes, label=f"{what} (equal final cards {ties})")
    return figure


def _short(action: Action) -> str:
    if action.guess is not None:
        return f"{action.card}:\n{action.guess}?"
    if action.target is None:
        return action.card
    whom = {"opponent": "opponent", "self": "yourself"}[action.target]
    return f"{action.card}\non {whom}"
