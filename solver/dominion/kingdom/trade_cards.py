"""Cards that trade cards of the hand as data: what they trash, gain and pay."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from llq.errors import IllegalState
from llq.solver.dominion.kingdom.cards import KingdomCard, check_certain
from llq.solver.dominion.rules import read_toml
from llq.solver.dominion.variants import rules

COPIES = 2
"""Copies that decks have room for: a second terminal card is rarely worth its place."""


class Trade(NamedTuple):
    """What one play may do: cards trashed from the hand, a treasure gained, and coins.

    Parameters
    ----------
    copper, estate, silver
        Copies trashed.
    coins
        What the play pays.
    gain
        ``"silver"``, ``"gold"`` or none.
    in_hand
        Whether the treasure may be spent in the same turn.
    shows_province
        Whether a Province must be in hand.
    """

    copper: int = 0
    estate: int = 0
    silver: int = 0
    coins: int = 0
    gain: str = ""
    in_hand: bool = False
    shows_province: bool = False


@dataclass(frozen=True)
class TradingCard:
    """A terminal card that trades cards of the hand.

    Parameters
    ----------
    name, cost
        As on the card.
    trades
        Of which one play does one or none.
    source, leaves_out
        Where the facts are from, and what of the card is left out.
    """

    name: str
    cost: int
    trades: tuple[Trade, ...]
    source: str
    leaves_out: str = ""


@cache
def trading_cards() -> dict[str, TradingCard]:
    """Return the cards that ship with the package, by name.

    Examples
    --------
    >>> len(trading_cards()["chapel"].trades)
    13
    """
    data = read_toml(files(__package__).joinpath("trades.toml").read_text("utf-8"))
    start = dict(zip(rules().place, rules().start, strict=True))
    return {
        name: TradingCard(
            name,
            card["cost"],
            (
                *(Trade(**trade) for trade in card.get("trades", ())),
                *(
                    Trade(copper, estate)
                    for copper in range(card.get("up_to", 0) + 1)
                    for estate in range(min(card.get("up_to", 0) - copper, start["estate"]) + 1)
                    if copper + estate
                ),
            ),
            card["source"],
            card.get("leaves_out", ""),
        )
        for name, card in data.items()
    }


def find_trading_card(name: str) -> TradingCard | None:
    """Return a card by its name, which may have blanks or capitals; None if it does not trade.

    Examples
    --------
    >>> find_trading_card("Trading Post").cost
    5
    """
    return trading_cards().get(name.strip().lower().replace(" ", "_").replace("-", "_"))


def check_second(card: KingdomCard) -> None:
    """Raise unless a card may stand beside one that trades.

    Raises
    ------
    IllegalState
        It is not a terminal card that draws or pays, without buys and discards.
    """
    check_certain(card)
    others = card.buys or card.discards or card.discard_coins or card.draw_to is not None
    if not card.is_terminal or others:
        raise IllegalState(
            f"{card.name}: beside a card that trashes or gains only terminal cards that draw or "
            "pay are solved, such as smithy and militia"
        )
