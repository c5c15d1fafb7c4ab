"""A picture of players alone, turn by turn: points with their luck, Provinces, coins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from llq.query.dominion.curves.turn_by_turn import Curve
from llq.query.figures import OKABE_ITO, add_caption, new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DRAWN = ("big_money", "big_money_ultimate", "smithy", "council_room")
"""Whose curves are drawn."""

_STYLES = (
    (OKABE_ITO["green"], "solid"),
    (OKABE_ITO["black"], (0, (6, 2))),
    (OKABE_ITO["vermilion"], (0, (3, 1.5))),
    (OKABE_ITO["blue"], (0, (6, 2, 1, 2))),
)


def draw_curves(curves: Sequence[Curve]) -> Figure:
    """Return points with a band of luck for the first and the last, Provinces and coins by turn."""
    figure = new_figure(9, 7.6)
    points, provinces, coins = figure.subplot_mosaic("AA;BC").values()
    for place, one in enumerate(curves):
        colour, dashes = _STYLES[place % len(_STYLES)]
        turns = np.arange(one.turns + 1)
        style: dict[str, Any] = {"color": colour, "linestyle": dashes}
        points.plot(turns, one.points, label=one.player.replace("_", " "), **style)
        if place in (0, len(curves) - 1):
            points.fill_between(turns, one.low, one.high, color=colour, alpha=0.15, step="mid")
        provinces.plot(turns, one.provinces, **style)
        going = one.playing >= 0.05
        coins.plot(turns[1:][going], one.coins[going], **style)
    points.set_title("Players alone, turn by turn")
    points.set_ylabel("points of the deck")
    points.legend(loc="upper left", fontsize=9, handlelength=3.6)
    provinces.set_ylabel("Provinces")
    coins.set_ylabel("coins of the hand")
    for axes in (points, provinces, coins):
        axes.set_xlabel("turn")
        axes.set_xlim(left=0)
        axes.set_ylim(bottom=0)
        axes.grid(alpha=0.3)
    add_caption(
        figure,
        "Computed by fresh hands. Bands: nine games in ten lie above their lower edge, one in ten "
        "above the upper. A game ends with the eighth Province; coins are those of games that "
        "still go on, while one in twenty does.",
    )
    return figure
