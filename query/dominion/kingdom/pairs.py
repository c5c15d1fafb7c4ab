"""Two kingdom cards with money, and cards that trash or gain: what they save."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from typing import Any

from llq.errors import IllegalState, TableMissing, UnknownCard
from llq.query.dominion.answers import counted
from llq.query.dominion.kingdom.lookups import (
    MOST_PROVINCES,
    CardOrName,
    known_card,
    mean_copies,
)
from llq.solver.arguments import check_integer
from llq.solver.dominion.fewest.decks import Caps
from llq.solver.dominion.kingdom.cards import KingdomCard, kingdom_cards
from llq.solver.dominion.kingdom.pair_rules import pair_caps
from llq.solver.dominion.kingdom.trade_cards import (
    COPIES,
    TradingCard,
    find_trading_card,
    trading_cards,
)


@dataclass(frozen=True, kw_only=True)
class KingdomPair:
    """What two kingdom cards save on the way to a number of Provinces, by fresh hands.

    Parameters
    ----------
    first, second
        Their names.
    provinces
        How many end the game.
    copies
        Copies of each card that are for sale.
    turns
        Fewest expected turns with both for sale, within the caps.
    alone
        Fewest expected turns with the better of the two alone.
    saved
        Turns that the better card alone takes longer.
    first_copies, second_copies
        Copies that the optimum buys, on average; None where a card trashes or gains.
    """

    first: str
    second: str
    provinces: int
    copies: int
    turns: float
    alone: float
    saved: float
    first_copies: float | None
    second_copies: float | None

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain data, ready for JSON."""
        return asdict(self)

    def __str__(self) -> str:
        """Return the result in one line."""
        text = (
            f"{self.first} and {self.second}: {self.turns:.4f} turns to "
            f"{counted(self.provinces, 'Province')}, {self.saved:.4f} fewer than with the better "
            "card alone"
        )
        if self.first_copies is None:
            return text
        return f"{text}; {self.first_copies:.2f} and {self.second_copies:.2f} copies"


@dataclass(frozen=True, kw_only=True)
class TradeTurns:
    """What a card that trashes or gains saves on the way to Provinces, by fresh hands.

    Parameters
    ----------
    card, provinces
        Its name, and how many Provinces end the game.
    turns
        Fewest expected turns with the card for sale, two copies at most.
    saved
        Turns that money alone takes longer.
    """

    card: str
    provinces: int
    turns: float
    saved: float

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain data, ready for JSON."""
        return asdict(self)

    def __str__(self) -> str:
        """Return the result in one line."""
        return (
            f"{self.card}: {self.turns:.4f} turns to {counted(self.provinces, 'Province')}, "
            f"{self.saved:.4f} fewer than with money alone"
        )


def kingdom_pair(first: CardOrName, second: CardOrName, provinces: int = 4) -> KingdomPair:
    """Return what two kingdom cards save against the better one alone, by fresh hands.

    The table that comes with llq answers for the pairs it has; others are solved in seconds.

    Parameters
    ----------
    first, second
        Names, or cards of `llq.dominion.kingdom.read_cards`. One may be a card of `kingdom_trades`
        beside a terminal card that draws or pays.
    provinces
        1 to 8.

    Raises
    ------
    IllegalState, UnknownCard
        There is no such card or number of Provinces, or the pair's best play is not known: a card
        of it discards or sets aside beside one that gives two actions.

    Examples
    --------
    >>> import llq
    >>> row = llq.dominion.kingdom.pair("laboratory", "smithy")
    >>> round(row.turns, 3), round(row.saved, 3)
    (14.441, 0.131)
    """
    check_integer("provinces", provinces, 1, MOST_PROVINCES)
    for card, other in ((first, second), (second, first)):
        if isinstance(card, str) and (trading := find_trading_card(card)):
            row = _trading_pair(trading, known_card(other), provinces)
            return row if card is first else replace(row, first=row.second, second=row.first)
    pair = known_card(first), known_card(second)
    if all(card in kingdom_cards() for card in pair):
        from llq.query.dominion.kingdom.pair_table import open_pairs

        with suppress(TableMissing, IllegalState, UnknownCard):
            return open_pairs().row(pair[0].name, pair[1].name, provinces)
    return solve_pair(pair[0], pair[1], provinces)


def solve_pair(first: KingdomCard, second: KingdomCard, provinces: int) -> KingdomPair:
    """Solve what `kingdom_pair` returns."""
    from llq.solver.dominion.kingdom.fewest import copies_bought  # compiles
    from llq.solver.dominion.kingdom.pairs import PairGame

    pair = first, second
    caps, best = pair_caps(pair, provinces), PairGame(pair, provinces).solve()
    alone = min(_turns(card, provinces, caps) for card in pair)
    bought = copies_bought(best, first.name, second.name)
    means = [mean_copies(chances) for chances in bought]
    return KingdomPair(
        first=first.name,
        second=second.name,
        provinces=provinces,
        copies=caps.copies,
        turns=best.turns,
        alone=alone,
        saved=max(alone - best.turns, 0.0),  # a card need not be bought: less is rounding
        first_copies=means[0],
        second_copies=means[1],
    )


def kingdom_trades(provinces: int = 4) -> list[TradeTurns]:
    """Return what each card that trashes or gains saves, the most helpful first.

    Raises
    ------
    IllegalState
        There is no such number of Provinces.

    Examples
    --------
    >>> import llq
    >>> [row.card for row in llq.dominion.kingdom.trades(1)][:2]
    ['explorer', 'chapel']
    """
    check_integer("provinces", provinces, 1, MOST_PROVINCES)
    alone = _trading_turns(None, None, provinces)
    rows = []
    for card in trading_cards().values():
        turns = _trading_turns(card, None, provinces)
        saved = max(alone - turns, 0.0)
        rows.append(TradeTurns(card=card.name, provinces=provinces, turns=turns, saved=saved))
    return sorted(rows, key=lambda row: (row.turns, row.card))


def _trading_pair(card: TradingCard, other: KingdomCard, provinces: int) -> KingdomPair:
    """Return what a card that trashes or gains and a second one save."""
    turns, *alone = (
        _trading_turns(*cards, provinces) for cards in ((card, other), (card, None), (None, other))
    )
    return KingdomPair(
        first=card.name,
        second=other.name,
        provinces=provinces,
        copies=COPIES,
        turns=turns,
        alone=min(alone),
        saved=max(min(alone) - turns, 0.0),
        first_copies=None,
        second_copies=None,
    )


@lru_cache(maxsize=256)
def _trading_turns(card: TradingCard | None, other: KingdomCard | None, provinces: int) -> float:
    """Return the fewest expected turns with a card that trades, another, both or none for sale."""
    from llq.solver.dominion.kingdom.trades import TradingGame  # compiles

    return TradingGame(card, provinces, other).turns


@lru_cache(maxsize=256)
def _turns(card: KingdomCard, provinces: int, caps: Caps) -> float:
    """Return the fewest expected turns with one card for sale."""
    from llq.solver.dominion.kingdom.fewest import KingdomGame  # compiles

    return KingdomGame(card, provinces, caps).best.turns
