"""Love Letter at the table: a real round followed by what one player sees."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from llq.errors import IllegalState, LlqError, UnknownGame
from llq.query.love_letter.multiplayer.notation import FollowedParty
from llq.query.love_letter.rounds.advice import AdvisedAction, RoundAdvice, advise
from llq.query.love_letter.rounds.analysis import analyse
from llq.query.love_letter.rounds.followed_rounds import Continuation, FollowedRound, Play
from llq.query.play.session_options import read_option
from llq.solver.love_letter.editions import EDITIONS
from llq.solver.love_letter.multiplayer.rounds import PARTIES
from llq.solver.love_letter.rules import Action
from llq.solver.love_letter.variants import rules
from llq.web.http.jobs import in_time
from llq.web.http.problems import answer_or_reason, problem
from llq.web.http.words import PageRoute, reads
from llq.web.love_letter.card_faces import faces
from llq.web.love_letter.multiplayer import TRACK, party_link, show_party
from llq.web.love_letter.questions import explorer_link
from llq.web.pages.rendering import render

_POLICIES = {"table": "the table", "solution": "the mixed solution"}
_MOST_CHARACTERS = 4000
_BEGINNING = ("variant", "players", "seat", "dealt", "face_up")

tracking = APIRouter(route_class=PageRoute)


class TurnLink(NamedTuple):
    """A turn that can be entered: its words, and the page after it."""

    label: str
    link: str


class CardSteps(NamedTuple):
    """A possible play of the opponent, with its possible results."""

    name: str
    steps: list[TurnLink]


class Advised(NamedTuple):
    """An own action, its value and possible results."""

    worth: AdvisedAction | None
    text: str
    steps: list[TurnLink]


@tracking.get("/track")
@in_time
@reads("variant", "round", "add", "policy")
def track_page(request: Request) -> Response:
    """Show a round in progress, or the form that begins one."""
    query = request.query_params
    text = query.get("round", "")
    if not text.strip():
        return _new_round(request, query.get("variant", "classic"))
    if len(text) > _MOST_CHARACTERS:
        raise IllegalState(f"a round has at most {_MOST_CHARACTERS} characters; got {len(text)}")
    followed, wrong = _as_far_as_read(text)
    if followed is None:
        return _new_round(request, "classic", wrong)
    typed = text if wrong else followed.text
    if isinstance(followed, FollowedParty):
        return show_party(request, followed, typed, wrong)
    policy = query.get("policy", "table")
    if policy not in _POLICIES:
        raise IllegalState(f"unknown policy {policy!r}; choose {', '.join(_POLICIES)}")
    advice = answer_or_reason(lambda: advise(followed, policy)) if followed.view else None
    return render(
        request,
        "love_letter/track.html",
        problem=wrong,
        typed=typed,
        followed=followed,
        faces=faces(followed.rules),
        draws=[
            TurnLink(name, _link(followed.adding(f"I draw {name}"), policy))
            for name in followed.draws
        ],
        theirs=[] if followed.view else _their_steps(followed, policy),
        advice=advice if isinstance(advice, RoundAdvice) else None,
        no_advice=advice if isinstance(advice, str) else "",
        advised=_advised(followed, advice if isinstance(advice, RoundAdvice) else None, policy),
        beliefs=None if followed.is_over else answer_or_reason(lambda: followed.beliefs(policy)),
        policy=policy,
        policies={name: (title, _link(followed, name)) for name, title in _POLICIES.items()},
        back=_link(followed.back(), policy) if followed.turns else None,
        judged=answer_or_reason(lambda: analyse(followed)) if followed.is_over else None,
        explore=explorer_link,
        new_link=TRACK,
    )


def _as_far_as_read(
    text: str,
) -> tuple[FollowedParty | FollowedRound | None, dict[str, Any] | None]:
    """Return a round up to its first unreadable line, and that line's problem."""
    wrong = None
    while text.strip():
        try:
            return FollowedParty.read(text) or FollowedRound.read(text), wrong
        except LlqError as error:
            wrong = wrong or problem(error)
            text = text.rstrip().rpartition("\n")[0]
    return None, wrong


def _new_round(request: Request, variant: str, wrong: dict[str, Any] | None = None) -> HTMLResponse:
    """Show what to say of a round's beginning, and what is wrong with what was said."""
    known = rules(variant)
    box = next((box for box in EDITIONS.values() if known.variant in box.variants), None)
    is_at_seats = box is not None and box.name in PARTIES
    return render(
        request,
        "love_letter/track_new.html",
        problem=wrong,
        said=dict.fromkeys((*_BEGINNING, "round"), "") | dict(request.query_params),
        boxes=EDITIONS.values(),
        variant=known.variant,
        cards=[card for card in known.cards if card.copies],
        most=box.players[1] if box is not None and is_at_seats else 2,
        has_seats_of_two=known.chooses_twice,
    )


@tracking.get("/track/begin")
@in_time
@reads(*_BEGINNING)
def begin(request: Request) -> Response:
    """Go to a round before its first turn."""
    query = request.query_params
    variant = query.get("variant", "classic")
    try:
        return RedirectResponse(_first_link(query, variant), 303)
    except UnknownGame:
        raise
    except LlqError as error:
        return _new_round(request, variant, problem(error))


def _first_link(query: Mapping[str, str], variant: str) -> str:
    """Return the address of a round before its first turn."""
    players, seat = (
        read_option("love-letter", name, query.get(name) or default, 0)
        for name, default in (("players", "2"), ("seat", "0"))
    )
    if players != 2 or rules(variant).chooses_twice:
        party = FollowedParty(
            players, query.get("dealt", ""), (), seat, variant, query.get("face_up", "")
        )
        party.round  # noqa: B018 - for its errors
        return party_link(party)
    lines = [
        f"{name.replace('_', ' ')}: {query[name]}"
        for name in ("variant", "face_up", "dealt")
        if query.get(name) and (name, query[name]) != ("variant", "classic")
    ]
    return _link(FollowedRound.read("\n".join(lines)), "table")


def _link(followed: FollowedRound, policy: str) -> str:
    more = {} if policy == "table" else {"policy": policy}
    return f"{TRACK}?{urlencode({'round': followed.text} | more)}"


def _steps(
    followed: FollowedRound, policy: str, said: Iterable[tuple[str, Continuation]]
) -> list[TurnLink]:
    return [
        TurnLink(label or "played", _link(followed.adding(outcome.line), policy))
        for label, outcome in said
    ]


def _their_steps(followed: FollowedRound, policy: str) -> list[CardSteps]:
    """Return the opponent's plays by card."""
    by_card: dict[str, list[tuple[str, Continuation]]] = {}
    for play in followed.plays:
        label = _argument(play)
        by_card.setdefault(play.action.card, []).extend(
            (", ".join(filter(None, (label, outcome.text))), outcome) for outcome in play.outcomes
        )
    return [CardSteps(name, _steps(followed, policy, said)) for name, said in by_card.items()]


def _argument(play: Play[Action]) -> str:
    """Return what a play says besides its card, such as ``guessing Baron``."""
    return play.text.removeprefix(play.action.card).lstrip(", ")


def _advised(followed: FollowedRound, advice: RoundAdvice | None, policy: str) -> list[Advised]:
    """Return the player's actions, best first where their values are known."""
    if followed.view is None:
        return []
    worth = {one.action: one for one in advice.actions} if advice else {}
    order = list(worth)
    plays = sorted(
        followed.plays, key=lambda play: order.index(play.action) if play.action in order else 0
    )
    return [
        Advised(
            worth.get(play.action),
            play.text,
            _steps(followed, policy, ((one.text, one) for one in play.outcomes)),
        )
        for play in plays
    ]
