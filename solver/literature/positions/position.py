"""Positions given to custom players, with cards and half suits by name."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from llq.errors import IllegalAction, IllegalState
from llq.solver.array_types import Ints
from llq.solver.literature.actions import Ask, Claim
from llq.solver.literature.engine import NOBODY, TURN, UNCLAIMED
from llq.solver.literature.inference.counting import Posterior
from llq.solver.literature.inference.knowledge import View
from llq.solver.literature.positions.perspective import Perspective
from llq.solver.literature.rules import (
    Rules,
    card_name,
    card_names,
    find_card,
    find_half_suit,
    half_suit_name,
)


@dataclass(frozen=True)
class Position:
    """A player's knowledge of a game; cards are names such as ``AS``, half suits ``LC``."""

    perspective: Perspective
    """The same in numbers."""

    @property
    def rules(self) -> Rules:
        """The variant."""
        return self.perspective.rules

    @property
    def seat(self) -> int:
        """The player's seat."""
        return self.perspective.seat

    @property
    def row(self) -> Ints:
        """Read-only engine row without other players' hands."""
        return self.perspective.row

    @property
    def hand(self) -> tuple[str, ...]:
        """The player's cards."""
        return self._names(self.perspective.hand)

    @property
    def turn(self) -> int:
        """The seat to move."""
        return self.perspective.turn

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cards each player holds."""
        return self.perspective.sizes

    @property
    def owners(self) -> dict[str, int | None]:
        """Owning team of each claimed half suit, None for nobody."""
        return {
            half_suit_name(half): owner if owner < NOBODY else None
            for half, owner in enumerate(self.perspective.owners)
            if owner != UNCLAIMED
        }

    @cached_property
    def legal(self) -> tuple[Ask, ...]:
        """The player's legal asks, empty out of turn."""
        if self.turn != self.seat:
            return ()
        pack = self.rules.pack
        return tuple(Ask(seat, card_name(card, pack)) for seat, card in self.perspective.legal_asks)

    @property
    def view(self) -> View:
        """The player's certain knowledge, as arrays."""
        return self.perspective.view

    @property
    def posterior(self) -> Posterior:
        """Chances of hidden cards, as arrays."""
        return self.perspective.posterior

    def holds(self, seat: int) -> tuple[str, ...]:
        """Return the cards that a player certainly holds.

        Raises
        ------
        IllegalState
            There is no such seat.
        """
        return self._names(self.perspective.view.holds(self._check_seat(seat)))

    def may_hold(self, seat: int) -> tuple[str, ...]:
        """Return a player's possible cards, certain ones included.

        Raises
        ------
        IllegalState
            There is no such seat.
        """
        return self._names(self.perspective.view.may_hold(self._check_seat(seat)))

    def count_bounds(self, seat: int, half_suit: str) -> tuple[int, int]:
        """Return bounds on a player's number of cards in a half suit.

        Raises
        ------
        IllegalState, UnknownCard
            There is no such seat or half suit.
        """
        half = find_half_suit(half_suit, self.rules.pack)
        return self.perspective.view.count_bounds(self._check_seat(seat), half)

    def chance(self, seat: int, card: str) -> float:
        """Return a player's chance of holding a card.

        Raises
        ------
        IllegalState, UnknownCard
            There is no such seat or card.
        """
        return self.perspective.chance(self._check_seat(seat), find_card(card, self.rules.pack))

    def certain_claim(self, half_suit: str) -> Claim | None:
        """Return the player's certain claim of a half suit, else None.

        Raises
        ------
        UnknownCard
            There is no such half suit.
        """
        half = find_half_suit(half_suit, self.rules.pack)
        holders = self.perspective.certain_claim(half)
        return None if holders is None else Claim(half_suit_name(half), holders)

    def after_ask(self, ask: Ask, held: bool) -> Position:
        """Return the player's position after an ask, a hit if ``held``.

        Raises
        ------
        IllegalAction
            The ask is not legal.
        """
        if ask not in self.legal:
            raise IllegalAction(f"{ask} is not one of the legal asks")
        card = find_card(ask.card, self.rules.pack)
        return Position(self.perspective.after_ask(ask.player, card, held))

    def _check_seat(self, seat: int) -> int:
        if seat not in range(self.rules.players):
            raise IllegalState(f"there are seats 0 to {self.rules.players - 1}; got {seat!r}")
        return seat

    def _names(self, cards: int) -> tuple[str, ...]:
        return card_names(cards, self.rules.pack)


def observe(row: Ints, rules: Rules, seat: int | None = None) -> Position:
    """Return a player's position, by default the mover's."""
    return Position(Perspective.of(row, rules, int(row[TURN]) if seat is None else seat))
