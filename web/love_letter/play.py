"""Love Letter: matches of people and built-in players, judged move by move after each round."""

import re
from collections.abc import Mapping, Sequence
from functools import partial
from secrets import randbelow
from typing import Any
from urllib.parse import urlencode

from fastapi import Request
from starlette.responses import PlainTextResponse, Response

from llq.errors import IllegalState
from llq.query.answers import Answer
from llq.query.love_letter.multiplayer.seats import USUAL, party_players
from llq.query.love_letter.observation import OFFICIAL_FACE_UP
from llq.query.love_letter.play.visible_moves import discards_of
from llq.query.love_letter.responses.exploiters import EXPLOITER
from llq.query.love_letter.rounds.analysis import Analysis, JudgedMove, analyse
from llq.query.love_letter.rounds.written_rounds import write_round
from llq.query.play.session_options import opponents
from llq.query.play.sessions import Sitting
from llq.query.players import PlayerInfo
from llq.solver.arguments import read_digits
from llq.solver.love_letter.editions import EDITIONS
from llq.solver.love_letter.rounds.game_state import LoveLetterState
from llq.solver.love_letter.rounds.party_state import PartyState
from llq.web.games import Link
from llq.web.http.jobs import as_page_job
from llq.web.http.page_routes import reads
from llq.web.http.problems import answer_or_reason
from llq.web.love_letter.card_faces import faces, options_of
from llq.web.love_letter.questions import explorer_link, move_costs, turn_words
from llq.web.pages import sessions
from llq.web.pages.move_costs import SHARES, LinkedMove, judged_moves
from llq.web.pages.player_titles import player_title

LINK = Link(
    "/love-letter/play", "Play", "A match against built-in players, at a table of two to six."
)

_GAME = "love-letter"
_SCORE = re.compile(r"[0-9]{1,3}(-[0-9]{1,3})+")
_MOST_PLAYERS = max(box.players[1] for box in EDITIONS.values() if box.name == "2019")
_TWO = "2"
_PAST = re.compile(r"[01](\.[0-9]{1,3})+(-[01](\.[0-9]{1,3})+){0,99}")
_FLAGS = ("hints", "score", "past", "viewer")
"""Link flags: hints, token score, earlier rounds, and the person at the screen."""

_FIELDS = {
    "players": sessions.FormField("Players", range(2, _MOST_PLAYERS + 1)),
    "people": sessions.FormField(
        "People at this screen", attributes={"placeholder": "you alone; else Ann, Bob"}
    ),
    "variant": sessions.FormField("Edition", {name: player_title(name) for name in EDITIONS}),
    "face_up": sessions.FormField(
        "Face up where two play", {"0": "no card", "3": "three, as on the box"}
    ),
    "begins": sessions.FormField(
        "Who begins", {"lot": "either, at random", "you": "you", "they": "they"}
    ),
}


@reads(*sessions.LINK_PARAMETERS, *_FLAGS, "begins", "variant", "face_up", "players")
async def show_play(request: Request, play: int | None = None) -> Response:
    """Show the person's turn or a replay step, or redirect after an action."""
    query = request.query_params
    flags = {name: query[name] for name in _FLAGS if query.get(name)}
    return await _PAGE.show(
        request, lambda _: play, lambda sitting, replay, _: _page(sitting, replay, flags), **flags
    )


@as_page_job
@reads(*sessions.LINK_PARAMETERS, *_FLAGS, "variant", "face_up", "players")
def download_round(request: Request) -> PlainTextResponse:
    """Return the person's view of a round as a notation file."""
    sitting = _read(request.query_params)
    state: Any = sitting.state
    headers = {"content-disposition": 'attachment; filename="love-letter-round.txt"'}
    return PlainTextResponse(write_round(state, sitting.viewer), headers=headers)


def _begin(link: Mapping[str, str]) -> Sitting:
    """Return a new round by the form's choices."""
    begins = link.get("begins") or "lot"
    if begins not in ("you", "they", "lot"):
        raise IllegalState(f"begins must be you, they or lot; got {begins!r}")
    players = link.get("players") or _TWO
    others = max(1, (read_digits(players) or 2) - 1)
    seat = randbelow(others + 1) if begins == "lot" else 0
    if begins == "they":
        seat = 1 + randbelow(others)
    usual, names = USUAL, ["variant", "players", "people"]
    if players == _TWO:
        usual, names = "table", [*names, "face_up"]
    chosen = {name: link[name] for name in names if link.get(name)}
    chosen |= {"seat": str(seat), "against": link.get("against") or usual}
    while (sitting := _read(chosen | {"seed": sessions.new_seed()})).is_over:
        pass  # the opponent won at once: a match begins with a turn of the person's
    return sitting


def _setup(sitting: Sitting | None) -> dict[str, Any]:
    """Return options for a new game's form, preset from the current game."""
    chosen = {"against": "", "variant": "classic", "face_up": "0", "players": _TWO, "people": ""}
    if sitting is not None:
        link = sitting.to_link()
        chosen |= {name: link[name] for name in chosen if name in link}
    two, several = _opponents("classic", _TWO), _opponents("classic", "3")
    return {
        "fields": _FIELDS,
        "players": [*two, *several[1:]],
        "opponents": {"Two play": two, "Several play": several},
        "chosen": chosen,
    }


def _opponents(variant: str, players: str) -> list[PlayerInfo]:
    """Return available opponents, except players that solve for minutes."""
    if players != _TWO:
        return list(party_players())
    return [player for player in opponents(_GAME, variant) if player.name != EXPLOITER]


def _read(link: Mapping[str, str]) -> Sitting:
    face_up = link.get("face_up") or "0"
    if face_up not in ("0", str(OFFICIAL_FACE_UP)):
        raise IllegalState(f"either 0 or {OFFICIAL_FACE_UP} cards lie face up; got {face_up!r}")
    players = link.get("players") or _TWO
    if players != _TWO and face_up != "0":
        raise IllegalState(f"cards lie face up where two play; got {players} players")
    if link.get("past") and not _PAST.fullmatch(link["past"]):
        raise IllegalState("past holds rounds such as 0.7.13-1.2.9, at most 100 of them")
    names = [player.name for player in _opponents(link.get("variant") or "classic", players)]
    sitting = Sitting.from_link(_GAME, link, players=names, people=link.get("people", ""))
    _score(sitting, link)
    return sitting


def _score(sitting: Sitting, link: Mapping[str, str]) -> list[int]:
    """Return tokens won in earlier rounds, in seat order from the first person."""
    count = sitting.state.players
    text = link.get("score") or "-".join("0" * count)
    if not _SCORE.fullmatch(text) or text.count("-") != count - 1:
        example = "-".join("210000"[:count])
        raise IllegalState(f"a score of {count} players is written as {example}; got {text!r}")
    return list(map(int, text.split("-")))


# A round


def _page(
    sitting: Sitting, replay: sessions.Replay | None, flags: Mapping[str, str]
) -> dict[str, Any]:
    state: Any = sitting.state if replay is None else sitting.states[replay.at]
    score, hints = _score(sitting, flags), flags.get("hints", "")
    names = _names(sitting)
    page: dict[str, Any] = {
        "names": names,
        "score": _name_scores(sitting, score),
        "to_win": _tokens_to_win(sitting),
        "table": _table(state, sitting, is_open=replay is not None),
        "with_hints": bool(hints),
        "other_hints": _PAGE.address(sitting, **{**flags, "hints": "" if hints else "on"}),
        "explore": explorer_link,
        "match": None,
    }
    page["another"] = f"{_PAGE.path}?{urlencode(_setup(sitting)['chosen'] | {'hints': hints})}"
    if replay is not None:
        return page | _end_data(sitting, replay, score, flags)
    if max(score) >= _tokens_to_win(sitting):
        return page | {"match": _match(sitting, score, flags)}
    hint = answer_or_reason(sitting.hint) if hints else None
    answer = hint if isinstance(hint, Answer) else None
    address = _PAGE.address(sitting, **flags)
    choices = (
        (state.action(number), text, f"{address}&play={number}") for number, text in sitting.legal
    )
    return page | {
        "hand": options_of(_hand_names(state, sitting.viewer), choices, answer),
        "verb": "Keep" if state.is_second_choice else "Play",
        "hint": answer,
        "no_hint": hint if isinstance(hint, str) else "",
        "knowing": _knowledge_text(state, sitting),
    }


def _end_data(
    sitting: Sitting, replay: sessions.Replay, score: list[int], flags: Mapping[str, str]
) -> dict[str, Any]:
    """Return a round's ending: result, move costs and next links."""
    state: Any = sitting.state
    tokens, winners = state.tokens(), state.winners
    seats = _seats(sitting, sitting.seat)
    after = [before + round(tokens[seat]) for before, seat in zip(score, seats, strict=True)]
    judged = {
        _names(sitting)[seat]: answer_or_reason(partial(analyse, sitting.record, seat))
        for seat in sitting.persons
    }
    known = [analysis for analysis in judged.values() if isinstance(analysis, Analysis)]
    moves = {move.place: move for analysis in known for move in analysis.moves}
    next_flags = {**flags, "score": "-".join(map(str, after)), "past": _past_rounds(sitting, flags)}
    is_match_over = max(after) >= _tokens_to_win(sitting)
    result_kind, chart = "", None
    if len(sitting.persons) == 1:
        if winners:
            result_kind = "good" if sitting.seat in winners else "bad"
        if moves and known[0].unit in SHARES:
            values = _values(sitting, moves)
            chart = sessions.evaluation_chart(values, replay.at, unit="chance to win, %")
    return {
        "result": f"{_win_text(_names(sitting), winners)} the round.",
        "result_kind": result_kind,
        "score": _name_scores(sitting, after),
        "judged": {
            name: analysis if isinstance(analysis, str) else move_costs(analysis.moves)
            for name, analysis in judged.items()
        },
        "chart": chart,
        "move": moves.get(replay.at),
        "match": _match(sitting, after, next_flags) if is_match_over else None,
        "next_round": "" if is_match_over else _PAGE.address(_next_round(sitting), **next_flags),
        "download": f"{_PAGE.path}/round.txt?{urlencode(sitting.to_link())}",
        "share": _PAGE.address(sitting),
    }


def _values(sitting: Sitting, moves: Mapping[int, JudgedMove]) -> list[tuple[int, float]]:
    """Return the person's chance to win in percent, by the actions done."""
    state: Any = sitting.state
    points = []
    for count in range(min(moves), len(sitting.actions)):
        if (next_move := moves.get(count)) is not None:
            points.append((count, 100 * next_move.best.value))
        elif (move := moves.get(count - 1)) is not None:
            points.append((count, 100 * move.chosen.value))
    share = (sitting.seat in state.winners) / len(state.winners) if state.winners else 0.5
    return [*points, (len(sitting.actions), 100 * share)]


# The match


def _tokens_to_win(sitting: Sitting) -> int:
    """Return the tokens that win the match, by default the classic number."""
    variant = sitting.options.get("variant", "classic")
    boxes = (box for box in EDITIONS.values() if variant in box.variants and box.tokens_to_win)
    return next(boxes, EDITIONS["classic"]).tokens_to_win[sitting.state.players]


def _next_round(sitting: Sitting) -> Sitting:
    """Return the next round, begun by the last round's first winner."""
    state: Any = sitting.state
    order = _seats(sitting, state.winners[0] if state.winners else 0)
    return Sitting.begin(
        _GAME,
        seed=sitting.seed,
        number=sitting.number + 1,
        seat=order.index(sitting.seat),
        against=[sitting.players[seat] for seat in order if seat not in sitting.persons],
        people=sitting.people,
        **sitting.options,
    )


def _past_rounds(sitting: Sitting, flags: Mapping[str, str]) -> str:
    """Return the rounds so far as a link flag: each round's seat and moves."""
    if sitting.state.players > 2 or sitting.people:
        return ""
    current = ".".join(map(str, (sitting.seat, *sitting.actions)))
    return "-".join(filter(None, (flags.get("past"), current)))


def _match(sitting: Sitting, score: list[int], flags: Mapping[str, str]) -> dict[str, Any]:
    """Return a match's result and the slips of its rounds, costliest first."""
    slips: list[LinkedMove] = []
    count = 0
    rounds = [text.split(".") for text in flags.get("past", "").split("-") if text]
    last = sitting.number + sitting.is_over
    for number, (seat, *moves) in enumerate(rounds, last - len(rounds)):
        link = {"number": str(number), "seat": seat, "moves": ".".join(moves)}
        earlier = _read(sitting.to_link() | link)
        judged = answer_or_reason(partial(analyse, earlier.record, earlier.seat))
        if isinstance(judged, Analysis):
            count += 1
            step = partial(_PAGE.address, earlier)
            slips += [
                (f"{number + 1}, {turn_words(move)}", step(at=str(move.place)), move)
                for move in judged.moves
                if move.cost > 0
            ]
    slips.sort(key=lambda slip: -slip[2].cost)
    order = _seats(sitting, sitting.seat)
    seats = [seat for seat, tokens in zip(order, score, strict=True) if tokens == max(score)]
    ranked = [max(score), *score[1:]] if sitting.seat in seats else sorted(score, reverse=True)
    text = f"{_win_text(_names(sitting), seats)} the match {':'.join(map(str, ranked))}"
    return {
        "text": text,
        "rounds": last,
        "judged": count,
        "slips": judged_moves(slips, "round, turn") if slips else None,
        "cost": sum(slip[2].cost for slip in slips),
    }


# The table


def _seats(sitting: Sitting, first: int) -> list[int]:
    count = sitting.state.players
    return [(first + place) % count for place in range(count)]


def _names(sitting: Sitting) -> list[str]:
    """Return page names of seats, numbered at larger tables."""
    is_two = sitting.state.players == 2
    titles = [
        name if seat in sitting.persons else player_title(name)
        for seat, name in enumerate(sitting.players)
    ]
    names = titles if is_two else [f"{seat} {title}" for seat, title in enumerate(titles)]
    if not sitting.people:
        names[sitting.seat] = "You"
    return names


def _name_scores(sitting: Sitting, score: list[int]) -> list[tuple[str, int]]:
    names, order = _names(sitting), _seats(sitting, sitting.seat)
    return [(names[seat], tokens) for seat, tokens in zip(order, score, strict=True)]


def _win_text(names: Sequence[str], winners: Sequence[int]) -> str:
    """Name the winners in words, the person first."""
    players = sorted((names[seat] for seat in winners), key=lambda name: name != "You")
    if not players:
        return "Nobody wins"
    return f"{' and '.join(players)} {'win' if players[0] == 'You' or players[1:] else 'wins'}"


def _table(state: LoveLetterState | PartyState, sitting: Sitting, *, is_open: bool) -> Any:
    """Return the table's cards and every visible hand."""
    rules, me, names = state.rules, sitting.viewer, _names(sitting)
    discards, face_up = discards_of(state), getattr(state, "shown", ())
    seats = [
        {
            "name": names[seat],
            "discards": discards[seat],
            "hand": _hand_names(state, seat) if is_open else None,
            "known": rules.cards[state.hands[seat]].name if state.knows_card(me, seat) else "",
        }
        | _status(state, me, seat)
        for seat in _seats(sitting, me)
    ]
    return {
        "mine": seats[0],
        "others": seats[1:],
        "face_up": [rules.cards[card].name for card in sorted(face_up)],
        "deck": max(0, state.deck_left),
        "faces": faces(rules),
    }


def _status(state: LoveLetterState | PartyState, me: int, seat: int) -> dict[str, bool]:
    """Return whether a seat is out of the round, or protected from the person."""
    if isinstance(state, PartyState):
        now = state.now
        return {"is_out": seat not in now.alive, "is_protected": seat in now.protected}
    is_protected = state.is_protected and state.current_player == me != seat
    return {"is_out": False, "is_protected": is_protected}


def _knowledge_text(state: LoveLetterState | PartyState, sitting: Sitting) -> str:
    """Return in words who knows the person's card; empty if nobody."""
    me = sitting.viewer
    names = [_names(sitting)[seat] for seat in _seats(sitting, me) if state.knows_card(seat, me)]
    if not names or (isinstance(state, LoveLetterState) and state.is_second_choice):
        return ""
    verb = "knows" if len(names) == 1 else "know"
    card = state.rules.cards[state.hands[me]].name
    return f"{' and '.join(names)} {verb} that you hold the {card}."


def _hand_names(state: LoveLetterState | PartyState, seat: int) -> list[str]:
    return sorted(state.held_names(seat), key=state.rules.card)


_PAGE = sessions.SittingPage(game=_GAME, begin=_begin, setup=_setup, read=_read)
