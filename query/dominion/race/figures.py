"""Pictures of the race: wins by lead, who buys Duchies, and the second-last Province."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from llq.query.dominion.race.table import DominionRace
from llq.query.figures import OKABE_ITO, add_caption, new_figure
from llq.solver.dominion.race.rules import Buy

if TYPE_CHECKING:
    from matplotlib.figure import Figure

RACE_FIGURES = {
    "race-wins": "win chance in the race, by lead and Provinces left",
    "race-duchies": "share of hands that buy a Duchy in the race",
    "race-penultimate": "the second-last Province: what buying or waiting costs",
}
"""The pictures of the race, by name."""

_SEATS = ("first player to move", "second player to move")
_COLOURS = ("blue", "green", "orange", "vermilion")
_MARKS = ("o", "s", "^", "D")
_COINS = {3: "5 coins", 4: "6 or 7 coins", 5: "8 coins or more"}
_MOST_LEAD = 18
_SELDOM = 1e-3
"""Situations that a game meets less often are not drawn."""


def draw_race(name: str, table: DominionRace) -> Figure:
    """Return one picture of the race, from its table."""
    if name == "race-wins":
        return _draw_wins(table)
    return _draw_duchies(table) if name == "race-duchies" else _draw_penultimate(table)


def _draw_wins(table: DominionRace) -> Figure:
    """Return win chances by lead, a line for each number of Provinces left."""
    figure, panels = _panels("Chance to win by best play, by lead and Provinces left")
    for seat, axes in enumerate(panels):
        for colour, mark, left in zip(_COLOURS, _MARKS, (8, 4, 2, 1), strict=True):
            rows = _rows(table, seat, left)
            leads, met, wins = _by_lead(table, rows, table.columns["win"])
            plural = "Provinces" if left > 1 else "Province"
            axes.plot(
                leads[met > _SELDOM],
                100 * (wins / np.maximum(met, 1e-300))[met > _SELDOM],
                marker=mark,
                color=OKABE_ITO[colour],
                label=f"{left} {plural} left",
            )
        axes.set_xlabel("lead of the player to move, points")
        axes.set_xlim(-_MOST_LEAD - 1, _MOST_LEAD + 1)
    panels[0].set_ylabel("chance to win, % (a shared win is a half)")
    panels[0].legend()
    add_caption(
        figure,
        f"{_what()} Means over the decks and hands that best play meets; situations that a "
        f"game meets less than {_SELDOM:g} times are left out.",
    )
    return figure


def _draw_duchies(table: DominionRace) -> Figure:
    """Return the share of hands that buy a Duchy, by Provinces left."""
    figure, panels = _panels("How often best play buys a Duchy, by Provinces left and coins")
    left = np.arange(8, 0, -1)
    for seat, axes in enumerate(panels):
        for colour, mark, (band, label) in zip(_COLOURS, _MARKS, _COINS.items(), strict=False):
            share = []
            for provinces in left.tolist():
                rows = _rows(table, seat, provinces) & (table.columns["band"] == band)
                rows &= table.columns["duchies_left"] > 0
                visits = table.columns["visits"]
                bought = visits[rows & (table.columns["buy"] == Buy.DUCHY)].sum()
                share.append(100 * bought / max(visits[rows].sum(), 1e-300))
            axes.plot(left, share, marker=mark, color=OKABE_ITO[colour], label=label)
        axes.invert_xaxis()
        axes.set_xlabel("Provinces left")
    panels[0].set_ylabel("hands that buy a Duchy, %")
    panels[0].legend()
    add_caption(figure, f"{_what()} Only while Duchies are for sale.")
    return figure


def _draw_penultimate(table: DominionRace) -> Figure:
    """Return what the second-last Province and the best other buy cost, by lead."""
    figure, panels = _panels("Eight coins, two Provinces left: what each choice costs")
    for seat, axes in enumerate(panels):
        rows = _rows(table, seat, 2) & (table.columns["band"] == Buy.PROVINCE)
        leads, met, _ = _by_lead(table, rows, table.columns["win"])
        shown = met > _SELDOM
        for colour, mark, buy, label in (
            ("vermilion", "o", Buy.PROVINCE, "buying the Province"),
            ("blue", "s", len(Buy), "the best other buy"),
        ):
            chosen = rows & (table.columns["buy"] == buy)
            costs = table.columns["cost"]
            cost = np.array([costs[chosen & _at(table, lead)].sum() for lead in leads])
            axes.plot(
                leads[shown],
                100 * (cost / np.maximum(met, 1e-300))[shown],
                marker=mark,
                color=OKABE_ITO[colour],
                label=label,
            )
        axes.set_xlabel("lead of the player to move, points")
        axes.set_xlim(-_MOST_LEAD - 1, _MOST_LEAD + 1)
    panels[0].set_ylabel("win chance lost, percentage points")
    panels[0].legend()
    add_caption(
        figure,
        f"{_what()} Means over the decks in which best play holds eight coins with two "
        "Provinces left. By the Penultimate Province Rule a player behind waits.",
    )
    return figure


def _panels(title: str) -> tuple[Figure, Any]:
    figure = new_figure(9, 4.6)
    panels = figure.subplots(1, 2, sharey=True)
    figure.suptitle(title)
    for axes, seat in zip(panels, _SEATS, strict=True):
        axes.set_title(seat, fontsize=10)
        axes.grid(alpha=0.3)
    return figure, panels


def _rows(table: DominionRace, seat: int, provinces_left: int) -> NDArray[np.bool_]:
    """Return which rows of the table's situations are of a seat and a number of Provinces."""
    column = table.columns
    rows: NDArray[np.bool_] = (column["seat"] == seat) & (
        column["provinces_left"] == provinces_left
    )
    return rows


def _by_lead(
    table: DominionRace, rows: NDArray[np.bool_], wins: NDArray[np.float64]
) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]:
    """Return leads, how often a game meets each, and the wins expected there."""
    visits, leads = table.columns["visits"], np.arange(-_MOST_LEAD, _MOST_LEAD + 1)
    met = np.array([visits[rows & _at(table, lead)].sum() for lead in leads])
    won = np.array([(visits * wins)[rows & _at(table, lead)].sum() for lead in leads])
    return leads, met, won


def _at(table: DominionRace, lead: Any) -> NDArray[np.bool_]:
    rows: NDArray[np.bool_] = table.columns["lead"] == lead
    return rows


def _what() -> str:
    return "Exact, fresh hands."
