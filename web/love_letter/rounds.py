"""Tracking a real round of Love Letter from one player's view."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from fastapi import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from llq.errors import IllegalState, LlqError, UnknownGame
from llq.query.answers import ActionValue, Answer, Row
from llq.query.love_letter.rounds.advised_plays import RoundAdvice
from llq.query.love_letter.rounds.analysis import analyse
from llq.query.love_letter.rounds.followed_rounds import Continuation, FollowedRound, Play
from llq.query.love_letter.rounds.seated_rounds import Followed, FollowedParty, start_followed
from llq.query.play.session_options import read_option
from llq.solver.love_letter.editions import EDITIONS
from llq.solver.love_letter.rounds.referee import PARTIES
from llq.solver.love_letter.variants import rules
from llq.web.games import Link
from llq.web.http.jobs import as_page_job
from llq.web.http.page_routes import reads
from llq.web.http.problems import answer_or_reason, problem
from llq.web.love_letter.card_faces import faces
from llq.web.love_letter.questions import move_costs
from llq.web.pages.rendering import render

LINK = Link("/love-letter/track", "At the table", "A real round, followed from what you see of it.")

_MOST_CHARACTERS = 4000
_BEGINNING = ("variant", "players", "seat", "dealt", "face_up")


class OwnPlay(NamedTuple):
    """An own play, its row of the advice, and its possible results."""

    text: str
    row: Row | None
    outcomes: Sequence[Continuation]


@as_page_job
@reads("variant", "round", "add", "policy")
def show_track(request: Request) -> Response:
    """Show a current round, add a line to it or refuse it, or show the starting form."""
    query = request.query_params
    text, line = query.get("round", ""), query.get("add", "").strip()
    policy = query.get("policy") or None
    if not text.strip():
        return _new_round(request, query.get("variant", "classic"))
    if len(text) > _MOST_CHARACTERS:
        raise IllegalState(f"a round has at most {_MOST_CHARACTERS} characters; got {len(text)}")
    followed, reading_problem = _read_longest(text)
    if followed is None:
        return _new_round(request, "classic", reading_problem)
    line_problem = None
    if line and reading_problem is None:
        try:
            return RedirectResponse(_link(followed.hearing(line), policy), 303)
        except LlqError as error:
            line_problem = problem(error)
    return render(
        request,
        "love_letter/track.html",
        problem=reading_problem or line_problem,
        slip=line_problem,
        typed=text if reading_problem else followed.text,
        line=line,
        followed=followed,
        policy=policy,
        new_link=LINK.path,
        **_variables(followed, policy),
    )


def _variables(followed: Followed, policy: str | None) -> dict[str, Any]:
    plays, words, is_to_choose = followed.plays, followed.words, followed.is_to_choose
    policy = policy or next(iter(words.assumptions))
    has_thumb = None in words.assumptions
    if policy not in words.assumptions and not has_thumb:
        choices = ", ".join(filter(None, words.assumptions))
        raise IllegalState(f"unknown policy {policy!r}; choose {choices}")
    advice = answer_or_reason(lambda: followed.advise(policy)) if is_to_choose else None
    is_over = followed.is_over
    costs = answer_or_reason(lambda: move_costs(analyse(followed).moves)) if is_over else None
    beliefs = None if is_over else answer_or_reason(lambda: followed.believe(policy))
    if isinstance(beliefs, str) and has_thumb:  # without the policy, rules of thumb are assumed
        beliefs = followed.believe(None)
    return {
        "heading": words.title,
        "over": words.ending + (" the round" if words.ending.endswith("win") else ""),
        "words": words,
        "faces": faces(followed.rules),
        "drawer": "You begin" if followed.is_own_turn is None else "Your turn",
        "draws": followed.draws,
        "theirs": {} if is_to_choose else _group_by_card(plays, words.seats),
        "own": _list_own_plays(plays, advice, words.seats) if is_to_choose else [],
        "advice": advice,
        "warnings": _warnings(advice),
        "beliefs": beliefs,
        "costs": costs,
        "others": {
            text: _link(followed, name)
            for name, text in words.assumptions.items()
            if name != policy
        },
        "back": _link(followed.back(), policy) if words.lines else "",
    }


def _warnings(advice: Answer[Any, Any] | str | None) -> list[str]:
    """Return notices above the advice, such as the table's different choice."""
    if not isinstance(advice, RoundAdvice):
        return [advice] if isinstance(advice, str) else []
    notes = [advice.table_note, advice.surprise_note]
    if advice.actions[0].hit == 0:
        notes.append("given what they may hold, no guess can hit; every other play is worse")
    return list(filter(None, notes))


def _group_by_card(
    plays: Iterable[Play], words: dict[int, str]
) -> dict[str, dict[str, list[Continuation]]]:
    """Return the outcomes of another player's plays by card and target."""
    outcomes: dict[str, dict[str, list[Continuation]]] = {}
    for play in plays:
        target, _, guess = play.text.removeprefix(play.action.card).partition("guessing ")
        target = _name_seats(target, words).strip(", ")
        outcomes.setdefault(play.action.card, {}).setdefault(target, []).extend(
            outcome._replace(text=" ".join(filter(None, (guess, outcome.text))))
            for outcome in play.outcomes
        )
    return outcomes


def _name_seats(text: str, words: dict[int, str]) -> str:
    """Return a play's text, its target in words such as *left*."""
    for seat, word in words.items():
        text = text.replace(f" on {seat}", f" on {word}")
    return text


def _list_own_plays(
    plays: Sequence[Play], advice: Answer[Any, Any] | str | None, words: dict[int, str]
) -> list[OwnPlay]:
    """Return the player's plays, best first if advised, equivalent plays in one row."""
    if not isinstance(advice, Answer):
        return [OwnPlay(play.text, None, play.outcomes) for play in plays]
    possible, rows = {play.action: play for play in plays}, []
    groups: Iterable[Sequence[ActionValue[Any]]] = getattr(
        advice, "groups", ((action,) for action in advice.actions)
    )
    for row, group in zip(advice.table.rows, groups, strict=True):
        results: list[Continuation] = []
        for play in (possible[value.action] for value in group):
            name = f"{_name_seats(play.text, words)}: " if len(group) > 1 else ""
            results += [outcome._replace(text=name + outcome.text) for outcome in play.outcomes]
        rows.append(OwnPlay(row.cells[0], row, results))
    return rows


def _read_longest(text: str) -> tuple[Followed | None, dict[str, Any] | None]:
    """Return a round's readable part and its first problem."""
    reading_problem = None
    while text.strip():
        try:
            return FollowedParty.read(text) or FollowedRound.read(text), reading_problem
        except LlqError as error:
            reading_problem = reading_problem or problem(error)
            text = text.rstrip().rpartition("\n")[0]
    return None, reading_problem


def _new_round(
    request: Request, variant: str, first_problem: dict[str, Any] | None = None
) -> HTMLResponse:
    """Show the form of a new round, problems included."""
    variant_rules = rules(variant)
    boxes = (box for box in EDITIONS.values() if variant_rules.variant in box.variants)
    box = next(boxes, None)
    most = box.players[1] if box is not None and box.name in PARTIES else 2
    return render(
        request,
        "love_letter/track_new.html",
        problem=first_problem,
        values=dict.fromkeys((*_BEGINNING, "round"), "") | dict(request.query_params),
        boxes=EDITIONS.values(),
        variant=variant_rules.variant,
        cards={
            card.name: f"{card.number} {card.name}" for card in variant_rules.cards if card.copies
        },
        most=most,
        players={count: count for count in range(2, most + 1)},
        seats={seat: f"{seat}" if seat else "0, the first to play" for seat in range(most)},
        has_seats_of_two=variant_rules.chooses_twice,
    )


@as_page_job
@reads(*_BEGINNING)
def begin_track(request: Request) -> Response:
    """Redirect to a new round."""
    query = request.query_params
    variant = query.get("variant", "classic")
    try:
        players = read_option("love-letter", "players", query.get("players") or "2", 0)
        seat = read_option("love-letter", "seat", query.get("seat") or "0", 0)
        followed = start_followed(
            query.get("dealt", ""),
            None if variant == "classic" else variant,
            None if players == 2 else players,
            seat,
            query.get("face_up", ""),
        )
    except UnknownGame:
        raise
    except LlqError as error:
        return _new_round(request, variant, problem(error))
    return RedirectResponse(_link(followed, None), 303)


def _link(followed: Followed, policy: str | None) -> str:
    return LINK.address({"round": followed.text, "policy": policy})
