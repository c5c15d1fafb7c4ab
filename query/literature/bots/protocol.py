"""The protocol ``fishlab-json-v1``: its names of cards and half suits, and the state of a request.

A request carries all that everyone has seen, so that it can be answered on its own; here it becomes
a row of the engine as the seat sees it, and the log of such a row becomes a request's history.

References
----------
.. [1] FishLab, docs/BOT_PACKAGE.md: github.com/dylann4500/fishbot.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from llq.errors import IllegalState
from llq.query.bots.answering import fault
from llq.solver.literature.log import (
    Asked,
    Claimed,
    Move,
    Passed,
    decode_holders,
)
from llq.solver.literature.positions.perspective import Perspective
from llq.solver.literature.positions.position import Position
from llq.solver.literature.rules import (
    FORCED_ORDER,
    HALF_SUITS,
    IN_HALF,
    LADDER,
    Stage,
    card_name,
    cards_of,
    find_rules,
    mask_of,
)

PROTOCOL = "fishlab-json-v1"
RULES = find_rules("fishlab")
SEATS = RULES.players
_STAGES = {
    "ask": Stage.ASK,
    "pass": Stage.PASS,
    "declare_poll": Stage.WINDOW,
    "forced": Stage.FORCED,
}
SETS = FORCED_ORDER
"""Our half suits in the protocol's order."""
_EIGHTS = (3, 2, 1, 0, 4, 5)  # of the eights our places, which run C D H S there S H D C
_JOKERS = {"XR": "RJ", "XB": "BJ"}
_CARDS = [
    IN_HALF * half + (_EIGHTS[place] if half == HALF_SUITS else place)
    for half in SETS
    for place in range(IN_HALF)
]
NAMES = [_JOKERS.get(card_name(c, RULES.pack), card_name(c, RULES.pack)) for c in _CARDS]
"""The protocol's 54 cards, in its order."""
NAME_OF = dict(zip(_CARDS, NAMES, strict=True))
"""The protocol's name of each of our cards."""
CARD_OF = dict(zip(NAMES, _CARDS, strict=True))
SUITS = {"S": "Spades", "H": "Hearts", "D": "Diamonds", "C": "Clubs"}
SET_NAMES = [
    *(f"{half} {suit}" for suit in SUITS.values() for half in ("Low", "High")),
    "Eights & Jokers",
]


def owners_of(half: int, holders: tuple[int, ...]) -> list[int]:
    """Return who holds a half suit, cards in the protocol's order, from ours; or the reverse."""
    return [holders[place] for place in (_EIGHTS if half == HALF_SUITS else range(IN_HALF))]


def hello() -> dict[str, Any]:
    """Return what the request that opens a conversation says of the game."""
    return {"seats": SEATS, "set_size": IN_HALF, "cards": NAMES, "sets": SET_NAMES}


def rules_item() -> dict[str, Any]:
    """Return the rules as requests have them."""
    return {
        "out_of_turn_declare": True,
        "cardless_may_declare": True,
        "max_asks": RULES.most_asks,
        "deck_sets": len(SETS),
    }


# From a position to a request


def state_of(position: Position, history: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the state of a request to a seat, given the events so far."""
    seen = position.perspective
    owners = [seen.owners[half] for half in SETS]
    forced = seen.stage is Stage.FORCED
    return {
        "seat": seen.seat,
        "turn": seen.seat if forced else seen.turn,
        "deck_sets": len(SETS),
        "hand": [NAME_OF[card] for card in cards_of(seen.hand)],
        "hand_counts": list(seen.sizes),
        "score": [owners.count(0), owners.count(1)],
        "set_active": [owner < 0 for owner in owners],
        "set_winner": [None if owner < 0 else owner for owner in owners],
        "n_asks": seen.asks,
        "rules": rules_item(),
        "history": history,
    }


def event_of(move: Move, counts: list[int]) -> dict[str, Any]:
    """Return a move as an event of the history; ``counts`` are changed to those after it."""
    if isinstance(move, Asked):
        counts[move.seat] += move.held
        counts[move.target] -= move.held
        event = {"t": "ask", "actor": move.seat, "target": move.target}
        return event | {"card": NAME_OF[move.card], "success": move.held, "counts": counts[:]}
    if isinstance(move, Claimed):
        right = move.said == move.true
        for seat in range(SEATS):
            counts[seat] -= move.true.count(seat) if right else move.lost[seat]
        return {
            "t": "declare",
            "actor": move.seat,
            "set": SETS.index(move.half_suit),
            "forced": move.rung > 0,
            "success": right,
            "winner": move.seat % 2 if right else 1 - move.seat % 2,
            "owner": owners_of(move.half_suit, move.said),
            "counts": counts[:],
        }
    return {"t": "pass", "actor": move.seat, "target": move.target, "counts": counts[:]}


def request_of(position: Position, history: list[dict[str, Any]]) -> dict[str, Any]:
    """Return what a seat that is to act is asked."""
    seen, state = position.perspective, state_of(position, history)
    if seen.stage is Stage.ASK:
        return {"op": "ask", "state": state}
    if seen.stage is Stage.PASS:
        return {"op": "pass", "candidates": list(seen.pass_targets), "state": state}
    if seen.stage is Stage.WINDOW:
        return {"op": "declare_poll", "state": state}
    return {
        "op": "forced",
        "set": SETS.index(seen.claimable[0]),
        "threshold": seen.needed_chance,
        "last_resort": not seen.may_decline,
        "state": state,
    }


# From a request to a position


def position_of(request: Mapping[str, Any]) -> Position:
    """Return what a seat sees by a request for a decision.

    Raises
    ------
    IllegalState
        The request is not one, or its events, hand and counts do not fit together.
    """
    try:
        return _position_of(request)
    except (LookupError, TypeError, ValueError) as error:
        if isinstance(error, IllegalState):
            raise
        raise IllegalState(f"not a request of {PROTOCOL}: {fault(error)}") from None


def _position_of(request: Mapping[str, Any]) -> Position:
    state, op = request.get("state"), request.get("op")
    if op not in _STAGES:
        raise IllegalState(f"unknown request {op!r}")
    if not isinstance(state, Mapping):
        raise IllegalState(f"a request {op!r} needs a state")
    if state.get("deck_sets", len(SETS)) != len(SETS):
        raise IllegalState(f"the deck has {state['deck_sets']} half suits; {len(SETS)} are played")
    seat, hand = _seat(state["seat"]), mask_of(CARD_OF[name] for name in state["hand"])
    counts, moves = [RULES.pack.cards // SEATS] * SEATS, []
    for number, event in enumerate(state["history"], start=1):
        move = _move_of(event, counts, number)
        if event_of(move, counts)["counts"] != list(event["counts"]):
            raise IllegalState(f"event {number} leaves hands of {counts}, not {event['counts']}")
        moves.append(move)
    if counts != list(state["hand_counts"]) or counts[seat] != hand.bit_count():
        raise IllegalState(
            f"the events leave hands of {counts}; the request has {state['hand_counts']} and "
            f"{hand.bit_count()} cards of seat {seat}"
        )
    half, rung = 0, 0
    if op == "forced":
        half = SETS[request["set"]]
        rung = _rung(float(request["threshold"]), bool(request["last_resort"]))
    seen = Perspective.at_offer(
        RULES, seat, hand, moves, _seat(state["turn"]), _STAGES[op], half, rung=rung
    )
    return Position(seen)


def _move_of(event: Mapping[str, Any], counts: list[int], number: int) -> Move:
    """Return an event as a move; ``counts`` are the hands before it."""
    actor = _seat(event["actor"])
    if event["t"] == "ask":
        card = CARD_OF[event["card"]]
        return Asked(actor, _seat(event["target"]), card, bool(event["success"]))
    if event["t"] == "pass":
        return Passed(actor, _seat(event["target"]))
    half = SETS[event["set"]]
    said = tuple(owners_of(half, tuple(map(_seat, event["owner"]))))
    if event["success"]:
        return Claimed(actor, half, said, said)
    lost = tuple(before - after for before, after in zip(counts, event["counts"], strict=True))
    if min(lost) < 0 or sum(lost) != IN_HALF:
        raise IllegalState(f"event {number} takes {lost} cards from the seats, not six")
    return Claimed(actor, half, said, (), lost)


def _rung(threshold: float, last: bool) -> int:
    """Return the first rung of the ladder that asks for no more than a threshold."""
    if last:
        return len(LADDER) - 1
    return next(rung for rung, chance in enumerate(LADDER) if chance <= threshold + 1e-9)


def _seat(number: Any) -> int:
    if type(number) is not int or not 0 <= number < SEATS:
        raise IllegalState(f"seats are 0 to {SEATS - 1}; got {number!r}")
    return number


# Decisions as answers


def claim_answer(half: int, said: int, confidence: float) -> dict[str, Any]:
    """Return the answer that claims a half suit; ``said`` is holders as `log` codes them."""
    return {
        "action": "declare",
        "set": SETS.index(half),
        "owner": owners_of(half, decode_holders(said)),
        "confidence": confidence,
    }
