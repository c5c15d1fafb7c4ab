"""Home page: a Love Letter hand to play, and an overview."""

from collections.abc import Mapping
from random import Random
from secrets import randbelow
from typing import Any

from fastapi import APIRouter, Request, Response

from llq.errors import LlqError
from llq.query.love_letter.answers import PlayAnswer
from llq.query.love_letter.table.lookups import lookup
from llq.solver.love_letter.variants import CLASSIC
from llq.web.http.page_routes import PageRoute, reads
from llq.web.love_letter.card_faces import faces, held_cards
from llq.web.love_letter.drills import play_rows
from llq.web.love_letter.questions import HandQuestion, action_key, card_key
from llq.web.pages.rendering import render

_SEEDS = 1_000_000

pages = APIRouter(route_class=PageRoute)


@pages.get("/")
@reads("deal", "play")
def show_home(request: Request) -> Response:
    """Show a sample hand, a chosen play's value, and a directory of pages."""
    return render(request, "home.html", hand=_sample_hand(request.query_params))


def _sample_hand(query: Mapping[str, str]) -> dict[str, Any] | None:
    """Return the hand of the query's ``deal``, or a random one, and the value of its ``play``.

    There is no hand where there is no table.
    """
    seed = query.get("deal", "")
    deal = int(seed) if seed.isdecimal() and len(seed) < 10 else randbelow(_SEEDS)
    try:
        answer = _answer_of_deal(deal)
    except LlqError:  # the page has more to show
        return None
    plays = {action_key(play.action): play for play in answer.actions}
    chosen = plays.get(query.get("play", ""))
    hand = tuple(card_key(CLASSIC, card) for card in answer.hand)
    return {
        "answer": answer,
        "faces": faces(CLASSIC),
        "plays": held_cards(
            CLASSIC, answer, lambda action: f"/?deal={deal}&play={action_key(action)}#hand"
        ),
        "chosen": chosen,
        "rows": play_rows(answer.actions, chosen.action) if chosen else [],
        "another": f"/?deal={randbelow(_SEEDS)}",
        "explorer": HandQuestion(hand=hand).link(),
    }


def _answer_of_deal(deal: int) -> PlayAnswer:
    """Return the answer for a deal's first hand with several plays."""
    random = Random(deal)
    deck = [card.name for card in CLASSIC.cards for _ in range(card.copies)]
    while True:
        answer = lookup(*random.sample(deck, 2))
        if len(answer.actions) > 1:
            return answer
