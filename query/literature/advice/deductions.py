"""Deductions by name: certain facts about players, and their provable knowledge."""

from dataclasses import dataclass
from typing import Any

from llq.query.literature.advice.explanations import Reasons
from llq.solver.card_masks import cards_of
from llq.solver.literature.inference.knowledge import View
from llq.solver.literature.rules import card_name, card_names, half_suit_name

Bounds = dict[str, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Deduction:
    """Certain facts about one player.

    Parameters
    ----------
    seat, name, is_mate
        The player, and whether they are of your team; so are you.
    size
        How many cards they hold.
    holds
        The cards that they certainly hold.
    why
        The reason for each of them, but for your own.
    may_hold
        The cards that they may hold beside these.
    lacks
        How many of the cards in play they certainly lack.
    counts
        For each half suit in play the fewest and the most cards that they can hold.
    knows
        Your cards that they certainly know you to hold, as far as you know.
    knows_lacked
        How many of the cards in play they likewise know you to lack.
    knows_counts
        The fewest and the most cards of each half suit that they likewise know you to hold.
    """

    seat: int
    name: str
    is_mate: bool
    size: int
    holds: tuple[str, ...]
    why: dict[str, str]
    may_hold: tuple[str, ...]
    lacks: int
    counts: Bounds
    knows: tuple[str, ...]
    knows_lacked: int
    knows_counts: Bounds

    def to_dict(self) -> dict[str, Any]:
        """Return the deduction as plain data."""
        return {name: getattr(self, name) for name in self.__slots__}

    def __str__(self) -> str:
        """Return the certain facts in words."""
        holds = " ".join(self.holds) or "no card for certain"
        counts = ", ".join(
            f"{half} {span(bounds)}" for half, bounds in self.counts.items() if bounds[0]
        )
        return (
            f"{self.name}: {self.size} cards, holds {holds}, lacks {self.lacks} in play"
            + (f"; {counts}" if counts else "")
            + (f"; knows your {' '.join(self.knows)}" if self.knows else "")
        )


def span(bounds: tuple[int, int]) -> str:
    """Return bounds in words, such as ``1-3``, or ``2`` where they are equal."""
    return f"{bounds[0]}" if bounds[0] == bounds[1] else f"{bounds[0]}-{bounds[1]}"


def deduce(reasons: Reasons) -> tuple[Deduction, ...]:
    """Return the certain facts about every player, by seat."""
    return tuple(_deduce_player(seat, reasons) for seat in range(reasons.rules.players))


def _deduce_player(seat: int, reasons: Reasons) -> Deduction:
    perspective, facts = reasons.perspective, reasons.facts
    seats, pack = reasons.seats, reasons.rules.pack
    me, live = seats.me, perspective.live
    certain, possible = facts.holds(seat), facts.may_hold(seat)
    seat_facts = None if seat == me else perspective.view_of(seat)
    return Deduction(
        seat=seat,
        name=seats.you(seat),
        is_mate=seat % 2 == me % 2,
        size=perspective.sizes[seat],
        holds=card_names(certain, pack),
        why={
            card_name(card, pack): reasons.why_holds(seat, card)
            for card in cards_of(certain)
            if seat != me
        },
        may_hold=card_names(possible & ~certain, pack),
        lacks=(live & ~possible).bit_count(),
        counts=_half_suit_bounds(reasons, facts, seat),
        knows=card_names(seat_facts.holds(me), pack) if seat_facts else (),
        knows_lacked=(live & ~seat_facts.may_hold(me)).bit_count() if seat_facts else 0,
        knows_counts=_half_suit_bounds(reasons, seat_facts, me) if seat_facts else {},
    )


def _half_suit_bounds(reasons: Reasons, view: View, player: int) -> Bounds:
    halves = reasons.perspective.half_suits
    return {half_suit_name(half): view.count_bounds(player, half) for half in halves}
