"""Curves of Dominion's strategies: expected scores, spread, and timing of purchases."""

from typing import Any

import numpy as np
from fastapi import Request, Response
from markupsafe import Markup

from llq.errors import IllegalState
from llq.query.dominion.built_in_players import players
from llq.query.dominion.strategies.table import (
    SHARE_TURNS,
    STRATEGIES,
    DominionStrategies,
    strategy_index,
)
from llq.solver.arguments import read_digits
from llq.solver.array_types import Floats, Ints
from llq.solver.dominion.model import Purchase
from llq.web.cached_tables import load_cached_table
from llq.web.games import Link
from llq.web.http.jobs import as_page_job
from llq.web.http.page_routes import reads
from llq.web.http.problems import answer_or_problem
from llq.web.pages.charts import Series, line_chart
from llq.web.pages.player_titles import player_title
from llq.web.pages.rendering import render

LINK = Link("/dominion/curves", "Curves", "Expected scores by turns and strategy, as charts.")

_LENGTHS = (10, 31, 100, 250)
_CHOSEN = ("optimal", "monte_carlo_limit", "picky", "expensive", "greedy")
_ROWS = 40  # of a table


@as_page_job
@reads("strategy", "most", "turns")
def show_curves(request: Request) -> Response:
    """Show strategies' expected scores by game length, and one length in detail."""
    query = request.query_params
    chosen = query.getlist("strategy") or list(_CHOSEN)
    values = {"most": query.get("most", "31"), "turns": query.get("turns", "31")}
    table, refusal = answer_or_problem(lambda: load_cached_table("dominion-strategies"))
    curves = None
    if table:
        curves, refusal = answer_or_problem(lambda: _curves(table, chosen, **values))
    return render(
        request,
        "dominion/curves.html",
        problem=refusal,
        strategies=[
            (str(name), player_title(name), number) for number, name in enumerate(STRATEGIES)
        ],
        chosen=chosen,
        values=values,
        lengths=[length for length in _LENGTHS if not table or length <= table.mean_turns],
        players=[
            (player_title(info.name), info.summary) for info in players() if info.name in STRATEGIES
        ],
        page=curves,
        origin=table and table.source,
    )


def _curves(
    table: DominionStrategies, chosen: list[str], most: str, turns: str
) -> list[tuple[str, Markup, Any]]:
    names = sorted({*chosen}, key=strategy_index)
    longest, length = _length("turns at most", most), _length("turns", turns)
    for name in names:  # refuse lengths that the table has not
        table.lookup(name, longest)
        table.distribution(name, length)
    lengths = np.arange(1, max(longest, 2) + 1)
    by_length = [table.mean[strategy_index(name), lengths] for name in names]
    percents = np.arange(1, 100)
    scores = [
        np.array([float(table.quantile(name, length, percent / 100)) for percent in percents])
        for name in names
    ]
    title, at_most = "Expected score by length of the game", "% of games that score at most this"
    charts = [
        (
            f"Expected score in games of up to {longest} turns",
            _chart(title, names, lengths, by_length, "turns", "points"),
            _numbers("turns", names, lengths, by_length, 2),
        ),
        (
            f"Bad luck and good luck in games of {length} turns",
            _chart("Scores from the worst to the best", names, percents, scores, at_most, "points"),
            _numbers(at_most, names, percents, scores, 0),
        ),
    ]
    if length in SHARE_TURNS:
        index = SHARE_TURNS.index(length)
        shares = [
            100 * table.share[strategy_index(name), index, :length, Purchase.VICTORY]
            for name in names
        ]
        by_turn = np.arange(1, length + 1)
        heading = f"When victory cards are bought, in games of {length} turns"
        chart = _chart("Victory cards bought by turn", names, by_turn, shares, "turn", "% of turns")
        charts.append((heading, chart, _numbers("turn", names, by_turn, shares, 1)))
    return charts


def _length(name: str, text: str) -> int:
    if (turns := read_digits(text)) is None:
        raise IllegalState(f"{name} must be an integer of at most 18 digits; got {text[:40]!r}")
    return turns


def _chart(
    title: str, names: list[str], x: Ints, curves: list[Floats], x_label: str, y_label: str
) -> Markup:
    series = [
        Series(
            player_title(name), list(zip(x.tolist(), y.tolist(), strict=True)), strategy_index(name)
        )
        for name, y in zip(names, curves, strict=True)
    ]
    return line_chart(title, series, x_label=x_label, y_label=y_label)


def _numbers(
    title: str, names: list[str], x: Ints, curves: list[Floats], digits: int
) -> dict[str, Any]:
    """Return a table of curve values at about forty equal steps."""
    step = -(-len(x) // _ROWS)
    rows = [
        (int(x[row]), [f"{curve[row]:.{digits}f}" for curve in curves])
        for row in range(len(x) - 1, -1, -step)
    ]
    headings = [title.capitalize(), *map(player_title, names)]
    return {"headings": [f"#{heading}" for heading in headings], "rows": rows[::-1]}
