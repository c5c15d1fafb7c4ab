"""Literature played by links: a person and partners against built-in players."""

from __future__ import annotations

from collections.abc import Mapping
from secrets import randbelow
from typing import Any, NamedTuple, cast

from fastapi import Request, Response

from llq.errors import IllegalAction
from llq.query.literature.advice.advice import ADVISER, advise
from llq.query.literature.advice.analysis import analyse
from llq.query.literature.players import strategy_of
from llq.query.literature.positions.card_text import half_suit_words
from llq.query.literature.positions.notation import record
from llq.query.play.session_options import opponents
from llq.query.play.sessions import Sitting
from llq.query.players import PlayerInfo
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
from llq.web.http.jobs import Job
from llq.web.literature.explorer import game_link
from llq.web.literature.grid import grid_of
from llq.web.pages.sessions import SittingPage

LINK = Link("/literature/play", "Play", "Ask and claim, against bots of every strength.")

_SEEDS = 1_000_000
_MOST_JUDGED, _LAST = 12, 6
_PLAYER = "greedy"
_CLAIMS = {"known": "what is certain is claimed at once", "free": "the player to move may claim"}


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
    request: Request,
    play: int | None = None,
    claim: str = "",
    advice: bool = False,
    judge: str = "",
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
    judge
        The player by whose values the asks are judged after the game; nobody if empty.
    """
    return await _PAGE.show(
        request,
        lambda sitting: _claimed(sitting, claim, request.query_params) if claim else play,
        lambda sitting, job: _table(sitting, job, advice=advice, judge=judge),
        advice=advice,
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


def _setup(sitting: Sitting | None) -> dict[str, Any]:
    """Return what the form for another game offers."""
    return {
        "players": _players(),
        "numbers": PLAYERS,
        "variants": list(RULES),
        "claims": _CLAIMS,
        "chosen": _chosen(sitting),
    }


def _players() -> list[PlayerInfo]:
    """Return whom a person may play with."""
    return [one for one in opponents("literature", "somani") if "untrained" not in one.name]


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


def _table(sitting: Sitting, job: Job, *, advice: bool, judge: str) -> dict[str, Any]:
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
        "toggle": _PAGE.address(sitting, advice=not advice),
        "back": _PAGE.back(sitting, advice=advice),
        "again": _PAGE.address(sitting.back_to(0)),
        "link": sitting.to_link() | ({"advice": "yes"} if advice else {}),
        "advice": None,
        "asks": (),
        "passes": (),
        "claims": (),
        "explorer": "",
        "analysis": None,
        "explore": game_link,
        "most_shown": _MOST_JUDGED,
        "most_told": _LAST,
    }
    if sitting.is_over:
        found["judges"] = [
            (one.name, one.summary, _PAGE.address(sitting, judge=one.name) + "#costs")
            for one in _players()
            if one.needs or one.name == ADVISER
        ]
        if judge:
            found["analysis"] = analyse(
                sitting.record, seat, player=strategy_of(judge), progress=job.progress
            )
    else:
        view = state.view()
        seen = advise(view) if advice else None
        actions = {state.action_of(action): action for action, _ in sitting.legal}
        links = {
            one: f"{_PAGE.address(sitting, advice=advice)}&play={number}"
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
    """Return what happened since the person's last action; at the end, the last actions."""
    history = sitting.history
    if sitting.is_over:
        return history[-_LAST:]
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


_PAGE = SittingPage(
    game="literature", path=LINK.path, template="literature/play.html", begin=_begin, setup=_setup
)
