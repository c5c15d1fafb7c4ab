"""Sueca's API routes."""

from collections.abc import AsyncIterator
from functools import partial
from typing import Any

from fastapi import APIRouter
from pydantic_core import to_json
from starlette.requests import Request
from starlette.responses import StreamingResponse

from llq.errors import LlqError, TakesTooLong
from llq.query.sueca.advice.quantities import HANDS
from llq.query.sueca.built_in_players import players
from llq.query.text.words import split_words
from llq.solver.sueca.players import find_strategy
from llq.solver.sueca.playouts.strong import STEPS_A_SECOND
from llq.web.http.answers import Plain
from llq.web.http.library import add_library_question
from llq.web.http.problems import PROBLEMS, problem
from llq.web.http.questions import from_link, parameters, permalink
from llq.web.http.shapes import Advised, Played
from llq.web.players import add_players

api = APIRouter()
_add = partial(add_library_question, api, "sueca")

_FIRST_SAMPLES = 50
_MOST_HANDS, _MOST_OPEN_CARDS, _MOST_STEPS = 1000, 6, STEPS_A_SECOND // 10
"""Limits per card in matches: sampled hands, open-solved cards, and steps."""


def _quick_team(players: str) -> str:
    """Return Sueca players within the limits, such as ``pimc:200/6``.

    Nothing looks at the clock within a game: in all seats it is played within a step.
    """
    for player in split_words(players):
        policy = find_strategy(player)
        hands = max(policy.shuffles * policy.playouts, policy.deals)
        solves_early = policy.deals > 1 and policy.open_from > _MOST_OPEN_CARDS
        if hands > _MOST_HANDS or policy.steps > _MOST_STEPS or solves_early:
            raise TakesTooLong(
                f"{player} takes too long: a player here draws at most {_MOST_HANDS:,} hands a "
                f"card, solves from {_MOST_OPEN_CARDS} cards on, or takes a tenth of a second"
            )
    return players


_advise = _add(
    "/advise",
    "advise",
    "What to play",
    Advised,
    limits={"player": ("strong", "mc_extra", "pimc")},
    defaults={"player": "strong", "samples": HANDS},
)


@api.get(
    "/advise/stream",
    summary="Advice that sharpens, as server-sent events",
    openapi_extra={"parameters": parameters(_advise.model)},
    response_class=StreamingResponse,
    responses=PROBLEMS
    | {200: {"content": {"text/event-stream": {}}, "description": "Events of advice."}},
)
async def stream_advice(request: Request) -> StreamingResponse:
    """Return advice again and again, each time from twice as many hands, up to ``samples``.

    Takes the parameters of ``/advise``. Each event ``advice`` has as data what ``/advise`` answers
    for its number of samples; an event ``done`` ends the stream, an event ``problem`` says why it
    ends early. It ends when the caller leaves.
    """
    question = from_link(_advise.model, request.scope["query_string"])
    first = question.model_copy(update={"samples": min(_FIRST_SAMPLES, question.samples)})
    reply = await _advise.find_answer(request, first)
    return StreamingResponse(
        _events(request, first, reply, question.samples),
        media_type="text/event-stream",
        headers={"cache-control": "no-store", "x-accel-buffering": "no"},
    )


async def _events(request: Request, question: Any, reply: Plain, most: int) -> AsyncIterator[bytes]:
    path = str(request.scope["path"]).removesuffix("/stream")
    try:
        while True:
            link = permalink(path, question)
            yield _event("advice", reply | {"permalink": link, "samples": question.samples})
            if question.samples == most or reply["is_exact"]:
                break
            question = question.model_copy(update={"samples": min(2 * question.samples, most)})
            reply = await _advise.find_answer(request, question)
    except LlqError as error:
        yield _event("problem", problem(error))
    yield _event("done", {"samples": question.samples})


def _event(name: str, plain: Plain) -> bytes:
    return b"event: %b\ndata: %b\n\n" % (name.encode(), to_json(plain, inf_nan_mode="null"))


_add("/match", "match", "Play a match", Played, check={"first": _quick_team, "second": _quick_team})
add_players(api, "sueca", players=players)
