"""Rules of a deck-building game as data: the 7-tuple (TC, VC, c, v, p, GE, Q0) of Definition 2.1.

A game is written in TOML (``dominion.toml`` is the one that ships) and read into a frozen
`Rules`. What Definition 2.1 demands is checked on construction; what it merely allows
(unreachable or inefficient cards) is reported by `llq.solver.dominion.definitions`.

References
----------
R.R. van der Heijden, An Analysis of Dominion, Leiden 2014; definition and section numbers
throughout this package are this paper's.
"""

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from llq.errors import IllegalState, UnknownCard, did_you_mean

HAND_SIZE = 5
"""Cards in a hand (Definition 2.3)."""

_LARGEST = 1_000_000
"""Bound on every number of a game, far above solvable sizes."""

_MOST_OF_A_VALUE = 40
"""Characters of a value that a message repeats."""


class Action(NamedTuple):
    """A turn's purchase: one card, or none.

    Parameters
    ----------
    card
        The card's name, None to pass (Notation 2.11).

    Examples
    --------
    >>> str(Action("silver")), str(Action(None))
    ('buy silver', 'pass')
    """

    card: str | None

    def __str__(self) -> str:
        return "pass" if self.card is None else f"buy {self.card}"


@dataclass(frozen=True)
class Card:
    """Treasure card of TC or victory card of VC (sections 2.1.1, 2.1.2).

    Cost, value and points are c, v and p of Definition 2.1, all natural numbers. A treasure has no
    points and a victory card no value.
    """

    name: str
    is_treasure: bool
    cost: int
    value: int = 0
    points: int = 0
    source: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        for name in ("cost", "value", "points"):
            _require_natural(f"{self.name}: {name}", getattr(self, name))
        _require_text("a card's source", self.source)
        if not self.name or not self.name.isidentifier():
            raise IllegalState(f"{self.name!r} is not a card name: use letters, digits and _")
        if self.is_treasure and self.points:
            raise IllegalState(f"{self.name} is a treasure with points; section 2.1.1 has 0")
        if not self.is_treasure and self.value:
            raise IllegalState(f"{self.name} is a victory card with a value; section 2.1.2 has 0")


@dataclass(frozen=True)
class FixedLength:
    """An end after exactly ``turns`` turns (section 2.1.3, first case)."""

    turns: int

    def __post_init__(self) -> None:
        _require_natural("the number of turns", self.turns)


@dataclass(frozen=True)
class ConstantChance:
    """Game end with chance ``alpha`` after each turn: a hazard, not a distribution.

    Section 2.1.3 gives GE(t) = (1 - alpha)^t alpha, a distribution over turns, which Definition
    2.20 uses as the chance that a game in progress ends now. Meant here is the game played in
    section 6.1.1, which lasts L >= 1 turns with probability (1 - alpha)^(L - 1) alpha.
    """

    alpha: Fraction

    def __post_init__(self) -> None:
        if not 0 < self.alpha <= 1:
            raise IllegalState(f"alpha must be above 0 and at most 1; got {self.alpha}")


@dataclass(frozen=True)
class Rules:
    """The rules of a deck-building game (Definition 2.1).

    Parameters
    ----------
    name
        What the game is called.
    treasures, victories
        TC and VC with their c, v and p; disjoint and neither empty.
    start
        Q0: copies of each card of ``cards`` in the starting deck, 5 or more in all.
    end
        GE.
    version
        Of these rules; part of a table's identity.
    source
        Where the rules are from.

    Examples
    --------
    >>> from llq.solver.dominion.variants import rules
    >>> game = rules()
    >>> [str(action) for action in game.legal_actions(3)]
    ['pass', 'buy copper', 'buy silver', 'buy estate']
    >>> Rules.from_toml(game.to_toml()) == game
    True
    """

    name: str
    treasures: tuple[Card, ...]
    victories: tuple[Card, ...]
    start: tuple[int, ...]
    end: FixedLength | ConstantChance
    version: int = 1
    source: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        if not self.treasures or not self.victories:
            raise IllegalState("a game needs treasures and victory cards")
        if not all(card.is_treasure for card in self.treasures):
            raise IllegalState("a card among the treasures is not one")
        if any(card.is_treasure for card in self.victories):
            raise IllegalState("a treasure is among the victory cards")
        names = [card.name for card in self.cards]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise IllegalState(f"a card is given twice: {', '.join(twice)}")
        if len(self.start) != len(names):
            raise IllegalState(f"got {len(self.start)} starting counts for {len(names)} cards")
        for count in self.start:
            _require_natural("a starting count", count)
        _require_text("the name", self.name)
        _require_text("the source", self.source)
        _require_natural("the version", self.version)
        if sum(self.start) < HAND_SIZE:
            raise IllegalState(
                f"a hand takes {HAND_SIZE} cards; a game starts with {sum(self.start)}"
            )

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """All cards, treasures first, in the order of deck count vectors."""
        return self.treasures + self.victories

    @cached_property
    def place(self) -> dict[str, int]:
        """Index in ``cards`` by card name."""
        return {card.name: place for place, card in enumerate(self.cards)}

    @property
    def start_points(self) -> int:
        """Points of the starting deck, p(Q0) (Definition 2.7)."""
        return self.points(self.start)

    @cached_property
    def _legal(self) -> dict[int, tuple[Action, ...]]:
        return {}

    def legal_actions(self, coins: int) -> tuple[Action, ...]:
        """Return every purchase that coins pay for, passing first: A(S) of Definition 2.13."""
        legal = self._legal.get(coins)
        if legal is None:
            names = [card.name for card in self.cards if card.cost <= coins]
            legal = self._legal[coins] = (Action(None), *map(Action, names))
        return legal

    def points(self, deck: tuple[int, ...]) -> int:
        """Return p(D), the points of a deck given as copies of each card of ``cards``."""
        return sum(n * card.points for n, card in zip(deck, self.cards, strict=True))

    def deck(self, counts: Mapping[str, int]) -> tuple[int, ...]:
        """Return a deck as counts in ``cards`` order, given counts by name.

        Raises
        ------
        UnknownCard
            The game has no card of a name.
        IllegalState
            A count is not a natural number, or the deck has fewer than 5 cards (Definition 2.2).
        """
        names = [card.name for card in self.cards]
        for name, n in counts.items():
            if name not in names:
                raise UnknownCard(
                    f"{self.name} has no card {name!r}{did_you_mean(name, names)}; it has "
                    f"{', '.join(names)}"
                )
            if n < 0:
                raise IllegalState(f"{_shorten(n)} copies of {name}: a count cannot be negative")
            if n > _LARGEST:
                raise IllegalState(f"{_shorten(n)} copies of {name}: at most {_LARGEST:,} can be")
        deck = tuple(int(counts.get(name, 0)) for name in names)
        if sum(deck) < HAND_SIZE:
            raise IllegalState(f"a hand takes {HAND_SIZE} cards; this deck has {sum(deck)}")
        return deck

    @classmethod
    def from_toml(cls, text: str) -> "Rules":
        """Return the rules written in TOML.

        Raises
        ------
        IllegalState
            The text is not TOML, lacks a field, has one too many or breaks Definition 2.1.
        """
        return cls.from_mapping(read_toml(text))

    @classmethod
    def from_mapping(cls, data: Mapping[str, Any]) -> "Rules":
        """Return the rules from a mapping shaped like the TOML file."""
        try:
            treasures, victories = data["treasures"], data["victories"]
            _check_fields(
                data, {"name", "version", "source", "end", "treasures", "victories"}, "game"
            )
            tables = [*treasures.values(), *victories.values()]
            return cls(
                name=data["name"],
                treasures=tuple(_read_card(name, t, "value") for name, t in treasures.items()),
                victories=tuple(_read_card(name, t, "points") for name, t in victories.items()),
                start=tuple(table.get("start", 0) for table in tables),
                end=_read_end(data["end"]),
                version=data.get("version", 1),
                source=data.get("source", ""),
            )
        except KeyError as error:
            raise IllegalState(f"the game lacks {error.args[0]!r}") from error
        except (AttributeError, TypeError) as error:
            raise IllegalState(
                f"the game does not have the shape of dominion.toml: {error}"
            ) from error

    def to_toml(self) -> str:
        """Return the rules as TOML that `from_toml` reads back."""
        lines = [f"name = {_quote(self.name)}", f"version = {self.version}"]
        lines += [f"source = {_quote(self.source)}", "", "[end]"]
        if isinstance(self.end, FixedLength):
            lines += ['kind = "fixed"', f"turns = {self.end.turns}"]
        else:
            lines += ['kind = "chance"', f"alpha = {_quote(str(self.end.alpha))}"]
        for card, n in zip(self.cards, self.start, strict=True):
            table, worth = "victories", f"points = {card.points}"
            if card.is_treasure:
                table, worth = "treasures", f"value = {card.value}"
            lines += ["", f"[{table}.{_quote(card.name)}]", f"cost = {card.cost}", worth]
            lines += [f"start = {n}", f"source = {_quote(card.source)}"]
        return "\n".join(lines) + "\n"


def deck_words(deck: Mapping[str, int]) -> str:
    """Return the cards of a deck as people write them, such as ``7 copper, 3 estate``."""
    return ", ".join(f"{count} {name}" for name, count in deck.items() if count)


def read_toml(text: str) -> dict[str, Any]:
    """Return the values written in TOML."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise IllegalState(f"not TOML: {error}") from error
    except (ValueError, RecursionError) as error:
        raise IllegalState("not a game: a number is too long, or too many brackets") from error


def parse_chance(text: object) -> Fraction:
    """Return the chance parsed from fraction or decimal text."""
    try:
        chance = str(text).strip()
        if re.fullmatch(r"\d{1,9}(/\d{1,9}|\.\d{1,9})?", chance):
            return Fraction(chance)
    except (ValueError, ZeroDivisionError):
        pass
    raise IllegalState(f"{_shorten(text)} is not a chance; write it like 1/31 or 0.1")


def _check_fields(table: Mapping[str, Any], known: set[str], name: str) -> None:
    unknown = sorted(set(table) - known)
    if unknown:
        raise IllegalState(f"{name} has unknown fields: {', '.join(unknown)}")


def _read_card(name: str, table: Mapping[str, Any], worth: str) -> Card:
    """Return a table's card; ``worth`` names the field of its value or points."""
    _check_fields(table, {"cost", worth, "start", "source"}, name)
    is_treasure, source = worth == "value", table.get("source", "")
    return Card(name, is_treasure, table["cost"], source=source, **{worth: table[worth]})


def _read_end(table: Mapping[str, Any]) -> FixedLength | ConstantChance:
    _check_fields(table, {"kind", "turns", "alpha", "source"}, "end")
    if table["kind"] == "fixed":
        return FixedLength(table["turns"])
    if table["kind"] == "chance":
        return ConstantChance(parse_chance(table["alpha"]))
    raise IllegalState(
        f"the kind of end must be 'fixed' or 'chance'; got {_shorten(table['kind'])}"
    )


def _quote(text: str) -> str:
    """Return a text as TOML writes it: like JSON, except for the delete character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _require_natural(name: str, number: object) -> None:
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= _LARGEST:
        raise IllegalState(
            f"{name} must be a natural number up to {_LARGEST:,}; got {_shorten(number)}"
        )


def _require_text(name: str, text: object) -> None:
    if not isinstance(text, str):
        raise IllegalState(f"{name} must be text; got {_shorten(text)}")


def _shorten(value: object) -> str:
    """Return a value as a message repeats it: short, and an integer however long."""
    try:
        text = repr(value)
    except ValueError:  # Python writes no integer of more than 4,300 digits
        return "a number of thousands of digits"
    return text if len(text) <= _MOST_OF_A_VALUE else f"{text[:_MOST_OF_A_VALUE]}…"
