"""Rounds of two as one player remembers them, read from either notation."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING

from llq.errors import IllegalState
from llq.query.love_letter.multiplayer.notation import read_line
from llq.query.love_letter.rounds.turn_text import ENDINGS, SpokenTurn
from llq.solver.love_letter.multiplayer import rounds
from llq.solver.love_letter.multiplayer.rounds import UNKNOWN
from llq.solver.love_letter.multiplayer.watched_round import SeenTurn, WatchedRound
from llq.solver.love_letter.responses.round_replay import ReplayedRound
from llq.solver.love_letter.rounds.record import History, PastTurn
from llq.solver.love_letter.rules import Action, Argument, Consequence, Rules
from llq.solver.love_letter.table.states import state_space
from llq.solver.love_letter.turn import DISCARDS, SEES_THEIRS, SWAPS, compares
from llq.solver.love_letter.views import View

if TYPE_CHECKING:  # an import cycle otherwise
    from llq.query.love_letter.multiplayer.followed_party import FollowedParty

_NOT_TO_BE_DRAWN = 3  # of the cards not seen: both hands and the aside card


class _RoundOfTwo(WatchedRound):
    """Watched two-player round; policies weigh the opponent's possible cards."""

    def call(self, seat: int) -> str:
        """Return a seat's name in messages."""
        return "the player" if seat == self.seat else "the opponent"

    def weigh(self, before: object) -> None:
        """Leave likelihoods alone."""


class Reading:
    """Round read so far: turns and the player's knowledge."""

    def __init__(self, rules: Rules, face_up: list[str], dealt: str) -> None:
        self.rules = rules
        self.face_up, self.dealt = tuple(face_up), dealt
        self.known = ReplayedRound(rules, face_up, dealt)
        self.watched: WatchedRound | None = None
        """Round by seats, available after the first turn identifies the starter."""
        self.turns: list[PastTurn] = []
        self.drawn = ""
        self.winner: bool | None = None
        """Whether the player won, known after the final turn."""

    def copy(self) -> Reading:
        """Return an independent copy of the round."""
        other = copy(self)
        other.known, other.turns = copy(self.known), self.turns.copy()
        other.known.unseen = self.known.unseen.copy()
        other.watched = self.watched and self.watched.copy()
        return other

    @property
    def history(self) -> History:
        """The round so far; ``drawn`` is empty out of turn."""
        is_first = self.watched is None or self.watched.seat == 0
        return History(is_first, self.face_up, self.dealt, self.drawn, tuple(self.turns))

    @property
    def cards_left(self) -> int:
        """How many cards the deck holds."""
        return sum(self.known.unseen) - _NOT_TO_BE_DRAWN

    def view(self) -> View:
        """Return the player's current view."""
        if not self.drawn and self.turns and self.turns[-1].is_own:
            raise IllegalState(
                "it is the opponent's turn: end with what they play and the card that you draw"
            )
        if not self.drawn:
            raise IllegalState(
                "the card drawn for this turn is missing: end with a line such as 'I draw Guard'"
            )
        state = self.known.decision(self.drawn, -1).state
        if reason := state_space(self.rules).explain(state):
            raise IllegalState(reason)
        return View(self.rules, state, self.history)

    def take(self, spoken: SpokenTurn) -> None:
        """Go on by one turn."""
        self._check_order(spoken)
        round_ = self.watched
        if round_ is None:
            face_up, seat = map(self.rules.card, self.face_up), int(not spoken.is_own)
            round_ = _RoundOfTwo(self.rules, 2, seat, self.rules.card(self.dealt), [*face_up])
            self.watched = round_
        if spoken.drawn is not None:  # a turn to be played is told whole again
            (round_ if spoken.played else round_.copy()).draw(self.rules.card(spoken.drawn))
        if spoken.played is None:
            self.drawn = spoken.drawn or ""
            return
        action, before = self.action(spoken), round_.copy()
        seen_turn = self._seen_turn(spoken, action, round_)
        round_.hear(seen_turn)
        if seen_turn.out >= 0:
            self.winner = seen_turn.out != round_.seat
            return
        turn = past_turn(before, round_, seen_turn, spoken.drawn, action)
        if spoken.is_own:
            self.known.play(turn, spoken.drawn or "")
        else:
            self.known.watch(turn)
        self.turns.append(turn)

    def _check_order(self, spoken: SpokenTurn) -> None:
        """Raise IllegalState unless a turn of its player may follow."""
        if self.drawn:
            raise IllegalState(f"nothing may follow 'I draw {self.drawn}', the turn to be played")
        if self.turns and self.turns[-1].is_own == spoken.is_own:
            missing = "the opponent's" if spoken.is_own else "your own"
            raise IllegalState(f"two turns in a row by one player: {missing} is missing in between")
        if self.winner is not None:
            raise IllegalState("nothing may follow the turn that ended the round")
        if self.cards_left <= 0:
            raise IllegalState("no card is left to be drawn: the round was over before this turn")

    def action(self, spoken: SpokenTurn) -> Action:
        """Return a turn's action, without checking its legality."""
        rules = self.rules
        on_mover = None if spoken.target is None else (spoken.target == "me") == spoken.is_own
        card = rules.cards[rules.card(spoken.played or "")]
        target, argument = None, card.effect.row.argument
        if argument == Argument.TARGET:
            maid = self._is_protected(spoken)
            if maid and on_mover is False:
                raise IllegalState(f"against a Handmaid a {card.name} can only hit its own player")
            if on_mover is None and not maid:
                raise IllegalState(
                    f"say whom the {card.name} hits: '{card.name} on me' or '{card.name} on them'"
                )
            target = "self" if maid or on_mover else "opponent"
        elif spoken.target is not None:
            raise IllegalState(f"a {card.name} has no target to choose: leave out {spoken.target}")
        if argument == Argument.CARD and spoken.guess is None:
            raise IllegalState(f"say what the {card.name} guesses: '{card.name}, guessing Baron'")
        action = Action(card.name, guess=spoken.guess, target=target)
        if action not in rules.action_numbers:
            does = "cannot guess" if argument == Argument.CARD else "guesses nothing, not"
            raise IllegalState(f"a {card.name} {does} a {spoken.guess}")
        return action

    def _seen_turn(self, spoken: SpokenTurn, action: Action, round_: WatchedRound) -> SeenTurn:
        """Return a spoken turn in seat notation."""
        rules, cards = self.rules, spoken.cards
        card, mover = rules.card(action.card), round_.mover
        row = rules.cards[card].effect.row
        is_comparison, is_guess = compares(int(row.may)), bool(row.may & Consequence.HITS)
        if {"equal": not is_comparison, "missed": not is_guess}.get(spoken.result):
            raise IllegalState(f"the result of a {action.card} is never {spoken.result}")
        named = rules.card(action.guess) if action.guess else UNKNOWN
        target = mover if action.target == "self" else 1 - mover
        if action.target is None and not (row.is_aimed and rounds.open_seats(round_.view)):
            target = named = UNKNOWN
        hands = round_.hands_beside(card)
        discard = rules.card(cards["discard"]) if "discard" in cards else UNKNOWN
        out = mover if row.is_deadly else UNKNOWN
        if row.may & Consequence.DISCARDS:
            discard = hands[target] if discard < 0 else discard
            is_deadly = discard >= 0 and rules.cards[discard].effect.row.is_deadly
            out = target if is_deadly else UNKNOWN
        elif spoken.result in ENDINGS and (is_comparison or is_guess) and target >= 0:
            out = target if spoken.result == "won" else mover
        if spoken.result in ENDINGS and out < 0:
            maid = " against a Handmaid" * self._is_protected(spoken)
            raise IllegalState(f"a {action.card}{maid} ends no round so")
        if out >= 0 and discard < 0:
            discard = named if is_guess else hands[out]
        shown = cards.get("see", cards.get("get"))
        if target == round_.seat and mover != target and not row.may & Consequence.SHOWS_OWN:
            own = rules.cards[hands[target]].name
            if shown not in (None, own):
                raise IllegalState(f"the player holds {own}; got {shown}")
            shown = None
        return SeenTurn(
            card, target, named, out, discard,
            saw=UNKNOWN if shown is None else rules.card(shown),
            drew=(rules.card(cards["draw"]),) if "draw" in cards else (),
        )  # fmt: skip

    def _is_protected(self, spoken: SpokenTurn) -> bool:
        """Return whether the mover's target has a Handmaid."""
        return self.known.maid if spoken.is_own else self.known.own_maid


def history_of(followed: FollowedParty) -> History:
    """Return a player's memory of a two-player round.

    A guess blocked by a Handmaid is not recorded; the first legal guess stands in.
    """
    round_, seat = replace(followed, lines=()).round.copy(), followed.seat
    names, drawn, extra, turns = round_.names, "", tuple[str, ...](), list[PastTurn]()
    dealt, left = names[round_.view[rounds.HAND + seat]], round_.view[rounds.REST :].tolist()
    cards = zip(round_.rules.cards, left, strict=False)
    face_up = tuple(card.name for card, rest in cards for _ in range(card.copies - rest))
    for line in followed.lines:
        before, event = round_.copy(), read_line(round_, line)
        if isinstance(event, int):
            round_.draw(event)
            drawn = names[event]
            continue
        round_.hear(event)
        if round_.view[rounds.PHASE] == rounds.KEEP:  # the player's own, still to be made
            extra = tuple(names[card] for card in event.drew)
            continue
        is_own = before.mover == seat
        own_draw = drawn if is_own else None
        turns.append(past_turn(before, round_, event, own_draw, _action(before, event)))
        drawn = "" if is_own else drawn
    return History(seat == 0, face_up, dealt, drawn, tuple(turns), extra)


def past_turn(
    before: WatchedRound, after: WatchedRound, turn: SeenTurn, drawn: str | None, action: Action
) -> PastTurn:
    """Convert a turn to two-player form, using knowledge before and after.

    ``drawn`` is the card that the player drew for a turn of their own.
    """
    seat, names = before.seat, [*before.names, None]  # -1, no card, reads None
    is_own, is_aimed = before.mover == seat, turn.target >= 0
    may = int(before.party.cards[turn.card, rounds.MAY]) if is_aimed else 0
    is_tie = compares(may) and turn.out < 0
    looks = bool(may & SEES_THEIRS) and not compares(may)
    own, opponent = (int(after.view[rounds.HAND + player]) for player in (seat, 1 - seat))
    is_gained = may & SWAPS or (may & DISCARDS and turn.target == seat) or turn.kept >= 0
    returned = list[int]()
    if turn.kept >= 0:
        returned = [*before.view[[rounds.HAND + seat, rounds.DRAWN]].tolist(), *turn.drew]
        for card in (turn.card, turn.kept, turn.last):
            returned.remove(card)
        returned.append(turn.last)
    return PastTurn(
        is_own=is_own,
        action=action,
        drawn=drawn,
        discarded=names[turn.gone] if may & DISCARDS else None,
        gained=names[own] if is_gained else None,
        seen=names[opponent] if is_tie or may & SWAPS or (looks and is_own) else None,
        result="missed" if turn.named >= 0 and turn.out < 0 else "equal" if is_tie else "",
        is_exposed=bool(is_tie or may & SWAPS or (looks and not is_own)),
        extra=tuple(before.names[card] for card in turn.drew if turn.kept >= 0),
        returned=tuple(before.names[card] for card in returned),
    )


def _action(before: WatchedRound, turn: SeenTurn) -> Action:
    """Return a turn's action in two-player form."""
    target, names = None, before.names
    if int(before.party.cards[turn.card, rounds.MAY]) & DISCARDS:
        target = "self" if turn.target == before.mover else "opponent"
    return next(
        action
        for action in before.rules.actions
        if (action.card, action.target) == (names[turn.card], target)
        and (turn.named < 0 or action.guess == names[turn.named])
    )
