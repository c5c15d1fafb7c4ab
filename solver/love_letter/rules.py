"""Building blocks of a variant's rules: cards, their effects and their actions.

The variants themselves are data of `variants`.

Two cards may share a printed number (the Hobbit edition has two of number 3), so people name a card
by its number or its name, and an `Action` names its cards. Solver and tables number the cards by
their places in ``Rules.cards``, in ascending order of the printed number; a `Play` is an action in
these numbers.

References
----------
.. [1] Love Letter, rules of play, Alderac Entertainment Group, 2012 ("Tempest" edition).
.. [2] J. Huibers, AI Agents for the Card Game Love Letter, Leiden University, 2016, section 2.1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, IntEnum, IntFlag, StrEnum
from functools import cached_property, partial
from typing import TYPE_CHECKING, NamedTuple, Self

from llq.errors import IllegalAction, UnknownCard, did_you_mean

if TYPE_CHECKING:  # help texts load no numpy
    from llq.solver.array_types import Floats, Ints

_MOST_NUMBER, _MOST_LETTERS = 10**9, 60  # of a card's number and name, in messages


class Consequence(IntFlag):
    """Consequences of a play, as bits from `turn.resolve`; the mover is the card's player."""

    WINS = 1
    """The mover wins at once."""
    LOSES = 2
    """The mover loses at once."""
    HITS = 4
    """The mover wins by a correct guess, perhaps earning tokens."""
    PROTECTS = 8
    """The opponent's next play cannot affect the mover."""
    DISCARDS_OWN = 16
    """The mover discards the card kept and draws another, unless that ends the round."""
    DISCARDS_THEIRS = 32
    """The opponent discards their card and draws another, unless that ends the round."""
    SWAPS = 64
    """Both players swap their cards."""
    SEES_THEIRS = 128
    """The mover then knows the opponent's card."""
    SHOWS_OWN = 256
    """The opponent then knows the mover's card."""
    EXCHANGES = 512
    """The mover draws two cards, keeps one of three, returns two to the deck's bottom."""

    ENDS = WINS | LOSES
    DISCARDS = DISCARDS_OWN | DISCARDS_THEIRS
    REVEALS = SEES_THEIRS | SHOWS_OWN


class Argument(Enum):
    """A player's choice with a card."""

    NOTHING = 0
    CARD = 1
    """A card of another effect, to guess."""
    TARGET = 2
    """A `Target`."""


class EffectRow(NamedTuple):
    """Data of an effect."""

    argument: Argument = Argument.NOTHING
    """Choice of its player."""
    is_aimed: bool = False
    """Whether a Handmaid cancels it."""
    may: Consequence = Consequence(0)
    """All its possible consequences."""
    text: str = ""
    """A short text for the player, if one suffices."""

    @property
    def is_deadly(self) -> bool:
        """Whether a player loses by playing or discarding such a card, whatever else happens."""
        return self.may == Consequence.LOSES


_COMPARES = Consequence.ENDS | Consequence.REVEALS


class Effect(IntEnum):
    """Card effects; names of classic cards are in brackets.

    An effect is a row of data here and a branch of `turn.resolve`.
    """

    row: EffectRow

    def __new__(cls, number: int, row: EffectRow) -> Self:
        """Return an effect with this number and row."""
        effect = int.__new__(cls, number)
        effect._value_, effect.row = number, row
        return effect

    GUESS = (
        0,
        EffectRow(argument=Argument.CARD, is_aimed=True, may=Consequence.WINS | Consequence.HITS),
    )
    """Name a different card; an opponent holding it loses. [Guard]"""
    LOOK = 1, EffectRow(is_aimed=True, may=Consequence.SEES_THEIRS, text="You see their card.")
    """See the opponent's card. [Priest]"""
    COMPARE = 2, EffectRow(is_aimed=True, may=_COMPARES, text="The lower card is out.")
    """Both compare hands in secret; the lower number loses, equal numbers stay. [Baron]"""
    PROTECT = 3, EffectRow(may=Consequence.PROTECTS, text="You are safe until your next turn.")
    """The opponent's next play cannot affect you. [Handmaid]"""
    REDRAW = 4, EffectRow(argument=Argument.TARGET, may=Consequence.DISCARDS | Consequence.ENDS)
    """Either player, at the mover's choice, discards the hand and draws a new card. [Prince]"""
    SWAP = (
        5,
        EffectRow(
            is_aimed=True,
            may=Consequence.SWAPS | Consequence.REVEALS,
            text="You swap cards, and both are known.",
        ),
    )
    """Swap hands with the opponent. [King]"""
    YIELD = 6, EffectRow(text="Nothing happens.")
    """No effect, but a forced play when held with REDRAW or SWAP. [Countess]"""
    LOSE = 7, EffectRow(may=Consequence.LOSES)
    """Playing or discarding it loses the round. [Princess]"""
    COMPARE_LOW = 8, EffectRow(is_aimed=True, may=_COMPARES, text="The higher card is out.")
    """Like COMPARE, but the higher number loses."""
    NOTHING = 9, EffectRow(text="Nothing happens.")
    """Nothing at all."""
    EXCHANGE = 10, EffectRow(may=Consequence.EXCHANGES, text="You draw two and keep one of three.")
    """Draw two cards, keep one of three, return two to the deck's bottom. [2019's Chancellor]"""


class Scoring(StrEnum):
    """Value of equal final cards."""

    HALF = "half"
    """Half a win each (the thesis's rule)."""
    DISCARDS = "discards"
    """A win for the higher total of discarded numbers; equal totals give half each."""


class SpyRule(StrEnum):
    """Reading of the rule for a Spy's token."""

    REMAINING = "remaining"
    """The sole surviving player to have played or discarded a Spy, as in the 2019 rulebook."""
    SOLE = "sole"
    """A sole discarder earns the Spy's token, players out of the round counted: the reference card
    may be read so, and several programs play so. A card discarded by going out of the round
    counts."""


EXPLANATIONS = {
    Effect.GUESS: "Name a card of another kind: if your opponent holds it, they are out.",
    Effect.LOOK: "Look at your opponent's card.",
    Effect.COMPARE: "Compare hands with your opponent in secret: the lower card is out.",
    Effect.PROTECT: "Until your next turn nothing that your opponent plays affects you.",
    Effect.REDRAW: "Make your opponent, or yourself, discard the card in hand and draw another.",
    Effect.SWAP: "Swap your other card for your opponent's.",
    Effect.YIELD: "No effect; it must be played when your other card swaps or redraws hands.",
    Effect.LOSE: "A player who plays or discards it is out of the round.",
    Effect.COMPARE_LOW: "Compare hands with your opponent in secret: the higher card is out.",
    Effect.NOTHING: "No effect.",
    Effect.EXCHANGE: "Draw two cards, keep one of your three, put two at the deck's bottom.",
}
"""Each effect, explained to newcomers."""


class Target(IntEnum):
    """The player hit by a REDRAW."""

    OPPONENT = 0
    SELF = 1


NO_ARGUMENT = -1
"""The argument of a play with neither guess nor target."""


@dataclass(frozen=True, slots=True)
class Card:
    """A kind of card: name, printed number, number of copies, effect and final value."""

    name: str
    number: int
    copies: int
    effect: Effect
    value: int
    """Value when hands are compared at the end of the round."""
    guess_tokens: int = 0
    """Tokens earned at once by a correct guess of it, besides the round's own token."""
    is_spy: bool = False
    """Whether playing or discarding it may earn a token, if ``Rules.spy_rule`` is set."""


class Action(NamedTuple):
    """An action in words: the card played, with its guess or target.

    Examples
    --------
    >>> from llq.love_letter import rules
    >>> rules("classic").actions[0]
    Action(card='Guard', guess='Priest', target=None)
    """

    card: str
    """The name of the card played."""
    guess: str | None = None
    """Name of the guessed card, if any."""
    target: str | None = None
    """``opponent`` or ``self``, for cards with a choice of target."""


class Keep(NamedTuple):
    """Second choice of an exchange: the card kept, and the upper of the returned cards."""

    card: str
    first: str | None = None
    """The upper of the two returned cards; None leaves the order open."""

    @property
    def text(self) -> str:
        """A second choice in words, its order named for the last cards drawn."""
        return f"keep {self.card}" + (f", they draw {self.first}" if self.first else "")


Choice = Action | Keep
"""A player's choice: an action or, after an exchange's draws, a card to keep."""


class Play(NamedTuple):
    """An action in the kernels' form: a card with its guess or target."""

    card: int
    argument: int = NO_ARGUMENT
    """A card or a `Target`, depending on the effect, else ``NO_ARGUMENT``."""


class GameArrays(NamedTuple):
    """A variant's rules in the kernels' form; int64 except float64 payoffs.

    ``copies``, ``effects``, ``numbers`` and ``values`` have one entry a card; ``action_argument``
    has one an action, in the order in which ties between actions are decided. The actions of a
    card are those from ``first_action[card]`` up to, not including, ``first_action[card + 1]``.

    Payoffs are float64, to the mover: ``payoff_sum`` (1,) is what both players' payoffs add up to,
    ``payoff_hit`` has one entry a card, for winning by a right guess of it. Any other win pays 1.
    ``spies`` has a 1 for each Spy; ``spy_rule`` (1,) is 0 where none counts, else 1 or 2 for a
    `SpyRule`.
    """

    copies: Ints
    effects: Ints
    numbers: Ints
    cards: Ints
    """(cards, 2): each card's effect and number, in the form for `turn.resolve`."""
    values: Ints
    first_action: Ints
    action_argument: Ints
    payoff_sum: Floats
    payoff_hit: Floats
    spies: Ints
    spy_rule: Ints


@dataclass(frozen=True)
class Rules:
    """A variant of the two-player game.

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
    spy_rule
        Who gets a token for a Spy; None where values are chances to win, or no card is one.
    """

    variant: str
    version: int
    cards: tuple[Card, ...]
    source: str
    spy_rule: SpyRule | None = None

    def __hash__(self) -> int:
        """Return a cheap hash of variant, version and number of cards: rules are cache keys."""
        return hash((self.variant, self.version, len(self.cards)))

    @property
    def unit(self) -> str:
        """Unit of values: ``win probability``, or ``token lead`` where tokens differ.

        A token lead is the mover's expected tokens from the round less the opponent's.
        """
        has_tokens = self.spy_rule is not None or any(card.guess_tokens for card in self.cards)
        return "token lead" if has_tokens else "win probability"

    @cached_property
    def chooses_twice(self) -> bool:
        """Whether a turn may include a second choice, to keep one of three cards."""
        return any(card.effect.row.may & Consequence.EXCHANGES for card in self.cards)

    @property
    def counts_discards(self) -> bool:
        """Whether the higher discard total decides between equal final cards; else it is a tie."""
        return not self.chooses_twice

    @property
    def is_plain(self) -> bool:
        """Whether rounds end in a plain win, loss or draw, with a single choice per turn."""
        return self.unit == "win probability" and not self.chooses_twice

    @property
    def rules_id(self) -> str:
        """Identifier of these rules in table files."""
        return f"love-letter/{self.variant}"

    @cached_property
    def copies(self) -> tuple[int, ...]:
        """Copies per card in the full deck."""
        return tuple(card.copies for card in self.cards)

    @property
    def deck_size(self) -> int:
        """Cards in the full deck."""
        return sum(self.copies)

    @property
    def opening_unseen(self) -> int:
        """Unseen cards at the first choice: the deck less a hand of two."""
        return self.deck_size - 2

    @cached_property
    def plays(self) -> tuple[Play, ...]:
        """Every action by index: lower card, then lower guess, then the opponent first."""
        plays = []
        for index, card in enumerate(self.cards):
            choices: Iterable[int] = (NO_ARGUMENT,)
            if card.effect.row.argument == Argument.TARGET:
                choices = Target
            elif card.effect.row.argument == Argument.CARD:
                choices = (i for i, c in enumerate(self.cards) if c.effect != card.effect)
            plays += [Play(index, choice) for choice in choices]
        return tuple(plays)

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """Every action of the variant, ordered like ``plays``."""
        return tuple(self._action(play) for play in self.plays)

    @cached_property
    def keeps(self) -> tuple[Keep, ...]:
        """Every second choice, ordered by card kept, then by upper returned card.

        Their numbers follow those of ``actions``; none where no turn has a second choice.
        """
        if not self.chooses_twice:
            return ()
        names = [card.name for card in self.cards]
        return tuple(Keep(card, first) for card in names for first in names)

    @cached_property
    def action_numbers(self) -> dict[Choice, int]:
        """Number of each action and second choice."""
        choices: tuple[Choice, ...] = (*self.actions, *self.keeps)
        return {choice: number for number, choice in enumerate(choices)}

    def choice(self, number: int) -> Choice:
        """Return the action or second choice with a given number."""
        first = len(self.plays)
        return self.actions[number] if number < first else self.keeps[number - first]

    def keep_number(self, card: int, first: int) -> int:
        """Return a second choice's number; cards by index."""
        return len(self.plays) + card * len(self.cards) + first

    @cached_property
    def arrays(self) -> GameArrays:
        """The rules as the kernels take them."""
        import numpy as np

        as_array = partial(np.array, dtype=np.int64)
        cards_of_actions = [play.card for play in self.plays]
        return GameArrays(
            copies=as_array(self.copies),
            effects=as_array([c.effect for c in self.cards]),
            numbers=as_array([c.number for c in self.cards]),
            cards=as_array([(c.effect, c.number) for c in self.cards]),
            values=as_array([c.value for c in self.cards]),
            first_action=as_array(np.searchsorted(cards_of_actions, range(len(self.cards) + 1))),
            action_argument=as_array([play.argument for play in self.plays]),
            payoff_sum=np.array([1.0 if self.unit == "win probability" else 0.0]),
            payoff_hit=np.array([1.0 + card.guess_tokens for card in self.cards]),
            spies=as_array([c.is_spy for c in self.cards]),
            spy_rule=as_array([[None, *SpyRule].index(self.spy_rule)]),
        )

    def card(self, name: int | str) -> int:
        """Return a card's index, given its number, name or unambiguous abbreviation.

        An abbreviation is the beginning of the name or of a word of it, or the first letters of its
        words, where this is no other card.

        Raises
        ------
        UnknownCard
            The variant has no such card, or several that this may be.

        Examples
        --------
        >>> from llq.love_letter import rules
        >>> [rules("classic").card(name) for name in (1, "king", "K", "countess")]
        [0, 5, 5, 6]
        """
        if isinstance(name, int):
            name = min(name, _MOST_NUMBER)
        elif isinstance(name, str):
            name = name[:_MOST_LETTERS]
        text = str(name).strip().lower()
        matching = self._named.get(text, [])
        if not matching and text:
            matching = [i for i, c in enumerate(self.cards) if _begins(c.name.lower(), text)]
        if len(matching) == 1:
            return matching[0]
        known = ", ".join(f"{c.number} {c.name}" for c in self.cards)
        problem = f"no card {name!r}{did_you_mean(text, (card.name for card in self.cards))}"
        if matching:
            meant = " or ".join(self.cards[index].name for index in matching)
            problem = f"more than one card {name!r}: {meant}"
        raise UnknownCard(
            f"{self.variant} Love Letter has {problem}; its cards: {known}{_elsewhere(text)}"
        )

    def describe(self, action: Choice) -> str:
        """Return a choice as people say it, such as ``Guard, guessing Priest``.

        Raises
        ------
        IllegalAction
            The variant has no such action.
        """
        number = self.action_numbers.get(action)
        if number is None:
            raise IllegalAction(f"{self.variant} Love Letter has no action {action!r}")
        if isinstance(action, Keep):
            return f"keep {action.card}, return {action.first} first"
        if action.guess is not None:
            return f"{action.card}, guessing {action.guess}"
        if action.target is None:
            return action.card
        whom = {"self": "yourself", "opponent": "the opponent"}
        return f"{action.card} on {whom[action.target]}"

    @cached_property
    def _named(self) -> dict[str, list[int]]:
        """Indices of cards by number and by lower-case name."""
        named: dict[str, list[int]] = {}
        for index, card in enumerate(self.cards):
            for text in {str(card.number), card.name.lower()}:
                named.setdefault(text, []).append(index)
        return named

    def _action(self, play: Play) -> Action:
        card = self.cards[play.card]
        match card.effect.row.argument:
            case Argument.CARD:
                return Action(card.name, guess=self.cards[play.argument].name)
            case Argument.TARGET:
                return Action(card.name, target=Target(play.argument).name.lower())
            case Argument.NOTHING:
                return Action(card.name)


def _elsewhere(name: str) -> str:
    """Return text naming the variants with a card, empty if there are none."""
    from llq.solver.love_letter.variants import variants_with  # made of rules, as this is

    variants = variants_with(name)
    return f"; variant {' or '.join(variants)} has such a card" if variants else ""


def _begins(name: str, text: str) -> bool:
    """Return whether a text begins a name or one of its words, or equals the initials."""
    words = re.split("[ -]", name)
    initials = "".join(word[0] for word in words)
    return any(word.startswith(text) for word in (name, *words)) or text == initials
