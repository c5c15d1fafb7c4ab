"""Solo Dominion, played by links and judged buy by buy."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from itertools import accumulate
from typing import Any

from fastapi import Request, Response
from markupsafe import Markup

from llq.errors import IllegalState
from llq.query.dominion.table.analysis import Analysis, analyse
from llq.query.dominion.table.lookups import lookup
from llq.query.dominion.table.table import WHOLE
from llq.query.play.sessions import Sitting
from llq.solver.dominion.solitaire.game_state import DominionState
from llq.web.dominion.decks import CARDS
from llq.web.dominion.explorer import explorer_link
from llq.web.games import Link
from llq.web.http.jobs import Job
from llq.web.http.page_routes import reads
from llq.web.pages import sessions
from llq.web.pages.charts import Series
from llq.web.pages.move_costs import judged_moves

LINK = Link("/dominion/play", "Play", "A game alone, with what each of your buys costs.")

_LENGTHS = (5, 10, 15, 25, WHOLE)
_TURNS = 15
_NUMBER = {"type": "number", "min": 0, "max": 999_999_999, "inputmode": "numeric"}
_FIELDS = {
    "turns": sessions.FormField("Turns", _LENGTHS),
    "seed": sessions.FormField("Deal number", attributes=_NUMBER | {"placeholder": "any"}),
}


@reads(*sessions.LINK_PARAMETERS, "turns")
async def show_play(request: Request, play: int | None = None, hints: str = "") -> Response:
    """Show the current hand with purchase links, or a replay step; redirect after a buy."""
    page_data = partial(_page_data, with_hints=bool(hints))
    return await _PAGE.show(request, lambda _: play, page_data, hints=bool(hints))


def _begin(link: Mapping[str, str]) -> Sitting:
    """Return a new game by the form's choices."""
    return _read({"seed": sessions.new_seed(), "turns": link.get("turns") or str(_TURNS)})


def _setup(sitting: Sitting | None) -> dict[str, Any]:
    """Return options for a new game's form, preset from the current game."""
    turns = _TURNS if sitting is None else sitting.options.get("turns", WHOLE)
    return {"fields": _FIELDS, "players": (), "chosen": {"turns": str(turns)}}


def _read(link: Mapping[str, str]) -> Sitting:
    names = ("seed", "turns", "moves")
    sitting = Sitting.from_link("dominion", {name: link[name] for name in names if link.get(name)})
    turns = sitting.options.get("turns", WHOLE)
    if not 1 <= turns <= WHOLE:
        raise IllegalState(f"a game here has 1 to {WHOLE} turns; got {turns}")
    return sitting


def _page_data(
    sitting: Sitting, replay: sessions.Replay | None, _job: Job, *, with_hints: bool
) -> dict[str, Any]:
    """Return page data: the current game, or a replay step."""
    step = replay.at if replay else len(sitting.actions)
    state = sitting.states[step]
    assert isinstance(state, DominionState)  # for mypy: the variant is solitaire
    analysis = analyse(sitting.state)
    view, done = state.view(), analysis.buys[:step]
    buy = analysis.buys[step] if step < len(analysis.buys) else None
    costs = [(str(buy.answer.turn), explorer_link(buy.answer), buy) for buy in reversed(done)]
    return {
        "state": state,
        "with_hints": with_hints,
        "other_hints": _PAGE.address(sitting, hints=not with_hints),
        "deck": [(card, view.cards[card.name]) for card in CARDS],
        "hand": [card for card, count in zip(CARDS, state.hand, strict=True) for _ in range(count)],
        "analysis": replace(analysis, buys=done),
        "buy": buy,
        "chart": _score_chart(analysis, step) if replay else None,
        "explorer": explorer_link(buy.answer) if buy else "",
        "costs": judged_moves(costs, "turn"),
        "buys": [] if replay else _buys(sitting, state, with_hints),
    }


def _buys(sitting: Sitting, state: DominionState, with_hints: bool) -> list[tuple[Any, Any, str]]:
    """Return each legal buy, most expensive first: card, value and address."""
    view = state.view()
    answer = lookup(view.cards, view.coins, view.turn, view.turns)
    worth = {buy.action: buy for buy in answer.actions}
    cards = {card.name: card for card in CARDS}
    address = _PAGE.address(sitting, hints=with_hints)
    buys = []
    for number, _ in reversed(sitting.legal):
        action = state.action_of(number)
        buys.append((cards.get(action.card or ""), worth[action], f"{address}&play={number}"))
    return buys


def _score_chart(analysis: Analysis, step: int) -> Markup:
    """Return a chart of expected score and lost points, marked at a step."""
    values = [analysis.start, *(buy.chosen.value for buy in analysis.buys)]
    costs = accumulate((buy.cost for buy in analysis.buys), initial=0.0)
    lost = Series("lost", list(enumerate(costs)), 1)
    return sessions.evaluation_chart([*enumerate(values)], step, unit="points", also=[lost])


_PAGE = sessions.SittingPage(game="dominion", begin=_begin, setup=_setup, read=_read)
