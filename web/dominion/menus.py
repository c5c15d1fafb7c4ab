"""Menus on a page: winning chances against best play, and mistakes."""

from urllib.parse import urlencode

from fastapi import Request, Response

from llq.query.dominion.menus.reading import known_menus, menu_of
from llq.query.dominion.menus.review import menu_mistakes
from llq.web.dominion.questions import values_of
from llq.web.games import Link
from llq.web.http.jobs import Job, as_job
from llq.web.http.page_routes import reads
from llq.web.http.problems import answer_or_problem
from llq.web.pages.rendering import render

LINK = Link("/dominion/menus", "Menus", "Ranked lists of what to buy, and where they go wrong.")

SILVER = 8
"""Silver limit on the page, so that solving takes seconds."""

_EXAMPLE = {"menu": "big_money_ultimate"}
_CARDS = {"province", "duchy", "estate", "gold", "silver"}
_SHOWN = 20


@as_job
@reads("menu")
def show_menus(request: Request, job: Job) -> Response:
    """Show a menu's mistakes against best play, worst first."""
    values = values_of(request.query_params, {"menu": ""}, _EXAMPLE)
    menu, refusal = answer_or_problem(lambda: menu_of(values["menu"]))
    review = None
    if menu and "menu" in request.query_params:
        review, refusal = answer_or_problem(
            lambda: menu_mistakes(menu, silver=SILVER, threads=1, progress=job.progress)
        )
    return render(
        request,
        "dominion/menus.html",
        status=refusal["status"] if refusal else 200,
        problem=refusal,
        written="\n".join(map(str, menu.wishes)) if menu else values["menu"],
        review=review,
        most=_SHOWN,
        silver=SILVER,
        known=[
            (entry.name, entry.title, f"{LINK.path}?{urlencode({'menu': entry.name})}")
            for entry in known_menus()
            if {wish.card for wish in entry.wishes} <= _CARDS
        ],
    )
