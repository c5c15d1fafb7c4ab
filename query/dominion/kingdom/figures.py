"""The picture of kingdom cards: turns to a number of Provinces, by card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from llq.query.dominion.kingdom.answers import KingdomTurns
from llq.query.figures import OKABE_ITO, add_caption, new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def draw_kingdom(ranked: Sequence[KingdomTurns]) -> Figure:
    """Return bars of the turns that each card takes, the fewest on top."""
    figure = new_figure(8, 1.6 + 0.36 * len(ranked))
    axes = figure.subplots()
    places = list(range(len(ranked)))[::-1]
    turns = [row.turns for row in ranked]
    by_rule = [row.turns if row.big_money is None else row.big_money for row in ranked]
    alone = ranked[0].turns + ranked[0].saved
    axes.barh(
        places, turns, height=0.6, color=OKABE_ITO["sky blue"], edgecolor="0.25", label="optimum"
    )
    axes.plot(
        by_rule,
        places,
        "D",
        color=OKABE_ITO["vermilion"],
        markerfacecolor="white",
        label="Big Money + the card, the best limit on copies",
    )
    axes.axvline(
        alone, color=OKABE_ITO["black"], linestyle="dashed", label=f"money alone, {alone:.2f}"
    )
    least = int(min(turns)) - 1
    for row, place in zip(ranked, places, strict=True):
        axes.text(least + 0.06, place, f"{row.turns:.2f}", va="center", fontsize=9)
    axes.set_yticks(places, [row.card.replace("_", " ") for row in ranked])
    axes.set_xlim(least, max(alone, max(by_rule)) + 0.4)
    provinces = ranked[0].provinces
    axes.set_title(f"Fewest expected turns to {provinces} Provinces with money and one card")
    axes.set_xlabel("expected turns (the axis does not begin at 0)")
    axes.grid(axis="x", alpha=0.3)
    figure.legend(loc="outside upper right", ncols=3, fontsize=8)
    add_caption(figure, "Exact, a fresh hand every turn; nothing is simulated.")
    return figure
