"""Literature played by links: a person and partners against built-in players."""

from __future__ import annotations

from collections.abc import Mapping
from secrets import randbelow
from typing import Any, NamedTuple, cast
from urllib.parse import urlencode

from fastapi import Request, Response
from starlette.responses import RedirectResponse

from llq.errors import IllegalAction, LlqError
from llq.query.literature.advice import advise
from llq.query.literature.card_text import half_suit_words
from llq.query.literature.notation import record
from llq.query.sittings import Sitting, opponents
from llq.solver.literature.actions import Ask, Claim, Pass
from llq.solver.literature.game_state import UNCLAIMED, LiteratureState
from llq.solver.literature.rules import (
    HALF,
    HALF_SUITS,
    IN_HALF,
    PLAYERS,
    RULES,
    card_name,
    cards_of,
    half_suit_name,
)
from llq.web.games import Link
from llq.web.literature.explorer import game_link
from llq.web.literature.grid import grid_of
from llq.web.pages import render
from llq.web.problems import problem
from llq.web.warm import warming_page
from llq.web.work import do_job

__all__ = ["LINK", "show_play"]

LINK = Link("/literature/play", "Play", "Ask and claim, against bots of every strength.")

_SEEDS = 1_000_000
_PLAYER = "greedy"
_CLAIMS = {"known": "what is certain is claimed at once", "free": "whoever has the turn may claim"}


class AskCard(NamedTuple):
    """A card of a half suit that the person holds a card of."""

    name: str
    link: str
    """Where it is asked for, empty for the person's own."""
    chance: float | None


class Opponent(NamedTuple):
    """Whom the person may ask, and for what."""

    seat: int
    who: str
    halves: tuple[tuple[str, tuple[AskCard, ...]], ...]


class ClaimForm(NamedTuple):
    """A half suit that the person may claim."""

    name: str
    words: str
    cards: tuple[tuple[str, bool], ...]
    """Each card, and whether the person holds it."""


async def show_play(
    request: Request, play: int | None = None, claim: str = "", advice: bool = False
) -> Response:
    """Show a game at the person's turn, or go on to the page after an action.

    Parameters
    ----------
    play
        An action, by its number: the page is then the one after the others' replies.
    claim
        A half suit to claim, such as ``LC``; ``holder0`` … ``holder5`` are who holds its cards.
    advice
        Whether to show the chance of every ask.
    """
    return await do_job(request, lambda _: _page(request, play, claim, advice))


def _page(request: Request, play: int | None, claim: str, advice: bool) -> Response:
    if (waiting := warming_page(request, "literature")) is not None:
        return waiting
    link = request.query_params
    status, wrong = 200, ""
    sitting: Sitting | None = None
    try:
        if not link.get("seed"):
            return RedirectResponse(_address(_begin(link)), 303)
        sitting = Sitting.from_link("literature", link)
        action = _claimed(sitting, claim, link) if claim else play
        if action is not None:
            return RedirectResponse(_address(sitting.play(action), advice=advice), 303)
    except LlqError as error:
        status, wrong = problem(error)["status"], problem(error)["detail"]
    setup = {
        "path": LINK.path,
        "players": [
            one for one in opponents("literature", "somani") if "untrained" not in one.name
        ],
        "numbers": PLAYERS,
        "variants": list(RULES),
        "claims": _CLAIMS,
        "chosen": _chosen(sitting),
    }
    shown = {} if sitting is None else _table(sitting, advice=advice)
    return render(
        request,
        "literature/play.html",
        status=status,
        wrong=wrong,
        setup=setup,
        game=sitting,
        **shown,
    )


def _begin(link: Mapping[str, str]) -> Sitting:
    """Return a new game by the form's choices, the person in seat 0."""
    count = link.get("players") or "4"
    mates, others = (link.get(name) or _PLAYER for name in ("mates", "others"))
    seats = range(1, int(count) if count.isdecimal() and int(count) in PLAYERS else 4)
    new = {
        "seed": str(randbelow(_SEEDS)),
        "players": count,
        "variant": link.get("variant") or "somani",
        "claims": link.get("claims") or "known",
        "against": ",".join(others if seat % 2 else mates for seat in seats),
    }
    return Sitting.from_link("literature", new)


def _chosen(sitting: Sitting | None) -> dict[str, str]:
    """Return what the form for another game has chosen: as in this game."""
    if sitting is None:
        return {
            "players": "4", "variant": "somani", "claims": "known",
            "mates": _PLAYER, "others": _PLAYER,
        }  # fmt: skip
    state, seat = cast(LiteratureState, sitting.state), sitting.seat
    options = {name: str(state.options[name]) for name in ("players", "variant", "claims")}
    return options | {
        "mates": sitting.players[(seat + 2) % state.players],
        "others": sitting.players[(seat + 1) % state.players],
    }


def _address(sitting: Sitting, **more: Any) -> str:
    said = sitting.to_link() | {name: "yes" for name, value in more.items() if value}
    return f"{LINK.path}?{urlencode(said, safe=',:')}"


def _claimed(sitting: Sitting, claim: str, link: Mapping[str, str]) -> int:
    """Return the action that claims a half suit as the form says."""
    holders = [link.get(f"holder{place}", "") for place in range(IN_HALF)]
    if not all(len(seat) == 1 and seat.isdecimal() for seat in holders):
        raise IllegalAction(f"a claim says who holds each of the six cards; got {holders}")
    state = cast(LiteratureState, sitting.state)
    said = tuple(map(int, holders))
    if any(seat not in range(sitting.seat % 2, state.players, 2) for seat in said):
        raise IllegalAction(f"a claim names players of one team; got seats {', '.join(holders)}")
    return state.find_action(Claim(claim, said))


def _table(sitting: Sitting, *, advice: bool) -> dict[str, Any]:
    """Return what a table shows."""
    state, seat = cast(LiteratureState, sitting.state), sitting.seat
    owners = state.owners
    found: dict[str, Any] = {
        "seat": seat,
        "seats": range(state.players),
        "sizes": [hand.bit_count() for hand in state.hands],
        "turn": state.current_player,
        "hand": [card_name(card, state.rules.pack) for card in cards_of(state.hands[seat])],
        "won": [
            [half_suit_words(half) for half in range(HALF_SUITS) if owners[half] == team]
            for team in (seat % 2, 1 - seat % 2)
        ],
        "is_over": sitting.is_over,
        "since": _since(sitting),
        "history": sitting.history,
        "toggle": _address(sitting, advice=not advice),
        "again": _address(sitting.back_to(0)),
        "link": sitting.to_link() | ({"advice": "yes"} if advice else {}),
        "advice": None,
        "asks": (),
        "passes": (),
        "claims": (),
        "explorer": "",
    }
    if not sitting.is_over:
        view = state.view()
        seen = advise(view) if advice else None
        actions = {state.action_of(action): action for action, _ in sitting.legal}
        links = {
            one: f"{_address(sitting, advice=advice)}&play={number}"
            for one, number in actions.items()
            if not isinstance(one, Claim)
        }
        found |= {
            "asks": _opponents(state, links, None if seen is None else seen.chances),
            "passes": [(one.player, to) for one, to in links.items() if isinstance(one, Pass)],
            "claims": _claim_forms(state) if len(links) < len(actions) else (),
            "mates": range(seat % 2, state.players, 2),
            "explorer": game_link(record(view)),
            "advice": seen,
            "grid": () if seen is None else grid_of(seen, lambda *_: ""),
        }
    return found


def _since(sitting: Sitting) -> list[Any]:
    """Return what happened since the person's last action."""
    history = sitting.history
    own = [number for number, told in enumerate(history) if told.seat == sitting.seat]
    return history[own[-1] if own else 0 :]


def _opponents(
    state: LiteratureState,
    links: Mapping[Any, str],
    chances: Mapping[str, tuple[float, ...]] | None,
) -> list[Opponent]:
    """Return whom the mover may ask, with the cards of the half suits that they may ask for."""
    own, pack = state.hands[state.turn], state.rules.pack
    targets = sorted({one.player for one in links if isinstance(one, Ask)})
    halves = [half for half in range(HALF_SUITS) if own >> IN_HALF * half & HALF]
    found = []
    for target in targets:
        rows = []
        for half in halves:
            names = [card_name(IN_HALF * half + place, pack) for place in range(IN_HALF)]
            cards = tuple(
                AskCard(
                    name,
                    links.get(Ask(target, name), ""),
                    chances[name][target] if chances is not None else None,
                )
                for name in names
            )
            if any(card.link for card in cards):
                rows.append((half_suit_words(half), cards))
        found.append(Opponent(target, f"player {target}", tuple(rows)))
    return found


def _claim_forms(state: LiteratureState) -> list[ClaimForm]:
    """Return a form for each half suit in play; the mover's own cards are known."""
    own, pack = state.hands[state.turn], state.rules.pack
    return [
        ClaimForm(
            half_suit_name(half),
            half_suit_words(half),
            tuple(
                (card_name(card, pack), bool(own >> card & 1))
                for card in range(IN_HALF * half, IN_HALF * (half + 1))
            ),
        )
        for half in range(HALF_SUITS)
        if state.owners[half] == UNCLAIMED
    ]
