"""A game alone: a hand and what it buys, and after each buy what it cost."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate
from secrets import randbelow
from typing import Any
from urllib.parse import urlencode

from fastapi import Request, Response

from llq.errors import IllegalState
from llq.query.dominion.table.analysis import analyse
from llq.query.dominion.table.lookups import lookup
from llq.query.dominion.table.table import WHOLE
from llq.query.play.sessions import Sitting
from llq.solver.dominion.solitaire.game_state import DominionState
from llq.web.dominion.explorer import explorer_link
from llq.web.dominion.questions import CARDS, asked, values_of, whole
from llq.web.pages.charts import Series, line_chart
from llq.web.pages.rendering import render

_DEFAULTS = {"seed": "1", "turns": "15", "moves": "", "hints": ""}
_LENGTHS = (5, 10, 15, 25, WHOLE)
_SEEDS = 1_000_000


def show_play(request: Request) -> Response:
    """Show the hand with a link for each buy, and what every buy so far cost."""
    values = values_of(request.query_params, _DEFAULTS, {})
    found, refusal = asked(lambda: _game(values))
    return render(
        request,
        "dominion/play.html",
        problem=refusal,
        values=values,
        lengths=_LENGTHS,
        next_seed=randbelow(_SEEDS),
        found=found,
    )


def _game(values: Mapping[str, str]) -> dict[str, Any]:
    turns = whole("turns", values["turns"])
    if not 1 <= turns <= WHOLE:
        raise IllegalState(f"a game here has 1 to {WHOLE} turns; got {turns}")
    sitting = Sitting.from_link(
        "dominion", {name: values[name] for name in ("seed", "turns", "moves")}
    )
    state = sitting.state
    assert isinstance(state, DominionState)  # for mypy: the variant is solitaire
    analysis = analyse(state)
    hints = values["hints"]
    shown: dict[str, Any] = {
        "state": state,
        "deck": [(card, state.view().cards[card.name]) for card in CARDS],
        "hand": [card for card, count in zip(CARDS, state.hand, strict=True) for _ in range(count)],
        "analysis": analysis,
        "is_over": sitting.is_over,
        "links": {
            buy.answer.turn: explorer_link(
                buy.answer.deck, buy.answer.turn, turns, buy.answer.coins
            )
            for buy in analysis.buys
        },
        "undo": _link(sitting.back_to(len(sitting.actions) - 1), hints)
        if sitting.actions
        else None,
        "again": _link(sitting.back_to(0), hints),
        "hints": _link(sitting, "" if hints else "yes"),
        "buys": [],
        "chart": None,
    }
    if sitting.is_over:
        values_after = [analysis.start, *(buy.chosen.value for buy in analysis.buys)]
        costs = accumulate((buy.cost for buy in analysis.buys), initial=0.0)
        shown["chart"] = line_chart(
            "Expected score and points lost, by turn",
            [
                Series("expected", list(enumerate(values_after)), 0),
                Series("lost", list(enumerate(costs)), 1),
            ],
            x_label="turns played",
            y_label="points",
        )
    else:
        view = state.view()
        answer = lookup(view.cards, view.coins, view.turn, view.turns)
        worth = {one.action: one for one in answer.actions}
        cards = {card.name: card for card in CARDS}
        shown["buys"] = [
            (cards.get(action.card or ""), worth[action], _link(sitting.play(number), hints))
            for number, _ in reversed(sitting.legal)
            for action in (state.action_of(number),)
        ]
    return shown


def _link(sitting: Sitting, hints: str) -> str:
    link = {"turns": str(WHOLE), **sitting.to_link()}  # a length that is the default is left out
    return f"/dominion/play?{urlencode(link | ({'hints': 'yes'} if hints else {}))}"
