"""Love Letter at the table of several: a real round followed by what one seat sees."""

from __future__ import annotations

from typing import Any, NamedTuple
from urllib.parse import urlencode

from fastapi import Request
from starlette.responses import RedirectResponse, Response

from llq.errors import LlqError
from llq.query.love_letter.multiplayer.advice import (
    PartyAdvice,
    PartyValue,
    advise_party,
    held_cards,
    own_cards,
    seat_words,
)
from llq.query.love_letter.multiplayer.continuations import next_draws, next_plays
from llq.query.love_letter.multiplayer.notation import FollowedParty
from llq.query.love_letter.multiplayer.policy_beliefs import believed
from llq.query.love_letter.rounds.analysis import analyse
from llq.query.love_letter.rounds.beliefs import surprise_note
from llq.query.love_letter.rounds.followed_rounds import Continuation, Play
from llq.solver.love_letter.multiplayer.words import PartyAction
from llq.web.http.problems import answer_or_reason, problem
from llq.web.love_letter.card_faces import faces
from llq.web.pages.rendering import render

TRACK = "/love-letter/track"
POLICY = "table"


class PartyPlay(NamedTuple):
    """An own action, its value and possible results."""

    worth: PartyValue | None
    text: str
    outcomes: tuple[Continuation, ...]


def party_link(followed: FollowedParty, policy: str | None = None) -> str:
    """Return the address of a followed round."""
    more = {} if policy is None else {"policy": policy}
    return f"{TRACK}?{urlencode({'round': followed.text} | more)}"


def show_party(
    request: Request, followed: FollowedParty, typed: str, slip: dict[str, Any] | None
) -> Response:
    """Show a round as far as it has come, or go to it with the line that was added.

    A line that does not fit is shown in its field, with what is wrong with it.
    """
    query = request.query_params
    policy = query.get("policy") or None
    if slip is None and query.get("add", "").strip():
        try:
            return RedirectResponse(party_link(followed.hearing(query["add"]), policy), 303)
        except LlqError as error:
            slip = problem(error)
    found = answer_or_reason(lambda: believed(followed, policy))
    wrong = found if isinstance(found, str) else ""
    round_, surprises = (followed.round, ()) if isinstance(found, str) else found
    plays = next_plays(followed)
    advice = advise_party(round_) if followed.is_to_choose and not wrong else None
    held = held_cards(round_)
    words = seat_words(followed.seat, followed.players)
    seats = list(dict.fromkeys(card.seat for card in held))
    chances: dict[tuple[str, int], float] = {(card.card, card.seat): card.chance for card in held}
    rules = followed.round.rules
    other = POLICY if policy is None else None
    return render(
        request,
        "love_letter/track_party.html",
        problem=slip,
        typed=typed,
        line=query.get("add", ""),
        followed=followed,
        policy=policy,
        other_policy=party_link(followed, other)
        if followed.players == 2 and rules.chooses_twice
        else "",
        faces=faces(rules),
        hand=[rules.cards[card].name for card in own_cards(followed.round.view, followed.seat)],
        draws=next_draws(followed),
        theirs=[] if followed.is_to_choose else _by_card(plays, words),
        advised=_advised(plays, advice, words) if followed.is_to_choose else [],
        advice=advice,
        wrong=wrong,
        note=surprise_note(policy or "", surprises),
        words=words,
        seats=seats,
        beliefs=[
            (card.name, [chances.get((card.name, seat), 0.0) for seat in seats])
            for card in rules.cards
        ],
        judged=answer_or_reason(lambda: analyse(followed)) if followed.is_over else None,
        back=party_link(followed.back(), policy) if followed.lines else "",
        new_link=TRACK,
    )


def _by_card(
    plays: list[Play[PartyAction]], words: dict[int, str]
) -> dict[str, dict[str, list[Continuation]]]:
    """Return the outcomes of another seat's plays by card, and by whom each is aimed at."""
    cards: dict[str, dict[str, list[Continuation]]] = {}
    for play in plays:
        aim, _, guess = play.text.removeprefix(play.action.card).partition(", guessing ")
        aim = _with_words(aim, words).strip()
        cards.setdefault(play.action.card, {}).setdefault(aim, []).extend(
            outcome._replace(text=" ".join(filter(None, (guess, outcome.text))))
            for outcome in play.outcomes
        )
    return cards


def _with_words(text: str, words: dict[int, str]) -> str:
    """Return a play's text with the seat that it is aimed at as the player calls it."""
    for seat, word in words.items():
        text = text.replace(f" on {seat}", f" on {word}")
    return text


def _advised(
    plays: list[Play[PartyAction]], advice: PartyAdvice | None, words: dict[int, str]
) -> list[PartyPlay]:
    """Return the player's actions, best first where values are known, those alike in one row."""
    if advice is None:
        return [PartyPlay(None, one.text, one.outcomes) for one in plays]
    by_action = {one.action: one for one in plays}
    rows = []
    for row, group in zip(advice.shown, advice.groups, strict=True):
        outcomes = [
            outcome._replace(text=f"{_with_words(one.text, words)}: {outcome.text}")
            for one in group
            for outcome in by_action[one.action].outcomes
        ]
        single = by_action[group[0].action].outcomes
        rows.append(PartyPlay(row, row.text, tuple(outcomes) if len(group) > 1 else single))
    return rows
