"""What rules of Love Letter are made of: cards, their effects and the actions they give.

The variants themselves are data of `variants`.

A *card* is an index into ``Rules.cards``, in ascending order of the printed number. Two cards may
share a number (the Hobbit edition has two of number 3), so a number is not an index.

References
----------
.. [1] Love Letter, rules of play, Alderac Entertainment Group, 2012 ("Tempest" edition).
.. [2] J. Huibers, AI Agents for the Card Game Love Letter, Leiden University, 2016, section 2.1.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import cached_property, partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.errors import UnknownCard

__all__ = [
    "NO_ARGUMENT",
    "Action",
    "Card",
    "Effect",
    "GameArrays",
    "Look",
    "Rules",
    "Scoring",
    "Target",
]


class Effect(IntEnum):
    """What playing a card does; the names of the classic cards are in brackets."""

    GUESS = 0
    """Name a card other than this one; an opponent who holds it loses. [Guard]"""
    LOOK = 1
    """See the opponent's card. [Priest]"""
    COMPARE = 2
    """Both compare hands in secret; the lower number loses, equal numbers stay. [Baron]"""
    PROTECT = 3
    """The opponent's next play cannot affect you. [Handmaid]"""
    REDRAW = 4
    """The opponent or you discard the hand and draw anew. [Prince]"""
    SWAP = 5
    """Swap hands with the opponent. [King]"""
    YIELD = 6
    """Nothing, but it must be played when held with REDRAW or SWAP. [Countess]"""
    LOSE = 7
    """Whoever plays or discards it loses. [Princess]"""
    COMPARE_LOW = 8
    """As COMPARE, but the higher number loses."""
    NOTHING = 9
    """Nothing at all."""
    LOOK_EITHER = 10
    """See the opponent's card or the aside card, as its player chooses. [Archer's Priest]"""
    REDEAL = 11
    """Shuffle both hands and the aside card: one to each player, one aside. [Archer's Countess]"""


class Scoring(StrEnum):
    """What equal final cards are worth."""

    HALF = "half"
    """Half a win to each, as in the thesis."""
    DISCARDS = "discards"
    """The win to the higher total of discarded numbers, half to each if these are equal too."""


class Target(IntEnum):
    """Whom a REDRAW hits."""

    OPPONENT = 0
    SELF = 1


class Look(IntEnum):
    """What a LOOK_EITHER looks at."""

    OPPONENT = 0
    ASIDE = 1


NO_ARGUMENT = -1
"""The argument of an action that neither guesses nor chooses a target."""


@dataclass(frozen=True, slots=True)
class Card:
    """One kind of card: its name, printed number, number of copies, effect and final value."""

    name: str
    number: int
    copies: int
    effect: Effect
    value: int
    """What it counts when hands are compared at the end of the round."""
    guess_tokens: int = 0
    """Tokens that a right guess of it earns at once, besides the one for the round."""


class Action(NamedTuple):
    """A play: the card, and what it guesses, hits or looks at (else ``NO_ARGUMENT``)."""

    card: int
    argument: int = NO_ARGUMENT


class GameArrays(NamedTuple):
    """A variant's rules as the kernels take them; int64 but for the payoffs.

    ``copies``, ``effects``, ``numbers`` and ``values`` have one entry a card; ``action_argument``
    has one an action, in the order in which ties between actions are decided. The actions of a
    card are those from ``first_action[card]`` up to, not including, ``first_action[card + 1]``.

    Payoffs are float64, to the mover: ``payoff_sum`` (1,) is what both players' payoffs add up to,
    ``payoff_hit`` has one entry a card, for winning by a right guess of it. Any other win pays 1.
    """

    copies: NDArray[np.int64]
    effects: NDArray[np.int64]
    numbers: NDArray[np.int64]
    values: NDArray[np.int64]
    first_action: NDArray[np.int64]
    action_argument: NDArray[np.int64]
    payoff_sum: NDArray[np.float64]
    payoff_hit: NDArray[np.float64]


@dataclass(frozen=True)
class Rules:
    """One variant of the two-player game.

    Parameters
    ----------
    variant
        Its name in table files and on the command line.
    version
        Raised whenever a change of the rules changes a table.
    cards
        The kinds of card, by ascending number.
    source
        Where the rules come from.
    """

    variant: str
    version: int
    cards: tuple[Card, ...]
    source: str

    @property
    def unit(self) -> str:
        """What values count: ``win probability``, or ``token lead`` where guesses earn tokens.

        A token lead is the mover's expected tokens from the round less the opponent's.
        """
        return "token lead" if any(card.guess_tokens for card in self.cards) else "win probability"

    @property
    def tracks_aside(self) -> bool:
        """Whether the aside card may come to be known or dealt: then a state says who knows it."""
        return any(card.effect in (Effect.LOOK_EITHER, Effect.REDEAL) for card in self.cards)

    @property
    def rules_id(self) -> str:
        """What a table file calls these rules."""
        return f"love-letter/{self.variant}"

    @property
    def copies(self) -> tuple[int, ...]:
        """Copies of each card in the full deck."""
        return tuple(card.copies for card in self.cards)

    @property
    def deck_size(self) -> int:
        """Cards in the full deck."""
        return sum(self.copies)

    @property
    def opening_unseen(self) -> int:
        """Unseen cards when the first player has drawn: all but his hand of two."""
        return self.deck_size - 2

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """Every action of the variant: lower card, then lower guess, then the opponent first."""
        actions = []
        for index, card in enumerate(self.cards):
            if card.effect == Effect.GUESS:
                guesses = (i for i, c in enumerate(self.cards) if c.effect != Effect.GUESS)
                actions += [Action(index, guess) for guess in guesses]
            elif card.effect == Effect.REDRAW:
                actions += [Action(index, target) for target in Target]
            elif card.effect == Effect.LOOK_EITHER:
                actions += [Action(index, look) for look in Look]
            else:
                actions.append(Action(index))
        return tuple(actions)

    @cached_property
    def arrays(self) -> GameArrays:
        """The rules as the kernels take them."""
        as_array = partial(np.array, dtype=np.int64)
        cards_of_actions = [a.card for a in self.actions]
        return GameArrays(
            copies=as_array(self.copies),
            effects=as_array([c.effect for c in self.cards]),
            numbers=as_array([c.number for c in self.cards]),
            values=as_array([c.value for c in self.cards]),
            first_action=as_array(np.searchsorted(cards_of_actions, range(len(self.cards) + 1))),
            action_argument=as_array([a.argument for a in self.actions]),
            payoff_sum=np.array([1.0 if self.unit == "win probability" else 0.0]),
            payoff_hit=np.array([1.0 + card.guess_tokens for card in self.cards]),
        )

    def card(self, name: int | str) -> int:
        """Return the index of a card given by its number or by its name in any case.

        Raises
        ------
        UnknownCard
            The variant has no such card, or several with this number.
        """
        text = str(name).strip().lower()
        found = [i for i, c in enumerate(self.cards) if text in (str(c.number), c.name.lower())]
        if len(found) == 1:
            return found[0]
        known = ", ".join(f"{c.number} {c.name}" for c in self.cards)
        problem = "no card" if not found else "more than one card"
        raise UnknownCard(f"{self.variant} Love Letter has {problem} {name!r}; its cards: {known}")

    def describe(self, action: Action) -> str:
        """Return an action in words, such as ``Guard, guessing Priest``."""
        card = self.cards[action.card]
        if card.effect == Effect.GUESS:
            return f"{card.name}, guessing {self.cards[action.argument].name}"
        if card.effect == Effect.REDRAW:
            return f"{card.name} on {'the opponent' if action.argument == 0 else 'yourself'}"
        if card.effect == Effect.LOOK_EITHER:
            return f"{card.name} at {'the opponent' if action.argument == 0 else 'the aside card'}"
        return card.name
