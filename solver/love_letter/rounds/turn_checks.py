"""Checks of a turn against the rules and what the player who follows the round knows."""

from collections.abc import Callable
from typing import NamedTuple

from llq.errors import IllegalState
from llq.solver.array_types import Ints
from llq.solver.love_letter import turn as effects
from llq.solver.love_letter.rounds import referee
from llq.solver.love_letter.rounds.round_row import SeenTurn


class TurnCheck(NamedTuple):
    """A turn of the mover, and the round as its player sees it before."""

    turn: SeenTurn
    hands: list[int]
    """Each seat's card, where known, beside the card played."""
    view: Ints
    cards: Ints
    """Of `referee.Party`."""
    names: list[str]
    seat: int
    """The player's."""
    call: Callable[[int], str]
    """Function from a seat to what messages call it."""

    def check(self) -> None:
        """Raise `IllegalState` if the turn cannot be."""
        turn, names, name, me = self.turn, self.names, self.names[self.turn.card], self._mover
        kept, may = self.hands[me], int(self.cards[turn.card, referee.MAY])
        is_aimed, is_shown = turn.target >= 0, turn.gone >= 0
        if kept >= 0 and referee.is_barred(self.cards, turn.card, kept):
            raise IllegalState(f"beside {name} the {names[kept]} must be played")
        self._check_target()
        if turn.out >= 0 and turn.out not in (me, turn.target):
            raise IllegalState(f"{self.call(turn.out)} cannot go out by that {name}")
        # Of the last two the round ends, and nobody need show a card.
        is_shown_or_last = is_shown or len(referee.seats_in(self.view[referee.ALIVE])) == 2
        if self.cards[turn.card, referee.GUESSES] and is_aimed:
            self._check_guess()
        elif effects.compares(may) and is_aimed:
            if turn.out >= 0 and not is_shown_or_last:
                raise IllegalState(f"say the card of who went out, such as: {turn.out} out, Guard")
            self._check_comparison()
        elif may & effects.DISCARDS:
            self._check_discard()
        elif may == effects.LOSES:
            if turn.out != me or not is_shown_or_last:
                raise IllegalState(f"say the other card of who played {name}, such as: Guard")
        elif turn.out >= 0 or is_shown:
            raise IllegalState(f"nobody discards by that {name}")
        self._check_sight()

    @property
    def _mover(self) -> int:
        return int(self.view[referee.MOVER])

    def _check_target(self) -> None:
        """Check a play's target and named card."""
        turn, cards, name = self.turn, self.cards, self.names[self.turn.card]
        aim, targets = cards[turn.card, referee.AIM], referee.open_seats(self.view)
        if turn.target >= 0:
            is_own = aim == referee.AT_ANYBODY and turn.target == self._mover
            if aim == referee.AT_NOBODY:
                raise IllegalState(f"{name} is aimed at nobody")
            is_seat = turn.target in range(self.view[referee.SEATS])
            if not is_seat or not (targets >> turn.target & 1 or is_own):
                raise IllegalState(
                    f"{name} cannot be aimed at {self.call(turn.target)}: out of the round, "
                    "protected, or the player's own"
                )
        elif aim == referee.AT_ANYBODY or (aim == referee.AT_OTHERS and targets):
            raise IllegalState(f"say at whom {name} is aimed, such as: {name} on 1")
        if cards[turn.card, referee.GUESSES] and turn.target >= 0:
            if turn.named < 0 or cards[turn.named, referee.GUESSES]:
                raise IllegalState(
                    f"{name} names a card of another kind, such as: guessing {self.names[-1]}"
                )
        elif turn.named >= 0:
            raise IllegalState(f"{name} names no card" + " here" * int(aim == referee.AT_OTHERS))

    def _check_guess(self) -> None:
        turn, names, known = self.turn, self.names, self.hands[self.turn.target]
        is_hit = turn.out == turn.target
        if known >= 0 and is_hit != (known == turn.named):
            raise IllegalState(
                f"{self.call(turn.target)} holds {names[known]}: guessing {names[turn.named]} "
                + ("misses" if is_hit else "is right: say out")
            )
        if turn.out == self._mover:
            raise IllegalState(f"nobody goes out by their own {names[turn.card]}")

    def _check_comparison(self) -> None:
        turn, names, hands, me = self.turn, self.names, self.hands, self._mover
        own_card, other = hands[me], hands[turn.target]
        if turn.gone >= 0 and hands[turn.out] not in (referee.UNKNOWN, turn.gone):
            raise IllegalState(f"{self.call(turn.out)} holds {names[hands[turn.out]]}")
        if own_card >= 0 and other >= 0:
            effect = effects.resolve(self.cards, turn.card, 0, own_card, other, 0)
            expected = me if effect & effects.LOSES else referee.UNKNOWN
            if effect & effects.WINS:
                expected = turn.target
            if turn.out != expected:
                raise IllegalState(
                    f"{names[own_card]} against {names[other]}: "
                    + ("nobody goes out" if expected < 0 else f"{self.call(expected)} goes out")
                )

    def _check_discard(self) -> None:
        turn = self.turn
        if turn.gone < 0:
            raise IllegalState("say which card was discarded, such as: Prince on 1: Guard")
        check_held(self.call(turn.target), self.hands[turn.target], turn.gone, self.names)
        is_deadly = self.cards[turn.gone, referee.MAY] == effects.LOSES
        if is_deadly != (turn.out == turn.target):
            raise IllegalState(f"whoever discards the {self.names[-1]} is out, and nobody else")

    def _check_sight(self) -> None:
        """Check whether the player sees the other's card by a turn."""
        turn, me, is_own = self.turn, self._mover, self._mover == self.seat
        may = int(self.cards[turn.card, referee.MAY])
        is_shown = (is_own and may & effects.SEES_THEIRS) or (
            turn.target == self.seat and may & effects.SHOWS_OWN
        )
        is_seen = turn.target >= 0 and is_shown and not effects.compares(may)
        if is_seen and turn.saw < 0 and self.hands[turn.target if is_own else me] < 0:
            raise IllegalState("say the card that you saw, such as: saw King")
        if turn.saw >= 0 and not (is_seen or effects.compares(may)):
            raise IllegalState(f"you see no card by that {self.names[turn.card]}")


def check_held(holder: str, known: int, card: int, names: list[str]) -> None:
    """Check that a holder, whose card is ``known`` unless `UNKNOWN`, may hold a card."""
    if known not in (referee.UNKNOWN, card):
        raise IllegalState(f"{holder} holds {names[known]}; got {names[card]}")
