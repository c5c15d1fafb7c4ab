"""What is certain of every player, and what each is known to know, in names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.query.literature.explanations import Reasons
from llq.solver.literature.engine import LIVE, SIZES
from llq.solver.literature.inference import knowledge
from llq.solver.literature.inference.knowledge import View, make_view
from llq.solver.literature.rules import (
    HALF_SUITS,
    IN_HALF,
    card_name,
    cards_of,
    half_suit_name,
)

__all__ = ["Deduction", "deduce"]

Bounds = dict[str, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Deduction:
    """What is certain of one player.

    Parameters
    ----------
    seat, name, is_mate
        Who he is, and whether he is of your team; so are you.
    size
        How many cards he holds.
    holds
        The cards that he certainly holds.
    why
        Of each of them, but for your own, why.
    may_hold
        The cards that he may hold beside them.
    lacks
        How many of the cards in play he certainly lacks.
    counts
        Of each half suit in play the fewest and the most cards that he can hold.
    knows
        Your cards that he certainly knows you to hold, as far as you know.
    knows_lacked
        How many of the cards in play he likewise knows you to lack.
    knows_counts
        The fewest and the most cards of each half suit that he likewise knows you to hold.
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
        """Return what is certain in words."""
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
    """Return bounds in words.

    >>> span((1, 3)), span((2, 2))
    ('1-3', '2')
    """
    return f"{bounds[0]}" if bounds[0] == bounds[1] else f"{bounds[0]}-{bounds[1]}"


def deduce(row: NDArray[np.int64], reasons: Reasons) -> tuple[Deduction, ...]:
    """Return what is certain of every player, by seat."""
    own, seats, pack = reasons.view, reasons.seats, reasons.rules.pack
    me = seats.me
    live = int(row[LIVE])
    through = make_view()
    found = []

    def names(cards: int) -> tuple[str, ...]:
        return tuple(card_name(card, pack) for card in cards_of(cards))

    for seat in range(reasons.rules.players):
        held, may = int(own.held[seat]), int(own.may[seat])
        knows, knows_lacked, knows_counts = 0, 0, {}
        if seat != me:
            knowledge.look_through(row, own, seat, through)
            knows = int(through.held[me])
            knows_lacked = (live & ~int(through.may[me])).bit_count()
            knows_counts = _bounds(through, me, live)
        found.append(
            Deduction(
                seat=seat,
                name=seats.you(seat),
                is_mate=seat % 2 == me % 2,
                size=int(row[SIZES + seat]),
                holds=names(held),
                why={
                    card_name(card, pack): reasons.why_holds(seat, card)
                    for card in cards_of(held)
                    if seat != me
                },
                may_hold=names(may & ~held),
                lacks=(live & ~may).bit_count(),
                counts=_bounds(own, seat, live),
                knows=names(knows),
                knows_lacked=knows_lacked,
                knows_counts=knows_counts,
            )
        )
    return tuple(found)


def _bounds(view: View, seat: int, live: int) -> Bounds:
    """Return the bounds on a player's counts of the half suits in play."""
    return {
        half_suit_name(half): (
            int(view.low[HALF_SUITS * seat + half]),
            int(view.high[HALF_SUITS * seat + half]),
        )
        for half in range(HALF_SUITS)
        if live >> IN_HALF * half & 1
    }
