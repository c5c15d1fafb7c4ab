"""Love Letter's bot contract: the mover's view, and the solved table as a bot."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from llq.errors import IllegalState, UnknownStrategy
from llq.query.bots.contract import GameContract, plain
from llq.query.love_letter.table.lookups import lookup
from llq.solver.love_letter.rounds.party_state import PartyView
from llq.solver.love_letter.rounds.record import History
from llq.solver.love_letter.views import View


def _state_of(view: View | PartyView) -> dict[str, Any]:
    rules, hand = view.rules, view.hand
    if isinstance(view, PartyView):
        names = ("seat", "hand", "alive", "protected", "known", "unseen")
        return {"variant": rules.variant} | {name: plain(getattr(view, name)) for name in names}
    discards = Counter({card.name: card.copies for card in rules.cards})
    discards.subtract(view.unseen)
    discards.subtract(hand)
    state: dict[str, Any] = {
        "variant": rules.variant,
        "hand": hand,
        "opponent": view.opponent,
        "opponent_knows": view.opponent_knows,
        "handmaid": view.handmaid,
    }
    if view.held:
        state["chancellor"] = True
    if view.record is not None:
        state |= {"history": view.history, "face_up": view.history.face_up}
        discards.subtract(view.history.face_up)
    if rules.spy_rule is not None and view.record is not None:
        own, opponent = _discards(view.history)
        state |= {"discarded": own, "opponent_discarded": opponent}
    else:
        state["seen"] = {name: copies for name, copies in discards.items() if copies}
    return dict(plain(state))


def _discards(history: History) -> tuple[list[str], list[str]]:
    """Return both players' discards, own pile first."""
    own: list[str] = []
    opponent: list[str] = []
    for turn in history.turns:
        pile, other_pile = (own, opponent) if turn.is_own else (opponent, own)
        pile.append(turn.action.card)
        if turn.discarded is not None:
            (pile if turn.action.target == "self" else other_pile).append(turn.discarded)
    return own, opponent


def _find_bot(player: str) -> Callable[[dict[str, Any], Random], Any]:
    if player != CONTRACT.usual:
        raise UnknownStrategy(f"the bot of Love Letter is {CONTRACT.usual}; got {player!r}")
    return _look_up


def _look_up(state: dict[str, Any], _: Random) -> Any:
    if "alive" in state:
        raise IllegalState(f"{CONTRACT.usual} plays with two; llq love-letter advise knows several")
    question = {name: part for name, part in state.items() if name not in ("hand", "history")}
    return lookup(*state["hand"], values=False, **question).best


CONTRACT = GameContract(game="love-letter", state_of=_state_of, find=_find_bot)
