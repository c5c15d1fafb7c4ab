"""Rounds as one player remembers them, whichever notation they are told in."""

from __future__ import annotations

from typing import NamedTuple

from llq.solver.love_letter.responses.round_replay import replay
from llq.solver.love_letter.rounds import referee
from llq.solver.love_letter.rounds.record import History, PastTurn
from llq.solver.love_letter.rounds.round_row import SeenTurn
from llq.solver.love_letter.rounds.watched_round import WatchedRound
from llq.solver.love_letter.rules import Action
from llq.solver.love_letter.turn import DISCARDS, SEES_THEIRS, SWAPS, compares
from llq.solver.love_letter.views import View


class HeardTurn(NamedTuple):
    """A turn and the round before it."""

    before: RememberedRound
    turn: SeenTurn
    action: Action | None
    """The action in two-player form, if the notation says it."""

    @property
    def is_own(self) -> bool:
        """Whether the turn was the player's own."""
        return self.before.mover == self.before.seat


class RememberedRound(WatchedRound):
    """Watched round with its turns; where two play, they make a player's `History`."""

    heard_turns: tuple[HeardTurn, ...] = ()

    def hear(self, turn: SeenTurn, action: Action | None = None) -> None:
        """Record a whole turn of the mover; raise as `WatchedRound.hear` does."""
        before = self.copy()
        super().hear(turn)
        self.heard_turns += (HeardTurn(before, turn, action),)

    @property
    def hand(self) -> tuple[str, ...]:
        """The player's cards by name, ascending."""
        return tuple(self.names[card] for card in referee.hand_cards(self.view, self.seat))

    @property
    def drawn(self) -> str:
        """The card drawn for the turn to be played, empty before the draw."""
        return [*self.names, ""][self.now.drawn]

    @property
    def winner(self) -> bool | None:
        """Whether the player won by the last turn; None before, or while hands are compared."""
        out = self.heard_turns[-1].turn.out if self.heard_turns else referee.UNKNOWN
        return None if out < 0 else out != self.seat

    @property
    def remembered_turns(self) -> tuple[HeardTurn, ...]:
        """The turns that make the player's memory."""
        return self.heard_turns

    @property
    def has_played_last(self) -> bool | None:
        """Whether the player had the last remembered turn; None before the first."""
        return self.remembered_turns[-1].is_own if self.remembered_turns else None

    @property
    def history(self) -> History:
        """The memory of one of two players.

        A guess blocked by a Handmaid is not recorded at seats; the first legal one stands in.
        """
        names, turns, extra = self.names, self.remembered_turns, tuple[int, ...]()
        start, *afters = [*(heard.before for heard in self.heard_turns), self]
        rest = zip(self.rules.cards, start.now.unseen, strict=False)
        current: RememberedRound = self
        if self.now.is_keep:  # the player's own choice, still to be made
            current, exchange, _ = turns[-1]
            turns, extra = turns[:-1], exchange.drew
        return History(
            is_first=self.seat == 0,
            face_up=tuple(card.name for card, left in rest for _ in range(card.copies - left)),
            dealt=names[start.now.hands[self.seat]],
            drawn=current.drawn,
            turns=tuple(_past_turn(*pair) for pair in zip(turns, afters, strict=False)),
            extra=tuple(names[card] for card in extra),
        )

    @property
    def decision(self) -> View:
        """The player's view of a turn to be played by one of two, the card drawn."""
        history = self.history
        return View(self.rules, replay(self.rules, history)[-1].state, history)


def _past_turn(heard: HeardTurn, after: WatchedRound) -> PastTurn:
    """Convert a turn to two-player form, using knowledge before and after."""
    before, turn, action = heard
    seat, names, drawn = before.seat, [*before.names, None], before.now.drawn  # None is no card
    may = before.rules.cards[turn.card].effect.row.may if turn.target >= 0 else 0
    is_tie = compares(may) and turn.out < 0
    looks = bool(may & SEES_THEIRS) and not compares(may)
    # The player's card is another after a swap, a discard by a Prince, and an exchange.
    own, opponent = (after.now.hands[player] for player in (seat, 1 - seat))
    is_gained = may & SWAPS or (may & DISCARDS and turn.target == seat) or turn.kept >= 0
    returned = list[int]()
    if turn.kept >= 0:
        returned = [before.now.hands[seat], drawn, *turn.drew]
        for card in (turn.card, turn.kept, turn.last):
            returned.remove(card)
        returned.append(turn.last)
    return PastTurn(
        is_own=heard.is_own,
        action=action or _action(before, turn),
        drawn=names[drawn],
        discarded=names[turn.gone] if may & DISCARDS else None,
        gained=names[own] if is_gained else None,
        seen=names[opponent] if is_tie or may & SWAPS or (looks and heard.is_own) else None,
        result="missed" if turn.named >= 0 and turn.out < 0 else "equal" if is_tie else "",
        is_exposed=bool(is_tie or may & SWAPS or (looks and not heard.is_own)),
        extra=tuple(before.names[card] for card in turn.drew if turn.kept >= 0),
        returned=tuple(before.names[card] for card in returned),
    )


def _action(before: WatchedRound, turn: SeenTurn) -> Action:
    """Return a turn's action in two-player form."""
    target, names = None, before.names
    if before.rules.cards[turn.card].effect.row.may & DISCARDS:
        target = "self" if turn.target == before.mover else "opponent"
    return next(
        action
        for action in before.rules.actions
        if (action.card, action.target) == (names[turn.card], target)
        and (turn.named < 0 or action.guess == names[turn.named])
    )
