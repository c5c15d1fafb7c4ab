"""Sueca played by links: a person and a partner against two built-in players."""

from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple, cast

from fastapi import Request, Response
from markupsafe import Markup

from llq.query.play.session_options import opponents
from llq.query.play.sessions import ShownMove, Sitting
from llq.query.sueca.advice.advice import advise
from llq.query.sueca.advice.analysis import Analysis, JudgedCard, analyse
from llq.query.sueca.advice.quantities import adviser
from llq.query.sueca.positions.notation import items_of
from llq.query.sueca.stakes import StakedState
from llq.query.sueca.variants import rules
from llq.solver.sueca.game_state import SuecaState
from llq.solver.sueca.rules import HAND_SIZE, SEATS, SUIT_SYMBOLS, Seat
from llq.web.games import Link
from llq.web.http.jobs import Job
from llq.web.http.page_routes import reads
from llq.web.pages import sessions
from llq.web.pages.move_costs import judged_moves
from llq.web.sueca import explorer
from llq.web.sueca.advice import FIRST_SAMPLES, advice_parts

LINK = Link("/sueca/play", "Play", "A table of four: you and a partner against two.")

_OTHERS = (Seat.NORTH, Seat.WEST, Seat.EAST)
_OPTIONS = ("trump_from", "leader", "stakes", *(seat.name.lower() for seat in _OTHERS))
_PLAYER = "strong"
_TRUMPS = {
    "random": "a random draw",
    "first": "the dealer's first card",
    "last": "the dealer's last card",
}
_RULE_FIELDS = {
    "trump_from": sessions.FormField("Trumps from", _TRUMPS),
    "stakes": sessions.FormField(
        "What results count", attributes={"placeholder": "120=4 drawn=x2 to=4 at=3-2"}
    ),
}
_COLOURS_IN_TURN = (0, 1, 3, 2)  # spades, hearts, clubs, diamonds


class Trick(NamedTuple):
    """A trick as the page shows it."""

    leader: Seat
    cards: dict[Seat, str]
    """By seat, in the order of play."""
    outcome: str
    """Winner in words, empty while unfinished."""


@reads(*sessions.LINK_PARAMETERS, *_OPTIONS)
async def show_play(request: Request, play: int | None = None, advice: bool = False) -> Response:
    """Show a table of four, or redirect after a card."""
    return await _PAGE.show(request, lambda _: play, partial(_table, advice=advice), advice=advice)


def _begin(link: Mapping[str, str]) -> Sitting:
    """Return a new game by the form's choices: South against a random deal."""
    against = [link.get(seat.name.lower(), "") or _PLAYER for seat in _OTHERS]
    new = {"seed": sessions.new_seed(), "seat": str(int(Seat.SOUTH)), "against": ",".join(against)}
    new |= {name: link[name] for name in ("trump_from", "stakes") if link.get(name)}
    return Sitting.from_link("sueca", new)


def _setup(sitting: Sitting | None) -> dict[str, Any]:
    """Return the new-game form, preset from this game."""
    players = opponents("sueca", rules().variant)
    titles = {seat: seat.name.title() for seat in _OTHERS} | {Seat.NORTH: "North, your partner"}
    fields = {
        seat.name.lower(): sessions.FormField(title, players) for seat, title in titles.items()
    }
    return {"fields": fields | _RULE_FIELDS, "players": players, "chosen": _chosen(sitting)}


def _chosen(sitting: Sitting | None) -> dict[str, str]:
    """Return the new-game form's choices, preset from this game."""
    if sitting is None or sitting.seat != Seat.SOUTH:
        return {seat.name.lower(): _PLAYER for seat in _OTHERS} | {"trump_from": "random"}
    state, players = cast(StakedState, sitting.state), zip(_OTHERS, sitting.against, strict=True)
    chosen = {seat.name.lower(): player for seat, player in players}
    return chosen | {"trump_from": str(state.trump_from), "stakes": str(state.stakes)}


def _table(
    sitting: Sitting, replay: sessions.Replay | None, job: Job, *, advice: bool
) -> dict[str, Any]:
    """Return the table's data: the present game or a replay step."""
    turn = replay.at if replay else len(sitting.actions)
    state, history = cast(StakedState, sitting.states[turn]), sitting.history[:turn]
    tricks = _tricks(history)
    under_way = tricks.pop() if tricks and len(tricks[-1].cards) < SEATS else None
    seat = Seat(sitting.seat)
    own_points, other_points = state.observation(seat)["points"].tolist()
    own_tricks = len(tricks) - state.tricks if seat % 2 else state.tricks
    links = {
        name: f"{_PAGE.address(sitting, advice=advice)}&play={action}"
        for action, name in sitting.legal
    }
    last = max((index for index, play in enumerate(history) if play.seat == seat), default=-1)
    table: dict[str, Any] = {
        "seat": seat,
        "seat_names": [place.name.title() for place in Seat],
        "seats": [Seat((seat + step) % SEATS) for step in (2, 3, 1, 0)],
        "trick": under_way,
        "tricks": tricks,
        "newcomers": {Seat(play.seat) for play in history[last + 1 :]},
        "hand": _hand(state, seat),
        "links": links,
        "points": (own_points, other_points),
        "taken": (own_tricks, len(tricks) - own_tricks),
        "trump": SUIT_SYMBOLS[state.trump],
        "advice": None,
        "judged": None,
        "chart": None,
        "toggle": _PAGE.address(sitting, advice=not advice),
        "explorer": "",
    }
    if replay:
        analysis = analyse(sitting.record, seat, progress=job.progress)
        table |= {
            "analysis": analysis,
            "costs": judged_moves(
                ((str(card.trick), "", card) for card in analysis.cards), "trick"
            ),
            "judged": {_cards_before(card): card for card in analysis.cards}.get(turn),
            "chart": _points_chart(sitting, analysis, turn),
        }
    if state.is_terminal:
        sides = (
            (own_points, own_tricks, seat % 2),
            (other_points, HAND_SIZE - own_tricks, 1 - seat % 2),
        )
        table["games"] = [state.stakes.games(*side) for side in sides]
    elif state.current_player == seat:
        position = state.view()
        stakes = {"stakes": str(state.stakes)}
        table["explorer"] = explorer.PAGE.link.address(items_of(position) | stakes)
        if advice and not replay:
            table |= advice_parts(advise(position, adviser(FIRST_SAMPLES), stakes=state.stakes))
    return table


def _points_chart(sitting: Sitting, analysis: Analysis, turn: int) -> Markup:
    """Return a chart of promised and final points, by choice."""
    values = sorted(
        (_cards_before(card), card.answer.actions[0].total or 0.0) for card in analysis.cards
    )
    points = cast(SuecaState, sitting.state).observation(sitting.seat)["points"].tolist()[0]
    return sessions.evaluation_chart(
        [*values, (len(sitting.actions), points)], turn, unit="points of 120"
    )


def _cards_before(card: JudgedCard) -> int:
    return len(card.answer.position.played) + len(card.answer.position.trick)


def _tricks(history: list[ShownMove]) -> list[Trick]:
    tricks = []
    for start in range(0, len(history), SEATS):
        plays = history[start : start + SEATS]
        cards = {Seat(play.seat): play.text for play in plays}
        tricks.append(Trick(Seat(plays[0].seat), cards, plays[-1].shown))
    return tricks


def _hand(state: SuecaState, seat: int) -> list[str]:
    """Return a hand by suit in alternating colours, trumps and strongest cards first."""
    hand = [action for action in range(state.action_count) if state.hands[seat] >> action & 1]
    suits = sorted(_COLOURS_IN_TURN, key=lambda suit: suit != state.trump)
    hand.sort(key=lambda action: (suits.index(action // 10), -action))
    return list(map(state.action_text, hand))


_PAGE = sessions.SittingPage(game="sueca", begin=_begin, setup=_setup)
