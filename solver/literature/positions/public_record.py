"""What everyone has seen happen in a game of Literature, and what it says of each seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from llq.solver.literature.rules import HALF, IN_HALF, MOST_HALF_SUITS

HALVES = tuple(HALF << IN_HALF * half for half in range(MOST_HALF_SUITS))
"""The cards of each half suit."""


class Event(NamedTuple):
    """What everyone has seen happen: an ask, a claim or a pass."""

    kind: str
    """``ask``, ``claim`` or ``pass``."""
    seat: int
    target: int
    """The seat asked or passed to; of a claim, the half suit."""
    card: int = -1
    held: bool = False
    """Whether the seat asked had the card, or the claim was right."""
    said: tuple[int, ...] = ()
    """Of a claim, who was said to hold each card."""
    true: tuple[int, ...] = ()
    """And who did."""


class PublicRecord(NamedTuple):
    """What a game's first events have told everyone; each list has a set of bits a seat."""

    events: int
    """How many events."""
    shown: list[int]
    """The cards that a seat was seen to get and still has."""
    lacks: list[int]
    """The cards that a seat was heard to lack since."""
    needs: list[int]
    """The half suits of which a seat must hold a card not shown."""

    @classmethod
    def begin(cls, players: int) -> PublicRecord:
        """Return what is known before the first event: nothing."""
        return cls(0, *([0] * players for _ in range(3)))

    def after(self, events: Sequence[Event]) -> PublicRecord:
        """Return what all of a game's events have told; the first ones are this record's."""
        shown, lacks, needs = self.shown[:], self.lacks[:], self.needs[:]
        for kind, seat, target, card, held, *_ in events[self.events :]:
            if kind == "ask":
                half, bit = card // IN_HALF, 1 << card
                if not shown[seat] & HALVES[half]:
                    needs[seat] |= 1 << half
                if held:
                    if not shown[target] & bit:
                        needs[target] &= ~(1 << half)
                    shown[target] &= ~bit
                    shown[seat] |= bit
                    lacks = [cards & ~bit for cards in lacks]
                else:
                    lacks[seat] |= bit
                    lacks[target] |= bit
            elif kind == "claim":
                shown = [cards & ~HALVES[target] for cards in shown]
                lacks = [cards & ~HALVES[target] for cards in lacks]
                needs = [halves & ~(1 << target) for halves in needs]
        return PublicRecord(len(events), shown, lacks, needs)
