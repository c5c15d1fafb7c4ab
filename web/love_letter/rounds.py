"""Tracking a real round of Love Letter from one player's view."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from llq.errors import IllegalState, LlqError, UnknownGame
from llq.query.answers import ActionValue, Answer, Row
from llq.query.love_letter.multiplayer.advice import advise_party, held_cards, own_cards, seat_words
from llq.query.love_letter.multiplayer.continuations import next_draws, next_plays
from llq.query.love_letter.multiplayer.notation import FollowedParty
from llq.query.love_letter.multiplayer.policy_beliefs import believed
from llq.query.love_letter.rounds.advice import RoundAdvice, advise
from llq.query.love_letter.rounds.analysis import analyse
from llq.query.love_letter.rounds.beliefs import surprise_note
from llq.query.love_letter.rounds.followed_rounds import Continuation, FollowedRound, Play
from llq.query.play.session_options import read_option
from llq.solver.love_letter.editions import EDITIONS
from llq.solver.love_letter.multiplayer.rounds import PARTIES
from llq.solver.love_letter.variants import rules
from llq.web.http.jobs import in_time
from llq.web.http.problems import answer_or_reason, problem
from llq.web.http.words import PageRoute, reads
from llq.web.love_letter.card_faces import faces
from llq.web.love_letter.questions import explorer_link
from llq.web.pages.rendering import render

_TRACK = "/love-letter/track"
_POLICIES = {"table": "as the table does", "solution": "as the mixed solution does"}
_MOST_CHARACTERS = 4000
_BEGINNING = ("variant", "players", "seat", "dealt", "face_up")

tracking = APIRouter(route_class=PageRoute)

Followed = FollowedParty | FollowedRound


class OwnPlay(NamedTuple):
    """An own play, its row of the advice, and its possible results."""

    text: str
    row: Row | None
    outcomes: Sequence[Continuation]


class Beliefs(NamedTuple):
    """Chances of hidden cards: a row per card, a column per hand or reasoning."""

    title: str
    headings: Sequence[str]
    """Columns without bars begin with ``#``."""
    rows: list[tuple[str, list[float]]]
    meanings: dict[str, str]
    note: str


@tracking.get("/track")
@in_time
@reads("variant", "round", "add", "policy")
def track_page(request: Request) -> Response:
    """Show a current round, add a line to it, or show the starting form.

    A line that does not fit stays in its field, beside its problem.
    """
    query = request.query_params
    text, line = query.get("round", ""), query.get("add", "").strip()
    policy = query.get("policy") or None
    if not text.strip():
        return _new_round(request, query.get("variant", "classic"))
    if len(text) > _MOST_CHARACTERS:
        raise IllegalState(f"a round has at most {_MOST_CHARACTERS} characters; got {len(text)}")
    followed, wrong = _as_far_as_read(text)
    if followed is None:
        return _new_round(request, "classic", wrong)
    slip = None
    if line and wrong is None:
        try:
            return RedirectResponse(_link(followed.hearing(line), policy), 303)
        except LlqError as error:
            slip = problem(error)
    variables: Any = _of_two if isinstance(followed, FollowedRound) else _of_party
    return render(
        request,
        "love_letter/track.html",
        problem=wrong or slip,
        slip=slip,
        typed=text if wrong else followed.text,
        line=line,
        followed=followed,
        policy=policy,
        judged=answer_or_reason(lambda: analyse(followed)) if followed.is_over else None,
        explore=explorer_link,
        new_link=_TRACK,
        **variables(followed, policy),
    )


def _of_two(followed: FollowedRound, policy: str | None) -> dict[str, Any]:
    """Return a two-player round's variables of the page."""
    policy = policy or "table"
    if policy not in _POLICIES:
        raise IllegalState(f"unknown policy {policy!r}; choose {', '.join(_POLICIES)}")
    view, plays = followed.view, followed.plays
    advice = answer_or_reason(lambda: advise(followed, policy)) if view else None
    beliefs = None if followed.is_over else answer_or_reason(lambda: followed.beliefs(policy))
    if beliefs is not None and not isinstance(beliefs, str):
        pairs = zip(beliefs.cards, followed.own_cards, strict=True)
        beliefs = Beliefs(
            "What both may hold",
            ("Card", "They hold it", "#By copies left", "#They think you do"),
            [(card.card, [card.chance, card.uniform, own.chance]) for card, own in pairs],
            {
                "They hold it": f"from everything they played, if they play {_POLICIES[policy]}",
                "By copies left": "from the unseen cards alone, whatever they played, as the table "
                "does",
                "They think you do": "what the cards that you played tell them about yours",
            },
            beliefs.note,
        )
    over = "You win the round" if followed.winner else "They win the round"
    if followed.winner is None:
        over = "The deck is empty: compare hands"
    yours = {True: "Your turn", False: "Their turn", None: "You begin"}
    return {
        "title": "At the table",
        "over": over,
        "head": "; ".join(followed.head),
        "lines": followed.turns,
        "example": "they play Guard, guessing Priest: missed",
        "faces": faces(followed.rules),
        "hand": view.hand if view else (),
        "drawer": yours[followed.is_own_turn],
        "draws": followed.draws,
        "player": "Or they begin" if followed.is_own_turn is None else "Their turn",
        "theirs": {} if view else _by_card(plays, {}),
        "own": _own(plays, advice, {}) if view else [],
        "advice": advice,
        "warnings": _warnings(advice),
        "beliefs": beliefs,
        "others": {
            words: _link(followed, name) for name, words in _POLICIES.items() if name != policy
        },
        "back": _link(followed.back(), policy) if followed.turns else "",
    }


def _warnings(advice: RoundAdvice | str | None) -> list[str]:
    """Return notices above the advice, such as the table's different choice."""
    if not isinstance(advice, RoundAdvice):
        return [advice] if advice else []
    cannot = "given what they may hold, no guess can hit; every other play is worse"
    notes = (advice.table_note, advice.surprise_note, cannot * (advice.actions[0].hit == 0))
    return [note for note in notes if note]


def _of_party(followed: FollowedParty, policy: str | None) -> dict[str, Any]:
    """Return the page's variables of a round at numbered seats."""
    beliefs = answer_or_reason(lambda: believed(followed, policy))
    wrong = beliefs if isinstance(beliefs, str) else ""
    round_, surprises = (followed.round, ()) if wrong else beliefs
    choosing, rules = followed.is_to_choose, round_.rules
    words = seat_words(followed.seat, followed.players)
    advice = advise_party(round_) if choosing and not wrong else None
    cards = () if followed.is_over else advice.held if advice else held_cards(round_)
    seats = list(dict.fromkeys(card.seat for card in cards))
    chances = {(card.card, card.seat): card.chance for card in cards}
    plays = next_plays(followed)
    assumed = {None: "by rules of thumb or at random", "table": _POLICIES["table"]}
    has_policy = followed.players == 2 and rules.chooses_twice
    return {
        "title": f"At a table of {followed.players}",
        "over": "The round is over",
        "head": f"{followed.variant.capitalize()} rules; you are seat {followed.seat}, dealt "
        f"{followed.dealt}" + f"; face up {followed.face_up}" * bool(followed.face_up),
        "lines": followed.lines,
        "example": "0 Guard on 2, guessing Priest",
        "faces": faces(rules),
        "hand": [rules.cards[card].name for card in own_cards(round_.view, followed.seat)]
        * choosing,
        "drawer": "Your turn",
        "draws": next_draws(followed),
        "player": words.get(round_.mover, "").capitalize()
        + f" (seat {round_.mover})" * (followed.players > 2),
        "theirs": {} if choosing else _by_card(plays, words),
        "own": _own(plays, advice, words) if choosing else [],
        "advice": advice,
        "warnings": [wrong] if wrong else [],
        "beliefs": None
        if followed.is_over
        else Beliefs(
            "What the others may hold",
            ["Card", *("#" * (len(seats) > 1) + words[seat].capitalize() for seat in seats)],
            [(c.name, [chances.get((c.name, seat), 0.0) for seat in seats]) for c in rules.cards],
            {"The chances": f"from all they played, if they play {assumed.get(policy, policy)}"},
            surprise_note(policy or "", surprises),
        ),
        "others": {
            words: _link(followed, name)
            for name, words in assumed.items()
            if has_policy and name != policy
        },
        "back": _link(followed.back(), policy) if followed.lines else "",
    }


def _by_card(
    plays: Iterable[Play[Any]], words: dict[int, str]
) -> dict[str, dict[str, list[Continuation]]]:
    """Return the outcomes of another player's plays by card and target."""
    cards: dict[str, dict[str, list[Continuation]]] = {}
    for play in plays:
        aim, _, guess = play.text.removeprefix(play.action.card).partition("guessing ")
        aim = _with_words(aim, words).strip(", ")
        cards.setdefault(play.action.card, {}).setdefault(aim, []).extend(
            outcome._replace(text=" ".join(filter(None, (guess, outcome.text))))
            for outcome in play.outcomes
        )
    return cards


def _with_words(text: str, words: dict[int, str]) -> str:
    """Return a play's text, its target in words such as *left*."""
    for seat, word in words.items():
        text = text.replace(f" on {seat}", f" on {word}")
    return text


def _own(
    plays: Sequence[Play[Any]], advice: Answer[Any, Any] | str | None, words: dict[int, str]
) -> list[OwnPlay]:
    """Return the player's plays, best first if advised, equivalent plays in one row."""
    if advice is None or isinstance(advice, str):
        return [OwnPlay(play.text, None, play.outcomes) for play in plays]
    outcomes = {play.action: play.outcomes for play in plays}
    texts = {play.action: _with_words(play.text, words) for play in plays}
    rows = []
    groups: Iterable[Sequence[ActionValue[Any]]] = getattr(
        advice, "groups", ((action,) for action in advice.actions)
    )
    for row, group in zip(advice.table.rows, groups, strict=True):
        results = outcomes[group[0].action]
        if len(group) > 1:
            results = tuple(
                outcome._replace(text=f"{texts[value.action]}: {outcome.text}")
                for value in group
                for outcome in outcomes[value.action]
            )
        rows.append(OwnPlay(row.cells[0], row, results))
    return rows


def _as_far_as_read(text: str) -> tuple[Followed | None, dict[str, Any] | None]:
    """Return a round's readable part and its first problem."""
    wrong = None
    while text.strip():
        try:
            return FollowedParty.read(text) or FollowedRound.read(text), wrong
        except LlqError as error:
            wrong = wrong or problem(error)
            text = text.rstrip().rpartition("\n")[0]
    return None, wrong


def _new_round(request: Request, variant: str, wrong: dict[str, Any] | None = None) -> HTMLResponse:
    """Show the form of a new round, problems included."""
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
    """Redirect to a new round."""
    query = request.query_params
    variant = query.get("variant", "classic")
    try:
        return RedirectResponse(_first_link(query, variant), 303)
    except UnknownGame:
        raise
    except LlqError as error:
        return _new_round(request, variant, problem(error))


def _first_link(query: Mapping[str, str], variant: str) -> str:
    """Return a new round's address."""
    players, seat = (
        read_option("love-letter", name, query.get(name) or default, 0)
        for name, default in (("players", "2"), ("seat", "0"))
    )
    if players != 2 or rules(variant).chooses_twice:
        party = FollowedParty(
            players, query.get("dealt", ""), (), seat, variant, query.get("face_up", "")
        )
        party.round  # noqa: B018 - for its errors
        return _link(party, None)
    lines = [
        f"{name.replace('_', ' ')}: {query[name]}"
        for name in ("variant", "face_up", "dealt")
        if query.get(name) and (name, query[name]) != ("variant", "classic")
    ]
    return _link(FollowedRound.read("\n".join(lines)), None)


def _link(followed: Followed, policy: str | None) -> str:
    choice = {} if policy is None else {"policy": policy}
    return f"{_TRACK}?{urlencode({'round': followed.text} | choice)}"
