"""Race page: two decks, the supply, and winning chances of purchases."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from fastapi import Request, Response

from llq.errors import TakesTooLong
from llq.query.dominion.race.answers import RaceAnswer, race_lookup, race_of
from llq.query.dominion.race.notation import RaceSituation, race_hands, race_situation
from llq.solver.dominion.kingdom.cards import certain_cards
from llq.solver.dominion.race.space import RaceSpace
from llq.solver.dominion.rules import deck_words
from llq.web.dominion.questions import CARDS, read_deck, values_of, whole
from llq.web.games import Link
from llq.web.http.jobs import Job, as_job
from llq.web.http.page_routes import reads
from llq.web.http.problems import answer_or_problem
from llq.web.pages.environment import words
from llq.web.pages.rendering import render

LINK = Link("/dominion/race", "Race", "Two decks: every buy with its chance to win.")

_STATES_A_SECOND = 10_000_000
"""States solved per second on a busy machine, a third of an idle one's."""

_SIDES = {"mine": "Your deck", "theirs": "Their deck"}
_DEFAULTS = {
    f"{side}_{card.name}": {"copper": "7", "estate": "3"}.get(card.name, "0")
    for side in _SIDES
    for card in CARDS
} | {"coins": "", "seat": "first", "card": "", "mine_copies": "0", "theirs_copies": "0"}


def _decks(mine: str, theirs: str) -> dict[str, str]:
    """Return the fields of two decks written as counts of silver, gold, duchy and province."""
    names = ("silver", "gold", "duchy", "province")
    return {
        f"{side}_{name}": count
        for side, text in (("mine", mine), ("theirs", theirs))
        for name, count in zip(names, text.split(), strict=True)
    }


_EXAMPLES = {
    "Two Provinces left, behind": _decks("5 4 0 3", "5 4 2 3") | {"coins": "8", "seat": "second"},
    "The last Province would lose": _decks("5 4 0 3", "5 4 1 4") | {"coins": "8"},
    "Duchy or Gold": _decks("4 3 0 2", "5 3 0 2") | {"coins": "6"},
    "With Smithy for sale": _decks("4 3 0 3", "5 4 1 3")
    | {"coins": "5", "card": "smithy", "mine_copies": "1", "seat": "second"},
    "The first hand": {"coins": "4"},
}
"""Fields by example title; a bare link shows the first."""


@as_job
@reads(*_DEFAULTS)
def show_race(request: Request, job: Job) -> Response:
    """Show two decks and, for given coins, every buy's winning chance."""
    values = values_of(request.query_params, _DEFAULTS, next(iter(_EXAMPLES.values())))
    answer, refusal = answer_or_problem(lambda: _solve_page(values, job))
    hands, _ = answer_or_problem(lambda: race_hands(_deck(values, "mine"), values["card"]))
    return render(
        request,
        "dominion/race.html",
        problem=refusal,
        values=values,
        sides=_SIDES,
        cards=CARDS,
        kingdom={"": "none"} | {card.name: words(card.name) for card in certain_cards()},
        page=answer,
        hands=[
            (coins, chance, _link(values, coins=str(coins)))
            for coins, chance in (hands or {}).items()
        ],
        examples=[(name, _link(fields)) for name, fields in _EXAMPLES.items()],
    )


def _deck(values: Mapping[str, str], side: str) -> dict[str, int]:
    """Return a deck from the form's fields, copies of the kingdom card included."""
    deck, card = read_deck(values, f"{side}_"), values["card"]
    copies = whole(f"copies of {card or 'a kingdom card'}", values[f"{side}_copies"] or "0")
    if card:
        deck[card] = copies
    return deck


def _solve_page(values: Mapping[str, str], job: Job) -> dict[str, Any]:
    card = values["card"] or None
    mine, theirs = (_deck(values, side) for side in _SIDES)
    coins = whole("coins", values["coins"]) if values["coins"] else min(race_hands(mine, card))
    situation = race_situation(mine, theirs, coins=coins, seat=values["seat"], card=card)
    page: dict[str, Any] = {"situation": situation, "answer": None}
    if values["coins"]:
        _check_solving_time(situation, job.limits.seconds)
        answer = race_lookup(
            mine, theirs, coins=coins, seat=values["seat"], card=card, progress=job.progress
        )
        page["answer"] = answer
        page["next"] = {
            action.text: _next_link(values, action.action.card, answer) for action in answer.actions
        }
    return page


def _check_solving_time(situation: RaceSituation, seconds: float) -> None:
    """Refuse a situation that takes longer to solve than a page has."""
    states = RaceSpace(race_of(situation)).states
    if states > seconds * _STATES_A_SECOND:
        card = f" --card {situation.card}" if situation.card else ""
        raise TakesTooLong(
            f"solving {states:,} states from here may take {states / _STATES_A_SECOND:.0f} "
            f"seconds, and a page has {seconds:g}; ask later in the game, or: llq dominion race "
            f'lookup --mine "{deck_words(situation.mine)}" --theirs '
            f'"{deck_words(situation.theirs)}" --coins {situation.coins} --seat {situation.seat}'
            f"{card}"
        )


def _next_link(values: Mapping[str, str], card: str | None, answer: RaceAnswer) -> str | None:
    """Return the opponent's next turn as a link; None after the game's end."""
    if card == "province" and answer.situation.left["province"] == 1:
        return None
    after = dict(values) | {"seat": "second" if values["seat"] == "first" else "first"}
    names = {kind.name: kind.name for kind in CARDS}
    if answer.situation.card:
        names["copies"] = answer.situation.card
    for field, name in names.items():
        after[f"theirs_{field}"] = str(answer.situation.mine.get(name, 0) + (name == card))
        after[f"mine_{field}"] = str(answer.situation.theirs.get(name, 0))
    return _link(after, coins="")


def _link(values: dict[str, str], **changes: str) -> str:
    """Return a situation's address, without default fields."""
    fields = {name: value for name, value in (values | changes).items() if value != _DEFAULTS[name]}
    return f"{LINK.path}?{urlencode(fields or {'seat': 'first'})}"
