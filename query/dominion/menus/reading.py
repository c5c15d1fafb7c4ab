"""Menus in files: as text, or as a bot of Geronimoo's simulator in XML."""

from __future__ import annotations

import os
import re
from xml.etree import ElementTree

from llq.errors import IllegalState, UnknownStrategy, did_you_mean
from llq.query.text.text_files import read_text
from llq.solver.dominion.menus import MENUS, OTHER_MENUS, Menu, find_menu, operate

_QUANTITIES = {
    "countCardsInDeck": "count({})",
    "countCardsInSupply": "left({})",
    "countAllCardsInDeck": "cards",
    "getTotalMoney": "total_money",
    "countVP": "points",
    "countMAXOpponentVP": "opponent_points",
    "countTurns": "turn",
    "countCardTypeInDeck": "{}",
    "constant": "{}",
}
_TYPES = {"action": "actions", "treasure": "treasures", "victory": "victories"}
_COMPARISONS = {
    "smallerThan": "<",
    "smallerOrEqualThan": "<=",
    "greaterThan": ">",
    "greaterOrEqualThan": ">=",
    "equalTo": "==",
}
_OPERATIONS = {"plus": "+", "minus": "-", "multiplyWith": "*", "divideBy": "/"}


def read_menu(path: str | os.PathLike[str]) -> Menu:
    """Return the menu in a file.

    Parameters
    ----------
    path
        A text, or with the ending ``.xml`` a bot of Geronimoo's simulator; of a file with several
        bots ``FILE.xml#NAME`` is the one of that name. ``-`` is standard input.

    Raises
    ------
    IllegalState
        The file cannot be read, or what it holds is not a menu; the message says where.

    Examples
    --------
    >>> import llq
    >>> print(llq.dominion.menus.read("docs/dominion/ultimate.menu"))
    province if total_money > 18; duchy if provinces_left <= 4; estate if provinces_left <= 2; \
gold; duchy if provinces_left <= 6; silver
    """
    file, _, name = os.fspath(path).partition("#")
    text = read_text(file, "menu")
    try:
        if file.lower().endswith(".xml") or text.lstrip().startswith("<"):
            return _of_xml(text, name)
        return Menu.from_text(text)
    except IllegalState as error:
        raise IllegalState(f"{path}: {error}") from error


def menu_of(menu: str | Menu) -> Menu:
    """Return a menu by its name or its text.

    Raises
    ------
    UnknownStrategy
        There is no such menu, or it draws its buys by lot.
    IllegalState
        The text has a mistake.
    """
    found = menu if isinstance(menu, Menu) else find_menu(menu)
    known = [one.name for one in known_menus()]
    if found is None:
        near = did_you_mean(str(menu).strip().lower(), known)
        raise UnknownStrategy(
            f"there is no menu {menu!r:.80}{near}; there are {', '.join(known)}, or write one "
            "such as 'province; gold; silver'"
        )
    if not found.wishes:
        raise UnknownStrategy("random draws its buys by lot, so it is not a menu")
    return found


def known_menus() -> tuple[Menu, ...]:
    """Return the menus that come with llq, each with its title and source.

    Examples
    --------
    >>> import llq
    >>> [menu.name for menu in llq.dominion.menus.known()][-2:]
    ['laboratory', 'council_room']
    """
    return tuple(menu for menu in (MENUS | OTHER_MENUS).values() if menu.wishes)


def is_file(text: str) -> bool:
    """Return whether a player is given as the file of a menu."""
    return re.search(r"\.(menu|txt|xml)(#.*)?$", text, re.IGNORECASE) is not None


def _of_xml(text: str, name: str) -> Menu:
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise IllegalState("a bot of Geronimoo's simulator has no document type")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise IllegalState(f"not XML: {error}") from error
    bots = {bot.get("name", ""): bot for bot in root.iter("player")}
    if not bots:
        raise IllegalState("no bot: a file of Geronimoo's simulator has <player name=…> with <buy>")
    if not name and len(bots) > 1:
        raise IllegalState(
            f"the file has {len(bots)} bots: name one, such as FILE.xml#{next(iter(bots))}"
        )
    bot = bots[name] if name in bots else None if name else next(iter(bots.values()))
    if bot is None:
        raise IllegalState(f"there is no bot {name!r:.60}{did_you_mean(name, bots)}")
    if bot.find("start_state") is not None:
        raise IllegalState(
            "the bot begins from a state of its own (start_state), which a menu cannot say"
        )
    wishes = [_wish(buy) for buy in bot.iter("buy")]
    about = bot.get("description", ""), f"Geronimoo's simulator, {bot.get('author', 'unknown')}"
    return Menu.from_text(";".join(wishes), "", *about)


def _wish(buy: ElementTree.Element) -> str:
    card = _word(buy.get("name", ""))
    conditions = [_condition(one) for one in buy.iter("condition")]
    return f"{card} if {' and '.join(conditions)}" if conditions else card


def _condition(condition: ElementTree.Element) -> str:
    comparison = _of(condition, "operator", _COMPARISONS)
    text = f"{_quantity(condition, 'left')} {comparison} {_quantity(condition, 'right')}"
    extra = condition.find("extra_operation")
    number = _number(extra.get("attribute")) if extra is not None else ""
    if number in ("", "0"):
        return text
    operation = _of(condition, "extra_operation", _OPERATIONS)
    left, number_there = text.rsplit(" ", 1)
    if _number(number_there):  # two numbers are one
        return f"{left} {operate(operation, float(number_there), float(number)):g}"
    return f"{text} {operation} {number}"


def _quantity(condition: ElementTree.Element, side: str) -> str:
    written = _of(condition, side, _QUANTITIES)
    one = condition.find(side)
    about = one.get("attribute", "") if one is not None else ""
    word = _word(about)
    if one is not None and one.get("type") == "countCardTypeInDeck":
        if word not in _TYPES:
            raise IllegalState(f"a menu counts {', '.join(_TYPES.values())}, not {about!r:.40}")
        return _TYPES[word]
    return written.format(_number(about) or word)


def _of(condition: ElementTree.Element, what: str, known: dict[str, str]) -> str:
    one = condition.find(what)
    name = one.get("type", "") if one is not None else ""
    if name not in known:
        raise IllegalState(
            f"a condition's {what} {name!r:.40} cannot be written in a menu; those "
            f"that can: {', '.join(known)}"
        )
    return known[name]


def _number(text: str | None) -> str:
    """Return a number as a menu writes it; empty if it is none."""
    return f"{float(text):g}" if text and re.fullmatch(r"-?\d{1,6}(\.\d{1,6})?", text) else ""


def _word(text: str) -> str:
    return text.strip().lower().replace("$", "").replace(" ", "_")
