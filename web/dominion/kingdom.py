"""Kingdom cards beside money: purchases for a hand, and turns saved."""

from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import Request, Response

from llq.query.dominion.kingdom.answers import KingdomTurns
from llq.query.dominion.kingdom.lookups import kingdom_lookup, kingdom_ranking
from llq.query.dominion.kingdom.solving import MOST_PROVINCES
from llq.solver.dominion.kingdom.cards import MONEY, kingdom_cards
from llq.web.cached_tables import load_cached_table
from llq.web.dominion.questions import origin, values_of, whole
from llq.web.games import Link
from llq.web.http.jobs import Job, as_job
from llq.web.http.page_routes import reads
from llq.web.http.problems import answer_or_problem
from llq.web.pages.charts import bar_chart
from llq.web.pages.environment import words
from llq.web.pages.rendering import render

LINK = Link("/dominion/kingdom", "Kingdom", "Money and one kingdom card: buys, and a ranking.")

_CHARTED = 20
_HOW = "exact within caps on treasures"

_DEFAULTS = {
    "card": MONEY, "deck": "7 copper, 3 estate", "coins": "4", "buys": "1", "provinces": "4",
}  # fmt: skip
_EXAMPLE = {"card": "smithy", "deck": "7 copper, 3 estate, 2 silver, smithy", "coins": "5"}


@as_job
@reads(*_DEFAULTS)
def show_kingdom(request: Request, _job: Job) -> Response:
    """Show the best purchases with a kingdom card for sale, and the card ranking."""
    values = values_of(request.query_params, _DEFAULTS, _EXAMPLE)
    answer, refusal = answer_or_problem(lambda: _lookup(values))
    ranking, ranking_refusal = answer_or_problem(lambda: _ranking(values["provinces"]))
    first_refusal = refusal or ranking_refusal
    return render(
        request,
        "dominion/kingdom.html",
        status=first_refusal["status"] if first_refusal else 200,
        problem=refusal,
        ranking_problem=ranking_refusal,
        ranking_source=ranking and origin(load_cached_table("dominion-kingdom").info, _HOW),
        values=values,
        most=MOST_PROVINCES,
        goal="1 Province" if values["provinces"] == "1" else f"{values['provinces']} Provinces",
        cards={MONEY: "Money alone"} | {card.name: words(card.name) for card in kingdom_cards()},
        answer=answer,
        ranking=ranking,
        chart=ranking
        and bar_chart(
            f"Turns saved by the {_CHARTED} cards that help most",
            [(words(row.card), row.saved) for row in ranking[1 : _CHARTED + 1]],
            x_label="turns saved",
        ),
    )


def _lookup(values: Mapping[str, str]) -> Any:
    numbers = (whole(name, values[name]) for name in ("coins", "buys", "provinces"))
    return kingdom_lookup(values["card"], values["deck"], *numbers)


def _ranking(provinces: str) -> Sequence[KingdomTurns]:
    """Return the stored ranking of kingdom cards by turns saved, money alone first."""
    number = whole("provinces", provinces)
    load_cached_table("dominion-kingdom")  # without it all would be solved
    return kingdom_ranking(number)
