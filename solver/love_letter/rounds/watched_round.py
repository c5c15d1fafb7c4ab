"""A round followed by one player at a table: turns go in, certain and likely facts come out.

Every turn is checked against what the player knows; an impossible one is refused without a trace.
"""

from collections.abc import Callable, Sequence
from copy import copy
from typing import Self

import numpy as np

from llq.errors import IllegalState
from llq.solver.array_types import Floats, Ints
from llq.solver.love_letter import turn as effects
from llq.solver.love_letter.rounds import referee
from llq.solver.love_letter.rounds.round_row import RoundRow, SeenTurn
from llq.solver.love_letter.rounds.turn_checks import TurnCheck, check_held
from llq.solver.love_letter.rules import Rules


class WatchedRound:
    """A round that one player follows.

    Parameters
    ----------
    rules, players
        The edition's rules and the number of players.
    seat
        The player's; seat 0 has the first turn.
    dealt
        The card dealt to the player.
    face_up
        The cards laid face up.

    Attributes
    ----------
    view
        The round as the player sees it, a row of `referee`.
    likely
        (`LIKELY_ROWS`, cards) likelihoods, as in `multiplayer.beliefs`.
    """

    def __init__(
        self, rules: Rules, players: int, seat: int, dealt: int, face_up: Sequence[int] = ()
    ) -> None:
        if seat not in range(players):
            raise IllegalState(f"seats are 0 to {players - 1}; got {seat}")
        self.rules, self.seat = rules, seat
        self.party = referee.party(rules, players, len(face_up))
        self.view: Ints = self.party.fresh.copy()
        self.view[referee.POOL :] = referee.UNKNOWN
        self.likely = np.ones((referee.LIKELY_ROWS, len(rules.cards)))
        hands = (dealt if other == seat else referee.UNKNOWN for other in range(players))
        for card in (*face_up, *hands):
            self._take(card)
        self._check_counts()

    @property
    def now(self) -> RoundRow:
        """The round in words, as the player sees it."""
        return RoundRow.of(self.view)

    @property
    def is_over(self) -> bool:
        """Whether the round has ended."""
        return bool(self.view[referee.PHASE] == referee.OVER)

    @property
    def mover(self) -> int:
        """The seat to move."""
        return int(self.view[referee.MOVER])

    @property
    def names(self) -> list[str]:
        """The names of the cards."""
        return [card.name for card in self.rules.cards]

    def alive(self) -> list[int]:
        """Return the seats still in the round."""
        return referee.seats_in(self.view[referee.ALIVE])

    def draw(self, card: int) -> None:
        """Record the card drawn for the player's own turn.

        Raises
        ------
        IllegalState
            It is not the player's turn, or no such card is left.
        """
        if self.is_over or self.mover != self.seat or not self.view[referee.DUE]:
            whose = "the round is over" if self.is_over else f"{self.call(self.mover)} is to move"
            raise IllegalState(f"it is not your turn to draw; {whose}")
        self._restoring(lambda: self._take(card))

    def hear(self, turn: SeenTurn) -> None:
        """Record a whole turn of the mover.

        Raises
        ------
        IllegalState
            It cannot be, by the rules or by what the player knows; nothing is changed then.
        """
        if self.is_over:
            raise IllegalState("the round is over")
        self._restoring(lambda: self._hear(turn))

    def copy(self) -> Self:
        """Return an independent copy of the round."""
        other = copy(self)
        other.view, other.likely = self.view.copy(), self.likely.copy()
        return other

    def hands_beside(self, card: int) -> list[int]:
        """Return each seat's card, where known, beside a card played now.

        Raises
        ------
        IllegalState
            It is the player's turn, and they do not hold the card.
        """
        view, me = self.view, self.mover
        hands = [int(view[referee.HAND + other]) for other in range(view[referee.SEATS])]
        if me == self.seat:
            pair = [hands[me], int(view[referee.DRAWN])]
            if card not in pair:
                first, second, played = (self.names[number] for number in (*pair, card))
                raise IllegalState(f"you hold {first} and {second}, not {played}")
            hands[me] = sum(pair) - card
        elif hands[me] == card:
            hands[me] = referee.UNKNOWN
        return hands

    def call(self, seat: int) -> str:
        """Return what messages call a seat."""
        return f"seat {seat}"

    def weigh(self, before: Ints) -> None:
        """Update the likelihoods after a step since ``before``, as `beliefs.watch` does."""
        from llq.solver.love_letter.multiplayer.beliefs import BY_CHANCE, watch  # loads numba

        watch(self.party.cards, before, self.view, self.seat, BY_CHANCE, self.likely)

    def believe(self, seat: int, likely: Floats) -> None:
        """Take a seat's likelihoods from a policy, which never plays by chance altogether."""
        self.likely[seat] = likely / likely.max()
        self.likely[referee.ODDS, seat] = 0.0

    # Inside a turn

    def _restoring(self, change: Callable[[], None]) -> None:
        """Apply a change whole, or leave the round as it was on an error."""
        view, likely = self.view.copy(), self.likely.copy()
        try:
            change()
            self._check_counts()
        except IllegalState:
            self.view, self.likely = view, likely
            raise

    def _hear(self, turn: SeenTurn) -> None:
        """Record a turn, checked on the way."""
        view, party, is_own = self.view, self.party, self.mover == self.seat
        if is_own and view[referee.PHASE] != referee.PLAY:
            raise IllegalState("say what you drew first, such as: I draw Guard")
        if not is_own:
            self._take(referee.UNKNOWN)
        hands = self.hands_beside(turn.card)
        TurnCheck(turn, hands, view, party.cards, self.names, self.seat, self.call).check()
        before, other = view.copy(), turn.target if is_own else self.mover
        seen = self._seen_card(turn, other, is_own=is_own)
        if turn.out >= 0 and turn.gone < 0:
            self._end_without_showing(turn, hands[self.mover])
            return
        view[referee.CARD : referee.GONE + 1] = turn[:5]  # as `SeenTurn` has them
        referee.play_out_turn(party.cards, party.setup, view, party.cards[turn.card, referee.MAY])
        if seen >= 0:
            is_swap = int(party.cards[turn.card, referee.MAY]) & effects.SWAPS
            view[referee.HAND + (self.seat if is_swap else other)] = seen
        returned = self._draw_by_play(turn, is_own=is_own)
        self._forget()
        self.weigh(before)
        is_open = is_own and turn.kept < 0  # still to choose
        if view[referee.PHASE] == referee.KEEP and not is_open:
            self._keep(turn, returned, is_own=is_own)

    def _end_without_showing(self, turn: SeenTurn, kept: int) -> None:
        """End the round by a turn that puts a player out whose card nobody need show."""
        view = self.view
        view[referee.HAND + self.mover], view[referee.DRAWN] = kept, referee.UNKNOWN
        view[referee.REST + turn.card] -= 1
        view[referee.ALIVE] &= ~(1 << turn.out)
        view[referee.WINNERS], view[referee.PHASE] = view[referee.ALIVE], referee.OVER

    def _seen_card(self, turn: SeenTurn, other: int, *, is_own: bool) -> int:
        """Return the card in another seat that the player sees by a turn, `UNKNOWN` for none."""
        view, me, seen = self.view, self.mover, turn.saw
        is_part = turn.target >= 0 and self.seat in (me, turn.target)
        is_comparison = effects.compares(int(self.party.cards[turn.card, referee.MAY]))
        if is_comparison and is_part and turn.out < 0:  # a tie: the other card is the same
            seen = int(view[referee.HAND + self.seat])
            if is_own:
                seen += int(view[referee.DRAWN]) - turn.card
        known = int(view[referee.HAND + other])
        if seen >= 0 and not (other == me and known == turn.card):  # a card that is played is gone
            check_held(self.call(other), known, seen, self.names)
        return seen

    def _draw_by_play(self, turn: SeenTurn, *, is_own: bool) -> int:
        """Make the draws of a Prince or Chancellor; return how many cards go to the bottom."""
        drawn, returned = list(turn.drew), 0
        while self.view[referee.PHASE] == referee.CHANCE:
            if (due := referee.next_due(self.view)) == referee.DUE_DRAWN:  # the turn is over
                break
            is_exchange = due > referee.DUE_DRAWN
            returned += is_exchange
            is_mine = is_own if is_exchange else due == self.seat
            if is_mine and not drawn:
                raise IllegalState("say what you drew by it, such as: drew Guard")
            self._take(drawn.pop(0) if is_mine else referee.UNKNOWN)
        if drawn:
            raise IllegalState(f"nobody draws {self.names[drawn[0]]} by that")
        return returned

    def _keep(self, turn: SeenTurn, returned: int, *, is_own: bool) -> None:
        """Record a Chancellor's choice."""
        view, party, before = self.view, self.party, self.view.copy()
        if is_own:
            hand = [view[referee.HAND + self.seat], view[referee.EXTRA], view[referee.EXTRA + 1]]
            for card in (turn.kept, turn.last):
                if card not in hand:
                    raise IllegalState(f"you do not hold {self.names[card]} to keep or return")
                hand.remove(card)
        referee.keep(party.cards, party.setup, view, turn.kept, turn.last, returned)
        self.weigh(before)

    def _take(self, card: int) -> None:
        """Draw a card, perhaps unseen by the player."""
        view = self.view
        if view[referee.LEFT] <= 1 and view[referee.LOW] < view[referee.END]:
            place = referee.BOTTOM + view[referee.LOW]
            if card >= 0:
                if view[place] not in (referee.UNKNOWN, card):
                    raise IllegalState(
                        f"the next card is the {self.names[view[place]]} that you returned; got "
                        f"{self.names[card]}"
                    )
                view[place] = card
        else:
            view[referee.POOL] = card
        referee.take(self.party.cards, self.party.setup, view, 0)

    def _forget(self) -> None:
        """Forget other hands that are no longer known."""
        view, own_bit = self.view, 1 << self.seat
        for other in range(view[referee.SEATS]):
            if other != self.seat and not view[referee.KNOWN + other] & own_bit:
                view[referee.HAND + other] = referee.UNKNOWN
                view[referee.KNOWN + other] = view[referee.MAY_KNOW + other] & ~own_bit

    def _check_counts(self) -> None:
        """Check the number of seen copies of each card."""
        left = np.zeros(len(self.rules.cards), dtype=np.int64)
        referee.unseen_cards(self.view, left)
        if left.min() < 0:
            card = self.rules.cards[int(left.argmin())]
            raise IllegalState(
                f"no {card.name} is left for that: of {card.copies} in the {self.rules.variant} "
                "deck all are seen or in hand"
            )
