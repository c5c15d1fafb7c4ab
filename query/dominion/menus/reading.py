"""Menus by name, text or file."""

import os

from llq.errors import IllegalState, UnknownStrategy, did_you_mean
from llq.query.text.files import read_text
from llq.solver.dominion.kingdom.cards import kingdom_cards
from llq.solver.dominion.menus import KINGDOM_MENUS, MENUS, Menu, find_menu


def read_menu(path: str | os.PathLike[str]) -> Menu:
    """Return the menu in a file.

    Parameters
    ----------
    path
        A text file; ``-`` is standard input.

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
    text = read_text(path, "menu")
    try:
        return Menu.from_text(text)
    except IllegalState as error:
        raise IllegalState(f"{path}: {error}") from error


def menu_of(menu: str | Menu) -> Menu:
    """Return a menu by name or text."""
    resolved = menu if isinstance(menu, Menu) else find_menu(menu)
    if resolved is None:
        known = [shipped.name for shipped in known_menus()]
        near = did_you_mean(str(menu).strip().lower(), known)
        raise UnknownStrategy(
            f"there is no menu {menu!r:.80}{near}; there are {', '.join(known)}, or write one "
            "such as 'province; gold; silver'"
        )
    if not resolved.wishes:
        raise UnknownStrategy("random draws its buys by lot, so it is not a menu")
    return resolved


def known_menus() -> tuple[Menu, ...]:
    """Return the menus shipped with llq, with titles and sources.

    Examples
    --------
    >>> import llq
    >>> [menu.name for menu in llq.dominion.menus.known()][-2:]
    ['laboratory', 'council_room']
    """
    return tuple(menu for menu in (MENUS | KINGDOM_MENUS).values() if menu.wishes)


def kingdom_wish(player: str) -> str | None:
    """Return the kingdom card that a menu wishes for, otherwise None."""
    menu, kingdom = find_menu(player), {card.name for card in kingdom_cards()}
    return next((wish.card for wish in menu.wishes if wish.card in kingdom), None) if menu else None
