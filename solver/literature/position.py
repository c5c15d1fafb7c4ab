"""What a player sees when it is his turn: what players of one's own are given."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.solver.literature import engine
from llq.solver.literature.engine import (
    HANDS,
    OWNERS,
    SIZES,
    TURN,
    UNCLAIMED,
)
from llq.solver.literature.inference import knowledge, posterior
from llq.solver.literature.inference.knowledge import View, make_view
from llq.solver.literature.inference.posterior import Posterior, make_posterior
from llq.solver.literature.rules import (
    HALF_SUITS,
    Rules,
    card_name,
    cards_of,
    find_card,
    half_suit_name,
)

__all__ = ["Position", "see"]


@dataclass(frozen=True)
class Position:
    """What one player knows of a game; cards are names such as ``AS``, half suits ``LC``."""

    rules: Rules
    seat: int
    row: NDArray[np.int64]
    """The engine's row, the hands of all others empty; not to be modified."""

    @property
    def hand(self) -> tuple[str, ...]:
        """His cards."""
        return self._names(int(self.row[HANDS + self.seat]))

    @property
    def turn(self) -> int:
        """The seat to move."""
        return int(self.row[TURN])

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cards each player holds."""
        return tuple(self.row[SIZES : SIZES + self.rules.players].tolist())

    @property
    def owners(self) -> dict[str, int | None]:
        """The team that has each claimed half suit, None if nobody has."""
        owners = self.row[OWNERS : OWNERS + HALF_SUITS].tolist()
        return {
            half_suit_name(half): owner if owner < engine.NOBODY else None
            for half, owner in enumerate(owners)
            if owner != UNCLAIMED
        }

    @cached_property
    def legal(self) -> tuple[tuple[int, str], ...]:
        """The seats and cards that he may ask for, none if it is not his turn."""
        if self.turn != self.seat:
            return ()
        cards = self._names(int(engine.askable(self.row[HANDS + self.seat])))
        targets = int(engine.targets(self._writable()))
        seats = [seat for seat in range(self.rules.players) if targets >> seat & 1]
        return tuple((seat, card) for seat in seats for card in cards)

    @cached_property
    def view(self) -> View:
        """What he knows for certain."""
        view = make_view()
        knowledge.look(self._writable(), self.seat, view)
        return view

    @cached_property
    def posterior(self) -> Posterior:
        """The chances of what he does not know."""
        found = make_posterior(self.rules.players)
        posterior.find_chances(self._writable(), self.view, found)
        return found

    def chance(self, seat: int, card: str) -> float:
        """Return the chance that a player holds a card.

        Raises
        ------
        IllegalState, UnknownCard
            There is no such seat or card.
        """
        if seat not in range(self.rules.players):
            raise IllegalState(f"there are seats 0 to {self.rules.players - 1}; got {seat!r}")
        return float(self.posterior.held[seat, find_card(card, self.rules.pack)])

    def _writable(self) -> NDArray[np.int64]:
        """Return the row for kernels, which would be compiled again for one not to be modified."""
        return self.row.copy()

    def _names(self, cards: int) -> tuple[str, ...]:
        return tuple(card_name(card, self.rules.pack) for card in cards_of(cards))


def see(row: NDArray[np.int64], rules: Rules, seat: int | None = None) -> Position:
    """Return what a player, by default the mover, sees of a game."""
    seat = int(row[TURN]) if seat is None else seat
    row = row.copy()
    for other in range(rules.players):
        if other != seat:
            row[HANDS + other] = 0
    row.flags.writeable = False
    return Position(rules, seat, row)
