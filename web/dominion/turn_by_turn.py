"""Two players alone, over each other: points, Provinces and coins turn by turn."""

from __future__ import annotations

from typing import Any

from fastapi import Request, Response
from markupsafe import Markup

from llq.query.dominion.curves.turn_by_turn import MOST_TURNS, PLAYERS, Curve, curve
from llq.query.dominion.kingdom.lookups import MOST_PROVINCES
from llq.web.dominion.questions import asked, values_of, whole
from llq.web.http.jobs import Job, do_job
from llq.web.pages.charts import Series, line_chart
from llq.web.pages.rendering import render

_DEFAULTS = {"first": "", "second": "", "turns": str(MOST_TURNS)}
_EXAMPLE = {"first": "big_money_ultimate", "second": "smithy"}
_CHARTED = {"points": "Points of the deck", "provinces": "Provinces", "coins": "Coins of the hand"}


async def show_turns(request: Request) -> Response:
    """Show what two players, or one, have turn by turn."""
    return await do_job(request, lambda job: _page(request, job))


def _page(request: Request, job: Job) -> Response:
    values = values_of(request.query_params, _DEFAULTS, _EXAMPLE)
    found, refusal = asked(lambda: _curves(values, job))
    return render(
        request,
        "dominion/turn_by_turn.html",
        status=refusal["status"] if refusal else 200,
        problem=refusal,
        values=values,
        most=MOST_TURNS,
        provinces=MOST_PROVINCES,
        known=PLAYERS,
        curves=found,
        charts=found and [_chart(name, title, found) for name, title in _CHARTED.items()],
    )


def _curves(values: dict[str, str], job: Job) -> list[Curve]:
    """Return the curves of the players that are named."""
    turns = whole("turns", values["turns"])
    wanted = [name for name in (values["first"], values["second"]) if name] or [""]
    curves = []
    for done, name in enumerate(wanted):
        job.progress(done, len(wanted))
        curves.append(curve(name, turns))
    return curves


def _chart(name: str, title: str, curves: list[Curve]) -> tuple[str, Markup]:
    series = []
    for number, one in enumerate(curves):
        points: list[Any] = [(row["turn"], row[name]) for row in one.rows()]
        there = [(turn, value) for turn, value in points if value is not None]
        series.append(Series(one.player.replace("_", " "), there, number))
    return title, line_chart(title, series, x_label="turn", y_label=title.lower())
