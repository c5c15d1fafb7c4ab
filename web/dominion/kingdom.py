"""Kingdom cards beside money: purchases for a hand, and turns saved."""

from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import Request, Response

from llq.query.dominion.kingdom.answers import KingdomTurns
from llq.query.dominion.kingdom.lookups import MOST_PROVINCES, kingdom_lookup, kingdom_ranking
from llq.solver.dominion.kingdom.cards import MONEY, kingdom_cards
from llq.web.dominion.questions import answer_or_problem, values_of, whole
from llq.web.http.jobs import do_job
from llq.web.http.words import reads
from llq.web.pages.cached_tables import kept_table
from llq.web.pages.charts import bar_chart
from llq.web.pages.rendering import render

_DEFAULTS = {
    "card": MONEY,
    "deck": "7 copper, 3 estate",
    "coins": "4",
    "buys": "1",
    "provinces": "4",
}

_CHARTED = 20

_EXAMPLE = {"card": "smithy", "deck": "7 copper, 3 estate, 2 silver, smithy", "coins": "5"}


@reads(*_DEFAULTS)
async def show_kingdom(request: Request) -> Response:
    """Show the best purchases with a kingdom card for sale, and the card ranking."""
    return await do_job(request, lambda _: _page(request))


def _page(request: Request) -> Response:
    values = values_of(request.query_params, _DEFAULTS, _EXAMPLE)
    answer, refusal = answer_or_problem(lambda: _bought(values))
    ranking, unranked = answer_or_problem(lambda: _ranking(whole("provinces", values["provinces"])))
    worst = refusal or unranked
    return render(
        request,
        "dominion/kingdom.html",
        status=worst["status"] if worst else 200,
        problem=refusal,
        ranking_problem=unranked,
        ranking_source=ranking and _source(),
        values=values,
        most=MOST_PROVINCES,
        goal="1 Province" if values["provinces"] == "1" else f"{values['provinces']} Provinces",
        cards=[MONEY, *(card.name for card in kingdom_cards())],
        answer=answer,
        ranking=ranking,
        chart=ranking
        and bar_chart(
            f"Turns saved by the {_CHARTED} cards that help most",
            [(row.card.replace("_", " ").capitalize(), row.saved) for row in ranking[1:]][
                :_CHARTED
            ],
            x_label="turns saved",
        ),
    )


def _bought(values: Mapping[str, str]) -> Any:
    numbers = (whole(name, values[name]) for name in ("coins", "buys", "provinces"))
    return kingdom_lookup(values["card"], values["deck"], *numbers)


def _source() -> str:
    info = kept_table("dominion-kingdom").info
    return f"{info.path.name} {info.content_hash[:12]}; exact within caps on treasures"


def _ranking(provinces: int) -> Sequence[KingdomTurns]:
    """Return the stored ranking of kingdom cards by turns saved, money alone first."""
    kept_table("dominion-kingdom")  # without it all would be solved
    return kingdom_ranking(provinces)
