"""Pairs of kingdom cards whose best play is known, and the decks that they are solved in."""

from __future__ import annotations

from llq.errors import IllegalState
from llq.solver.dominion.fewest.decks import Caps
from llq.solver.dominion.kingdom.cards import KingdomCard, check_certain

Pair = tuple[KingdomCard, KingdomCard]

_COPIES, _TERMINAL_COPIES = 10, 5


def pair_caps(pair: Pair, provinces: int) -> Caps:
    """Return the caps on decks: 5 copies of each of two terminal cards, else all 10."""
    copies = _TERMINAL_COPIES if all(card.is_terminal for card in pair) else _COPIES
    return money_caps(provinces, copies)


def money_caps(provinces: int, copies: int) -> Caps:
    """Return caps of games that take long: those on Silver and Gold cost next to nothing."""
    return Caps(0, 12 + provinces, 8 + provinces, copies)


def check_pair(pair: Pair) -> None:
    """Raise unless two cards are a pair whose best play is known.

    Raises
    ------
    IllegalState
        They are one card, or what one discards, sets aside or draws up to depends on what is
        played next or on what the coins will buy.
    """
    if pair[0].name == pair[1].name:
        raise IllegalState(f"{pair[0].name}: a pair is of two cards; turns has a card alone")
    for card, other in (pair, pair[::-1]):
        check_certain(card)
        if card.draw_to is not None and not card.is_terminal:
            raise IllegalState(f"{card.name}: no pair is solved with a card of draw_to and actions")
        chooses = card.discards or card.discard_coins or card.sets_aside
        if chooses and other.actions > 1:
            raise IllegalState(
                f"{card.name} and {other.name}: what to discard or set aside depends on the "
                "actions that are left, and is not solved"
            )
