"""Love Letter: matches against built-in players, judged move by move at the end of each round."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from secrets import randbelow
from typing import Any, NamedTuple
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from starlette.responses import PlainTextResponse, Response

from llq.errors import IllegalState
from llq.query.answers import Answer
from llq.query.love_letter.observation import OFFICIAL_FACE_UP
from llq.query.love_letter.play.visible_moves import discards_of
from llq.query.love_letter.responses.exploiters import EXPLOITER
from llq.query.love_letter.rounds.analysis import Analysis, JudgedMove, analyse, question_of
from llq.query.love_letter.rounds.notation import write_round
from llq.query.love_letter.table.lookups import lookup
from llq.query.play.session_options import opponents
from llq.query.play.sessions import Sitting
from llq.query.players import PlayerInfo
from llq.solver.love_letter.editions import EDITIONS
from llq.solver.love_letter.rounds.game_state import LoveLetterState
from llq.solver.love_letter.rules import Rules
from llq.web.http.jobs import in_time
from llq.web.http.problems import answer_or_reason
from llq.web.love_letter.card_faces import HeldCard, faces, held_cards
from llq.web.love_letter.questions import explorer_link
from llq.web.pages.sessions import Replay, SittingPage, evaluation_chart

PLAY = "/love-letter/play"
_GAME = "love-letter"
_SEEDS = 1_000_000
_SCORE = re.compile(r"([0-9]{1,3})-([0-9]{1,3})")
_PAST = re.compile(r"[01](\.[0-9]{1,3})+(-[01](\.[0-9]{1,3})+){0,99}")
_FLAGS = ("hints", "score", "past")
"""What links hand on: whether plays stand with their values, the tokens won, the rounds before."""

playing = APIRouter()


class Slip(NamedTuple):
    """A move that cost something, and the round that it was made in."""

    round_number: int
    link: str
    move: JudgedMove


@playing.get("/play")
async def show_play(request: Request, play: int | None = None) -> Response:
    """Show a round at the person's turn or at a step of a finished one.

    Parameters
    ----------
    play
        An action, by its number: the page is then the one after the opponent's reply.
    """
    query = request.query_params
    flags = {name: query[name] for name in _FLAGS if query.get(name)}
    return await _PAGE.show(
        request,
        lambda _: play,
        lambda sitting, replay, _: _shown(sitting, replay, flags),
        **flags,
    )


@playing.get("/play/round.txt")
@in_time
def round_text(request: Request) -> PlainTextResponse:
    """Return a round as the person saw it, in the notation of rounds, as a file."""
    sitting = _read(request.query_params)
    assert isinstance(sitting.state, LoveLetterState)
    headers = {"content-disposition": 'attachment; filename="love-letter-round.txt"'}
    return PlainTextResponse(write_round(sitting.state, sitting.seat), headers=headers)


def _begin(link: Mapping[str, str]) -> Sitting:
    """Return a new round by the form's choices."""
    begins = link.get("begins") or "lot"
    if begins not in ("you", "they", "lot"):
        raise IllegalState(f"begins must be you, they or lot; got {begins!r}")
    seat = randbelow(2) if begins == "lot" else int(begins == "they")
    chosen = {name: link[name] for name in ("variant", "face_up") if link.get(name)}
    chosen |= {"seat": str(seat), "against": link.get("against") or "table"}
    while (sitting := _read(chosen | {"seed": str(randbelow(_SEEDS))})).is_over:
        pass  # the opponent won at once: a match begins with a turn of the person's
    return sitting


def _setup(sitting: Sitting | None) -> dict[str, Any]:
    """Return what the form for another game offers, chosen as in this game."""
    chosen = {"against": "table", "variant": "classic", "face_up": "0"}
    if sitting is not None:
        link = sitting.to_link()
        chosen |= {name: link[name] for name in chosen if name in link}
    return {"players": _opponents("classic"), "variants": list(EDITIONS), "chosen": chosen}


def _opponents(variant: str) -> list[PlayerInfo]:
    """Return whom one can play against: all but the one who solves for minutes as it plays."""
    return [player for player in opponents(_GAME, variant) if player.name != EXPLOITER]


def _read(link: Mapping[str, str]) -> Sitting:
    face_up = link.get("face_up") or "0"
    if face_up not in ("0", str(OFFICIAL_FACE_UP)):
        raise IllegalState(f"either 0 or {OFFICIAL_FACE_UP} cards lie face up; got {face_up!r}")
    if link.get("players", "2") != "2":
        raise IllegalState(
            "this page is for two players; several play in the terminal: llq play love-letter "
            "--players 4"
        )
    _score(link)
    if link.get("past") and not _PAST.fullmatch(link["past"]):
        raise IllegalState("past holds rounds such as 0.7.13-1.2.9, at most 100 of them")
    names = [player.name for player in _opponents(link.get("variant") or "classic")]
    return Sitting.from_link(_GAME, link, players=names)


def _score(link: Mapping[str, str]) -> tuple[int, int]:
    """Return the tokens won before the round, the person's first."""
    text = link.get("score", "0-0")
    match = _SCORE.fullmatch(text)
    if match is None:
        raise IllegalState(f"a score is written as 2-1; got {text!r}")
    return int(match[1]), int(match[2])


# A round


def _shown(sitting: Sitting, replay: Replay | None, flags: Mapping[str, str]) -> dict[str, Any]:
    """Return what the page shows of a round."""
    state = sitting.state if replay is None else sitting.states[replay.at]
    assert isinstance(state, LoveLetterState)
    score, hints = _score(flags), flags.get("hints", "")
    shown: dict[str, Any] = {
        "score": score,
        "to_win": _to_win(sitting),
        "table": _table(state, sitting.seat, is_open=replay is not None),
        "with_hints": bool(hints),
        "other_hints": _PAGE.address(sitting, **{**flags, "hints": "" if hints else "on"}),
        "explore": explorer_link,
        "match": None,
    }
    shown["another"] = f"{PLAY}?{urlencode(_setup(sitting)['chosen'] | {'hints': hints})}"
    if replay is not None:
        return shown | _ending(sitting, replay, score, flags)
    if max(score) >= _to_win(sitting):
        return shown | {"match": _match(sitting, score, flags)}
    question = question_of(state)
    hint = answer_or_reason(lambda: lookup(**question, values=False)) if hints else None
    answer = hint if isinstance(hint, Answer) else None
    return shown | {
        "hand": _hand(sitting, flags, answer),
        "verb": "Keep" if state.extra else "Play",
        "hint": answer,
        "no_hint": hint if isinstance(hint, str) else "",
        "known": question["opponent"],
        "opponent_knows": question["opponent_knows"],
        "protected": question["handmaid"],
    }


def _hand(
    sitting: Sitting, flags: Mapping[str, str], answer: Answer[Any, Any] | None
) -> list[HeldCard]:
    """Return the person's cards with the ways to play each, or to keep it."""
    state = sitting.state
    assert isinstance(state, LoveLetterState)
    rules = state.rules
    address = _PAGE.address(sitting, **flags)
    links = {rules.choice(number): f"{address}&play={number}" for number, _ in sitting.legal}
    return held_cards(rules, _held(state, rules, sitting.seat), links, answer)


def _ending(
    sitting: Sitting, replay: Replay, score: tuple[int, int], flags: Mapping[str, str]
) -> dict[str, Any]:
    """Return how the round ended, what the person's moves cost, and where to go on."""
    result, state = sitting.returns[sitting.seat], sitting.state
    assert isinstance(state, LoveLetterState)
    tokens = state.tokens()
    after = tuple(
        before + round(tokens[seat])
        for before, seat in zip(score, (sitting.seat, 1 - sitting.seat), strict=True)
    )
    judged = answer_or_reason(lambda: analyse(sitting.record, sitting.seat))
    is_judged = isinstance(judged, Analysis)
    moves = {move.turn: move for move in judged.moves} if is_judged else {}
    next_flags = {**flags, "score": f"{after[0]}-{after[1]}", "past": _with_past(sitting, flags)}
    is_match_over = max(after) >= _to_win(sitting)
    return {
        "result": result,
        "score": after,
        "judged": judged if is_judged else None,
        "not_judged": "" if is_judged else judged,
        "chart": evaluation_chart(_values(sitting, moves), replay.at, unit="chance to win, %")
        if moves and judged.unit == "win probability"
        else None,
        "move": moves.get(replay.at + 1),
        "match": _match(sitting, after, next_flags) if is_match_over else None,
        "next_round": "" if is_match_over else _PAGE.address(_following(sitting), **next_flags),
        "download": ""
        if state.rules.chooses_twice
        else f"{PLAY}/round.txt?{urlencode(sitting.to_link())}",
        "share": _PAGE.address(sitting),
    }


def _values(sitting: Sitting, moves: Mapping[int, JudgedMove]) -> list[tuple[int, float]]:
    """Return the person's chance to win in percent, by the actions done."""
    first = min(moves)
    points = [(first - 1, 100 * moves[first].answer.value)]
    for turn in range(first, len(sitting.actions)):
        if (then := moves.get(turn + 1)) is not None:
            points.append((turn, 100 * then.answer.value))
        elif (move := moves.get(turn)) is not None:
            points.append((turn, 100 * move.chosen.value))
    return [*points, (len(sitting.actions), 50 + 50 * sitting.returns[sitting.seat])]


# The match


def _to_win(sitting: Sitting) -> int:
    """Return the tokens that win the match: what the box says, or as in the classic one."""
    variant = sitting.options.get("variant", "classic")
    boxes = [box for box in EDITIONS.values() if variant in box.variants and box.tokens_to_win]
    return (boxes or [EDITIONS["classic"]])[0].tokens_to_win[sitting.state.players]


def _following(sitting: Sitting) -> Sitting:
    """Return the round after a finished one: who won it begins."""
    result = sitting.returns[sitting.seat]
    first = sitting.seat if not result else 0 if result > 0 else 1
    return Sitting.begin(
        _GAME,
        seed=sitting.seed,
        number=sitting.number + 1,
        seat=first,
        against=sitting.against,
        **sitting.options,
    )


def _with_past(sitting: Sitting, flags: Mapping[str, str]) -> str:
    """Return the rounds before the next one: each one's seat and moves."""
    this = ".".join(map(str, (sitting.seat, *sitting.actions)))
    return "-".join(filter(None, (flags.get("past"), this)))


def _match(sitting: Sitting, score: tuple[int, int], flags: Mapping[str, str]) -> dict[str, Any]:
    """Return the result of a match, and the slips of all its rounds, the costliest first."""
    slips = []
    rounds = [text.split(".") for text in flags.get("past", "").split("-") if text]
    last = sitting.number + sitting.is_over
    for number, (seat, *moves) in enumerate(rounds, last - len(rounds)):
        link = {"number": str(number), "seat": seat, "moves": ".".join(moves)}
        played = _read(sitting.to_link() | link)
        judged = answer_or_reason(partial(analyse, played.record, played.seat))
        if isinstance(judged, Analysis):
            slips += [
                Slip(number + 1, _PAGE.address(played, at=str(move.turn - 1)), move)
                for move in judged.moves
                if move.cost > 0
            ]
    slips.sort(key=lambda slip: -slip.move.cost)
    return {
        "is_won": score[0] > score[1],
        "score": score,
        "rounds": last,
        "judged": len(rounds),
        "slips": slips,
        "cost": sum(slip.move.cost for slip in slips),
    }


# The table


def _table(state: LoveLetterState, seat: int, *, is_open: bool) -> dict[str, Any]:
    """Return what lies on the table, and each hand that may be seen."""
    rules = state.rules
    discards = discards_of(state)
    hands = [_held(state, rules, one) for one in (seat, 1 - seat)]
    return {
        "yours": hands[0],
        "theirs": hands[1] if is_open else None,
        "your_discards": discards[seat],
        "their_discards": discards[1 - seat],
        "face_up": [rules.cards[card].name for card in sorted(state.shown)],
        "deck": max(0, state.cards_left - 1),
        "faces": faces(rules),
    }


def _held(state: LoveLetterState, rules: Rules, seat: int) -> list[str]:
    cards = [state.hands[seat]] + [state.drawn, *state.extra] * (state.current_player == seat)
    return [rules.cards[card].name for card in sorted(cards) if card >= 0]


_PAGE = SittingPage(
    game=_GAME,
    path=PLAY,
    template="love_letter/play.html",
    begin=_begin,
    setup=_setup,
    read=_read,
)
