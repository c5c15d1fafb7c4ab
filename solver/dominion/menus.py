"""Menus: what people buy treasures and victory cards by, as data: wishes in order, with conditions.

Each turn a player buys the first card of the menu that they can pay, that is for sale and whose
conditions hold; if there is none, they pass. A menu is written as its wishes, one a line or
separated by semicolons:

    province if total_money > 18; duchy if provinces_left <= 4; gold; silver

A condition compares what a player sees with a number, with another such quantity, or with one of
it: ``count(smithy) < cards / 10``. All conditions of a wish, joined by ``and``, must hold; for
``or`` a card is wished for twice. What stands behind a ``#`` is a comment.

References
----------
theory, "Big Money", dominionstrategy.com/big-money (2010): Province at 8 coins, Gold at 6 or 7,
Silver below; Duchy at 5 once five Provinces are left; "4 Provinces by around 17 turns".
WanderingWinder's Big Money Ultimate as in the simulator Dominiate (rspeer/dominiate,
strategies/BigMoney.coffee) and in Geronimoo's (DomBots.xml), from forum.dominionstrategy.com topic
625.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from llq.errors import IllegalState, did_you_mean
from llq.solver.dominion.rules import read_toml

MOST_WISHES, _MOST_NUMBER, _MOST_DIGITS = 60, 1000, 9
_CARDS = ("copper", "silver", "gold", "estate", "duchy", "province")

_COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
}
_OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
}

_TABLES = read_toml(Path(__file__).with_name("menus.toml").read_text("utf-8"))
_CARD_QUANTITIES: dict[str, str] = _TABLES["quantities"]["of_a_card"]
_GAME_QUANTITIES: dict[str, str] = _TABLES["quantities"]["of_the_game"]
_PILES: dict[str, str] = _TABLES["quantities"]["piles"]

QUANTITIES = {
    **{f"{name}(CARD)": about for name, about in _CARD_QUANTITIES.items()},
    **{name: f"left({card})" for card, name in _PILES.items()},
    **_GAME_QUANTITIES,
}
"""The quantities of conditions, and their meaning."""

_WORD = r"[a-z_][a-z0-9_]*"
_TOKEN = re.compile(rf"\s*(?:(\d+(?:\.\d+)?)|({_WORD}(?:\s*\(\s*{_WORD}\s*\))?)|([-+*/]|[<>=!]=?))")


class Quantity(NamedTuple):
    """Quantity tested by conditions: a `QUANTITIES` name, plus a card for counts and piles."""

    name: str
    card: str = ""

    def __str__(self) -> str:
        if self.name == "left" and self.card in _PILES:
            return _PILES[self.card]
        return f"{self.name}({self.card})" if self.card else self.name


See = Callable[[Quantity], Any]
"""Lookup function for a quantity's current value, a number or an array.

Raises `IllegalState` for one that the game does not have.
"""


class Condition(NamedTuple):
    """Comparison of a quantity against a number, another quantity, or both combined."""

    quantity: Quantity
    comparison: str
    """``<=``, ``>=``, ``==``, ``!=``, ``<`` or ``>``."""
    number: float
    """Right-hand side, or second operand of ``operation`` beside another quantity."""
    other: Quantity | None = None
    """Optional second quantity; `operation` (``+``, ``-``, ``*``, ``/``) joins it to ``number``."""
    operation: str = "+"

    def holds(self, see: See) -> Any:
        """Return whether the condition holds: a bool, or an array for array quantities."""
        right: Any = self.number
        if self.other is not None:
            right = _OPERATIONS[self.operation](see(self.other), self.number)
        return _COMPARISONS[self.comparison](see(self.quantity), right)

    def __str__(self) -> str:
        tested, number = f"{self.quantity} {self.comparison}", f"{self.number:g}"
        if self.other is None:
            return f"{tested} {number}"
        if self.operation in "+-" and not self.number:
            return f"{tested} {self.other}"
        return f"{tested} {self.other} {self.operation} {number}"


class Wish(NamedTuple):
    """A card to buy, and when."""

    card: str
    conditions: tuple[Condition, ...] = ()

    def __str__(self) -> str:
        conditions = " and ".join(map(str, self.conditions))
        return f"{self.card} if {conditions}" if conditions else self.card


@dataclass(frozen=True)
class Menu:
    """A menu.

    Parameters
    ----------
    name
        What results call it; without one its text.
    title, source
        What it does, in words, and where it is from.
    wishes
        Empty for Random alone, which passes, buys the best treasure or the best victory card.

    Examples
    --------
    >>> menu = Menu.from_text("province; Gold; duchy if provinces_left<=4 and lead > -6; silver")
    >>> str(menu.wishes[2])
    'duchy if provinces_left <= 4 and lead > -6'
    """

    name: str
    title: str
    source: str
    wishes: tuple[Wish, ...]

    @classmethod
    def from_text(cls, text: str, name: str = "", title: str = "", source: str = "") -> Menu:
        """Return the menu parsed from text.

        Raises
        ------
        IllegalState
            The text is not a menu; the message says which wish is wrong, and why.
        """
        parts = re.split(r"[;\n]", re.sub(r"#[^\n]*", "", text.lower()))
        texts = [" ".join(part.split()) for part in parts if part.strip()]
        if not texts:
            raise IllegalState("a menu has no wish: write one such as province; gold; silver")
        if len(texts) > MOST_WISHES:
            raise IllegalState(f"a menu has {len(texts)} wishes; {MOST_WISHES} at most")
        wishes = tuple(_parse_wish(place, wish) for place, wish in enumerate(texts, start=1))
        return cls(name or "; ".join(map(str, wishes)), title, source, wishes)

    def __str__(self) -> str:
        return "; ".join(map(str, self.wishes))

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        """The conditions of all wishes, in order."""
        return tuple(condition for wish in self.wishes for condition in wish.conditions)

    def check_cards(self, cards: Sequence[str], game_name: str) -> None:
        """Raise unless every wished card is for sale.

        Raises
        ------
        IllegalState
            A wished card is not for sale.
        """
        for place, wish in enumerate(self.wishes, start=1):
            if wish.card not in cards:
                near = did_you_mean(wish.card, cards)
                raise IllegalState(
                    f"wish {place} of the menu, {str(wish)!r:.80}: {game_name} has no card "
                    f"{wish.card!r:.40}{near}; it has {', '.join(cards)}"
                )


def _parse_wish(place: int, text: str) -> Wish:
    card, has_if, rest = text.partition(" if ")
    try:
        if not re.fullmatch(rf"{_WORD}( {_WORD})*", card):
            raise IllegalState("a wish begins with a card")
        if not has_if:
            if card.endswith(" if") or " if" in card:
                raise IllegalState("a condition is missing after 'if'")
            return Wish(card.replace(" ", "_"))
        tokens = list(_split_tokens(rest))
        conditions = []
        while True:
            condition, tokens = _parse_condition(tokens)
            conditions.append(condition)
            if not tokens:
                return Wish(card.replace(" ", "_"), tuple(conditions))
            if tokens[0] == "or":
                raise IllegalState("there is no 'or': wish for the card twice")
            if tokens.pop(0) != "and":
                raise IllegalState("conditions are joined by 'and'")
    except IllegalState as error:
        raise IllegalState(f"wish {place} of the menu, {text!r:.80}: {error}") from error


def _split_tokens(text: str) -> Iterator[str]:
    """Yield the tokens of a text: numbers, words and signs."""
    start = 0
    while text[start:].strip():
        token = _TOKEN.match(text, start)
        if token is None:
            raise IllegalState(f"{text[start:].strip()[:20]!r} cannot be read")
        yield re.sub(r"\s", "", token.group())
        start = token.end()


def _parse_condition(tokens: list[str]) -> tuple[Condition, list[str]]:
    if len(tokens) < 3:
        raise IllegalState("a condition is written like provinces_left <= 4")
    quantity, comparison, rest = _parse_quantity(tokens[0]), tokens[1], tokens[2:]
    comparison = {"=": "=="}.get(comparison, comparison)
    if comparison not in _COMPARISONS:
        raise IllegalState(f"{comparison!r} compares nothing; there are {', '.join(_COMPARISONS)}")
    number, tail = _parse_number(rest)
    if number is not None:
        return Condition(quantity, comparison, number), tail
    operand, rest = _parse_quantity(rest[0]), rest[1:]
    if not rest or rest[0] not in _OPERATIONS:
        return Condition(quantity, comparison, 0.0, operand), rest
    operation = rest[0]
    number, tail = _parse_number(rest[1:])
    if number is None:
        raise IllegalState(f"a number is missing after '{operand} {operation}'")
    if operation == "/" and not number:
        raise IllegalState("nothing can be divided by 0")
    return Condition(quantity, comparison, number, operand, operation), tail


def _parse_number(tokens: list[str]) -> tuple[float | None, list[str]]:
    """Return the leading number, None without one, and the remaining tokens."""
    sign, unsigned = (-1.0, tokens[1:]) if tokens[:1] == ["-"] else (1.0, tokens)
    if not unsigned or not unsigned[0][0].isdigit():
        return None, tokens
    digits, *tail = unsigned
    if len(digits) > _MOST_DIGITS or float(digits) > _MOST_NUMBER:
        raise IllegalState(f"{digits[:20]} is too large; {_MOST_NUMBER} at most")
    return sign * float(digits), tail


def _parse_quantity(token: str) -> Quantity:
    for card, name in _PILES.items():
        if token == name:
            return Quantity("left", card)
    name, _, card = token.partition("(")
    card = card.removesuffix(")")
    if (name in _CARD_QUANTITIES and card) or (name in _GAME_QUANTITIES and not card):
        return Quantity(name, card)
    if name in _CARD_QUANTITIES:
        raise IllegalState(f"{name} needs a card, such as {name}(gold)")
    near = did_you_mean(name, [*_CARD_QUANTITIES, *_PILES.values(), *_GAME_QUANTITIES])
    raise IllegalState(f"{token[:30]!r} is nothing to ask{near}; there are {', '.join(QUANTITIES)}")


def cannot_see(quantity: Quantity, game_name: str, known: Sequence[str]) -> IllegalState:
    """Return the error for a quantity unknown to the game, which lists the known ones."""
    about = QUANTITIES.get(quantity.name, _CARD_QUANTITIES.get(quantity.name, ""))
    return IllegalState(
        f"{game_name} has no {quantity} ({about}); a menu may ask {', '.join(known[:-1])} and "
        f"{known[-1]} there"
    )


def _read_menu(name: str, text: str = "", *, title: str, source: str) -> Menu:
    """Return a menu of ``menus.toml``; Random alone has no text."""
    return Menu.from_text(text, name, title, source) if text else Menu(name, title, source, ())


MENUS = {name: _read_menu(name, **table) for name, table in _TABLES["race"].items()}
"""Race menus by name, including Random, whose purchase is drawn by lot."""

KINGDOM_MENUS = {name: _read_menu(name, **table) for name, table in _TABLES["kingdom"].items()}
"""By name, menus with a kingdom card."""


def find_menu(text: str) -> Menu | None:
    """Return a named or written menu, None for neither.

    >>> find_menu("Big-Money").name, find_menu("gold; silver").name, find_menu("optimal")
    ('big_money', 'gold; silver', None)
    """
    plain = text.strip().lower().replace("-", "_")
    is_text = any(part in text for part in (";", "\n", " if ")) or plain in _CARDS
    known = (MENUS | KINGDOM_MENUS).get(plain)
    return Menu.from_text(text) if known is None and is_text else known
