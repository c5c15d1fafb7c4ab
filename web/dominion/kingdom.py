"""One kingdom card beside money: what to buy with a hand, and what each card saves."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from fastapi import Request, Response

from llq.errors import TakesTooLong
from llq.query.dominion.kingdom.answers import KingdomTurns
from llq.query.dominion.kingdom.lookups import MOST_PROVINCES, kingdom, kingdom_lookup
from llq.solver.dominion.kingdom.cards import kingdom_cards
from llq.web.dominion.questions import asked, values_of, whole
from llq.web.http.jobs import Job, do_job
from llq.web.pages.charts import bar_chart
from llq.web.pages.rendering import render

_DEFAULTS = {
    "card": "smithy",
    "deck": "7 copper, 3 estate",
    "coins": "4",
    "buys": "1",
    "provinces": "4",
    "ranking": "",
}
_FOR_A_CARD = 0.25
"""Share of a page's time that is left for the last card of a ranking."""

_EXAMPLE = {"deck": "7 copper, 3 estate, 2 silver, smithy", "coins": "5"}


async def show_kingdom(request: Request) -> Response:
    """Show what to buy where a kingdom card is for sale and, if asked, all cards' ranking."""
    return await do_job(request, lambda job: _page(request, job))


def _page(request: Request, job: Job) -> Response:
    values = values_of(request.query_params, _DEFAULTS, _EXAMPLE)
    answer, refusal = asked(lambda: _bought(values))
    ranking, too_long = asked(lambda: _ranking(values, job)) if values["ranking"] else (None, None)
    worst = refusal or too_long
    return render(
        request,
        "dominion/kingdom.html",
        status=worst["status"] if worst else 200,
        problem=refusal,
        ranking_problem=too_long,
        values=values,
        most=MOST_PROVINCES,
        goal="1 Province" if values["provinces"] == "1" else f"{values['provinces']} Provinces",
        cards=[card.name for card in kingdom_cards()],
        answer=answer,
        ranking=ranking,
        chart=ranking
        and bar_chart(
            "Turns that each kingdom card saves",
            [(_words(row.card), round(row.saved, 3) + 0.0) for row in ranking],
            x_label="turns saved",
        ),
        ranking_link=f"/dominion/kingdom?{urlencode(values | {'ranking': 'yes'})}",
    )


def _words(card: str) -> str:
    return card.replace("_", " ")


def _bought(values: Mapping[str, str]) -> Any:
    numbers = (whole(name, values[name]) for name in ("coins", "buys", "provinces"))
    return kingdom_lookup(values["card"], values["deck"], *numbers)


@lru_cache(maxsize=128)
def _saved(card: str, provinces: int) -> KingdomTurns:
    return kingdom(card, provinces)


def _ranking(values: Mapping[str, str], job: Job) -> list[KingdomTurns]:
    """Return what each card saves, the most helpful first; what is solved is kept."""
    provinces, seconds = whole("provinces", values["provinces"]), job.limits.seconds
    rows: list[KingdomTurns] = []
    cards = kingdom_cards()
    for card in cards:
        if not job.is_wanted or job.seconds_left < seconds * _FOR_A_CARD:
            raise TakesTooLong(
                f"{len(rows)} of {len(cards)} cards were solved, as many as in the {seconds:g} "
                "seconds that a page has; load it again to go on from there, or: "
                f"llq dominion kingdom ranking --provinces {provinces}"
            )
        rows.append(_saved(card.name, provinces))
    return sorted(rows, key=lambda row: (row.turns, row.card))
