"""Pictures of the fewest turns: by number of Provinces, and the chances to be done by a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from llq.query.dominion.fewest.table import THESIS_TURNS, DominionFewest
from llq.query.figures import OKABE_ITO, add_caption, new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FEWEST_FIGURES = {
    "fewest": "fewest turns by number of Provinces, and known rules",
    "done": "chance to be done by each turn",
}

_STYLES: dict[str, tuple[str, str, Any, str]] = {
    "optimum": ("fewest turns", OKABE_ITO["black"], "solid", "o"),
    "big_money": ("Big Money", OKABE_ITO["green"], (0, (3, 1.5)), "v"),
    "big_money_duchies": ("Big Money with Duchies", OKABE_ITO["blue"], (0, (6, 2)), "s"),
    "big_money_ultimate": ("Big Money Ultimate", OKABE_ITO["vermilion"], (0, (6, 2, 1, 2)), "^"),
    "thesis": ("the thesis's 31 turns", OKABE_ITO["purple"], (0, (1, 1.2)), "P"),
}
_RULES = {"real": "Real rule", "fresh": "Fresh hands"}
_DONE_PROVINCES = 4
_LONGEST = 30


def draw_fewest(table: DominionFewest) -> Figure:
    """Return the expected turns by number of Provinces, and what known rules add."""
    figure = new_figure(8.6, 4.6)
    left, right = figure.subplots(1, 2)
    provinces = np.arange(1, table.provinces + 1)
    for rule, title in _RULES.items():
        turns = [table.lookup("optimum", n, rule).turns for n in provinces.tolist()]
        style = "optimum" if rule == "real" else "big_money"
        _, _, dashes, marker = _STYLES[style]
        left.plot(provinces, turns, color=OKABE_ITO["black"], ls=dashes, marker=marker, label=title)
    left.set_title("Fewest expected turns")
    left.set_ylim(bottom=0)
    for name in ("big_money", "big_money_duchies", "big_money_ultimate"):
        label, colour, dashes, marker = _STYLES[name]
        loses = [
            (table.lookup(name, n).turns or np.nan) - (table.lookup("optimum", n).turns or np.nan)
            for n in provinces.tolist()
        ]
        right.plot(provinces, loses, color=colour, ls=dashes, marker=marker, label=label)
    right.set_title("Turns that rules of thumb lose, real rule")
    right.set_yscale("symlog", linthresh=0.1)
    right.set_ylim(bottom=0)
    marks = (0, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)
    right.set_yticks(marks, labels=[f"{mark:g}" for mark in marks])
    for axes in (left, right):
        axes.set_xlabel("Provinces")
        axes.set_ylabel("turns")
        axes.grid(alpha=0.3)
        axes.legend()
    add_caption(
        figure,
        "Exact, alone, with treasures and victory cards only. Provinces left, which the rules of "
        "Duchies look at, are those of a supply of eight. The right axis is linear up to 0.1.",
    )
    return figure


def draw_done(table: DominionFewest) -> Figure:
    """Return the chances to have four Provinces by each turn, in both models."""
    figure = new_figure(8.6, 4.6)
    goal = min(_DONE_PROVINCES, table.provinces)
    for axes, (rule, title) in zip(figure.subplots(1, 2, sharey=True), _RULES.items(), strict=True):
        for name, (label, colour, dashes, marker) in _STYLES.items():
            if name == "big_money_duchies":  # lies on Big Money's line
                continue
            done = table.lookup(name, goal, rule).done
            turns = np.arange(min(_LONGEST, THESIS_TURNS) + 1)
            axes.plot(turns, done[turns], color=colour, ls=dashes, marker=marker, ms=3, label=label)
        axes.set_title(title)
        axes.set_xlim(8, _LONGEST)
        axes.set_xticks(range(8, _LONGEST + 1, 2))
        axes.set_ylim(0, 1)
        axes.set_xlabel("turn")
        axes.grid(alpha=0.3)
    figure.axes[0].set_ylabel(f"chance to have {goal} Provinces")
    figure.axes[0].legend()
    add_caption(
        figure,
        "Exact. The thesis's policy scores most points in 31 turns by fresh hands, and buys "
        "Provinces later. The best chance to be done by a turn, for which the play is made for "
        "that turn alone, lies above the fewest turns' line by less than its width.",
    )
    return figure
