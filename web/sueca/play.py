"""Sueca played by links: a person and a partner against two built-in players."""

from __future__ import annotations

from collections.abc import Mapping
from secrets import randbelow
from typing import Any, NamedTuple, cast

from fastapi import Request, Response

from llq.query.play.session_options import opponents
from llq.query.play.sessions import Sitting, Told
from llq.query.sueca.advice.advice import advise
from llq.query.sueca.advice.analysis import analyse
from llq.query.sueca.variants import rules
from llq.solver.sueca.game_state import SuecaState
from llq.solver.sueca.rules import HAND_SIZE, SEATS, Seat
from llq.web.games import Link
from llq.web.http.jobs import Job
from llq.web.pages.sessions import SittingPage
from llq.web.sueca.advice import FIRST_HANDS, adviser, axis_of, items_of, stream_of, verdict
from llq.web.sueca.explorer import explorer_link

LINK = Link("/sueca/play", "Play", "A table of four: you and a partner against two.")

_OTHERS = (Seat.NORTH, Seat.WEST, Seat.EAST)
_SEEDS = 1_000_000
_PLAYER = "pimc"


class Trick(NamedTuple):
    """A trick as the page shows it."""

    leader: Seat
    cards: dict[Seat, str]
    """By seat, in the order of play."""
    outcome: str
    """Who took it, empty while it is under way."""


async def show_play(
    request: Request, play: int | None = None, advice: bool = False, judged: bool = False
) -> Response:
    """Show a table of four, or go on to the page after a card.

    Parameters
    ----------
    play
        A card to play, as its action: the page is then the one after the others' replies.
    advice
        Whether to show what each card is worth.
    judged
        Whether to show, after the game, what each choice cost.
    """
    return await _PAGE.show(
        request,
        lambda _: play,
        lambda sitting, job: _table(sitting, job, advice=advice, judged=judged),
        advice=advice,
    )


def _begin(link: Mapping[str, str]) -> Sitting:
    """Return a new game by the form's choices: South against a random deal."""
    against = [link.get(seat.name.lower(), "") or _PLAYER for seat in _OTHERS]
    new = {
        "seed": str(randbelow(_SEEDS)),
        "seat": str(int(Seat.SOUTH)),
        "against": ",".join(against),
    }
    if trump_from := link.get("trump_from"):
        new["trump_from"] = trump_from
    return Sitting.from_link("sueca", new)


def _setup(sitting: Sitting | None) -> dict[str, Any]:
    """Return what the form for another game offers."""
    return {
        "others": _OTHERS,
        "players": opponents("sueca", rules().rules_id.rpartition("/")[2]),
        "chosen": _chosen(sitting),
    }


def _chosen(sitting: Sitting | None) -> dict[str, str]:
    """Return what the form for another game has chosen: as in this game."""
    if sitting is None or sitting.seat != Seat.SOUTH:
        return {seat.name.lower(): _PLAYER for seat in _OTHERS} | {"trump_from": "random"}
    trump_from = cast(SuecaState, sitting.state).trump_from
    names = zip(_OTHERS, sitting.against, strict=True)
    return {seat.name.lower(): name for seat, name in names} | {"trump_from": trump_from}


def _table(sitting: Sitting, job: Job, *, advice: bool, judged: bool) -> dict[str, Any]:
    """Return what a table shows."""
    state = cast(SuecaState, sitting.state)
    tricks = _tricks(sitting.history)
    under_way = tricks.pop() if tricks and not tricks[-1].outcome else None
    seat = Seat(sitting.seat)
    own, other = state.observation(seat)["points"].tolist()
    taken = len(tricks) - state.tricks if seat % 2 else state.tricks
    links = {
        name: f"{_PAGE.address(sitting, advice=advice)}&play={action}"
        for action, name in sitting.legal
    }
    found: dict[str, Any] = {
        "seat": seat,
        "seats": [Seat((seat + step) % SEATS) for step in (2, 3, 1, 0)],
        "trick": under_way,
        "tricks": tricks,
        "hand": _hand(state, seat),
        "links": links,
        "points": (own, other),
        "taken": (taken, len(tricks) - taken),
        "trump": "SHDC"[state.trump],
        "shown": state.action_text(state.shown) if state.shown >= 0 else "",
        "advice": None,
        "toggle": _PAGE.address(sitting, advice=not advice),
        "back": _PAGE.back(sitting, advice=advice),
        "again": _PAGE.address(sitting.back_to(0)),
        "is_over": sitting.is_over,
        "analysis": None,
    }
    if sitting.is_over:
        games = rules().games(own, taken), rules().games(other, HAND_SIZE - taken)
        found |= {"games": games, "judge": _PAGE.address(sitting, judged=True) + "#costs"}
        if judged:
            found["analysis"] = analyse(sitting.record, seat, progress=job.progress)
    elif advice:
        position = state.view()
        first = advise(position, adviser(position, FIRST_HANDS))
        found |= {
            "advice": first,
            "axis": axis_of(first),
            "verdict": verdict(first),
            "stream": "" if first.is_exact else stream_of(position),
            "explorer": explorer_link(items_of(position)),
        }
    return found


def _tricks(history: list[Told]) -> list[Trick]:
    """Return the tricks so far."""
    found = []
    for start in range(0, len(history), SEATS):
        plays = history[start : start + SEATS]
        cards = {Seat(told.seat): told.text for told in plays}
        found.append(Trick(Seat(plays[0].seat), cards, plays[-1].shown))
    return found


def _hand(state: SuecaState, seat: int) -> list[str]:
    """Return a hand, suit by suit, strongest first."""
    held = [action for action in range(state.action_count) if state.hands[seat] >> action & 1]
    return [state.action_text(action) for action in sorted(held, key=lambda a: (a // 10, -a))]


_PAGE = SittingPage(
    game="sueca", path=LINK.path, template="sueca/play.html", begin=_begin, setup=_setup
)
