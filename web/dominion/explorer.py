"""Dominion's explorer: any deck, the value of every buy, and the next turn."""

from collections.abc import Mapping
from typing import Any, NamedTuple, Self
from urllib.parse import urlencode

from fastapi import Request, Response

from llq.query.dominion.table.analysis import hand_chances, hands
from llq.query.dominion.table.lookups import lookup
from llq.web.dominion.questions import CARDS, read_deck, values_of, whole
from llq.web.games import Link
from llq.web.http.jobs import as_page_job
from llq.web.http.page_routes import reads
from llq.web.http.problems import answer_or_problem
from llq.web.pages.rendering import render

LINK = Link("/dominion", "Explorer", "Any deck: every buy with what it is worth.")

_START = {card.name: "0" for card in CARDS} | {"copper": "7", "estate": "3"}
_DEFAULTS = _START | {"coins": "", "turn": "1", "turns": "31"}
_EXAMPLE = {"silver": "2", "coins": "5", "turn": "4"}


class Situation(NamedTuple):
    """A deck before a turn."""

    deck: Mapping[str, int]
    turn: int
    turns: int

    @classmethod
    def read(cls, values: Mapping[str, str]) -> Self:
        """Read a situation from a form's fields."""
        return cls(
            read_deck(values), whole("turn", values["turn"]), whole("turns", values["turns"])
        )

    def link(self, coins: int | None = None) -> str:
        """Return the explorer's address for it; without coins, before the draw."""
        fields = {name: count for name, count in self.deck.items() if str(count) != _START[name]}
        if coins is not None:
            fields["coins"] = coins
        return f"{LINK.path}?{urlencode(fields | {'turn': self.turn, 'turns': self.turns})}"

    def next_link(self, card: str | None) -> str | None:
        """Return the next turn's address after a purchase; None after the last turn."""
        if self.turn == self.turns:
            return None
        deck = {name: count + (name == card) for name, count in self.deck.items()}
        return Situation(deck, self.turn + 1, self.turns).link()


@as_page_job
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
    situation = Situation.read(values)
    page: dict[str, Any] = {"turn": situation.turn, "turns": situation.turns, "answer": None}
    if values["coins"]:
        coins = whole("coins", values["coins"])
        page["answer"] = lookup(situation.deck, coins, situation.turn, situation.turns)
        actions = page["answer"].actions
        page["next"] = {action.text: situation.next_link(action.action.card) for action in actions}
    else:
        page["hands"] = hands(*situation)
        page["value"] = sum(hand.chance * hand.answer.actions[0].value for hand in page["hands"])
    return page


def _hand_links(values: Mapping[str, str]) -> list[tuple[int, float, str]]:
    """Return a hand's possible coins, with chance and address of each."""
    situation, _ = answer_or_problem(lambda: Situation.read(values))
    chances, _ = answer_or_problem(lambda: hand_chances(read_deck(values)))
    if situation is None or chances is None:
        return []
    return [(coins, chance, situation.link(coins)) for coins, chance in chances.items()]


def _step_links(values: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """Return deck addresses by card: one copy fewer, one copy more."""
    situation, _ = answer_or_problem(lambda: Situation.read(values))
    if situation is None:
        return {}
    coins, _ = answer_or_problem(lambda: whole("coins", values["coins"]))
    return {
        name: (_step_link(situation, coins, name, -1), _step_link(situation, coins, name, 1))
        for name in situation.deck
    }


def _step_link(situation: Situation, coins: int | None, name: str, step: int) -> str:
    """Return a deck's address after a step of one card; empty if impossible."""
    deck = {**situation.deck, name: situation.deck[name] + step}
    bought = sum(deck.values()) - sum(map(int, _START.values()))
    if deck[name] < int(_START[name]) or bought >= situation.turns:
        return ""
    stepped = Situation(deck, max(situation.turn, bought + 1), situation.turns)
    if coins is None:
        return stepped.link()
    chances, _ = answer_or_problem(lambda: hand_chances(deck))
    return stepped.link(min(chances, key=lambda amount: abs(amount - coins))) if chances else ""
