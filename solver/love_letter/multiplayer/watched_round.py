"""A round followed by one player at a table: turns go in, certain and likely facts come out.

Every turn is checked against what the player knows; a turn that cannot be is refused and changes
nothing.
"""

from collections.abc import Callable, Sequence
from copy import copy
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.solver.love_letter.multiplayer import rounds
from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.turn import (
    DISCARDS,
    LOSES,
    SEES_THEIRS,
    SHOWS_OWN,
    SWAPS,
    WINS,
    resolve,
)


class SeenTurn(NamedTuple):
    """A player's observations of a turn; cards and seats by number, `UNKNOWN` for none."""

    card: int
    target: int = rounds.UNKNOWN
    named: int = rounds.UNKNOWN
    out: int = rounds.UNKNOWN
    """Seat that went out."""
    gone: int = rounds.UNKNOWN
    """The card put down besides the one played."""
    saw: int = rounds.UNKNOWN
    """The other player's card, if seen by a Priest, tie or King."""
    drew: tuple[int, ...] = ()
    """Cards drawn because of the play, by Prince or Chancellor."""
    kept: int = rounds.UNKNOWN
    last: int = rounds.UNKNOWN
    """Lowest returned card of a Chancellor's choice; ``kept`` is the card kept."""


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
        The round as the player sees it, a row of `rounds`.
    likely
        (`LIKELY_ROWS`, cards) likelihoods, as in `beliefs`.
    """

    def __init__(
        self, rules: Rules, players: int, seat: int, dealt: int, face_up: Sequence[int] = ()
    ) -> None:
        if seat not in range(players):
            raise IllegalState(f"seats are 0 to {players - 1}; got {seat}")
        self.rules, self.seat = rules, seat
        self.party = rounds.party(rules, players, len(face_up))
        self.view: NDArray[np.int64] = self.party.fresh.copy()
        self.view[rounds.POOL :] = rounds.UNKNOWN
        self.likely = np.ones((rounds.LIKELY_ROWS, len(rules.cards)))
        cards = [
            *face_up,
            *(dealt if other == seat else rounds.UNKNOWN for other in range(players)),
        ]
        for card in cards:
            self._take(card)
        self._check_counts(self.view)

    @property
    def is_over(self) -> bool:
        """Whether the round has ended."""
        return bool(self.view[rounds.PHASE] == rounds.OVER)

    @property
    def mover(self) -> int:
        """The seat to move."""
        return int(self.view[rounds.MOVER])

    @property
    def names(self) -> list[str]:
        """The names of the cards."""
        return [card.name for card in self.rules.cards]

    def draw(self, card: int) -> None:
        """Record the card drawn for the player's own turn.

        Raises
        ------
        IllegalState
            It is not the player's turn, or no such card is left.
        """
        if self.is_over or self.mover != self.seat or not self.view[rounds.DUE]:
            raise IllegalState(f"it is not your turn to draw; {self._mover_text()}")
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
        hands = [int(view[rounds.HAND + other]) for other in range(view[rounds.SEATS])]
        if me == self.seat:
            held = [hands[me], int(view[rounds.DRAWN])]
            if card not in held:
                one, other, name = (self.names[number] for number in (*held, card))
                raise IllegalState(f"you hold {one} and {other}, not {name}")
            hands[me] = sum(held) - card
        elif hands[me] == card:
            hands[me] = rounds.UNKNOWN
        return hands

    def call(self, seat: int) -> str:
        """Return what messages call a seat."""
        return f"seat {seat}"

    def weigh(self, before: NDArray[np.int64]) -> None:
        """Update the likelihoods after a step since ``before``, as `beliefs.watch` does."""
        from llq.solver.love_letter.multiplayer.beliefs import BY_CHANCE, watch

        watch(self.party.cards, before, self.view, self.seat, BY_CHANCE, self.likely)

    # Inside a turn

    def _restoring(self, change: Callable[[], None]) -> None:
        view, likely = self.view.copy(), self.likely.copy()
        try:
            change()
            self._check_counts(self.view)
        except IllegalState:
            self.view, self.likely = view, likely
            raise

    def _hear(self, turn: SeenTurn) -> None:
        view, party, is_own = self.view, self.party, self.mover == self.seat
        if is_own and view[rounds.PHASE] != rounds.PLAY:
            raise IllegalState("say what you drew first, such as: I draw Guard")
        if not is_own:
            self._take(rounds.UNKNOWN)
        self._check_turn(turn, is_own=is_own)
        before = view.copy()
        me = self.mover
        saw, may = turn.saw, int(party.cards[turn.card, rounds.MAY])
        other = turn.target if is_own else me
        is_part = self.seat in (me, turn.target)
        own = before[rounds.HAND + self.seat] + (before[rounds.DRAWN] - turn.card if is_own else 0)
        if rounds.compares(may) and turn.target >= 0 and turn.out < 0 and is_part:
            saw = int(own)  # a tie
        played = turn.card if other == me else rounds.UNKNOWN  # a known card that is played is gone
        held = before[rounds.HAND + other]
        if saw >= 0 and held not in (rounds.UNKNOWN, saw, played):
            raise IllegalState(
                f"{self.call(other)} holds {self.names[held]}; got {self.names[saw]}"
            )
        if turn.out >= 0 and turn.gone < 0:  # the round is over, and nobody shows the card
            view[rounds.HAND + me], view[rounds.DRAWN] = self.hands_beside(turn.card)[me], -1
            view[rounds.REST + turn.card] -= 1
            view[rounds.ALIVE] &= ~(1 << turn.out)
            view[rounds.WINNERS], view[rounds.PHASE] = view[rounds.ALIVE], rounds.OVER
            return
        rounds.play_out_turn(
            party.cards, party.setup, view, turn.card, turn.target, turn.named, turn.out, turn.gone
        )
        if saw >= 0:
            view[rounds.HAND + (self.seat if may & SWAPS else other)] = saw
        drawn = list(turn.drew)
        while (
            view[rounds.PHASE] == rounds.CHANCE
            and view[rounds.DUE]
            and view[rounds.DUE_FOR + view[rounds.DUE] - 1] != (rounds.DUE_DRAWN)
        ):
            is_mine = (
                is_own
                if view[rounds.DUE_FOR + view[rounds.DUE] - 1] > rounds.DUE_DRAWN
                else (view[rounds.DUE_FOR + view[rounds.DUE] - 1] == self.seat)
            )
            if is_mine and not drawn:
                raise IllegalState("say what you drew by it, such as: drew Guard")
            self._take(drawn.pop(0) if is_mine else rounds.UNKNOWN)
        if drawn:
            raise IllegalState(f"nobody draws {self.names[drawn[0]]} by that")
        self._forget()
        self.weigh(before)
        if view[rounds.PHASE] == rounds.KEEP:
            self._keep(turn, is_own=is_own)

    def _keep(self, turn: SeenTurn, *, is_own: bool) -> None:
        """Record a Chancellor's choice, unless the player has yet to make it."""
        view, party = self.view, self.party
        if is_own and turn.kept < 0:
            return
        before = view.copy()
        count = 2 if self._extras == 2 else 1
        if is_own:
            held = [view[rounds.HAND + self.seat], view[rounds.EXTRA], view[rounds.EXTRA + 1]]
            for card in (turn.kept, turn.last):
                if card not in held:
                    raise IllegalState(f"you do not hold {self.names[card]} to keep or return")
                held.remove(card)
        rounds.keep(party.cards, party.setup, view, turn.kept, turn.last, count)
        self.weigh(before)

    def _take(self, card: int) -> None:
        """Draw a card, perhaps unseen by the player."""
        view = self.view
        due = view[rounds.DUE_FOR + view[rounds.DUE] - 1]
        if due == rounds.DUE_EXTRA + 1 or due == rounds.DUE_EXTRA:
            self._extras = max(self._extras, int(due - rounds.DUE_EXTRA) + 1)
        else:
            self._extras = 0
        if view[rounds.LEFT] <= 1 and view[rounds.LOW] < view[rounds.END]:
            place = rounds.BOTTOM + view[rounds.LOW]
            if card >= 0 and view[place] >= 0 and view[place] != card:
                raise IllegalState(
                    f"the next card is the {self.names[view[place]]} that you returned; got "
                    f"{self.names[card]}"
                )
            view[place] = card if card >= 0 else view[place]
        else:
            view[rounds.POOL] = card
        rounds.take(self.party.cards, self.party.setup, view, 0)

    _extras = 0

    def _forget(self) -> None:
        """Forget other hands that are no longer known."""
        for other in range(self.view[rounds.SEATS]):
            if other != self.seat and not self.view[rounds.KNOWN + other] >> self.seat & 1:
                self.view[rounds.HAND + other] = rounds.UNKNOWN
                self.view[rounds.KNOWN + other] = self.view[rounds.MAY_KNOW + other] & ~(
                    1 << self.seat
                )

    # Checks

    def _check_turn(self, turn: SeenTurn, *, is_own: bool) -> None:
        view, me, names = self.view, self.mover, self.names
        row, card = self.rules.cards[turn.card], turn.card
        aim = self.party.cards[card, rounds.AIM]
        other = self.hands_beside(card)[me]
        if other >= 0 and rounds.is_barred(self.party.cards, card, other):
            raise IllegalState(f"beside {row.name} the {names[other]} must be played")
        targets = rounds.open_seats(view)
        if turn.target >= 0:
            is_open = targets >> turn.target & 1 or (aim == rounds.AT_ANYBODY and turn.target == me)
            if aim == rounds.AT_NOBODY:
                raise IllegalState(f"{row.name} is aimed at nobody")
            if turn.target not in range(view[rounds.SEATS]) or not is_open:
                raise IllegalState(
                    f"{row.name} cannot be aimed at {self.call(turn.target)}: out of the round, "
                    "protected, or the player's own"
                )
        elif aim == rounds.AT_ANYBODY or (aim == rounds.AT_OTHERS and targets):
            raise IllegalState(f"say at whom {row.name} is aimed, such as: {row.name} on 1")
        if self.party.cards[card, rounds.GUESSES] and turn.target >= 0:
            if turn.named < 0 or self.party.cards[turn.named, rounds.GUESSES]:
                raise IllegalState(
                    f"{row.name} names a card of another kind, such as: guessing {names[-1]}"
                )
        elif turn.named >= 0:
            raise IllegalState(f"{row.name} names no card" + " here" * (aim == rounds.AT_OTHERS))
        self._check_result(turn, is_own=is_own)

    def _check_result(self, turn: SeenTurn, *, is_own: bool) -> None:
        """Check what a turn brought about against the hands that the player knows."""
        me, names, seat = self.mover, self.names, self.seat
        name, target, cards = names[turn.card], turn.target, self.party.cards
        may = int(cards[turn.card, rounds.MAY])
        is_comparison = rounds.compares(may)
        hands = self.hands_beside(turn.card)
        ends = turn.out >= 0 and len(self.alive()) == 2
        if turn.out >= 0 and turn.out not in (me, target):
            raise IllegalState(f"{self.call(turn.out)} cannot go out by that {name}")
        if cards[turn.card, rounds.GUESSES] and target >= 0:
            is_hit = turn.out == target
            if hands[target] >= 0 and is_hit != (hands[target] == turn.named):
                raise IllegalState(
                    f"{self.call(target)} holds {names[hands[target]]}: guessing "
                    f"{names[turn.named]} " + ("misses" if is_hit else "is right: say out")
                )
            if turn.out == me:
                raise IllegalState(f"nobody goes out by their own {name}")
        elif is_comparison and target >= 0:
            if turn.out >= 0 and turn.gone < 0 and not ends:
                raise IllegalState(f"say the card of who went out, such as: {turn.out} out, Guard")
            if turn.gone >= 0 and hands[turn.out] not in (rounds.UNKNOWN, turn.gone):
                raise IllegalState(f"{self.call(turn.out)} holds {names[hands[turn.out]]}")
            if hands[me] >= 0 and hands[target] >= 0:
                does = resolve(cards, turn.card, 0, hands[me], hands[target], 0)
                expected = target if does & WINS else me if does & LOSES else rounds.UNKNOWN
                if turn.out != expected:
                    raise IllegalState(
                        f"{names[hands[me]]} against {names[hands[target]]}: "
                        + ("nobody goes out" if expected < 0 else f"{self.call(expected)} goes out")
                    )
        elif may & DISCARDS:
            if turn.gone < 0:
                raise IllegalState("say which card was discarded, such as: Prince on 1: Guard")
            if hands[target] not in (rounds.UNKNOWN, turn.gone):
                raise IllegalState(
                    f"{self.call(target)} holds {names[hands[target]]}; got {names[turn.gone]}"
                )
            is_deadly = cards[turn.gone, rounds.MAY] == LOSES
            if is_deadly != (turn.out == target):
                raise IllegalState(f"whoever discards the {names[-1]} is out, and nobody else")
        elif may == LOSES:
            if turn.out != me or (turn.gone < 0 and not ends):
                raise IllegalState(f"say the other card of who played {name}, such as: Guard")
        elif turn.out >= 0 or turn.gone >= 0:
            raise IllegalState(f"nobody discards by that {name}")
        sees = (
            target >= 0
            and not is_comparison
            and ((is_own and may & SEES_THEIRS) or (target == seat and may & SHOWS_OWN))
        )
        other = target if is_own else me
        if sees and turn.saw < 0 and hands[other] < 0:
            raise IllegalState("say the card that you saw, such as: saw King")
        if turn.saw >= 0 and not (sees or is_comparison):
            raise IllegalState(f"you see no card by that {name}")

    def _check_counts(self, view: NDArray[np.int64]) -> None:
        left = view[rounds.REST : rounds.REST + len(self.rules.cards)].copy()
        for field in (
            *range(rounds.HAND, rounds.HAND + view[rounds.SEATS]),
            rounds.DRAWN,
            rounds.EXTRA,
            rounds.EXTRA + 1,
        ):
            if view[field] >= 0:
                left[view[field]] -= 1
        for place in range(view[rounds.LOW], view[rounds.END]):
            if view[rounds.BOTTOM + place] >= 0:
                left[view[rounds.BOTTOM + place]] -= 1
        if left.min() < 0:
            card = self.rules.cards[int(left.argmin())]
            raise IllegalState(
                f"no {card.name} is left for that: of {card.copies} in the {self.rules.variant} "
                "deck all are seen or in hand"
            )

    def _mover_text(self) -> str:
        return "the round is over" if self.is_over else f"{self.call(self.mover)} is to move"

    def alive(self) -> list[int]:
        """Return the seats still in the round."""
        return [
            seat for seat in range(self.view[rounds.SEATS]) if self.view[rounds.ALIVE] >> seat & 1
        ]
