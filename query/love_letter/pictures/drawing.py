"""Figures of matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from llq.query.figures import OKABE_ITO, add_caption, new_figure
from llq.query.love_letter.exact.study_table import PLAYOUTS, STUDIED_PLAYERS, Study
from llq.query.love_letter.observation import OFFICIAL_FACE_UP
from llq.query.love_letter.verification.comparison import compare_exactly

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LABELS = {
    "random": "Random",
    "strategic": "Strategic",
    "monte_carlo": f"Monte Carlo,\n{PLAYOUTS} playouts",
    "monte_carlo_limit": "Monte Carlo,\nno limit",
    "table": "Table",
    "table_discards": "Table by\ndiscards",
}


def draw_matrix(study: Study) -> Figure:
    """Return every pair's exact chance that the first player wins, the thesis's below it."""
    names = list(LABELS.values())
    figure = new_figure(8.6, 6)
    axes = figure.subplots()
    rows = list(compare_exactly(study, ()))
    places = [tuple(map(STUDIED_PLAYERS.index, (row.first, row.second))) for row in rows]
    chances = np.empty((len(names), len(names)))
    for at, row in zip(places, rows, strict=True):
        chances[at] = row.exact
    most = np.abs(chances - 0.5).max()
    image = axes.imshow(
        100 * chances, cmap="RdBu", vmin=50 - 100 * most, vmax=50 + 100 * most, aspect="auto"
    )
    for at, row in zip(places, rows, strict=True):
        text = f"{row.exact:.2%}"
        if row.published is not None:
            text += f"\n({row.published:.2%})"
        dark = abs(chances[at] - 0.5) > 0.6 * most
        axes.text(at[1], at[0], text, ha="center", va="center", color="white" if dark else "black")
    axes.set_xticks(range(len(names)), names)
    axes.set_yticks(range(len(names)), names)
    axes.set_xlabel("second player")
    axes.set_ylabel("first player")
    axes.set_title(f"{_title(study)}: how often the first player wins")
    axes.spines[:].set_visible(False)
    figure.colorbar(image, ax=axes, label="first player's chance of winning, %")
    note = " In brackets: the thesis's Table 11, a million games a cell."
    add_caption(
        figure,
        "Exact, by the real rules, no cards face up; draws count for nobody."
        + (note if any(row.published is not None for row in rows) else ""),
    )
    return figure


def draw_seat(study: Study) -> Figure:
    """Return what the first turn is worth when each player meets itself."""
    figure = new_figure(7.6, 4.4)
    axes = figure.subplots()
    deals = [(0, OKABE_ITO["blue"], "", "no cards face up")]
    if OFFICIAL_FACE_UP in study.groups["match"]["face_up"]:
        deals.append(
            (OFFICIAL_FACE_UP, OKABE_ITO["orange"], "//", "three face up, the official rule")
        )
    lead = np.array(
        [
            [
                match.win_prob - match.loss_prob
                for match in study.matches(up)
                if match.first == match.second
            ]
            for up, *_ in deals
        ]
    )
    order = lead[0].argsort()
    for index, (_, colour, hatch, label) in enumerate(deals):
        bars = axes.barh(
            np.arange(len(order)) + 0.2 - 0.4 * index,
            100 * lead[index, order],
            0.38,
            color=colour,
            hatch=hatch,
            edgecolor="white",
            label=label,
        )
        axes.bar_label(bars, fmt="%.1f", padding=3)
    axes.set_yticks(range(len(order)), [LABELS[STUDIED_PLAYERS[player]] for player in order])
    axes.set_xlim(min(0, 115 * lead.min()), 115 * lead.max())
    axes.axvline(0, color="0.3", linewidth=0.8)
    axes.set_xlabel("first player's wins less the second's, percentage points")
    axes.set_title(f"{_title(study)}: each player against itself")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(loc="lower right", frameon=False)
    add_caption(figure, "Exact, by the real rules.")
    return figure


def draw_openings_explained(study: Study) -> Figure:
    """Return, for each opening hand, why the table's number is not what Table then scores."""
    rows, cards = study.groups["opening"], study.rules.cards
    exception = rows["table"] - rows["half"]
    equal = rows["half"] - rows["real"]
    hands = [
        f"{cards[low].number} {cards[high].number}"
        for low, high in zip(rows["low"], rows["high"], strict=True)
    ]
    is_chance = study.rules.unit == "win probability"
    scale = 100 if is_chance else 1
    figure = new_figure(8.6, 4.6)
    axes = figure.subplots()
    places = np.arange(len(hands))
    axes.bar(
        places - 0.2, scale * exception, 0.4, color=OKABE_ITO["vermilion"],
        label="the thesis's exception: what is stored where cards tie",
    )  # fmt: skip
    axes.bar(
        places + 0.2, scale * equal, 0.4, color=OKABE_ITO["sky blue"], hatch="//",
        edgecolor="white", label="equal final cards: half a win against discard totals",
    )  # fmt: skip
    axes.plot(
        places, scale * (exception + equal), "D", color=OKABE_ITO["black"], markersize=4,
        label="both: the table's number less what Table scores",
    )  # fmt: skip
    axes.axhline(0, color="0.3", linewidth=0.8)
    axes.set_xticks(places, hands, rotation=90)
    axes.set_xlim(-1, len(hands))
    axes.set_xlabel("opening hand, by the cards' numbers")
    axes.set_ylabel("percentage points" if is_chance else study.rules.unit)
    axes.set_title(f"{_title(study)}: why the table's number is not the score")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, fontsize=9)
    add_caption(figure, "Exact; Table against Table, no cards face up, draws count half.")
    return figure


def _title(study: Study) -> str:
    return f"{study.rules.variant.capitalize()} Love Letter"
