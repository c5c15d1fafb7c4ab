"""Sueca: what the API answers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from typing import Any, Literal

from fastapi import APIRouter
from pydantic import Field
from pydantic_core import to_json
from starlette.requests import Request
from starlette.responses import StreamingResponse

from llq.errors import LlqError, TakesTooLong
from llq.query.sueca.advice.advice import advise
from llq.query.sueca.advice.quantities import HANDS, adviser
from llq.query.sueca.built_in_players import players
from llq.query.sueca.positions.notation import position as read_position
from llq.query.text.text_input import split_words
from llq.solver.sueca.players import find_strategy
from llq.solver.sueca.playouts.strong import STEPS_A_SECOND
from llq.solver.sueca.positions.position import Position
from llq.solver.sueca.rules import RULES
from llq.store.schema import rules_name
from llq.web.http.answers import PROBLEMS, add_question, answered
from llq.web.http.commands import Command
from llq.web.http.jobs import Job, do_job
from llq.web.http.library import ask
from llq.web.http.problems import problem
from llq.web.http.questions import Question, Seed, Text, Whole, from_link, parameters, permalink
from llq.web.http.shapes import Advised, Played
from llq.web.players import add_players

api = APIRouter()

Plain = dict[str, Any]
_RULES = rules_name(RULES.rules_id, RULES.version)
_FIRST_SAMPLES = 50


_HANDS, _CARDS, _STEPS = 1000, 6, STEPS_A_SECOND // 10
"""The most that a player of a match draws for a card, solves open, and may take for it."""


class Advise(Question):
    """A position as its player sees it, and the number of sampled deals."""

    hand: Text = Field(
        description="The cards of the player to move.", examples=["S:AK72 H:765 D:2 C:A7"]
    )
    trump: Text = Field("", description="The trumps: S, H, D or C.", examples=["C"])
    trick: Text = Field("", description="The cards on the table.", examples=["N:2H W:4H"])
    played: Text = Field("", description="The cards of earlier tricks.")
    voids: Text = Field("", description="Suits that players failed to follow, such as `W:H E:SD`.")
    points: Text = Field("", description="Points of North and South, West and East: `35-22`.")
    seat: Text = Field("", description="The player to move, where nothing else tells.")
    shown: Text = Field("", description="The dealer's card that made the trumps.")
    dealer: Text = Field("", description="The dealer.")
    tricks: Text = Field("", description="Every trick so far, in place of what follows from it.")
    stakes: Text = Field(
        "",
        description="What results count at the table: `120=4 drawn=x2 to=4 at=3-2`, or some of it.",
        examples=["to=4 at=3-2"],
    )
    samples: Whole = Field(HANDS, ge=2, description="Hands of the others to look at.")
    player: Literal["strong", "mc_extra", "pimc"] = Field(
        "strong",
        description="Whose games decide: by a trained network on hands inferred from the play, and "
        "solved with open hands in the last six tricks; random ones; or ones all solved.",
    )
    seed: Seed = Field(1, description="The seed.")

    def position(self) -> Position:
        """Return the position."""
        items = self.model_dump(
            exclude={"samples", "stakes", "player", "seed"}, exclude_defaults=True
        )
        return read_position(**items)

    def strategy(self, position: Position, samples: int) -> str:
        """Return the player that looks at a number of hands."""
        if self.player == "strong":
            return adviser(samples)
        cards = max(len(position.hand), 6)
        return f"pimc:{samples}/{cards}" if self.player == "pimc" else f"mc_extra:{samples}x2"


def advice(question: Advise, job: Job) -> Plain:
    """Return every legal card with the points that it takes on average, best first.

    The numbers are means over hands drawn for the others.
    """
    return _advice(question, question.position(), question.samples, job)


def _advice(question: Advise, position: Position, samples: int, job: Job) -> Plain:
    found = advise(
        position,
        question.strategy(position, samples),
        question.seed,
        stakes=question.stakes,
        progress=job.progress,
    )
    exact = "exact over all hands that agree, with open hands"
    sampled = "sampled; standard errors beside"
    return answered(found, rules=_RULES, accuracy=exact if found.is_exact else sampled)


def _built_in_team(players: str) -> str:
    """Return the names of players of Sueca, which may have numbers: ``pimc:200/6``.

    Nothing looks at the clock within a game: in all seats it is played within a step.
    """
    for player in split_words(players):
        found = find_strategy(player)
        is_slow = max(found.shuffles * found.playouts, found.deals) > _HANDS
        if is_slow or found.steps > _STEPS or (found.deals > 1 and found.open_from > _CARDS):
            raise TakesTooLong(
                f"{player} takes too long: a player here draws at most {_HANDS:,} hands a card, "
                f"solves from {_CARDS} cards on, or takes a tenth of a second"
            )
    return players


@api.get(
    "/advise/stream",
    summary="Advice that sharpens, as server-sent events",
    openapi_extra={"parameters": parameters(Advise)},
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
    question = from_link(Advise, request.scope["query_string"])
    position = question.position()
    return StreamingResponse(
        _events(request, question, position),
        media_type="text/event-stream",
        headers={"cache-control": "no-store", "x-accel-buffering": "no"},
    )


async def _events(request: Request, question: Advise, position: Position) -> AsyncIterator[bytes]:
    path = str(request.scope["path"]).removesuffix("/stream")
    samples = min(_FIRST_SAMPLES, question.samples)
    try:
        while True:
            found = await do_job(request, partial(_advice, question, position, samples))
            link = permalink(path, question.model_copy(update={"samples": samples}))
            yield _event("advice", found | {"permalink": link, "samples": samples})
            if samples == question.samples or found["is_exact"]:
                break
            samples = min(2 * samples, question.samples)
    except LlqError as error:
        yield _event("problem", problem(error))
    yield _event("done", {"samples": samples})


def _event(name: str, plain: Plain) -> bytes:
    return b"event: %b\ndata: %b\n\n" % (name.encode(), to_json(plain, inf_nan_mode="null"))


add_question(
    api,
    "/advise",
    Advise,
    advice,
    summary="What to play",
    shape=Advised,
    command=Command(
        "llq sueca advise",
        renamed={"samples": "", "player": ""},
        extra=lambda asked: ("--player", asked.strategy(asked.position(), asked.samples)),
    ),
)
ask(
    *(api, "/match", "sueca", "match"),
    summary="Play a match",
    shape=Played,
    check={"first": _built_in_team, "second": _built_in_team},
)
add_players(api, "sueca", players=players)
