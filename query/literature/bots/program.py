"""Packages that keep FishLab's protocol as players of ``fishlab``: a process a seat."""

from __future__ import annotations

from random import Random
from typing import Any

from llq.errors import IllegalState
from llq.query.bots.program import Dialect, Program
from llq.query.literature.bots.protocol import (
    CARD_OF,
    NAME_OF,
    PROTOCOL,
    RULES,
    SETS,
    event_of,
    hello,
    owners_of,
    request_of,
    rules_item,
)
from llq.query.literature.positions.history import hand_as_dealt
from llq.solver.literature.actions import Ask, Claim, Pass
from llq.solver.literature.positions.position import Position
from llq.solver.literature.rules import HALF, IN_HALF, Stage, card_name, cards_of, half_suit_name

FISHLAB = Dialect(PROTOCOL, "fishbot.json", "fishlab-bot/1", "FISHLAB_PROTOCOL")


class _Game:
    """What a seat was told of the game under way, which its chance tells from others."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.history: list[dict[str, Any]] = []
        self.counts = [RULES.pack.cards // RULES.players] * RULES.players


class FishlabProgram(Program):
    """A package's program as a player of ``fishlab``; see `Program`."""

    dialect = FISHLAB

    def choose(self, view: Position, random: Random) -> Ask:
        """Return the program's ask."""
        request, reply = self._ask(view, random)
        card = CARD_OF.get(reply.get("card", ""), -1)
        ask = Ask(reply.get("target", -1), card_name(card, RULES.pack) if card >= 0 else "")
        if reply.get("action") != "ask" or ask not in view.legal:
            self.refuse(request, reply, _why_not(view, reply))
        self.counters["ask"].acted += 1
        return ask

    def claim(self, view: Position, random: Random) -> Claim | None:
        """Return the program's claim, None if it declines."""
        seen = view.perspective
        is_off_turn = seen.stage is Stage.WINDOW and seen.turn != view.seat
        if is_off_turn and not self.manifest.poll_off_turn:
            return None
        request, reply = self._ask(view, random)
        if reply.get("action") == "none":
            if not view.may_decline:
                self.refuse(request, reply, "it is the last resort, and somebody must claim")
            return None
        half, owners = self._read_claim(request, reply, view.seat)
        if half_suit_name(half) not in view.claimable:
            if seen.stage is Stage.FORCED and view.may_decline:
                return None  # of another half suit than it was asked about: the sweep comes back
            self.refuse(request, reply, "that half suit cannot be claimed now")
        if view.may_decline and seen.needed_chance > float(reply.get("confidence", 1.0)):
            return None
        self.counters[request["op"]].acted += 1
        return Claim(half_suit_name(half), owners)

    def pass_turn(self, view: Position, random: Random) -> Pass:
        """Return to whom the program passes the turn."""
        request, reply = self._ask(view, random)
        if reply.get("action") != "pass" or reply.get("to") not in request["candidates"]:
            self.refuse(request, reply, f"the turn may pass to {request['candidates']}")
        self.counters["pass"].acted += 1
        return Pass(int(reply["to"]))

    def _read_claim(
        self, request: dict[str, Any], reply: dict[str, Any], seat: int
    ) -> tuple[int, tuple[int, ...]]:
        """Return the half suit and the holders of an answer that claims."""
        number, owners = reply.get("set"), reply.get("owner")
        if reply.get("action") != "declare" or type(number) is not int:
            self.refuse(request, reply, "it neither claims nor declines")
        if not 0 <= number < len(SETS) or not isinstance(owners, list):
            self.refuse(request, reply, f"sets are 0 to {len(SETS) - 1}, owner is six seats")
        team = range(seat % 2, RULES.players, 2)
        if len(owners) != IN_HALF or any(type(o) is not int or o not in team for o in owners):
            self.refuse(request, reply, f"owner is six seats of the team {[*team]}")
        return SETS[number], tuple(owners_of(SETS[number], tuple(owners)))

    def _ask(self, view: Position, random: Random) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return what a seat is asked, and the program's answer."""
        if view.rules != RULES:
            raise IllegalState(
                f"{self.name} plays by the rules of fishlab; got {view.rules.rules_id}"
            )
        number, seen = view.seat, view.perspective
        seat = self.seat(number, hello())
        game: _Game | None = seat.told
        if game is None or game.random is not random:
            game = seat.told = _Game(random)
            moves = [(move, "") for move in seen.moves]
            hand = hand_as_dealt(seen.hand, number, moves, RULES)
            self.talk(
                seat,
                {
                    "op": "new_game",
                    "seat": number,
                    "deck_sets": len(SETS),
                    "hand": [NAME_OF[card] for card in cards_of(hand)],
                    "rules": rules_item(),
                },
            )
        for move in seen.moves[len(game.history) :]:
            game.history.append(event_of(move, game.counts))
        request = request_of(view, game.history)
        return request, self.talk(seat, request)


def _why_not(view: Position, reply: dict[str, Any]) -> str:
    """Return the rule that an answer to ``ask`` breaks."""
    card, target, hand = reply.get("card"), reply.get("target"), view.hand
    if reply.get("action") != "ask":
        return "it was to ask"
    if card not in CARD_OF:
        return f"{card!r} is not a card"
    ours = card_name(CARD_OF[card], RULES.pack)
    if ours in hand:
        return f"it holds the {card}"
    half = CARD_OF[card] // IN_HALF
    if not view.perspective.hand >> IN_HALF * half & HALF:
        return f"it has no card of the half suit of the {card}"
    if target not in view.perspective.ask_targets:
        return f"seat {target!r} is not an opponent with cards"
    return "it is not legal"
