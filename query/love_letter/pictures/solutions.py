"""The figure of solutions: what a policy loses, by what it remembers."""

from __future__ import annotations

import csv
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np

from llq.query.figures import OKABE_ITO, add_caption, new_figure
from llq.solver.love_letter.solution.learning_options import MEMORIES

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MEASURED = "measured_solutions.csv"
"""Solutions of small decks and what they lose, as ``benchmarks/love_letter_solution.py`` measured.
"""

DRAWN = tuple(name for name in MEMORIES if name.startswith(("none", "last")))
"""Memories of ever more actions; memories of hands are left out."""

_DECKS = {
    "deck-2-1-1-1-1-1-1-1": "9 cards",
    "deck-3-2-1-1-2-1-1-1": "12 cards",
    "deck-4-1-2-2-1-1-1-1": "whole deck, with 1, 2, 5 face up",
}
_STYLES = (("blue", "o", "-"), ("orange", "s", "--"), ("vermilion", "^", ":"))


def measured_solutions() -> list[dict[str, str]]:
    """Return the rows of `MEASURED`, a deck and a memory each."""
    text = files("llq.query.love_letter.pictures").joinpath(MEASURED).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def draw_memory() -> Figure:
    """Return what a best response wins against policies that remember more and more."""
    figure = new_figure(8.6, 4.6)
    axes = figure.subplots()
    rows = measured_solutions()
    for (deck, label), (colour, marker, line) in zip(_DECKS.items(), _STYLES, strict=True):
        # A memory that was not run leaves a gap: lines join neighbours only.
        points, labels = np.full(len(DRAWN), np.nan), dict.fromkeys(range(len(DRAWN)), "")
        for row in rows:
            if row["variant"] == deck and row["memory"] in DRAWN:
                place = DRAWN.index(row["memory"])
                low, high = (100 * float(row[f"exploitability{most}"]) for most in ("", "_most"))
                points[place] = low if low == high else (low + high) / 2
                labels[place] = f"{low:.2f}" if low == high else f"{low:.2f} to {high:.2f}"
        axes.plot(points, marker=marker, linestyle=line, color=OKABE_ITO[colour], label=label)
        for place, value in enumerate(points):
            if not np.isnan(value):
                axes.annotate(
                    labels[place], (place, value), (6, 4), textcoords="offset points", fontsize=8
                )
    names = [name.replace("none", "nothing").replace("-", " ") for name in DRAWN]
    axes.set_xticks(range(len(names)), names)
    axes.set_ylim(bottom=0)
    axes.set_xlabel("what the policy remembers of the public actions")
    axes.set_ylabel("exploitability, points of 100")
    axes.set_title("Love Letter: a policy that remembers more is harder to exploit")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False)
    iterations = {row["iterations"] for row in rows}
    add_caption(
        figure,
        "Exact best responses with perfect recall, or the middle of certified bounds, equal final "
        "cards half each, to policies "
        f"learnt in {' or '.join(sorted(iterations))} iterations. Points that are not joined have "
        "a memory between them that was not run.",
    )
    return figure
