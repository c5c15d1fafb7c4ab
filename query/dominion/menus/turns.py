"""How many turns a menu takes to a number of Provinces, beside the fewest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from math import inf
from typing import Any

from llq.errors import IllegalState
from llq.query.dominion.answers import counted
from llq.query.dominion.fewest.lookups import fewest
from llq.query.dominion.kingdom.lookups import MOST_PROVINCES, kingdom
from llq.query.dominion.menus.reading import menu_of
from llq.solver.arguments import check_integer, check_threads
from llq.solver.dominion.kingdom.cards import COPIES, KingdomCard, find_card
from llq.solver.dominion.menus import Menu
from llq.solver.dominion.variants import rules

_MOST_TURNS = 120
_LEAST = 1e-10  # chance of a deck that is followed
_ENDLESS = 1e-6  # chance to play on after all these turns


@dataclass(frozen=True, kw_only=True)
class MenuTurns:
    """How many turns a menu takes alone.

    Parameters
    ----------
    menu
        The menu as text.
    card
        The kingdom card in it, empty for money alone.
    provinces
        How many end the game.
    turns
        Its expected turns, each hand drawn from the whole deck.
    fewest
        The fewest that any policy takes with the same cards for sale.
    loses
        Turns that the menu takes longer.
    """

    menu: str
    card: str
    provinces: int
    turns: float
    fewest: float
    loses: float

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain data, ready for JSON."""
        return asdict(self)

    def __str__(self) -> str:
        """Return the result in one line."""
        return (
            f"{self.menu}: {self.turns:.4f} turns to {counted(self.provinces, 'Province')}, "
            f"{self.loses:.4f} more than the fewest, {self.fewest:.4f}"
        )


def menu_turns(
    menu: str | Menu,
    provinces: int = 4,
    *,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
) -> MenuTurns:
    """Return the expected turns of a menu to a number of Provinces, exact by fresh hands.

    Parameters
    ----------
    menu
        A menu, its text, or a name of `llq.dominion.menus.known`; with one kingdom card at most.
        Of the supply of two players nobody else buys.
    provinces
        1 to 8.
    progress
        Called with the steps done and their total.

    Raises
    ------
    UnknownStrategy, UnknownCard
        There is no such menu, or no such kingdom card.
    IllegalState
        The menu has a mistake, or asks for what a game of one does not have, or never ends.

    Examples
    --------
    >>> import llq
    >>> print(llq.dominion.menus.turns("province; gold; smithy if count(smithy) < 2; silver", 1))
    province; gold; smithy if count(smithy) < 2; silver: 7.2264 turns to 1 Province, \
0.3947 more than the fewest, 6.8317
    """
    check_threads(threads)
    check_integer("provinces", provinces, 1, MOST_PROVINCES)
    found = menu_of(menu)
    card = card_of_menu(found)
    turns = _turns(found, card, provinces)
    if progress:
        progress(1, 2)
    if card is None:
        best = fewest(provinces, "fresh", threads=threads).turns
    else:
        best = kingdom(card, provinces, threads=threads).turns
    if progress:
        progress(2, 2)
    return MenuTurns(
        menu=str(found),
        card=card.name if card else "",
        provinces=provinces,
        turns=turns,
        fewest=best,
        loses=turns - best,
    )


def card_of_menu(menu: Menu) -> KingdomCard | None:
    """Return the only kingdom card of a menu; None for money alone.

    Raises
    ------
    IllegalState
        It has several.
    UnknownCard
        There is no such card.
    """
    names = sorted({wish.card for wish in menu.wishes} - set(rules().place))
    if len(names) > 1:
        raise IllegalState(f"a menu has one kingdom card at most here; got {', '.join(names)}")
    return find_card(names[0]) if names else None


def _turns(menu: Menu, card: KingdomCard | None, provinces: int) -> float:
    from llq.solver.dominion.curves.buyers import MenuBuyer, Shop
    from llq.solver.dominion.curves.flow import follow
    from llq.solver.dominion.kingdom.money_rules import menu_policy

    if {"estate", "duchy"} & {wish.card for wish in menu.wishes}:
        grown = follow(MenuBuyer(menu, Shop(card), provinces), _MOST_TURNS, _LEAST)
        turns = float(grown.playing.sum()) if grown.playing[-1] < _ENDLESS else inf
    else:
        turns = menu_policy(menu, card, COPIES, provinces).turns
    if turns > 1e6:
        raise IllegalState("the menu never gets its Provinces: it stops buying first")
    return turns
