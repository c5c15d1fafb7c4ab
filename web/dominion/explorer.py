"""Dominion's explorer: any deck, the value of every buy, and the next turn."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from fastapi import Request, Response

from llq.query.dominion.table.analysis import hand_chances, hands
from llq.query.dominion.table.lookups import lookup
from llq.web.dominion.questions import CARDS, read_deck, values_of, whole
from llq.web.http.problems import answer_or_problem
from llq.web.http.words import reads
from llq.web.pages.rendering import render

_START = {card.name: "0" for card in CARDS} | {"copper": "7", "estate": "3"}
_DEFAULTS = _START | {"coins": "", "turn": "1", "turns": "31"}
_EXAMPLE = {"silver": "2", "coins": "5", "turn": "4"}


def explorer_link(deck: Mapping[str, int], turn: int, turns: int, coins: int | None = None) -> str:
    """Return a situation's address; without coins, before the draw."""
    fields = {name: count for name, count in deck.items() if str(count) != _START[name]}
    if coins is not None:
        fields["coins"] = coins
    return f"/dominion?{urlencode(fields | {'turn': turn, 'turns': turns})}"


@reads(*_DEFAULTS)
def show_explorer(request: Request) -> Response:
    """Show each buy's value for given coins, or the deck's possible hands."""
    values = values_of(request.query_params, _DEFAULTS, _EXAMPLE)
    answer, refusal = answer_or_problem(lambda: _answer(values))
    return render(
        request,
        "dominion/explorer.html",
        problem=refusal,
        values=values,
        cards=CARDS,
        steps=_step_links(values),
        page=answer,
        coins=_hand_links(values),
    )


def _answer(values: Mapping[str, str]) -> dict[str, Any]:
    deck, turn, turns = _situation(values)
    page: dict[str, Any] = {"deck": deck, "turn": turn, "turns": turns, "answer": None}
    if values["coins"]:
        answer = lookup(deck, whole("coins", values["coins"]), turn, turns)
        page["answer"] = answer
        page["next"] = {
            action.text: _next_link(deck, action.action.card, turn, turns)
            for action in answer.actions
        }
    else:
        page["hands"] = hands(deck, turn, turns)
        page["value"] = sum(
            hand.chance * action.value
            for hand in page["hands"]
            for action in hand.answer.actions[:1]
        )
    return page


def _next_link(deck: Mapping[str, int], card: str | None, turn: int, turns: int) -> str | None:
    """Return the next turn's address after a purchase; None after the last turn."""
    if turn == turns:
        return None
    after = {name: count + (name == card) for name, count in deck.items()}
    return explorer_link(after, turn + 1, turns)


def _situation(values: Mapping[str, str]) -> tuple[dict[str, int], int, int]:
    return read_deck(values), whole("turn", values["turn"]), whole("turns", values["turns"])


def _hand_links(values: Mapping[str, str]) -> list[tuple[int, float, str]]:
    """Return a hand's possible coins, with chance and address of each."""
    situation, _ = answer_or_problem(lambda: (*_situation(values), hand_chances(read_deck(values))))
    if situation is None:
        return []
    deck, turn, turns, chances = situation
    return [
        (coins, chance, explorer_link(deck, turn, turns, coins))
        for coins, chance in chances.items()
    ]


def _step_links(values: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """Return deck addresses by card: one copy fewer, one copy more."""
    situation, _ = answer_or_problem(lambda: _situation(values))
    if situation is None:
        return {}
    coins, _ = answer_or_problem(lambda: whole("coins", values["coins"]))
    return {
        name: (_step_link(*situation, coins, name, -1), _step_link(*situation, coins, name, 1))
        for name in situation[0]
    }


def _step_link(
    deck: Mapping[str, int], turn: int, turns: int, coins: int | None, name: str, step: int
) -> str:
    """Return a deck's address after a step of one card; empty if impossible."""
    stepped = {**deck, name: deck[name] + step}
    bought = sum(stepped.values()) - sum(map(int, _START.values()))
    if stepped[name] < int(_START[name]) or bought >= turns:
        return ""
    if coins is not None:
        chances, _ = answer_or_problem(lambda: hand_chances(stepped))
        if not chances:
            return ""
        target = coins
        coins = min(chances, key=lambda amount: abs(amount - target))
    return explorer_link(stepped, max(turn, bought + 1), turns, coins)
