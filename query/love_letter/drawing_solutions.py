"""The figure of solutions: what a policy loses, by what it remembers."""

from __future__ import annotations

import csv
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np

from llq.query.figures import OKABE_ITO, add_caption, new_figure
from llq.solver.love_letter.memory.automata import MEMORIES

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["MEASURED", "draw_memory", "measured_solutions"]

MEASURED = "measured_solutions.csv"
"""Solutions of small decks and what they lose, as ``benchmarks/love_letter_solution.py`` measured.
"""

_DECKS = {
    "deck-2-1-1-1-1-1-1-1": "9 cards",
    "deck-3-2-1-1-2-1-1-1": "12 cards",
    "deck-4-1-2-2-1-1-1-1": "whole deck, with 1, 2, 5 face up",
}
_SHOWN_WIDTH = 0.005
_LABEL = 10
_STYLES = (("blue", "o", "-"), ("orange", "s", "--"), ("vermilion", "^", ":"))


def measured_solutions() -> list[dict[str, str]]:
    """Return the rows of `MEASURED`, a deck and a memory each."""
    text = files("llq.query.love_letter").joinpath(MEASURED).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def draw_memory() -> Figure:
    """Return what a best response wins against policies that remember more and more."""
    rows = measured_solutions()
    names = [name for name in MEMORIES if any(row["memory"] == name for row in rows)]
    figure = new_figure(8.6, 4.6)
    axes = figure.subplots()
    for (deck, label), (colour, marker, line) in zip(_DECKS.items(), _STYLES, strict=True):
        # A memory that was not run leaves a gap: lines join neighbours only.
        least, most = np.full((2, len(names)), np.nan)
        for row in rows:
            if row["variant"] == deck and row["exploitability"]:
                at = names.index(row["memory"])
                least[at] = 100 * float(row["exploitability"])
                most[at] = 100 * float(row.get("exploitability_most") or row["exploitability"])
        middle = (least + most) / 2
        last = [name == "none" or name.startswith("last") for name in names]
        axes.plot(
            np.where(last, middle, np.nan), marker=marker, linestyle=line, color=OKABE_ITO[colour],
            label=label,
        )  # fmt: skip
        axes.plot(
            np.where(last, np.nan, middle), marker=marker, linestyle="", color=OKABE_ITO[colour]
        )
        axes.vlines(range(len(names)), least, most, color=OKABE_ITO[colour])
        for place, value in enumerate(middle):
            if not np.isnan(value):
                shown = f"{value:.2f}"
                if most[place] - least[place] > _SHOWN_WIDTH:
                    shown = f"{least[place]:.2f} to {most[place]:.2f}"
                axes.annotate(shown, (place, value), (6, 4), textcoords="offset points", fontsize=8)
    words = [name.replace("none", "nothing").replace("-", " ") for name in names]
    axes.set_xticks(range(len(names)), [_folded(word) for word in words], fontsize=9)
    axes.set_ylim(bottom=0)
    axes.set_xlabel("what the policy remembers of the public actions")
    axes.set_ylabel("exploitability, points of 100")
    axes.set_title("Love Letter: a policy is the harder to exploit, the more it remembers")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False)
    iterations = sorted({row["iterations"] for row in rows}, key=int)
    add_caption(
        figure,
        "Exact best responses with perfect recall, equal final cards half each, to policies "
        f"learnt in {' or '.join(iterations)} iterations; two numbers are bounds. Memories that "
        "were not run are left out, and lines join neighbours only.",
    )
    return figure


def _folded(words: str) -> str:
    """Return a label in lines of a word or two."""
    lines = [""]
    for word in words.split():
        if len(lines[-1]) + len(word) > _LABEL:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return "\n".join(lines)
