"""Pictures of Love Letter's tables and studies, by matplotlib (the ``plot`` extra)."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

from llq.errors import IllegalState
from llq.query.figures import new_figure, save_figure
from llq.query.love_letter import drawing, drawing_turns
from llq.query.love_letter.study import LoveLetterStudy
from llq.query.love_letter.table import LoveLetterTable
from llq.solver.love_letter.rules import Action, Effect, Rules, Scoring

__all__ = ["STUDY_FIGURES", "plot_opening", "plot_study"]

_STUDY_DRAWINGS = {
    "matrix": drawing.draw_matrix,
    "seat": drawing.draw_seat,
    "holding": drawing_turns.draw_holding,
    "disagreement": drawing_turns.draw_disagreement,
    "openings-explained": drawing.draw_openings_explained,
}
STUDY_FIGURES = (*_STUDY_DRAWINGS, "variants")
"""The figures of a study; ``variants`` draws two studies."""


def plot_study(
    figure: str,
    study: LoveLetterStudy,
    path: str | os.PathLike[str],
    other: LoveLetterStudy | None = None,
) -> Path:
    """Draw one of ``STUDY_FIGURES`` and return the file.

    Parameters
    ----------
    path
        The picture's file; its ending says the format, such as ``.png`` or ``.svg``.
    other
        The study of another variant, for ``variants``.

    Raises
    ------
    IllegalState
        There is no such figure, or no other study for ``variants``.
    LlqError
        Matplotlib is not installed, or the file cannot be written.
    """
    if figure in _STUDY_DRAWINGS:
        return save_figure(_STUDY_DRAWINGS[figure](study), path)
    if figure != "variants":
        raise IllegalState(f"no figure {figure!r}; there are: {', '.join(STUDY_FIGURES)}")
    if other is None:
        raise IllegalState("the figure of variants takes two studies")
    return save_figure(drawing_turns.draw_variants(study, other), path)


def plot_opening(table: LoveLetterTable, path: str | os.PathLike[str]) -> Path:
    """Draw the opening table as a heat map: every hand's value and best play; return the file.

    Parameters
    ----------
    path
        The picture's file; its ending says the format, such as ``.png`` or ``.svg``.

    Raises
    ------
    LlqError
        Matplotlib is not installed, or the file cannot be written.
    """
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
            plays[high, low] = _short(rules, move.action)

    is_chance = rules.unit == "win probability"
    lowest, highest = (0.3, 1.0) if is_chance else (np.nanmin(values), np.nanmax(values))
    figure = new_figure(size * 1.15 + 1.5, size * 0.95 + 1)
    axes = figure.subplots()
    image = axes.imshow(values, cmap="cividis", vmin=lowest, vmax=highest, aspect="auto")
    for (high, low), play in plays.items():
        value = values[high, low]
        text = f"{value:.1%}" if is_chance else f"{value:+.2f}"
        colour = "black" if value > (lowest + highest) / 2 else "white"
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
    return save_figure(figure, path)


def _short(rules: Rules, action: Action) -> str:
    """Return an action in as few words as fit a cell."""
    card = rules.cards[action.card]
    if card.effect == Effect.GUESS:
        return f"{card.name}:\n{rules.cards[action.argument].name}?"
    if card.effect == Effect.REDRAW:
        return f"{card.name}\non {('opponent', 'oneself')[action.argument]}"
    if card.effect == Effect.LOOK_EITHER:
        return f"{card.name}\nat {('opponent', 'aside card')[action.argument]}"
    return card.name
