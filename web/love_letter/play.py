"""Love Letter: rounds against built-in players, judged move by move at their end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from secrets import randbelow
from typing import Any, NamedTuple
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

from llq.errors import IllegalState, LlqError
from llq.query.love_letter.answers import PlayAnswer
from llq.query.love_letter.observation import OFFICIAL_FACE_UP
from llq.query.love_letter.play.visible_moves import discards_of
from llq.query.love_letter.responses.exploiters import EXPLOITER
from llq.query.love_letter.rounds.analysis import analyse, question_of
from llq.query.love_letter.rounds.writing import write_round
from llq.query.love_letter.table.lookups import lookup
from llq.query.play.session_options import opponents
from llq.query.play.sessions import YOU, Sitting
from llq.query.players import PlayerInfo
from llq.solver.love_letter.rounds.game_state import LoveLetterState
from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.variants import VARIANTS
from llq.web.compile_ahead import warming_page
from llq.web.http.jobs import do_job
from llq.web.http.problems import without_paths
from llq.web.love_letter.card_faces import faces
from llq.web.love_letter.links import explorer_link
from llq.web.pages.rendering import render

PLAY = "/love-letter/play"
_GAME = "love-letter"
_SEEDS = 1_000_000
_SCORE = re.compile(r"([0-9]{1,3})-([0-9]{1,3})")
_TO_WIN = 7
"""Tokens that win the game of two: AEG 2012, "Winning the Game"."""

playing = APIRouter()


class Choice(NamedTuple):
    """One way to play a card."""

    label: str
    link: str
    value: float | None
    is_best: bool


class HeldCard(NamedTuple):
    """A card of the person's hand, with the ways to play it."""

    name: str
    copies: int
    choices: list[Choice]


@playing.get("/play")
async def play_page(request: Request) -> Response:
    """Show a round at the person's turn or at its end; without a seed, what can be chosen."""
    return await do_job(request, lambda _: _page(request))


def _page(request: Request) -> Response:
    if (waiting := warming_page(request, _GAME)) is not None:
        return waiting
    query = request.query_params
    if "seed" not in query:
        return render(
            request,
            "love_letter/play_new.html",
            players=_opponents("classic"),
            variants=list(VARIANTS),
            query=query,
        )
    sitting, score = _sitting(query), _score(query)
    state = sitting.state
    assert isinstance(state, LoveLetterState)
    with_hints = query.get("hints") == "on"
    shared: dict[str, Any] = {
        "opponent": _title(sitting.against[0]),
        "history": sitting.history,
        "you": YOU,
        "score": score,
        "to_win": _TO_WIN,
        "table": _table(state, sitting.seat),
        "again": _link(sitting, {"score": query.get("score"), "hints": query.get("hints")}),
        "other_hints": _link(
            sitting, {"score": query.get("score"), "hints": None if with_hints else "on"}
        ),
        "with_hints": with_hints,
        "take_back": _back(sitting, query),
        "new_link": PLAY,
    }
    if sitting.is_over:
        return render(request, "love_letter/play_over.html", **shared, **_ending(sitting, query))
    question = question_of(state)
    hint = _answered(lambda: lookup(**question)) if with_hints else None
    answer = hint if isinstance(hint, PlayAnswer) else None
    return render(
        request,
        "love_letter/play.html",
        **shared,
        hand=list(_hand(sitting, query, answer)),
        hint=answer,
        no_hint=hint if isinstance(hint, str) else "",
        known=question["opponent"],
        opponent_knows=question["opponent_knows"],
        protected=question["handmaid"],
    )


@playing.get("/play/new")
async def deal(request: Request) -> Response:
    """Deal a new round by lot, and go to it."""
    return await do_job(request, lambda _: _deal(request))


def _deal(request: Request) -> Response:
    query = request.query_params
    begins = query.get("begins", "lot")
    if begins not in ("you", "they", "lot"):
        raise IllegalState(f"you, they or the lot begin; got {begins!r}")
    seat = randbelow(2) if begins == "lot" else int(begins == "they")
    link = {"seed": str(randbelow(_SEEDS)), "seat": str(seat), "against": "table"}
    link |= {name: query[name] for name in ("against", "variant", "face_up") if query.get(name)}
    return RedirectResponse(_link(_sitting(link), {"hints": query.get("hints")}), 303)


@playing.get("/play/replay")
def replay_page(request: Request) -> HTMLResponse:
    """Show a finished round at one of its turns, all cards open."""
    query = request.query_params
    sitting = _sitting(query)
    if not sitting.is_over:
        raise IllegalState("a round can be replayed once it is over: finish it first")
    last = len(sitting.actions)
    at = query.get("at", "0")
    if not (at.isascii() and at.isdigit() and int(at) <= last):
        raise IllegalState(f"the round has turns 0 to {last}; got at={at!r}")
    number = int(at)
    state = sitting.states[number]
    assert isinstance(state, LoveLetterState)
    kept = {"score": query.get("score"), "hints": query.get("hints")}
    judged = _answered(lambda: analyse(sitting.record, sitting.seat))
    moves = {} if isinstance(judged, str) else {move.turn: move for move in judged.moves}
    return render(
        request,
        "love_letter/play_replay.html",
        you=YOU,
        opponent=_title(sitting.against[0]),
        table=_table(state, sitting.seat, is_open=True),
        at=number,
        last=last,
        told=sitting.history[number] if number < last else None,
        move=moves.get(number + 1),
        explore=explorer_link,
        steps=[_link(sitting, kept | {"at": str(step)}, "/replay") for step in range(last + 1)],
        end=_link(sitting, kept),
    )


@playing.get("/play/round.txt")
def round_text(request: Request) -> PlainTextResponse:
    """Return a round as the person saw it, in the notation of rounds, as a file."""
    sitting = _sitting(request.query_params)
    assert isinstance(sitting.state, LoveLetterState)
    headers = {"content-disposition": 'attachment; filename="love-letter-round.txt"'}
    return PlainTextResponse(write_round(sitting.state, sitting.seat), headers=headers)


def _opponents(variant: str) -> list[PlayerInfo]:
    """Return who can be played against: all but the one who solves for minutes as it plays."""
    return [player for player in opponents(_GAME, variant) if player.name != EXPLOITER]


def _sitting(query: Mapping[str, str]) -> Sitting:
    face_up = query.get("face_up", "0")
    if face_up not in ("0", str(OFFICIAL_FACE_UP)):
        raise IllegalState(f"no card or {OFFICIAL_FACE_UP} lie face up; got {face_up!r}")
    names = [player.name for player in _opponents(query.get("variant") or "classic")]
    return Sitting.from_link(_GAME, query, players=names)


def _title(player: str) -> str:
    return player.replace("_", " ").capitalize()


def _score(query: Mapping[str, str]) -> tuple[int, int]:
    """Return the tokens won before the round, the person's first."""
    found = _SCORE.fullmatch(query.get("score", "0-0"))
    if found is None:
        raise IllegalState(f"a score is such as 2-1; got {query['score']!r}")
    return int(found[1]), int(found[2])


def _link(sitting: Sitting, more: Mapping[str, str | None], page: str = "") -> str:
    link = sitting.to_link() | {name: value for name, value in more.items() if value}
    return f"{PLAY}{page}?{urlencode(link)}"


def _back(sitting: Sitting, query: Mapping[str, str]) -> str | None:
    """Return the link to the person's turn before, None at the first."""
    own = [
        told for told in range(len(sitting.actions)) if sitting.history[told].seat == sitting.seat
    ]
    if not own:
        return None
    kept = {"score": query.get("score"), "hints": query.get("hints")}
    return _link(sitting.back_to(own[-1]), kept)


def _answered(ask: Any) -> Any:
    """Return what the table says, or why it says nothing: the game goes on without it."""
    try:
        return ask()
    except LlqError as error:
        return without_paths(str(error))


def _table(state: LoveLetterState, seat: int, *, is_open: bool = False) -> dict[str, Any]:
    """Return what lies on the table, and each hand that may be seen."""
    rules = state.rules
    discards = discards_of(state)
    hands = [_held(state, rules, one) for one in (seat, 1 - seat)]
    shows = is_open or state.is_terminal
    return {
        "yours": hands[0],
        "theirs": hands[1] if shows else None,
        "your_discards": discards[seat],
        "their_discards": discards[1 - seat],
        "face_up": [rules.cards[card].name for card in sorted(state.shown)],
        "deck": max(0, state.cards_left - 1),
        "faces": faces(rules),
    }


def _held(state: LoveLetterState, rules: Rules, seat: int) -> list[str]:
    cards = [state.hands[seat]] + [state.drawn] * (state.current_player == seat)
    return [rules.cards[card].name for card in sorted(cards) if card >= 0]


def _hand(
    sitting: Sitting, query: Mapping[str, str], answer: PlayAnswer | None
) -> Iterator[HeldCard]:
    """Yield the person's two cards with the ways to play each; a barred card has none."""
    state = sitting.state
    assert isinstance(state, LoveLetterState)
    rules = state.rules
    values = {one.action: one for one in answer.actions} if answer else {}
    kept = {"score": query.get("score"), "hints": query.get("hints")}
    base = sitting.to_link()
    so_far = base.get("moves")
    names = _held(state, rules, sitting.seat)
    for name in dict.fromkeys(names):
        choices = []
        for number, text in sitting.legal:
            action = rules.actions[number]
            if action.card != name:
                continue
            moves = f"{so_far}.{number}" if so_far else str(number)
            link = base | {"moves": moves} | {key: value for key, value in kept.items() if value}
            label = text.removeprefix(name).removeprefix(", guessing").strip() or "play"
            worth = values.get(action)
            choices.append(
                Choice(
                    label,
                    f"{PLAY}?{urlencode(link)}",
                    worth.value if worth else None,
                    bool(worth and worth.is_best),
                )
            )
        yield HeldCard(name, names.count(name), choices)


def _ending(sitting: Sitting, query: Mapping[str, str]) -> dict[str, Any]:
    """Return how the round ended, what the person's moves cost, and where to go on."""
    state, seat = sitting.state, sitting.seat
    assert isinstance(state, LoveLetterState)
    result = sitting.returns[seat]
    won, lost = _score(query)
    score = (won + round(max(result, 0)), lost + round(max(-result, 0)))
    first = seat if not result else 0 if result > 0 else 1  # who won begins the next round
    following = Sitting.begin(
        _GAME,
        seed=sitting.seed,
        number=sitting.number + 1,
        seat=first,
        against=sitting.against,
        **sitting.options,
    )
    hints = query.get("hints")
    judged = _answered(lambda: analyse(sitting.record, seat))
    return {
        "result": result,
        "new_score": score,
        "judged": None if isinstance(judged, str) else judged,
        "not_judged": judged if isinstance(judged, str) else "",
        "explore": explorer_link,
        "next_round": _link(following, {"score": f"{score[0]}-{score[1]}", "hints": hints}),
        "replay": _link(sitting, {"score": query.get("score"), "hints": hints}, "/replay"),
        "download": None if state.rules.tracks_aside else _link(sitting, {}, "/round.txt"),
        "share": _link(sitting, {}),
    }
