"""Public events of Literature, and the facts they prove about each seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from llq.solver.literature.rules import HALF, IN_HALF, MOST_HALF_SUITS

HALVES = tuple(HALF << IN_HALF * half for half in range(MOST_HALF_SUITS))
"""The cards of each half suit."""


class Event(NamedTuple):
    """Publicly observed ask, claim or pass."""

    kind: str
    """``ask``, ``claim`` or ``pass``."""
    seat: int
    target: int
    """Seat asked or receiving the turn; for claims, the half suit."""
    card: int = -1
    held: bool = False
    """Whether the ask or claim succeeded."""
    said: tuple[int, ...] = ()
    """Claimed holder of each card."""
    true: tuple[int, ...] = ()
    """Actual holder of each card."""


class PublicRecord(NamedTuple):
    """Public facts after a game's first events, as bit sets by seat."""

    events: int
    """How many events."""
    shown: list[int]
    """Cards that a seat publicly received and still holds."""
    lacks: list[int]
    """Cards that a seat publicly lacks."""
    needs: list[int]
    """Half suits with a required unshown card, by seat."""

    @classmethod
    def begin(cls, players: int) -> PublicRecord:
        """Return what is known before the first event: nothing."""
        return cls(0, *([0] * players for _ in range(3)))

    def after(self, events: Sequence[Event]) -> PublicRecord:
        """Return the record after ``events``, which begin with those already counted."""
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
