"""A kingdom card with money: turns saved, and best purchases per hand."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING

from llq.errors import IllegalState, TableMissing, UnknownCard, UnknownGame
from llq.query.dominion.answers import exact_value
from llq.query.dominion.inputs import Buys, CardOrMoney, Cards, Coins, Copies, Deck, Provinces
from llq.query.dominion.kingdom.answers import KingdomAnswer, KingdomTurns, Purchases
from llq.query.dominion.kingdom.solving import MOST_PROVINCES, CardOrName, known_card, solve_kingdom
from llq.query.dominion.kingdom.table import KingdomTable
from llq.query.dominion.notation import check_owned, read_counts
from llq.query.questions import question
from llq.query.text.files import read_file
from llq.solver.arguments import check_integer
from llq.solver.dominion.kingdom.cards import (
    COPIES,
    LIST_HINT,
    MONEY,
    KingdomCard,
    buys_that_count,
    kingdom_cards,
    most_copies,
    read_cards,
)
from llq.solver.dominion.variants import rules
from llq.solver.jobs.progress import Progress
from llq.store.schema import rules_name

if TYPE_CHECKING:
    from llq.solver.dominion.kingdom.fewest import KingdomGame
    from llq.solver.dominion.kingdom.trades import TradingGame

RULES_NAME = rules_name("dominion/van-der-heijden-2014", rules().version)
_ACCURACY = "exact within caps on treasures"


def read_kingdom_cards(path: str | os.PathLike[str]) -> tuple[KingdomCard, ...]:
    """Return a TOML file's kingdom cards, one table per card.

    Raises
    ------
    UnknownGame
        There is no such file.
    IllegalState
        The file holds no card, or a bad one; the message says why.
    """
    try:
        return read_cards(read_file(path))
    except IllegalState as error:
        raise IllegalState(f"{path}: {error}") from error
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise UnknownGame(f"{path}: no card can be read from here ({why}); {LIST_HINT}") from error


@question(
    arguments=("card",),
    examples=("smithy --provinces 8",),
    busy="Solving (the first time compiles)",
    rules=RULES_NAME,
    accuracy=_ACCURACY,
)
def kingdom(
    card: CardOrMoney = MONEY,
    provinces: Provinces = 4,
    *,
    copies: Copies = COPIES,
    cards: Cards | None = None,
    progress: Progress = None,
) -> KingdomTurns:
    """Return the turns that a kingdom card saves towards a number of Provinces, by fresh hands.

    The table of all cards that come with llq answers at once; other cards and copies are solved.

    Parameters
    ----------
    cards
        Cards of `read_kingdom_cards` among which ``card`` is found; by default those of llq.
    progress
        Called with the games that are solved and their total.

    Raises
    ------
    IllegalState, UnknownCard
        There is no such number of Provinces or copies, or no such card.

    Examples
    --------
    >>> import llq
    >>> print(llq.dominion.kingdom.turns("smithy", 1))
    smithy: 6.8317 turns to 1 Province, 1.1726 fewer than with money alone; 1.26 copies
    """
    check_integer("provinces", provinces, 1, MOST_PROVINCES)
    check_integer("copies", copies, 1, COPIES)
    known = known_card(card, cards)
    if copies == COPIES and (known is None or known in kingdom_cards()):
        with suppress(TableMissing, IllegalState, UnknownCard):  # or it is one of fewer Provinces
            table = KingdomTable.cached(KingdomTable.kind)
            return table.row(known.name if known else MONEY, provinces)
    return solve_kingdom(known, provinces, copies=copies, progress=progress)


@question(
    examples=("--provinces 8 --format csv",),
    busy="Solving (the first time compiles)",
    rules=RULES_NAME,
    accuracy=_ACCURACY,
)
def kingdom_ranking(
    provinces: Provinces = 4,
    *,
    copies: Copies = COPIES,
    cards: Cards | None = None,
    progress: Progress = None,
) -> tuple[KingdomTurns, ...]:
    """Return the turns that every kingdom card saves towards Provinces, after money alone.

    The most helpful card comes first.

    Parameters
    ----------
    cards
        By default those that ship with the package; of others no money alone is shown.
    progress
        Called with the rows that are done and their number, while a card is solved too.
    """
    wanted: Sequence[CardOrName] = (MONEY, *kingdom_cards()) if cards is None else cards
    rows: list[KingdomTurns] = []

    def report(*_: int) -> None:
        if progress:
            progress(len(rows), len(wanted))

    for card in wanted:
        rows.append(kingdom(card, provinces, copies=copies, progress=report))
        report()
    return tuple(sorted(rows, key=lambda row: (row.card != MONEY, row.turns, row.card)))


@question(
    arguments=("card",),
    defaults={"card": MONEY},
    examples=('smithy --deck "7c 3e 2 silver" --coins 5',),
    busy="Solving (the first time compiles)",
    rules=RULES_NAME,
    accuracy=_ACCURACY,
)
def kingdom_lookup(
    card: CardOrMoney,
    deck: Deck,
    coins: Coins,
    buys: Buys = 1,
    provinces: Provinces = 4,
    *,
    cards: Cards | None = None,
) -> KingdomAnswer:
    """Return the purchase that reaches a number of Provinces in the fewest expected turns.

    Parameters
    ----------
    coins, buys
        What the hand gave after the actions were played; of a card that trashes or gains, the deck
        and the coins are those after its play.
    cards
        As of `kingdom`.

    Raises
    ------
    IllegalState, UnknownCard
        No game reaches such a situation; the message says why.

    Examples
    --------
    >>> import llq
    >>> print(llq.dominion.kingdom.lookup("smithy", "7c 3e", 4).text)
    buy smithy
    """
    check_integer("provinces", provinces, 1, MOST_PROVINCES)
    known = known_card(card, cards)
    name = known.name if known else MONEY
    counts = read_counts("the deck", deck, (known.name,) if known else ())
    trashes = ("copper", "estate", "silver") if known and known.trades else ()
    owned, copies = check_owned("the deck", counts, trashed=trashes), counts.get(name, 0)
    if known and copies > (most := most_copies(known)):
        raise IllegalState(f"the deck has {copies} {name}; at most {most} are solved")
    if owned[-1] >= provinces:
        raise IllegalState(f"the game is over: {owned[-1]} of {provinces} Provinces are bought")
    check_integer(f"buys with {name}", buys, 1, buys_that_count(known))
    check_integer("coins", coins, 0)
    turns_after = _game(known, provinces, owned, copies).actions(coins, buys)
    least = min(turns_after.values())
    ranked = sorted(turns_after.items(), key=lambda item: (item[1], len(item[0])))
    return KingdomAnswer(
        actions=tuple(
            exact_value(Purchases(cards), 1.0 + turns, turns - least) for cards, turns in ranked
        ),
        unit="expected turns",
        source="fresh hands solved on the spot, each deck in closed form; caps on bought treasures",
        card=name,
        provinces=provinces,
        deck=dict(zip(rules().place, owned, strict=True)) | ({name: copies} if known else {}),
        coins=coins,
        buys=buys,
    )


@lru_cache(maxsize=1)
def _game(
    card: KingdomCard | None, provinces: int, deck: tuple[int, ...], copies: int
) -> KingdomGame | TradingGame:
    """Return a lazily solved game, as large as all hands of a turn."""
    from llq.solver.dominion.kingdom.fewest import card_game  # compiles

    return card_game(card, provinces, deck, copies)
