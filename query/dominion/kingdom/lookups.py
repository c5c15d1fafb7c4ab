"""A kingdom card with money: turns saved, and best purchases per hand."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import count
from typing import TYPE_CHECKING, TypeVar

from llq.errors import IllegalState, TableMissing, UnknownCard, UnknownGame
from llq.query.dominion.answers import exact_value
from llq.query.dominion.inputs import Buys, CardOrMoney, Cards, Coins, Copies, Deck, Provinces
from llq.query.dominion.kingdom.answers import KingdomAnswer, KingdomTurns, Purchases
from llq.query.dominion.notation import check_owned, read_counts
from llq.query.questions import question
from llq.query.text.text_input import read_file
from llq.solver.arguments import check_integer
from llq.solver.dominion.kingdom.cards import (
    COPIES,
    LIST_HINT,
    MONEY,
    KingdomCard,
    buys_that_count,
    find_card,
    kingdom_cards,
    most_copies,
    read_cards,
)
from llq.solver.dominion.variants import rules
from llq.store.schema import rules_name

if TYPE_CHECKING:
    from llq.solver.dominion.kingdom.fewest import KingdomGame
    from llq.solver.dominion.kingdom.trades import TradingGame

MOST_PROVINCES = 8

FIRST_COINS = (2, 3, 4, 5)
"""Coins that a first hand may have."""

_LIMITS = (1, 2, 3, 4, COPIES)
"""Limits on copies that Big Money + X is tried with."""

RULES_NAME = rules_name("dominion/van-der-heijden-2014", rules().version)
_ACCURACY = "exact within caps on treasures"

CardOrName = KingdomCard | str
Result = TypeVar("Result")
Progress = Callable[[int, int], None] | None


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
        from llq.query.dominion.kingdom.table import KingdomTable

        with suppress(TableMissing, IllegalState, UnknownCard):  # or it is one of fewer Provinces
            table = KingdomTable.cached(KingdomTable.kind)
            return table.row(known.name if known else MONEY, provinces)
    return solve_kingdom(known, provinces, copies=copies, progress=progress)


def solve_kingdom(
    card: KingdomCard | None, provinces: int, *, copies: int = COPIES, progress: Progress = None
) -> KingdomTurns:
    """Compute the `kingdom` result of a card or money alone."""
    from llq.solver.dominion.kingdom.fewest import big_money, card_game  # compiles

    most = min(copies, most_copies(card)) if card else 0
    limits = [limit for limit in _LIMITS if limit <= most] or [0]
    steps = count()

    def step(result: Result) -> Result:
        if progress:
            progress(next(steps), len(limits) + 7)
        return result

    game = card_game(card, provinces, supply=copies)
    money_turns, turns = step(_money_turns(provinces)), step(game.turns)
    chances, at_least = step(game.copies_bought()), step(game.at_least)
    rule_turns, rule_copies = min((step(big_money(card, n, provinces)), n) for n in limits)
    turns_by_limit = [
        step(card_game(card, provinces, supply=n).turns if n < most else turns) for n in (1, 2, 3)
    ]
    likeliest = int(chances.argmax())
    # A sum in order, not a dot product, has the same bits on every processor.
    mean = float(sum(n * chance for n, chance in enumerate(chances.tolist())))
    actions = {coins: game.actions(coins) for coins in FIRST_COINS}
    return KingdomTurns(
        card=card.name if card else MONEY,
        provinces=provinces,
        turns=turns,
        one_copy=turns_by_limit[0],
        two_copies=turns_by_limit[1],
        three_copies=turns_by_limit[2],
        saved=money_turns - turns,
        copies=mean,
        likeliest=likeliest,
        likeliest_chance=float(chances[likeliest]),
        first_buys={coins: min(after, key=after.__getitem__) for coins, after in actions.items()},
        big_money=rule_turns,
        big_money_copies=rule_copies,
        at_least=at_least,
        decks=game.decks,
        attacks=card is not None and card.is_attack,
    )


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


def known_card(card: CardOrName, cards: Sequence[KingdomCard] | None = None) -> KingdomCard | None:
    """Return a card, found by name among ``cards`` if needed; None means money."""
    if isinstance(card, KingdomCard):
        return card
    return None if card.strip().lower() == MONEY else find_card(card, tuple(cards or ()))


@lru_cache(maxsize=1)
def _game(
    card: KingdomCard | None, provinces: int, deck: tuple[int, ...], copies: int
) -> KingdomGame | TradingGame:
    """Return a lazily solved game, as large as all hands of a turn."""
    from llq.solver.dominion.kingdom.fewest import card_game  # compiles

    return card_game(card, provinces, deck, copies)


@lru_cache
def _money_turns(provinces: int) -> float:
    """Return the fewest expected turns with money alone, by fresh hands."""
    from llq.solver.dominion.kingdom.fewest import KingdomGame  # compiles

    return KingdomGame(None, provinces).best.turns
