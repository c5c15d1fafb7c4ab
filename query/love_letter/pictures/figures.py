"""Pictures of Love Letter's tables and studies, by matplotlib (``plot``)."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

from llq.errors import IllegalState, one_of
from llq.query.figures import new_figure, picture_paths, save_figure
from llq.query.love_letter.exact.study_table import Study, open_study
from llq.query.love_letter.pictures import drawing
from llq.query.love_letter.pictures import turns as drawing_turns
from llq.query.love_letter.table.table import Table, open_table
from llq.solver.love_letter.rules import Action, Rules, Scoring

_STUDY_DRAWINGS = {
    "matrix": drawing.draw_matrix,
    "seat": drawing.draw_seat,
    "holding": drawing_turns.draw_holding,
    "disagreement": drawing_turns.draw_disagreement,
    "openings-explained": drawing.draw_openings_explained,
}
STUDY_FIGURES = (*_STUDY_DRAWINGS, "variants")
"""The figures of a study; ``variants`` draws two studies."""

MEMORY = "memory"
"""The figure of measured solutions, which needs no table."""

FIGURES = ("opening", *STUDY_FIGURES, MEMORY)
"""All figures."""


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
        (see `build_study`); ``memory``, the exploitability of policies by what they remember; or
        ``all``.
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
    for name, file in zip(names, paths, strict=True):
        if name == "opening":
            draw_opening(open_table(variant, scoring=scoring), file)
        elif name == MEMORY:
            draw_memory(file)
        elif name == "variants":
            draw_study(name, open_study(), file, open_study(compared_variant(variant)))
        else:
            draw_study(name, open_study(variant), file)
    return tuple(paths)


def compared_variant(variant: str) -> str:
    """Return the variant that ``variants`` draws beside the classic deck."""
    return variant if variant != "classic" else "hobbit"


def draw_memory(path: str | os.PathLike[str]) -> Path:
    """Draw the exploitability of policies by what they remember, as measured; return the file.

    Raises
    ------
    LlqError
        Matplotlib is not installed, or the file cannot be written.
    """
    return save_figure(drawing.draw_memory(), path)


def draw_study(
    figure: str,
    study: Study,
    path: str | os.PathLike[str],
    other: Study | None = None,
) -> Path:
    """Draw one of ``STUDY_FIGURES`` and return the file.

    Parameters
    ----------
    path
        The picture's file; its suffix gives the format, such as ``.png`` or ``.svg``.
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
        raise IllegalState(f"unknown figure {figure!r}{one_of(figure, STUDY_FIGURES)}")
    if other is None:
        raise IllegalState("the figure of variants takes two studies")
    return save_figure(drawing_turns.draw_variants(study, other), path)


def draw_opening(table: Table, path: str | os.PathLike[str]) -> Path:
    """Draw every opening hand's value and best play as a heat map and return the file.

    Parameters
    ----------
    path
        The picture's file; its suffix gives the format, such as ``.png`` or ``.svg``.

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
    return save_figure(figure, path)


def _short(rules: Rules, action: Action) -> str:
    if action.guess is not None:
        return f"{action.card}:\n{action.guess}?"
    if action.target is None:
        return action.card
    whom = {"opponent": "opponent", "self": "yourself", "aside": "aside card"}[action.target]
    return f"{action.card}\n{rules.preposition(action)} {whom}"
