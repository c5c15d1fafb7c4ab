"""Inferences about hidden hands: card holders and void suits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.query.answers import Row, Table
from llq.query.sueca.advice.card_values import WeightedHands
from llq.solver.card_masks import cards_of, mask_of
from llq.solver.sueca import rules
from llq.solver.sueca.positions.position import Action, Position
from llq.solver.sueca.rules import Seat, card_name, find_card

_NOTABLE = 0.1
"""Smallest change of a chance worth a sentence."""
_MOST_FACTS = 3
_HIGH = 10
"""Minimum card points in an answer's table."""
_SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


class Fact(NamedTuple):
    """A seat's card or suit, with prior and inferred chances."""

    seat: Seat
    what: str
    """A card, or a suit's letter."""
    chance: float
    """Chance that the seat holds the card, or any card of a suit."""
    before: float

    @property
    def change(self) -> float:
        """Rise of the chance."""
        return self.chance - self.before

    def say(self, since: str = "by the cards alone") -> str:
        """Return the fact in words: whatever is likelier of having and lacking."""
        name, item = self.seat.name.title(), _SUITS.get(self.what, self.what)
        if self.chance < 0.5:
            return f"{name} has no {item}: {1 - self.chance:.0%} ({1 - self.before:.0%} {since})"
        article = "" if self.what in _SUITS else "the "
        return f"{name} has {article}{item}: {self.chance:.0%} ({self.before:.0%} {since})"


@dataclass(frozen=True, kw_only=True)
class HiddenHands:
    """Chances of each hidden card by seat, from drawn hands weighted by the play.

    Parameters
    ----------
    seats
        The others, in the order of play.
    trump
        The trump suit.
    cards
        The cards that the mover does not see.
    chances
        By seat and card, the chance that the seat has the card; by card they sum to 1.
    before
        The same by the cards alone, each hand as likely as another.
    any_of, any_before
        By seat and suit, the chance that the seat has a card of the suit, and by the cards alone.
    drawn, effective
        Hands drawn, and the number of equally likely hands that tell as much.
    """

    seats: tuple[Seat, ...]
    trump: str
    cards: tuple[Action, ...]
    chances: tuple[tuple[float, ...], ...]
    before: tuple[tuple[float, ...], ...]
    any_of: tuple[tuple[float, ...], ...]
    any_before: tuple[tuple[float, ...], ...]
    drawn: int
    effective: float

    @classmethod
    def infer(cls, position: Position, beliefs: WeightedHands) -> HiddenHands:
        """Return inferences about a position's hidden hands, from weighted samples."""
        visible = position.hand + position.trick + position.played
        cards = cards_of(rules.DECK_MASK & ~mask_of(map(find_card, visible)))
        holds = (beliefs.hands[:, :, None] >> np.array(cards, dtype=np.int64)) & 1
        suits = np.array([rules.SUIT_MASK << 16 * suit for suit in range(len(rules.SUIT_SYMBOLS))])
        any_of = (beliefs.hands[:, :, None] & suits) != 0
        even = np.full(len(beliefs.weights), 1 / len(beliefs.weights))
        return cls(
            seats=tuple(Seat((position.seat + step) % rules.SEATS) for step in (1, 2, 3)),
            trump=position.trump,
            cards=tuple(map(card_name, cards)),
            chances=_shares(holds, beliefs.weights),
            before=_shares(holds, even),
            any_of=_shares(any_of, beliefs.weights),
            any_before=_shares(any_of, even),
            drawn=len(beliefs.weights),
            effective=beliefs.effective,
        )

    def facts(self) -> Iterator[Fact]:
        """Yield each card's and suit's chances."""
        for names, chances, before in (
            (self.cards, self.chances, self.before),
            (tuple(rules.SUIT_SYMBOLS), self.any_of, self.any_before),
        ):
            for seat, seat_chances, seat_before in zip(self.seats, chances, before, strict=True):
                for name, chance, prior in zip(names, seat_chances, seat_before, strict=True):
                    yield Fact(seat, name, chance, prior)

    @property
    def notable(self) -> tuple[Fact, ...]:
        """The largest changes of chances for suits, trumps and point cards."""
        return notable(fact for fact in self.facts() if self.counts(fact.what))

    def counts(self, what: str) -> bool:
        """Return whether a fact concerns a suit, trump or point card."""
        return len(what) == 1 or what[1] == self.trump or rules.POINTS[find_card(what) & 15] > 0

    @property
    def table(self) -> Table:
        """Chances of unlocated aces and sevens by seat, trumps first."""
        names = tuple(seat.name.title() for seat in self.seats)
        by_card = dict(zip(self.cards, zip(*self.chances, strict=True), strict=True))
        high = [
            card
            for card, chances in by_card.items()
            if rules.POINTS[find_card(card) & 15] >= _HIGH and max(chances) < 1
        ]
        high.sort(key=lambda card: (card[1] != self.trump, -(find_card(card) & 15)))
        rows = (Row((card, *(f"{chance:.0%}" for chance in by_card[card]))) for card in high)
        return Table(("who has", *names), tuple(rows), names)

    def to_dict(self) -> dict[str, Any]:
        """Return the chances as plain data, ready for JSON: by seat, and by card or suit."""
        return {
            "hands": {
                seat.name.lower(): {
                    "cards": dict(zip(self.cards, chances, strict=True)),
                    "suits": dict(zip(rules.SUIT_SYMBOLS, any_of, strict=True)),
                }
                for seat, chances, any_of in zip(self.seats, self.chances, self.any_of, strict=True)
            },
            "notable": [fact.say() for fact in self.notable],
            "drawn": self.drawn,
            "effective": self.effective,
        }


def notable(facts: Iterator[Fact]) -> tuple[Fact, ...]:
    """Return facts with the largest changes of chance, a tenth or more."""
    largest: dict[str, Fact] = {}  # of each card and suit: what one seat gains another loses
    for fact in facts:
        least = abs(largest[fact.what].change) if fact.what in largest else 0
        if abs(fact.change) >= max(_NOTABLE, least):
            largest[fact.what] = fact
    return tuple(sorted(largest.values(), key=lambda fact: -abs(fact.change))[:_MOST_FACTS])


def _shares(holds: NDArray[Any], weights: NDArray[np.float64]) -> tuple[tuple[float, ...], ...]:
    """Return the weighted shares of hands that hold a card or suit, by seat."""
    return tuple(map(tuple, np.tensordot(weights, holds, axes=1).tolist()))
