"""A game of Literature as it was played, move by move, checked as one player sees it.

A move is refused where the rules forbid it, and where no deal that agrees with the hand and all
moves before agrees with it too. The first are looked up; the others are found by the views'
inference, which gives the reason, and what that does not see by counting deals. A move only makes
the deals fewer, but for a claim, which takes cards out of play: so it is enough to count before
each claim and at the end, and to find out which move it was only if none is left.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalAction, IllegalState
from llq.query.literature.card_text import Seats, card_list, half_suit_words, join
from llq.query.literature.explanations import Reasons, deals_that_agree
from llq.query.literature.move_sources import Trace
from llq.query.literature.moves import Ask, Claim, Move, Pass
from llq.solver.literature import engine
from llq.solver.literature.engine import (
    ASKS,
    HANDS,
    LACKS,
    LIVE,
    MOST_ASKS,
    NEEDS,
    OUT_OF_TURN,
    SHOWN,
    SIZES,
    TURN,
)
from llq.solver.literature.inference import knowledge, posterior
from llq.solver.literature.inference.knowledge import make_view
from llq.solver.literature.inference.posterior import chance_of_claim, make_posterior
from llq.solver.literature.rules import CARDS, HALF, HALF_SUITS, IN_HALF, Rules, card_name

__all__ = ["Replay", "check_hand", "hand_as_dealt"]


@dataclass
class Replay:
    """A game that is played move by move, of which one player's hand is known.

    Parameters
    ----------
    rules, seats
        The variant, and who the players are.
    hand
        The cards dealt to ``seats.me``, a set.
    first
        Who begins.
    is_strict
        Whether deals are counted after every move; else before claims and by `check`.

    Raises
    ------
    IllegalState
        The hand is not of the right size.
    """

    rules: Rules
    seats: Seats
    hand: int
    first: int
    is_strict: bool = False
    row: NDArray[np.int64] = field(init=False)
    """The engine's row, hands but one's own empty."""
    moves: list[Move] = field(init=False, default_factory=list)
    """The moves so far, passes that had to be among them."""
    places: list[str] = field(init=False, default_factory=list)
    """Where each was said."""

    def __post_init__(self) -> None:
        check_hand(self.hand, self.rules)
        self.row = engine.new_row(self.rules)
        self.row[HANDS + self.seats.me] = self.hand
        engine.begin(self.row, self.first)
        self.trace = Trace(self.rules)
        self.view = make_view()
        self._chances = make_posterior(self.rules.players)
        self._next = make_view()
        self._deals = deals_that_agree()
        self._look(self.row)
        if self.is_strict:
            self.check()

    def play(self, move: Move, place: str) -> None:
        """Play a move.

        Raises
        ------
        IllegalAction
            The rules forbid it, or it contradicts what went before.
        """
        self.pass_if_forced(place, move)
        claims_on = isinstance(move, Claim) and self.row[LIVE]  # what was known when it ended
        if engine.is_over(self.row) and not claims_on:
            raise IllegalAction("the game is over: " + self._ending())
        if isinstance(move, Ask):
            row = self._ask(move)
        elif isinstance(move, Claim):
            row = self._claim(move)
        else:
            row = self._pass(move)
        for other in range(self.rules.players):
            if other != self.seats.me:
                row[HANDS + other] = 0
        if not self._look(row):
            raise IllegalAction("no deal agrees with this and all that went before")
        self._note(row, move, place)
        if self.is_strict:
            self.check()

    def pass_if_forced(self, place: str, move: Move | None = None) -> None:
        """Pass the turn of a mover without cards where one player only can get it, or moves on."""
        heirs = int(engine.heirs(self.row))
        if not heirs or isinstance(move, Pass):
            return
        if isinstance(move, Claim) and (self.row[OUT_OF_TURN] or move.seat == self.row[TURN]):
            return
        heir = heirs.bit_length() - 1
        if heirs.bit_count() > 1:
            if not isinstance(move, Ask) or not heirs >> move.seat & 1:
                return
            heir = move.seat
        row = self.row.copy()
        passing = Pass(int(row[TURN]), heir)
        engine.pass_turn(row, heir)
        self._note(row, passing, place)
        self.trace.turn = f"{self._name(passing.seat)} has no cards left"  # nobody said a pass

    @property
    def reasons(self) -> Reasons:
        """What is known now, and why."""
        return Reasons(self.rules, self.seats, self.trace, self.row, self.view)

    def _note(self, row: NDArray[np.int64], move: Move, place: str) -> None:
        self.row = row
        self.moves.append(move)
        self.places.append(place)
        self.trace.note(move, place)

    def _look(self, row: NDArray[np.int64]) -> bool:
        """Find what is known in a row; return whether the rules of inference allow it."""
        if not knowledge.look(row, self.seats.me, self._next):
            return False
        self.view, self._next = self._next, self.view
        return True

    def _agrees(self, row: NDArray[np.int64]) -> bool:
        """Return whether any deal agrees with a row, and find the chances if so."""
        return bool(
            knowledge.look(row, self.seats.me, self._next)
            and posterior.find_chances(row, self._next, self._chances)
        )

    def check(self) -> None:
        """Refuse the game so far if no deal agrees with it; else note how many do."""
        if not self._agrees(self.row):
            raise IllegalAction("no deal agrees with these moves")
        deals, is_exact = self._chances.deals
        self._deals = deals_that_agree(float(deals) if is_exact else None)

    def _name(self, seat: int) -> str:
        return self.seats.name(seat)

    def _ending(self) -> str:
        """Return why the game is over."""
        if not self.row[LIVE]:
            return "every half suit was claimed"
        return "a team has no cards left"

    def _check_turn(self, seat: int, doing: str) -> None:
        """Refuse a move by another than the mover."""
        turn = int(self.row[TURN])
        if seat != turn:
            hint = "; if another was to begin, say such as first: " if not self.moves else ""
            raise IllegalAction(
                f"{self._name(seat)} {doing}, but it is {self._name(turn)}'s turn: "
                f"{self.trace.turn}{hint}{seat if hint else ''}"
            )

    def _ask(self, move: Ask) -> NDArray[np.int64]:
        """Return the row after an ask."""
        row, seat, target = self.row, move.seat, move.target
        half = move.card // IN_HALF
        card, words = card_name(move.card, self.rules.pack), half_suit_words(half)
        self._check_turn(seat, f"asks {self._name(target)}")
        if not row[SIZES + seat]:
            raise IllegalAction(
                f"{self._name(seat)} asks, but has no cards left: he passes the turn, such as "
                f"{seat} passes {self._heirs()[0]}"
            )
        if seat % 2 == target % 2:
            kind = "himself" if seat == target else f"{self._name(target)}, his team mate"
            raise IllegalAction(f"{self._name(seat)} asks {kind}: only opponents may be asked")
        if not row[SIZES + target]:
            raise IllegalAction(
                f"{self._name(seat)} asks {self._name(target)}, who has no cards left"
            )
        if half in self.trace.claimed:
            who, where = self.trace.claimed[half]
            raise IllegalAction(
                f"{self._name(seat)} asks for the {card}, but {self._name(who)} claimed the "
                f"{words} in {where}"
            )
        if row[ASKS] == MOST_ASKS:
            raise IllegalAction(f"no game has more than {MOST_ASKS} asks")
        reasons = self.reasons
        bit, cards = 1 << move.card, HALF << IN_HALF * half
        if int(self.view.held[seat]) & bit:
            why = reasons.why_holds(seat, move.card)
            raise IllegalAction(f"{self._name(seat)} cannot ask for the {card}: {why}")
        if not int(self.view.may[seat]) & cards:
            raise IllegalAction(
                f"{self._name(seat)} cannot ask for the {card}: he has none of the {words} "
                f"({reasons.why_none(seat, half)})"
            )
        if move.held and not int(self.view.may[target]) & bit:
            why = reasons.why_lacks(target, move.card)
            raise IllegalAction(f"{self._name(target)} cannot have had the {card}: {why}")
        if not move.held and int(self.view.held[target]) & bit:
            why = reasons.why_holds(target, move.card)
            raise IllegalAction(f"{self._name(target)} cannot have lacked the {card}: {why}")
        row = row.copy()
        engine.ask(row, target, move.card, move.held)
        if self.is_strict and not self._agrees(row):
            self._refuse_ask(move)
        return row

    def _refuse_ask(self, move: Ask) -> None:
        """Say whether it is an ask or its answer with which no deal agrees."""
        half = move.card // IN_HALF
        card = card_name(move.card, self.rules.pack)
        asked = self.row.copy()
        if not asked[SHOWN + move.seat] & HALF << IN_HALF * half:
            asked[NEEDS + move.seat] |= 1 << half
        asked[LACKS + move.seat] |= 1 << move.card
        if not self._agrees(asked):
            raise IllegalAction(
                f"{self._name(move.seat)} cannot ask for the {card}: in none of {self._deals} "
                "with what went before does he lack it and have another of the "
                f"{half_suit_words(half)}"
            )
        raise IllegalAction(
            f"{self._name(move.target)} cannot have {'had' if move.held else 'lacked'} the {card}: "
            f"of {self._deals} with what went before he has it in "
            f"{'none' if move.held else 'every one'} that agrees with this ask too"
        )

    def _claim(self, move: Claim) -> NDArray[np.int64]:
        """Return the row after a claim."""
        row, seat, half = self.row, move.seat, move.half_suit
        words = half_suit_words(half)
        if half in self.trace.claimed:
            who, where = self.trace.claimed[half]
            raise IllegalAction(f"{self._name(who)} claimed the {words} already in {where}")
        if not row[OUT_OF_TURN]:
            self._check_turn(seat, "claims")
        foreign = sorted({who for who in move.said if who % 2 != seat % 2})
        if foreign:
            raise IllegalAction(
                f"{self._name(seat)} claims cards of {join(map(self._name, foreign))}, who is of "
                "the other team: a claim names the claimant and his team mates"
            )
        reasons = self.reasons
        for place, who in enumerate(move.true):
            card = IN_HALF * half + place
            name = card_name(card, self.rules.pack)
            if not int(self.view.may[who]) >> card & 1:
                holder = next(
                    (o for o in range(self.rules.players) if int(self.view.held[o]) >> card & 1),
                    None,
                )
                why = reasons.why_lacks(who, card)
                if holder not in (None, self.seats.me) and "must hold it" not in why:
                    why += f"; {self._name(holder)} has it: {reasons.why_holds(holder, card)}"
                raise IllegalAction(f"{self._name(who)} cannot have held the {name}: {why}")
        for who in sorted(set(move.true)):
            held = move.true.count(who)
            cards = [IN_HALF * half + place for place in range(IN_HALF) if move.true[place] == who]
            named = card_list(cards, self.rules.pack)
            if held > row[SIZES + who]:
                raise IllegalAction(
                    f"{self._name(who)} cannot have held {named}: he has only "
                    f"{row[SIZES + who]} in all"
                )
        true = sum(who << 3 * place for place, who in enumerate(move.true))
        if not self._agrees(row) or not chance_of_claim(half, true, self._chances) > 0:
            raise IllegalAction(f"the {words} cannot have been held so: {self._why_not(move)}")
        said = sum(who << 3 * place for place, who in enumerate(move.said))
        row = row.copy()
        engine.claim(row, seat, half, said, true)
        return row

    def _why_not(self, move: Claim) -> str:
        """Return why a claim is impossible though each card may be where it says."""
        half = move.half_suit
        for who in range(self.rules.players):
            cards = [p + IN_HALF * half for p in range(IN_HALF) if move.true[p] == who]
            unseen = [c for c in cards if not int(self.row[SHOWN + who]) >> c & 1]
            if self.row[NEEDS + who] >> half & 1 and not unseen:
                where = self.trace.asked.get((who, half), "an ask")
                return (
                    f"when {self._name(who)} asked for one, last in {where}, he had another, which "
                    "nobody has seen since"
                )
        for who in range(self.rules.players):
            held = move.true.count(who)
            low, high = (
                int(bounds[HALF_SUITS * who + half]) for bounds in (self.view.low, self.view.high)
            )
            if not low <= held <= high:
                span = f"{low}" if low == high else f"{low} to {high}"
                return f"{self._name(who)} holds {span} of them, as the moves and hand sizes tell"
        return f"in none of {self._deals} with what went before are they"

    def _heirs(self) -> list[int]:
        """Return who may get the turn of a mover without cards."""
        heirs = int(engine.heirs(self.row))
        return [seat for seat in range(self.rules.players) if heirs >> seat & 1]

    def _pass(self, move: Pass) -> NDArray[np.int64]:
        """Return the row after a pass."""
        row = self.row
        self._check_turn(move.seat, "passes")
        if row[SIZES + move.seat]:
            raise IllegalAction(
                f"{self._name(move.seat)} passes, but has {row[SIZES + move.seat]} cards: only a "
                "player without cards passes his turn"
            )
        heirs = self._heirs()
        if move.heir not in heirs:
            raise IllegalAction(
                f"{self._name(move.seat)} passes to {self._name(move.heir)}, but the turn may pass "
                f"to {join(map(self._name, heirs), 'or')} only"
            )
        row = row.copy()
        engine.pass_turn(row, move.heir)
        return row


def check_hand(hand: int, rules: Rules) -> None:
    """Refuse a hand of another size than is dealt.

    Raises
    ------
    IllegalState
        It has more cards, or fewer.
    """
    size = CARDS // rules.players
    if hand.bit_count() != size:
        raise IllegalState(
            f"a hand of {rules.players} players has {size} cards as dealt; this one has "
            f"{hand.bit_count()}"
        )


def hand_as_dealt(hand: int, me: int, moves: list[tuple[Move, str]], rules: Rules) -> int:
    """Return the hand that was dealt to a player, from what he holds after some moves.

    Raises
    ------
    IllegalState
        A card that he got is not there, or one that he gave away or that was claimed is.
    """
    for move, place in reversed(moves):
        if isinstance(move, Claim):
            for card in range(IN_HALF * move.half_suit, IN_HALF * (move.half_suit + 1)):
                if hand >> card & 1:
                    raise IllegalState(
                        f"the {card_name(card, rules.pack)} is still in the hand, but the "
                        f"{half_suit_words(move.half_suit)} were claimed in {place}"
                    )
                if move.true[card % IN_HALF] == me:
                    hand |= 1 << card
        elif isinstance(move, Ask) and move.held and me in (move.seat, move.target):
            name = card_name(move.card, rules.pack)
            if me == move.seat and not hand >> move.card & 1:
                raise IllegalState(f"the {name} was got in {place}, but is not in the hand")
            if me == move.target and hand >> move.card & 1:
                raise IllegalState(f"the {name} was given away in {place}, but is in the hand")
            hand ^= 1 << move.card
    return hand
