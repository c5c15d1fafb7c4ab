"""Literature played by links: a person and partners against built-in players."""

from collections.abc import Collection, Mapping
from functools import partial
from typing import Any, cast

from fastapi import Request, Response
from markupsafe import Markup

from llq.errors import IllegalAction
from llq.query.literature.advice.advice import ADVISER, AskAdvice, advise
from llq.query.literature.advice.analysis import Analysis, JudgedAsk, analyse
from llq.query.literature.built_in_players import advisers, strategy_of
from llq.query.literature.positions.card_text import half_suit_words
from llq.query.literature.positions.notation import record
from llq.query.play.session_options import opponents
from llq.query.play.sessions import Sitting
from llq.solver.arguments import read_digits
from llq.solver.literature import rules
from llq.solver.literature.actions import Ask, Claim, Pass
from llq.solver.literature.game_state import UNCLAIMED, LiteratureState
from llq.web.games import Link
from llq.web.http.jobs import Job
from llq.web.http.page_routes import reads
from llq.web.literature.explorer import game_link
from llq.web.literature.grid import ask_table, grid_of
from llq.web.literature.wording import in_words
from llq.web.pages import sessions
from llq.web.pages.move_costs import judged_moves
from llq.web.pages.player_titles import player_title

LINK = Link("/literature/play", "Play", "Ask and claim, against bots of every strength.")

_MOST_SHOWN, _MOST_TOLD = 12, 6
_PLAYER = "greedy"
_OPTIONS = ("variant", "players", "claims", "limit", "mates", "others")
_CLAIMS = {"known": "what is certain is claimed at once", "free": "the player to move may claim"}


@reads(*sessions.LINK_PARAMETERS, *_OPTIONS, *(f"holder{seat}" for seat in range(6)))
async def show_play(
    request: Request,
    play: int | None = None,
    claim: str = "",
    advice: bool = False,
    judge: str = ADVISER,
) -> Response:
    """Show the person's turn, or redirect after an action.

    A ``claim`` is a half suit, such as ``LC``; ``holder0`` … ``holder5`` are who holds its cards.
    The asks of a finished game are judged by the values of ``judge``.
    """
    return await _PAGE.show(
        request,
        lambda sitting: _claimed(sitting, claim, request.query_params) if claim else play,
        partial(_table, advice=advice, judge=judge),
        advice=advice,
    )


def _begin(link: Mapping[str, str]) -> Sitting:
    """Return a new game by the form's choices, the person in seat 0."""
    variant = link.get("variant") or "somani"
    count = link.get("players") or "4"
    if variant in rules.RULES and read_digits(count) not in rules.RULES[variant].player_counts:
        count = str(rules.RULES[variant].players)
    mates, others = (link.get(name) or _PLAYER for name in ("mates", "others"))
    players = read_digits(count)
    seats = range(1, players if players in rules.PLAYER_COUNTS else 4)
    new = {
        "seed": sessions.new_seed(),
        "players": count,
        "variant": variant,
        "claims": link.get("claims") or "known",
        "against": ",".join(others if seat % 2 else mates for seat in seats),
    }
    return Sitting.from_link("literature", new)


def _setup(sitting: Sitting | None) -> dict[str, Any]:
    """Return the new-game form, preset from this game."""
    players = [info for info in opponents("literature", "somani") if "untrained" not in info.name]
    fields = {
        "players": sessions.FormField("Players", rules.PLAYER_COUNTS),
        "mates": sessions.FormField("Your partners", players),
        "others": sessions.FormField("The other team", players),
        "variant": sessions.FormField("Rules", {name: player_title(name) for name in rules.RULES}),
        "claims": sessions.FormField("Claims", _CLAIMS),
    }
    chosen = {
        "players": "4", "variant": "somani", "claims": "known", "mates": _PLAYER, "others": _PLAYER
    }  # fmt: skip
    if sitting is not None:
        options = sitting.state.options
        chosen |= {name: str(options[name]) for name in ("players", "variant", "claims")}
        for step, team in enumerate(("others", "mates"), start=1):
            chosen[team] = sitting.players[(sitting.seat + step) % sitting.state.players]
    return {"fields": fields, "players": players, "chosen": chosen}


def _claimed(sitting: Sitting, claim: str, link: Mapping[str, str]) -> int:
    """Return the action that claims a half suit with the form's holders."""
    holders = [link.get(f"holder{place}", "") for place in range(rules.HALF_SIZE)]
    if not all(len(seat) == 1 and seat.isdecimal() for seat in holders):
        raise IllegalAction(f"a claim says who holds each of the six cards; got {holders}")
    state = cast(LiteratureState, sitting.state)
    seats = tuple(map(int, holders))
    if any(seat not in range(sitting.seat % 2, state.players, 2) for seat in seats):
        raise IllegalAction(f"a claim names players of one team; got seats {', '.join(holders)}")
    return state.find_action(Claim(claim, seats))


def _table(
    sitting: Sitting, replay: sessions.Replay | None, job: Job, *, advice: bool, judge: str
) -> dict[str, Any]:
    """Return the table's data: the present game or a replay step."""
    at = replay.at if replay else len(sitting.actions)
    state, seat = cast(LiteratureState, sitting.states[at]), sitting.seat
    history = sitting.history

    def call(called: int) -> str:
        return "you" if called == seat else f"player {called}"

    since = max((index for index, move in enumerate(history) if move.seat == seat), default=0)
    table = _public_table(state, seat) | {
        "call": call,
        "spoken": partial(in_words, call=call),
        "since": history[:at][-_MOST_TOLD:] if replay else history[since:],
        "history": history[:at],
        "toggle": _PAGE.address(sitting, advice=not advice),
        "link": sitting.to_link() | ({"advice": "yes"} if advice else {}),
        "advice": None,
        "judged": None,
        "chart": None,
        "asks": (),
        "passes": (),
        "claims": (),
        "explorer": "",
        "most_shown": _MOST_SHOWN,
        "most_told": _MOST_TOLD,
    }
    if replay:
        analysis = analyse(sitting.record, seat, player=strategy_of(judge), progress=job.progress)
        asks = _judged_asks(sitting, analysis)
        chart = _score_chart(sitting, asks, at)
        costly = (
            (str(ask.move), game_link(ask.answer.game), ask)
            for ask in analysis.mistakes[:_MOST_SHOWN]
        )
        costs = judged_moves(costly, "move")
        table |= {"analysis": analysis, "costs": costs, "judged": asks.get(at), "chart": chart}
    if state.is_terminal:
        table["judge"] = judge
        table["judges"] = [
            (adviser.name, _PAGE.address(sitting, judge=adviser.name) + "#costs")
            for adviser in advisers()
            if adviser.needs or adviser.name == ADVISER
        ]
    elif state.current_player == seat:
        view = state.view()
        table["explorer"] = game_link(record(view))
        if not replay:
            table |= _choices(sitting, state, advise(view) if advice else None)
    return table


def _public_table(state: LiteratureState, seat: int) -> dict[str, Any]:
    """Return what a seat sees of the table now: its hand, won half suits, and all asks."""
    owners, pack = state.owners, state.rules.pack
    halves = range(pack.half_suits)
    live = [half for half in halves if owners[half] == UNCLAIMED]
    return {
        "seat": seat,
        "seats": range(state.players),
        "sizes": [hand.bit_count() for hand in state.hands],
        "turn": state.current_player,
        "hand": rules.card_names(state.hands[seat], pack),
        "won": [
            [half_suit_words(half) for half in halves if owners[half] == team]
            for team in (seat % 2, 1 - seat % 2)
        ],
        "asked": ask_table(state.events, state.rules, live or halves),
    }


def _score_chart(sitting: Sitting, asks: Mapping[int, JudgedAsk], at: int) -> Markup:
    """Return a chart of the team's half suits, won ones and its share of the rest, ask by ask."""
    team, end = sitting.seat % 2, len(sitting.actions)
    chances = {before: ask.answer.chances for before, ask in asks.items()}
    values = []
    for before, by_card in (chances | {end: {}}).items():
        won = cast(LiteratureState, sitting.states[before]).owners.count(team)
        expected = sum(sum(by_seat[team::2]) for by_seat in by_card.values())
        values.append((before, won + expected / rules.HALF_SIZE))
    return sessions.evaluation_chart(values, at, unit="half suits")


def _judged_asks(sitting: Sitting, analysis: Analysis) -> dict[int, JudgedAsk]:
    """Return the person's judged asks, by the number of preceding actions."""
    places = [
        before
        for before, (state, action) in enumerate(zip(sitting.states, sitting.actions, strict=False))
        if state.current_player == sitting.seat
        and isinstance(cast(LiteratureState, state).action_of(action), Ask)
    ]
    return dict(zip(places, sorted(analysis.asks, key=lambda ask: ask.move), strict=True))


def _choices(sitting: Sitting, state: LiteratureState, advice: AskAdvice | None) -> dict[str, Any]:
    """Return the person's legal actions, and advice on request."""
    actions = {state.action_of(action): action for action, _ in sitting.legal}
    asks = {action: number for action, number in actions.items() if isinstance(action, Ask)}
    passes = {action: number for action, number in actions.items() if isinstance(action, Pass)}
    claimable = {action.half_suit for action in actions if isinstance(action, Claim)}
    return {
        "asks": _opponents(state, asks, None if advice is None else advice.chances),
        "passes": [(action.player, number) for action, number in passes.items()],
        "claims": _claim_forms(state, sitting.seat, claimable),
        "mates": range(sitting.seat % 2, state.players, 2),
        "advice": advice,
        "grid": () if advice is None else grid_of(advice, lambda *_: ""),
    }


def _opponents(
    state: LiteratureState,
    actions: Mapping[Ask, int],
    chances: Mapping[str, tuple[float, ...]] | None,
) -> list[tuple[int, list[Any]]]:
    """Return the mover's possible targets, each with its half suits: words and cards to ask for."""
    pack, choices = state.rules.pack, []
    for target in sorted({action.player for action in actions}):
        rows = []
        for half in range(pack.half_suits):
            cards = []
            for name in (rules.card_name(card, pack) for card in rules.half_suit_cards(half)):
                number = actions.get(Ask(target, name))
                chance = None if chances is None or number is None else chances[name][target]
                cards.append({"name": name, "action": number, "chance": chance})
            if any(card["action"] is not None for card in cards):
                rows.append((half_suit_words(half), cards))
        choices.append((target, rows))
    return choices


def _claim_forms(
    state: LiteratureState, seat: int, claimable: Collection[str]
) -> list[tuple[str, str, list[tuple[str, bool]]]]:
    """Return each claimable half suit: name, words, and cards, flagged if the seat holds them."""
    hand, pack = state.hands[seat], state.rules.pack
    forms = []
    for half in range(pack.half_suits):
        if (name := rules.half_suit_name(half)) in claimable:
            cards = [
                (rules.card_name(card, pack), bool(hand >> card & 1))
                for card in rules.half_suit_cards(half)
            ]
            forms.append((name, half_suit_words(half), cards))
    return forms


_PAGE = sessions.SittingPage(game="literature", begin=_begin, setup=_setup)
