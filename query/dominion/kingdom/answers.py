"""Answers on one kingdom card with money: they print, and turn into plain data."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from llq.query.answers import ActionValue, Column
from llq.query.dominion.answers import PurchaseAnswer, pluralise
from llq.query.results import Result, Rows
from llq.solver.dominion.kingdom.cards import MONEY
from llq.solver.dominion.rules import deck_words

_SHOWN = 12
"""Most purchases in a table; several buys allow dozens."""


class Purchases(NamedTuple):
    """A turn's purchases by card name, empty for a pass.

    Examples
    --------
    >>> str(Purchases(("smithy", "silver"))), str(Purchases(()))
    ('buy smithy and silver', 'pass')
    """

    cards: tuple[str, ...]

    def __str__(self) -> str:
        return f"buy {' and '.join(self.cards)}" if self.cards else "pass"


@dataclass(frozen=True, kw_only=True)
class KingdomAnswer(PurchaseAnswer[Purchases]):
    """A lookup's answer: the best purchase, and each purchase's expected turns.

    An action's value is the expected turns to the last Province, this turn included. Less is
    better: its cost is the turns that it takes longer than the best.

    Parameters
    ----------
    card
        The kingdom card that is for sale; ``money`` for none.
    provinces
        How many Provinces end the game.
    deck
        Copies of each card, by name, the hand included.
    coins, buys
        What the hand gave, actions played.
    """

    question_fields = ("card", "provinces", "deck", "coins", "buys")
    column = Column("value", "turns to go", ".4f")
    ending = "{:.4f} turns to go"

    card: str
    provinces: int
    deck: dict[str, int]
    coins: int
    buys: int

    @property
    def facts(self) -> tuple[str, ...]:
        """The situation in words."""
        deck = deck_words(self.deck)
        hand = f"{pluralise(self.coins, 'coin')}, {pluralise(self.buys, 'buy')}"
        sold = "money alone" if self.card == MONEY else self.card
        return (f"{deck}; {hand}; {pluralise(self.provinces, 'Province')}, {sold}",)

    @property
    def context(self) -> tuple[str, ...]:
        """The situation, with omitted purchases noted."""
        if len(self.actions) <= _SHOWN:
            return self.facts
        return *self.facts, f"the {_SHOWN} best of {len(self.actions)} purchases"

    @property
    def shown(self) -> tuple[ActionValue[Purchases], ...]:
        """The best purchases."""
        return self.actions[:_SHOWN]


@dataclass(frozen=True, kw_only=True)
class KingdomTurns(Result):
    """Turns that one kingdom card saves towards a number of Provinces.

    Parameters
    ----------
    card
        Its name; ``money`` for money alone.
    provinces
        How many end the game.
    turns
        Fewest expected turns with the card for sale, within the caps.
    one_copy, two_copies, three_copies
        Fewest expected turns with at most as many copies.
    saved
        Turns that money alone takes longer.
    copies
        Copies that the optimum buys, on average.
    likeliest
        Their likeliest number, and ``likeliest_chance`` its chance.
    first_buys
        What the optimum buys of the first hand, by coins.
    big_money
        Expected turns of Big Money + X with the best limit on copies, ``big_money_copies``.
    at_least
        A bound that no policy is below, whatever is bought, with as many buys a turn; None of a
        card that trashes or gains.
    decks
        Decks within the caps; None where a table has the answer.
    attacks
        Whether the card attacks opponents, which is not counted.
    """

    card: str
    provinces: int
    turns: float
    one_copy: float
    two_copies: float
    three_copies: float
    saved: float
    copies: float
    likeliest: int
    likeliest_chance: float
    first_buys: dict[int, tuple[str, ...]]
    big_money: float
    big_money_copies: int
    at_least: float | None
    decks: int | None
    attacks: bool = False

    @property
    def title(self) -> str:
        """Meaning of the turns, and omitted effects."""
        return (
            f"Fewest expected turns to {pluralise(self.provinces, 'Province')}. What a card does "
            "to opponents is not counted: Witch, Militia and all others marked * are worth more "
            "than this."
        )

    def records(self) -> Rows:
        """Return a result row, with first buys as text."""
        return (self.to_dict() | {"first_buys": _first_buys(self.first_buys)},)

    def shown(self) -> Rows:
        """Return the row that a table shows."""
        limit = "" if self.card == MONEY else f" with up to {self.big_money_copies}"
        return (
            {
                "card": f"{self.card} *" if self.attacks else self.card,
                "turns": f"{self.turns:.3f}",
                "saved": f"{round(self.saved, 3) + 0.0:.3f}",  # + 0.0: no -0.000
                "copies": f"{self.copies:.2f}",
                "first buys": _first_buys(self.first_buys),
                "Big Money": f"{self.big_money:.3f}{limit}",
            },
        )

    def __str__(self) -> str:
        turns = f"{self.card}: {self.turns:.4f} turns to {pluralise(self.provinces, 'Province')}"
        if self.card == MONEY:
            return turns
        return f"{turns}, {self.saved:.4f} fewer than with money alone; {self.copies:.2f} copies"


def _first_buys(buys: Mapping[int, tuple[str, ...]]) -> str:
    """Return purchases by coins in words: equal ones joined, passes left out.

    >>> _first_buys({2: (), 3: ("silver",), 4: ("smithy",), 5: ("smithy",)})
    '3 silver, 4-5 smithy'
    """
    parts = []
    for cards, run in groupby(sorted(buys), key=buys.__getitem__):
        coins = list(run)
        if cards:
            span = f"{coins[0]}-{coins[-1]}" if len(coins) > 1 else f"{coins[0]}"
            parts.append(f"{span} {' and '.join(cards)}")
    return ", ".join(parts)
