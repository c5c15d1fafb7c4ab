"""Kingdom cards as data: costs and effects of play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import Any, NamedTuple

from llq.errors import IllegalState, UnknownCard, did_you_mean
from llq.solver.dominion.rules import HAND_SIZE, read_toml
from llq.solver.dominion.variants import rules

COPIES = 10
"""Copies of a kingdom card in the supply (2nd edition, rulebook, page 2)."""

CHOOSING_COPIES = 3
"""Copy limit in decks of a card that ``chooses``."""

MONEY = "money"
"""In place of a card's name: money alone."""

_MOST_BUYS = 3

_LIMITS = {
    "cost": 20,
    "cards": 10,
    "actions": 10,
    "buys": 5,
    "coins": 20,
    "draw_to": 20,
    "discards": 5,
    "discard_coins": 1,
}

_REDRAWING = ("redraws", "second_draw", "new_hand")
"""Flags of effects that replace cards by newly drawn ones."""

LIST_HINT = "llq dominion kingdom ranking lists those that come with llq"
"""Error-message hint, replacing a list of card names too long to print."""

_MOST_LISTED = 12
"""Number of cards from which error messages omit their names."""

_SURE_DRAW = 5
"""Cards certain to remain outside a hand: the draw limit of a card with ``discards``."""


class Trade(NamedTuple):
    """Exchange of cards in hand before the purchase: trashed copies, coins, and a card gained.

    The card is ``"silver"``, ``"gold"`` or none, to spend in the same turn if ``in_hand``;
    ``shows_province`` demands a Province in hand.
    """

    copper: int = 0
    estate: int = 0
    silver: int = 0
    coins: int = 0
    gain: str = ""
    in_hand: bool = False
    shows_province: bool = False


@dataclass(frozen=True)
class KingdomCard:
    """Action card, as modelled for a lone player with money.

    Parameters
    ----------
    name, cost
        As on the card.
    cards, actions, buys, coins
        What playing it gives. It is terminal if it gives no action.
    draw_to
        Draw until this many cards are in hand, as Library does; None for a card that draws
        ``cards``.
    sets_aside
        Whether actions drawn by ``draw_to`` may be set aside, so that the hand fills up with
        others.
    discards
        Cards of the hand that are discarded after drawing, or put back: no more than are drawn,
        where three coins are as good as a card.
    discard_coins
        Coins for each card discarded, of any number: 0 or 1.
    redraws
        Whether any number of cards may be discarded first, for as many new ones.
    second_draw
        Whether the cards drawn may be discarded for as many new ones.
    new_hand
        Whether the hand is discarded before drawing.
    trades
        Of which one play does one or none; such a card is terminal and gives nothing else.
    source, leaves_out
        Where the figures are from, and what of the card a lone player by fresh hands never meets.
    is_attack
        Whether the model omits an attack: turns saved understate the card's worth.
    """

    name: str
    cost: int
    cards: int = 0
    actions: int = 0
    buys: int = 0
    coins: int = 0
    draw_to: int | None = None
    sets_aside: bool = False
    discards: int = 0
    discard_coins: int = 0
    redraws: bool = False
    second_draw: bool = False
    new_hand: bool = False
    trades: tuple[Trade, ...] = ()
    source: str = field(default="", compare=False)
    leaves_out: str = field(default="", compare=False)
    is_attack: bool = field(default=False, compare=False)

    def __post_init__(self) -> None:
        if not self.name.isidentifier():
            raise IllegalState(f"{self.name!r} is not a card name: use letters, digits and _")
        if self.name in (MONEY, *rules().place):
            raise IllegalState(f"{self.name} is a card of the game already; use another name")
        for fault in chain(self._number_faults(), self._effect_faults()):
            raise IllegalState(f"{self.name}: {fault}")

    def _number_faults(self) -> Iterator[str]:
        """Yield faults of fields with invalid numbers or flags."""
        for name, most in _LIMITS.items():
            number = getattr(self, name)
            if name == "draw_to" and number is None:
                continue
            if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= most:
                yield f"{name} must be an integer from 0 to {most}; got {number!r:.40}"
        for name in ("sets_aside", "is_attack", *_REDRAWING):
            if not isinstance(getattr(self, name), bool):
                yield f"{name} must be true or false"

    def _effect_faults(self) -> Iterator[str]:
        """Yield the effects that no card combines."""
        if self.draw_to is not None and self.cards:
            yield "give cards or draw_to, not both"
        if self.sets_aside and self.draw_to is None:
            yield "sets_aside goes with draw_to only"
        redrawing = [name for name in _REDRAWING if getattr(self, name)]
        if not self.is_terminal and (redrawing or self.discard_coins):
            name = redrawing[0] if redrawing else "discard_coins"
            yield f"only a card without actions may have {name}"
        if len(redrawing) > 1 or (self.chooses and self.draw_to is not None):
            yield (
                "redraws, second_draw, new_hand and draw_to exclude each other, and actions with "
                "discards exclude draw_to"
            )
        best = max(treasure.value for treasure in rules().treasures)
        replaced = self.cards + self.coins // best
        if self.discards and not (self.discards <= replaced and self.cards <= _SURE_DRAW):
            yield (
                f"a card that discards {self.discards} must draw as many, where {best} coins count "
                f"as a card, and at most {_SURE_DRAW}; got {self.cards} cards and {self.coins} "
                "coins"
            )
        effects = (*_LIMITS, *_REDRAWING)
        if self.trades and any(getattr(self, name) for name in effects if name != "cost"):
            yield "a card with trades or up_to gives nothing else"
        for name in ("source", "leaves_out"):
            if not isinstance(getattr(self, name), str):
                yield f"{name} must be text"

    @property
    def is_terminal(self) -> bool:
        """Whether the card gives no action, limiting play to one copy a turn."""
        return self.actions == 0

    @property
    def chooses(self) -> bool:
        """Whether optimal play depends on the coming purchase."""
        redraws = any(getattr(self, name) for name in _REDRAWING)
        return redraws or bool(self.trades) or (self.discards > 0 and not self.is_terminal)

    @classmethod
    def from_mapping(cls, name: str, table: object) -> KingdomCard:
        """Return the card described by a TOML table.

        Raises
        ------
        IllegalState
            The table lacks a cost, has an unknown field or a value that no card has.
        """
        if not isinstance(table, Mapping):
            raise IllegalState(f"{name:.40}: a card is a table, such as [smithy] with a cost")
        known = [*(f.name for f in fields(cls) if f.name != "name"), "up_to"]
        unknown = sorted(set(table) - set(known))
        if unknown:
            raise IllegalState(
                f"{name:.40} has unknown fields: {', '.join(unknown):.80}; "
                f"there are {', '.join(known)}"
            )
        if "cost" not in table:
            raise IllegalState(f"{name:.40} lacks a cost")
        effects = {field: value for field, value in table.items() if field != "up_to"}
        return cls(name, **effects | {"trades": _read_trades(name, table)})


def read_cards(text: str) -> tuple[KingdomCard, ...]:
    """Return the cards defined by TOML tables."""
    data: dict[str, Any] = read_toml(text)
    if not data:
        raise IllegalState("no card: write a table such as [smithy] with cost = 4 and cards = 3")
    return tuple(KingdomCard.from_mapping(name, table) for name, table in data.items())


@cache
def kingdom_cards() -> tuple[KingdomCard, ...]:
    """Return the shipped cards, ordered by price."""
    return read_cards(files(__package__).joinpath("kingdom.toml").read_text("utf-8"))


@cache
def certain_cards() -> tuple[KingdomCard, ...]:
    """Return the shipped cards with a best play independent of purchases."""
    return tuple(card for card in kingdom_cards() if not card.chooses)


def find_card(name: str, cards: tuple[KingdomCard, ...] | None = None) -> KingdomCard:
    """Return the named card, matched regardless of case or word separator."""
    cards = cards or kingdom_cards()
    wanted = name.strip().lower().replace(" ", "_").replace("-", "_")
    for card in cards:
        if card.name.lower() == wanted:
            return card
    known = [card.name for card in cards]
    listed = f"there are {', '.join(known)}" if len(known) < _MOST_LISTED else LIST_HINT
    raise UnknownCard(
        f"there is no kingdom card {name!r:.40}{did_you_mean(name, known)}; {listed}; "
        "others go into a TOML file"
    )


def check_certain(card: KingdomCard) -> None:
    """Raise unless a card's best play is known whatever the coins will buy."""
    if card.chooses:
        raise IllegalState(
            f"{card.name}: its best play depends on what the coins will buy, and is solved for "
            "llq dominion kingdom turns and lookup alone"
        )


def most_copies(card: KingdomCard) -> int:
    """Return a card's copy limit in decks: ten, or three if it chooses."""
    return CHOOSING_COPIES if card.chooses else COPIES


def buys_that_count(card: KingdomCard | None) -> int:
    """Return the buys available per turn, capped at three."""
    if card and card.buys and not card.is_terminal:
        return _MOST_BUYS
    return min(_MOST_BUYS, 1 + (card.buys if card else 0))


def _read_trades(name: str, data: Mapping[str, Any]) -> tuple[Trade, ...]:
    """Return a table's listed trades, plus trashes of ``up_to`` cards or fewer."""
    most = data.get("up_to", 0)
    try:
        trades = [Trade(**trade) for trade in data.get("trades", ())]
        numbers = [most, *(number for trade in trades for number in trade[:4])]
        is_sound = all(type(n) is int and 0 <= n <= HAND_SIZE for n in numbers) and all(
            (copper or estate or gain)
            and gain in ("", "silver", "gold")
            and silver <= (gain == "gold")
            for copper, estate, silver, _, gain, *_ in trades
        )
    except TypeError:
        is_sound = False
    if not is_sound:
        raise IllegalState(
            f"{name}: up_to is 0 to {HAND_SIZE}; trades are tables that trash up to "
            f"{HAND_SIZE} copper or estate, or a silver for a gold, gain a silver or a gold, "
            f"and pay up to {HAND_SIZE} coins, each with some of {', '.join(Trade._fields)}"
        )
    trashes = (Trade(a, b) for a in range(most + 1) for b in range(most + 1 - a) if a + b)
    return *trades, *trashes
