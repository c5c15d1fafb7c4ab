"""A deck-building game as data: the 7-tuple G = (TC, VC, c, v, p, GE, Q0) of Definition 2.1.

A game is written in TOML (`DOMINION_TOML` is the one that ships) and read into a frozen
:class:`Game`. What Definition 2.1 demands is checked on construction; what it merely allows
(unreachable or inefficient cards) is reported by :mod:`llq.solver.dominion.definitions`.

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
from importlib.resources import files
from typing import Any

from llq.errors import IllegalState, UnknownCard

__all__ = [
    "HAND_SIZE",
    "Card",
    "ConstantChance",
    "FixedLength",
    "Game",
    "dominion",
    "parse_chance",
]

HAND_SIZE = 5
"""Cards in a hand (Definition 2.3)."""

_LARGEST = 1_000_000
"""Bound of every number of a game, far above any that can be solved."""


@dataclass(frozen=True)
class Card:
    """One card: a treasure with a value or a victory card with points (sections 2.1.1, 2.1.2).

    Attributes
    ----------
    name : str
    is_treasure : bool
        Whether the card is of TC; else it is of VC.
    cost, value, points : int
        c, v and p of Definition 2.1, all natural numbers. A treasure has no points and a
        victory card no value.
    source : str
        Where the figures are from.
    """

    name: str
    is_treasure: bool
    cost: int
    value: int = 0
    points: int = 0
    source: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        for what in ("cost", "value", "points"):
            number = getattr(self, what)
            if not _is_natural(number):
                raise IllegalState(
                    f"{self.name}: {what} is {str(number)[:40]!r}, "
                    f"not a natural number up to {_LARGEST}"
                )
        _require_text("a card's source", self.source)
        if not self.name or not self.name.isidentifier():
            raise IllegalState(f"{self.name!r} is no card name: use letters, digits and _")
        if self.is_treasure and self.points:
            raise IllegalState(f"{self.name} is a treasure with points; section 2.1.1 has 0")
        if not self.is_treasure and self.value:
            raise IllegalState(f"{self.name} is a victory card with a value; section 2.1.2 has 0")


@dataclass(frozen=True)
class FixedLength:
    """The game ends after exactly `turns` turns (section 2.1.3, first case)."""

    turns: int

    def __post_init__(self) -> None:
        if not _is_natural(self.turns):
            raise IllegalState(
                f"a game of {str(self.turns)[:40]} turns: the length is a natural number "
                f"up to {_LARGEST}"
            )


@dataclass(frozen=True)
class ConstantChance:
    """After every turn the game ends with chance `alpha`: a hazard, not a distribution.

    Section 2.1.3 gives GE(t) = (1 - alpha)^t alpha, a distribution over turns, and Definition
    2.20 then uses GE(t) as the chance that a game still going on ends now. Both cannot be
    meant. Section 6.1.1 says what was played, and that is what is meant here: a game lasts
    L >= 1 turns with probability (1 - alpha)^(L - 1) alpha.
    """

    alpha: Fraction

    def __post_init__(self) -> None:
        if not 0 < self.alpha <= 1:
            raise IllegalState(f"alpha is {self.alpha}; a game that ends has 0 < alpha <= 1")


@dataclass(frozen=True)
class Game:
    """A deck-building game (Definition 2.1).

    Attributes
    ----------
    name : str
    treasures, victories : tuple of Card
        TC and VC with their c, v and p; disjoint and neither empty.
    start : tuple of int
        Q0: copies of each card of ``cards`` in the starting deck, 5 or more in all.
    end : FixedLength or ConstantChance
        GE.
    version : int
        Of these rules; part of a table's identity.
    source : str

    Examples
    --------
    >>> game = dominion()
    >>> [card.name for card in game.cards]
    ['copper', 'silver', 'gold', 'estate', 'duchy', 'province']
    >>> Game.from_toml(game.to_toml()) == game
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
            raise IllegalState("Definition 2.1: TC and VC are both non-empty")
        if not all(card.is_treasure for card in self.treasures):
            raise IllegalState("Definition 2.1: TC holds a card that is no treasure")
        if any(card.is_treasure for card in self.victories):
            raise IllegalState("Definition 2.1: VC holds a treasure")
        names = [card.name for card in self.cards]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise IllegalState(f"Definition 2.1: card sets overlap in {', '.join(twice)}")
        if len(self.start) != len(names):
            raise IllegalState(f"{len(self.start)} starting counts for {len(names)} cards")
        if not all(map(_is_natural, self.start)):
            raise IllegalState(f"starting counts are not all natural numbers up to {_LARGEST}")
        _require_text("the name", self.name)
        _require_text("the source", self.source)
        if not _is_natural(self.version):
            raise IllegalState(f"the version is {str(self.version)[:40]!r}, not a natural number")
        if sum(self.start) < HAND_SIZE:
            raise IllegalState(f"Definition 2.1: |Q0| is {sum(self.start)}, less than {HAND_SIZE}")

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """All cards, treasures first: the order of every count vector of a deck."""
        return self.treasures + self.victories

    @property
    def start_points(self) -> int:
        """Points of the starting deck, p(Q0) (Definition 2.7)."""
        return self.points(self.start)

    def points(self, deck: tuple[int, ...]) -> int:
        """Return p(D), the points of a deck given as copies of each card of ``cards``."""
        return sum(n * card.points for n, card in zip(deck, self.cards, strict=True))

    def deck(self, counts: Mapping[str, int]) -> tuple[int, ...]:
        """Return the deck of named `counts` as copies of each card of ``cards``.

        Raises
        ------
        UnknownCard
            A name is not of this game.
        IllegalState
            A count is negative, or the deck has fewer than 5 cards (Definition 2.2).
        """
        names = [card.name for card in self.cards]
        for name, n in counts.items():
            if name not in names:
                raise UnknownCard(f"{self.name} has no card {name!r}; it has {', '.join(names)}")
            if n < 0:
                raise IllegalState(f"{n} copies of {name}")
        deck = tuple(int(counts.get(name, 0)) for name in names)
        if sum(deck) < HAND_SIZE:
            raise IllegalState(f"Definition 2.2: a deck has {HAND_SIZE} cards, not {sum(deck)}")
        return deck

    @classmethod
    def from_toml(cls, text: str) -> "Game":
        """Return the game written in TOML `text`.

        Raises
        ------
        IllegalState
            The text is no TOML, lacks a field, has one too many or breaks Definition 2.1.
        """
        try:
            return cls.from_mapping(tomllib.loads(text))
        except tomllib.TOMLDecodeError as error:
            raise IllegalState(f"not TOML: {error}") from error

    @classmethod
    def from_mapping(cls, data: Mapping[str, Any]) -> "Game":
        """Return the game of a mapping with the shape of the TOML file."""
        try:
            treasures, victories = data["treasures"], data["victories"]
            _no_others(data, {"name", "version", "source", "end", "treasures", "victories"}, "game")
            tables = [*treasures.values(), *victories.values()]
            return cls(
                name=data["name"],
                treasures=tuple(_card(name, d, "value") for name, d in treasures.items()),
                victories=tuple(_card(name, d, "points") for name, d in victories.items()),
                start=tuple(d.get("start", 0) for d in tables),
                end=_end(data["end"]),
                version=data.get("version", 1),
                source=data.get("source", ""),
            )
        except KeyError as error:
            raise IllegalState(f"the game lacks {error.args[0]!r}") from error
        except (AttributeError, TypeError) as error:
            raise IllegalState(f"the game has not the shape of dominion.toml: {error}") from error

    def to_toml(self) -> str:
        """Return the game as TOML that :meth:`from_toml` reads back."""
        lines = [f"name = {_text(self.name)}", f"version = {self.version}"]
        lines += [f"source = {_text(self.source)}", "", "[end]"]
        if isinstance(self.end, FixedLength):
            lines += ['kind = "fixed"', f"turns = {self.end.turns}"]
        else:
            lines += ['kind = "chance"', f"alpha = {_text(str(self.end.alpha))}"]
        for card, n in zip(self.cards, self.start, strict=True):
            table, what = ("treasures", "value") if card.is_treasure else ("victories", "points")
            lines += ["", f"[{table}.{_text(card.name)}]", f"cost = {card.cost}"]
            lines += [f"{what} = {getattr(card, what)}", f"start = {n}"]
            lines += [f"source = {_text(card.source)}"]
        return "\n".join(lines) + "\n"


def dominion() -> Game:
    """Return the Dominion instance of section 6, ending after 31 turns."""
    return Game.from_toml(files(__package__).joinpath("dominion.toml").read_text("utf-8"))


def parse_chance(text: object) -> Fraction:
    """Return the chance that a text such as ``"1/31"`` or ``"0.1"`` writes, or a number is.

    Raises
    ------
    IllegalState
        It is none, or longer than any chance need be.

    Examples
    --------
    >>> parse_chance("1/31")
    Fraction(1, 31)
    """
    if not re.fullmatch(r"\d{1,9}(/\d{1,9}|\.\d{1,9})?", str(text).strip()):
        raise IllegalState(f"{str(text)[:40]!r} is no chance; write it like 1/31 or 0.1")
    try:
        return Fraction(str(text).strip())
    except ZeroDivisionError as error:
        raise IllegalState(f"{text!r} is no chance; write it like 1/31 or 0.1") from error


def _no_others(table: Mapping[str, Any], known: set[str], where: str) -> None:
    others = sorted(set(table) - known)
    if others:
        raise IllegalState(f"{where} has fields that mean nothing here: {', '.join(others)}")


def _card(name: str, table: Mapping[str, Any], what: str) -> Card:
    _no_others(table, {"cost", what, "start", "source"}, name)
    is_treasure = what == "value"
    return Card(
        name, is_treasure, table["cost"], source=table.get("source", ""), **{what: table[what]}
    )


def _end(table: Mapping[str, Any]) -> FixedLength | ConstantChance:
    _no_others(table, {"kind", "turns", "alpha", "source"}, "end")
    if table["kind"] == "fixed":
        return FixedLength(table["turns"])
    if table["kind"] == "chance":
        return ConstantChance(parse_chance(table["alpha"]))
    raise IllegalState(f"end is of kind {table['kind']!r}, neither 'fixed' nor 'chance'")


def _text(text: str) -> str:
    """Return a text as TOML writes it: as JSON does, but for the delete character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _is_natural(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and 0 <= number <= _LARGEST


def _require_text(what: str, text: object) -> None:
    if not isinstance(text, str):
        raise IllegalState(f"{what} is {str(text)[:40]!r}, not a text")
