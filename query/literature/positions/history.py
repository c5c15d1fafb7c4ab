"""A Literature game replayed move by move, and checked from one player's view.

A move is refused where the rules forbid it, and where no deal that agrees with the hand and all
moves before agrees with it too. The first are looked up; the others are found by the views'
inference, which gives the reason, and what that does not see by counting deals. A move only makes
the deals fewer, but for a claim, which takes cards out of play: so it is enough to count before
each claim and at the end, and to find out which move it was only if none is left.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from llq.errors import IllegalAction, IllegalState
from llq.query.literature.advice.explanations import Reasons, Trace, deals_that_agree
from llq.query.literature.positions.card_text import Seats, card_list, half_suit_words, join
from llq.solver.card_masks import mask_of
from llq.solver.literature.actions import Asked, Claimed, Move, Passed
from llq.solver.literature.positions.perspective import Perspective
from llq.solver.literature.rules import HALF_SIZE, MOST_ASKS, Rules, card_name, half_suit_cards


class PlacedMove(NamedTuple):
    """A move and its place."""

    move: Move
    place: str
    """Place that explanations name, such as ``line 7``."""
    location: str = ""
    """Location that errors name, such as ``game.txt:7``."""


@dataclass
class Replay:
    """A game replayed move by move, with one known hand."""

    rules: Rules
    seats: Seats
    hand: int
    """The cards dealt to ``seats.me``, a set."""
    first_seat: int
    """The seat that begins."""
    is_strict: bool = False
    """Whether deals are counted after every move; else before claims and by `check`."""
    perspective: Perspective = field(init=False)
    """Knowledge after the latest move."""
    moves: list[Move] = field(init=False, default_factory=list)
    """The moves so far, including forced passes."""
    places: list[str] = field(init=False, default_factory=list)
    """Place of each move."""

    def __post_init__(self) -> None:
        check_hand(self.hand, self.rules)
        self.perspective = Perspective.begin(self.rules, self.seats.me, self.hand, self.first_seat)
        self.trace = Trace(self.rules)
        self._deals_text = deals_that_agree()
        self._name = self.seats.name
        if self.is_strict:
            self.check()

    def play(self, move: Move, place: str) -> None:
        """Play a move."""
        self.pass_if_forced(place, move)
        is_late_claim = isinstance(move, Claimed) and self.perspective.live
        if self.perspective.is_over and not is_late_claim:  # what was known when it ended
            is_unclaimed = self.perspective.live
            ending = "a team has no cards left" if is_unclaimed else "every half suit was claimed"
            raise IllegalAction(f"the game is over: {ending}")
        if isinstance(move, Asked):
            self._check_ask_rules(move)
            self._check_ask_facts(move)
        elif isinstance(move, Claimed):
            self._check_claim(move)
        else:
            self._check_pass(move)
        after = self.perspective.after(move)
        if self.is_strict and isinstance(move, Asked) and not after.is_possible:
            self._refuse_ask(move)
        if not after.is_consistent:
            raise IllegalAction("no deal agrees with this and all that went before")
        self._note(after, move, place)
        if self.is_strict:
            self.check()

    def pass_if_forced(self, place: str, move: Move | None = None) -> None:
        """Record a cardless mover's pass, once its recipient is certain."""
        targets, turn = self.perspective.pass_targets, self.perspective.turn
        if not targets or isinstance(move, Passed):
            return
        if isinstance(move, Claimed) and (self.rules.out_of_turn or move.seat == turn):
            return
        target = targets[-1]
        if len(targets) > 1:
            if not isinstance(move, Asked) or move.seat not in targets:
                return
            target = move.seat
        forced_pass = Passed(turn, target)
        self._note(self.perspective.after(forced_pass), forced_pass, place)
        self.trace.turn = f"{self._name(turn)} has no cards left"  # no pass was announced

    @property
    def reasons(self) -> Reasons:
        """Current knowledge, with its reasons."""
        return Reasons(self.seats, self.trace, self.perspective)

    def _note(self, after: Perspective, move: Move, place: str) -> None:
        self.perspective = after
        self.moves.append(move)
        self.places.append(place)
        self.trace.note(move, place)

    def check(self) -> None:
        """Refuse a game that agrees with no deal; otherwise note the deal count."""
        if not self.perspective.is_possible:
            raise IllegalAction("no deal agrees with these moves")
        self._deals_text = deals_that_agree(self.perspective.deals)

    def _check_turn(self, seat: int, doing: str) -> None:
        if seat != (turn := self.perspective.turn):
            hint = "" if self.moves else f"; if another player began, give first: {seat}"
            raise IllegalAction(
                f"{self._name(seat)} {doing}, but it is {self._name(turn)}'s turn: "
                f"{self.trace.turn}{hint}"
            )

    def _check_ask_rules(self, move: Asked) -> None:
        perspective, seat, target = self.perspective, move.seat, move.target
        asker, target_name = self._name(seat), self._name(target)
        self._check_turn(seat, f"asks {target_name}")
        if not perspective.sizes[seat]:
            raise IllegalAction(
                f"{asker} asks, but has no cards left and must pass the turn, such as {seat} "
                f"passes {perspective.pass_targets[0]}"
            )
        if seat % 2 == target % 2:
            kind = "themselves" if seat == target else f"{target_name}, a teammate"
            raise IllegalAction(f"{asker} asks {kind}: only opponents may be asked")
        if not perspective.sizes[target]:
            raise IllegalAction(f"{asker} asks {target_name}, who has no cards left")
        if (half_suit := move.card // HALF_SIZE) in self.trace.claimed:
            claimant, place = self.trace.claimed[half_suit]
            raise IllegalAction(
                f"{asker} asks for the {card_name(move.card, self.rules.pack)}, but "
                f"{self._name(claimant)} claimed the {half_suit_words(half_suit)} in {place}"
            )
        if perspective.asks == MOST_ASKS:
            raise IllegalAction(f"no game has more than {MOST_ASKS} asks")

    def _check_ask_facts(self, move: Asked) -> None:
        """Refuse an ask that contradicts the known cards."""
        seat, target, half_suit = move.seat, move.target, move.card // HALF_SIZE
        reasons, facts, bit = self.reasons, self.perspective.view, 1 << move.card
        contradiction = f"{self._name(seat)} cannot ask for"
        if facts.holds(seat) & bit:
            reason = reasons.why_holds(seat, move.card)
        elif not facts.may_hold(seat) & mask_of(half_suit_cards(half_suit)):
            why_none = reasons.why_none(seat, half_suit)
            reason = f"they have none of the {half_suit_words(half_suit)} ({why_none})"
        elif move.held and not facts.may_hold(target) & bit:
            contradiction = f"{self._name(target)} cannot have had"
            reason = reasons.why_lacks(target, move.card)
        elif not move.held and facts.holds(target) & bit:
            contradiction = f"{self._name(target)} cannot have lacked"
            reason = reasons.why_holds(target, move.card)
        else:
            return
        card = card_name(move.card, self.rules.pack)
        raise IllegalAction(f"{contradiction} the {card}: {reason}")

    def _refuse_ask(self, move: Asked) -> None:
        """Refuse an ask, naming the impossible part: question or answer."""
        card = card_name(move.card, self.rules.pack)
        agree = f"{self._deals_text} with what went before"
        if not self.perspective.after_question(move.card).is_possible:
            raise IllegalAction(
                f"{self._name(move.seat)} cannot ask for the {card}: in none of {agree} do they "
                f"lack it and have another of the {half_suit_words(move.card // HALF_SIZE)}"
            )
        raise IllegalAction(
            f"{self._name(move.target)} cannot have {'had' if move.held else 'lacked'} the {card}: "
            f"of {agree} they have it in {'none' if move.held else 'every one'} that agrees with "
            "this ask too"
        )

    def _check_claim(self, move: Claimed) -> None:
        perspective, seat, half_suit = self.perspective, move.seat, move.half_suit
        words = half_suit_words(half_suit)
        if half_suit in self.trace.claimed:
            claimant, place = self.trace.claimed[half_suit]
            raise IllegalAction(f"{self._name(claimant)} claimed the {words} already in {place}")
        if not self.rules.out_of_turn:
            self._check_turn(seat, "claims")
        if foreign := sorted({player for player in move.claimed if player % 2 != seat % 2}):
            raise IllegalAction(
                f"{self._name(seat)} claims cards of {join(map(self._name, foreign))}, who is of "
                "the other team: a claim names players of the claimant's own team"
            )
        self._check_holders(move)
        if not perspective.is_possible or not perspective.claim_chance(half_suit, move.actual) > 0:
            reason = self._explain_claim(move)
            raise IllegalAction(f"the {words} cannot have been held so: {reason}")

    def _check_holders(self, move: Claimed) -> None:
        """Refuse a claim with an impossible card holder."""
        facts, reasons = self.perspective.view, self.reasons
        for card, seat in zip(half_suit_cards(move.half_suit), move.actual, strict=True):
            if facts.may_hold(seat) >> card & 1:
                continue
            reason = reasons.why_lacks(seat, card)
            for holder in range(self.rules.players):
                is_other = facts.holds(holder) >> card & 1 and holder != self.seats.me
                if is_other and "must hold it" not in reason:
                    reason += f"; {self._name(holder)} has it: {reasons.why_holds(holder, card)}"
            name = card_name(card, self.rules.pack)
            raise IllegalAction(f"{self._name(seat)} cannot have held the {name}: {reason}")
        for seat in sorted(set(move.actual)):
            cards = _claimed_cards_of(move, seat)
            size = self.perspective.sizes[seat]
            if len(cards) > size:
                raise IllegalAction(
                    f"{self._name(seat)} cannot have held {card_list(cards, self.rules.pack)}: "
                    f"they have only {size} in all"
                )

    def _explain_claim(self, move: Claimed) -> str:
        """Explain why a claim is impossible, though each card's holder is possible."""
        perspective, half_suit = self.perspective, move.half_suit
        for seat in range(self.rules.players):
            unseen = mask_of(_claimed_cards_of(move, seat)) & ~perspective.shown(seat)
            if perspective.needs(seat, half_suit) and not unseen:
                place = self.trace.asked.get((seat, half_suit), "an ask")
                return (
                    f"when {self._name(seat)} asked for one, last in {place}, they had another, "
                    "which nobody has seen since"
                )
        for seat in range(self.rules.players):
            count = move.actual.count(seat)
            low, high = perspective.view.count_bounds(seat, half_suit)
            if not low <= count <= high:
                span = f"{low}" if low == high else f"{low} to {high}"
                return f"{self._name(seat)} holds {span} of them, as the moves and hand sizes tell"
        return f"in none of {self._deals_text} with what went before are they"

    def _check_pass(self, move: Passed) -> None:
        perspective, name = self.perspective, self._name(move.seat)
        self._check_turn(move.seat, "passes")
        if size := perspective.sizes[move.seat]:
            raise IllegalAction(
                f"{name} passes, but has {size} cards: only a player without cards passes the turn"
            )
        if move.target not in perspective.pass_targets:
            names = join(map(self._name, perspective.pass_targets), "or")
            raise IllegalAction(
                f"{name} passes to {self._name(move.target)}, but the turn may pass to {names} only"
            )


def _claimed_cards_of(move: Claimed, seat: int) -> list[int]:
    holders = zip(half_suit_cards(move.half_suit), move.actual, strict=True)
    return [card for card, holder in holders if holder == seat]


def check_hand(hand: int, rules: Rules) -> None:
    """Refuse a hand of the wrong size."""
    size = rules.pack.cards // rules.players
    if hand.bit_count() != size:
        raise IllegalState(
            f"a hand of {rules.players} players has {size} cards as dealt; this one has "
            f"{hand.bit_count()}"
        )


def hand_as_dealt(hand: int, me: int, moves: Sequence[PlacedMove], rules: Rules) -> int:
    """Return a player's dealt hand, from the hand after some moves."""
    for move, place, _ in reversed(moves):
        if isinstance(move, Claimed):
            for card in half_suit_cards(move.half_suit):
                if hand >> card & 1:
                    raise IllegalState(
                        f"the {card_name(card, rules.pack)} is still in the hand, but the "
                        f"{half_suit_words(move.half_suit)} were claimed in {place}"
                    )
            hand |= mask_of(_claimed_cards_of(move, me))
        elif isinstance(move, Asked) and move.held and me in (move.seat, move.target):
            name = card_name(move.card, rules.pack)
            if me == move.seat and not hand >> move.card & 1:
                raise IllegalState(f"the {name} was received in {place}, but is not in the hand")
            if me == move.target and hand >> move.card & 1:
                raise IllegalState(f"the {name} was given away in {place}, but is in the hand")
            hand ^= 1 << move.card
    return hand
