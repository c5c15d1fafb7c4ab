"""One kingdom card with money: what it saves, and what to buy with a hand."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import count
from typing import TYPE_CHECKING, TypeVar

from llq.errors import (
    IllegalState,
    TableMissing,
    UnknownGame,
    UnknownStrategy,
    did_you_mean,
)
from llq.query.dominion.answers import exact_value
from llq.query.dominion.fewest.answers import RULES, fewest_caps
from llq.query.dominion.kingdom.answers import (
    KingdomAnswer,
    KingdomPoints,
    KingdomTurns,
    Purchases,
)
from llq.query.dominion.notation import check_owned, read_counts
from llq.query.text.text_files import read_file
from llq.solver.arguments import check_threads
from llq.solver.dominion.fewest.decks import Caps, money_box
from llq.solver.dominion.kingdom.cards import (
    COPIES,
    LISTED,
    KingdomCard,
    buys_that_count,
    certain_cards,
    check_draws_only,
    draws_only,
    find_card,
    kingdom_cards,
    most_copies,
    read_cards,
)
from llq.solver.dominion.rules import HAND_SIZE
from llq.solver.dominion.variants import rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from llq.solver.dominion.fewest.piles import PileValues
    from llq.solver.dominion.kingdom.fewest import KingdomGame

MOST_PROVINCES, MOST_TURNS = 8, 31

_LIMITS = (1, 2, 3, 4, COPIES)
"""Limits on copies that Big Money + X is tried with."""

_PILE_COPIES = 3
"""Copies that decks have room for: of Smithy a fourth saves 0.00001 turns at four Provinces."""

_ROOM = {1: (8, 6), 2: (10, 8), 3: (11, 9), 4: (12, 10)}
"""Silvers and Golds by Provinces."""

_MOST_ROOM = 14, 12

CardOrName = KingdomCard | str
Result = TypeVar("Result")
Row = TypeVar("Row")
Progress = Callable[[int, int], None] | None


def read_kingdom_cards(path: str | os.PathLike[str]) -> tuple[KingdomCard, ...]:
    """Return the kingdom cards in a TOML file, one table each.

    Raises
    ------
    UnknownGame
        There is no such file.
    IllegalState
        The file holds no card, or a bad one; the message says why.
    """
    try:
        return read_cards(read_file(path))
    except FileNotFoundError as error:
        raise UnknownGame(
            f"{path}: there is no such file; {LISTED}, and any other card is read from a TOML file"
        ) from error
    except IllegalState as error:
        raise IllegalState(f"{path}: {error}") from error
    except (OSError, ValueError) as error:
        raise UnknownGame(f"{path}: no card can be read from here ({error})") from error


def kingdom(
    card: CardOrName,
    provinces: int = 4,
    *,
    copies: int = COPIES,
    rule: str = "fresh",
    threads: int = 2,
    progress: Progress = None,
) -> KingdomTurns:
    """Return what a kingdom card saves on the way to a number of Provinces.

    By fresh hands, the table of all cards that come with llq answers at once; other cards and
    copies are solved.

    Parameters
    ----------
    card
        A name, or a card of `read_kingdom_cards`.
    provinces
        1 to 8.
    copies
        Copies of the card for sale, 1 to 10; by the real rule, and of a card whose play is a
        choice, no more than 3 are bought.
    rule
        ``"fresh"``, or ``"real"`` for draw pile and discard pile, which is solved for terminal
        cards that draw and give no buy, such as Smithy and Moat.
    threads
        Of the real rule.
    progress
        Called with the states that are solved and their total, by fresh hands with the games.

    Raises
    ------
    IllegalState, UnknownCard, UnknownStrategy
        There is no such number of Provinces or copies, no such card or no such rule, or the real
        rule is not solved for the card.

    Examples
    --------
    >>> import llq
    >>> print(llq.dominion.kingdom.turns("smithy", 1))
    smithy: 6.8317 turns to 1 Province, 1.1726 fewer than with money alone; 1.26 copies
    """
    check_threads(threads)
    _check("provinces", provinces, MOST_PROVINCES)
    _check("copies", copies, COPIES)
    if rule not in RULES:
        near = did_you_mean(rule, RULES)
        raise UnknownStrategy(f"there is no rule {rule!r:.40}{near}; there are {', '.join(RULES)}")
    known = known_card(card)
    if rule == "real":
        return _by_piles(known, provinces, copies, threads, progress)
    if copies == COPIES and known in kingdom_cards():
        from llq.query.dominion.kingdom.table import open_kingdom

        with suppress(TableMissing, IllegalState):  # or it is one of fewer Provinces
            return open_kingdom().row(known.name, provinces)
    return solve_kingdom(known, provinces, copies=copies, progress=progress)


def solve_kingdom(
    card: KingdomCard, provinces: int, *, copies: int = COPIES, progress: Progress = None
) -> KingdomTurns:
    """Solve what `kingdom` returns of a card by fresh hands."""
    from llq.solver.dominion.kingdom import fewest  # compiles
    from llq.solver.dominion.kingdom.money_rules import big_money

    most = min(copies, most_copies(card))
    limits = [limit for limit in _LIMITS if limit <= most]
    steps = count()

    def step(result: Result) -> Result:
        if progress:
            progress(next(steps), len(limits) + 7)
        return result

    game = fewest.KingdomGame(card, provinces, supply=copies)
    alone, best = step(_money_turns(provinces)), step(game.best)
    (chances,), at_least = step(fewest.copies_bought(best, card.name)), step(game.at_least)
    by_rule, limit = min((step(big_money(card, n, provinces)).turns, n) for n in limits)
    one, two, three = (
        step(fewest.KingdomGame(card, provinces, supply=n).best.turns if n < most else best.turns)
        for n in (1, 2, 3)
    )
    likeliest = int(chances.argmax())
    return KingdomTurns(
        card=card.name,
        provinces=provinces,
        rule="fresh",
        turns=best.turns,
        one_copy=one,
        two_copies=two,
        three_copies=three,
        saved=alone - best.turns,
        copies=mean_copies(chances),
        likeliest=likeliest,
        likeliest_chance=float(chances[likeliest]),
        first_buys=game.first_buys(),
        big_money=by_rule,
        big_money_copies=limit,
        at_least=at_least,
        decks=best.game.box.decks,
        states=best.game.box.decks,
    )


def mean_copies(chances: NDArray[np.float64]) -> float:
    """Return the mean of the chances of 0, 1, … copies, with the same bits on every processor."""
    return float(sum(n * chance for n, chance in enumerate(chances.tolist())))


def kingdom_points(card: CardOrName, turns: int) -> KingdomPoints:
    """Return the most points in a fixed number of turns with a kingdom card for sale.

    Raises
    ------
    IllegalState, UnknownCard
        There is no such length of game, or no such card.

    Examples
    --------
    >>> import llq
    >>> print(llq.dominion.kingdom.points("smithy", 8))
    smithy: 14.4091 points in 8 turns, 0.7219 more than with money alone
    """
    _check("turns", turns, MOST_TURNS)
    known = known_card(card)
    from llq.solver.dominion.kingdom.points import most_points  # compiles

    points, alone = (float(most_points(of, turns)[-1]) for of in (known, None))
    gained = round(points - alone, 10)  # no more than rounding where the card is never bought
    return KingdomPoints(card=known.name, length=turns, points=points, gained=gained)


def kingdom_ranking(
    provinces: int = 4,
    *,
    copies: int = COPIES,
    cards: Sequence[KingdomCard] | None = None,
    rule: str = "fresh",
    threads: int = 2,
    progress: Progress = None,
) -> tuple[KingdomTurns, ...]:
    """Return what every kingdom card saves on the way to Provinces, the most helpful first.

    Parameters
    ----------
    copies, rule, threads
        As of `kingdom`.
    cards
        By default those that ship with the package; by the real rule those that only draw.
    progress
        Called with the cards that are done and their number, while a card is solved too; of one
        card by the real rule with its states.
    """
    check_threads(threads)
    if cards is None and rule == "real":
        cards = tuple(card for card in kingdom_cards() if draws_only(card))
    for card in cards if cards and rule == "real" else ():
        check_draws_only(card)
    by_states = rule == "real" and cards is not None and len(cards) == 1

    def row(card: KingdomCard, report: Progress) -> KingdomTurns:
        told = progress if by_states else report
        return kingdom(card, provinces, copies=copies, rule=rule, threads=threads, progress=told)

    rows = _each(kingdom_cards() if cards is None else cards, row, None if by_states else progress)
    return tuple(sorted(rows, key=lambda row: (row.turns, row.card)))


def kingdom_points_ranking(
    turns: int,
    *,
    cards: Sequence[KingdomCard] | None = None,
    progress: Progress = None,
) -> tuple[KingdomPoints, ...]:
    """Return the most points in ``turns`` turns with every kingdom card, the most helpful first.

    Parameters are those of `kingdom_ranking`; by default, the cards are those whose best play is
    no choice.
    """
    if cards is None:
        cards = certain_cards()
    rows = _each(cards, lambda card, _: kingdom_points(card, turns), progress)
    return tuple(sorted(rows, key=lambda row: (-row.points, row.card)))


def kingdom_lookup(
    card: CardOrName, deck: Mapping[str, int] | str, coins: int, buys: int = 1, provinces: int = 4
) -> KingdomAnswer:
    """Return what to buy to have a number of Provinces in the fewest expected turns.

    Parameters
    ----------
    deck
        All cards that the player owns, the hand included: copies by name, or words such as
        ``"7 copper, 3 estate, smithy"``.
    coins, buys
        What the hand gave after the actions were played.
    provinces
        How many Provinces end the game, those that are bought included.

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
    _check("provinces", provinces, MOST_PROVINCES)
    known = known_card(card)
    counts = read_counts("the deck", deck, (known.name,))
    held, copies = check_owned("the deck", counts), counts.get(known.name, 0)
    if copies > (most := most_copies(known)):
        raise IllegalState(f"the deck has {copies} {known.name}; at most {most} are solved")
    if held[-1] >= provinces:
        raise IllegalState(f"the game is over: {held[-1]} of {provinces} Provinces are bought")
    _check("buys with this card", buys, buys_that_count(known))
    if not isinstance(coins, int) or isinstance(coins, bool) or coins < 0:
        raise IllegalState(f"coins must be a non-negative integer; got {coins!r:.40}")
    game = _game(known, provinces, held, copies)
    best = game.best
    kinds = best.game.box.kinds
    counted = min(coins, int(best.game.outcomes.coins.max()))
    worth = {
        tuple(kinds[place].name for place in places): turns
        for places, turns in best.actions(0, counted, buys).items()
    }
    least = min(worth.values())
    ranked = sorted(worth.items(), key=lambda item: (item[1], len(item[0])))
    return KingdomAnswer(
        actions=tuple(
            exact_value(Purchases(cards), 1.0 + turns, turns - least) for cards, turns in ranked
        ),
        unit="expected turns",
        source="fresh hands solved on the spot, each deck in closed form; caps on bought treasures",
        card=known.name,
        provinces=provinces,
        deck=dict(zip(rules().place, held, strict=True)) | {known.name: copies},
        coins=coins,
        buys=buys,
    )


def _by_piles(
    card: KingdomCard,
    provinces: int,
    copies: int,
    threads: int,
    progress: Callable[[int, int], None] | None,
) -> KingdomTurns:
    """Return what a drawing card saves by the real rule, as `kingdom` does."""
    from llq.solver.dominion.kingdom.piles import count_visits, kingdom_piles  # compiles

    silver, gold = _ROOM.get(provinces, _MOST_ROOM)
    caps = Caps(0, silver, gold, min(copies, _PILE_COPIES))
    game = kingdom_piles(card, provinces, caps)
    best = game.optimum(threads=threads, progress=progress)
    _, ends = count_visits(best)
    likeliest = int(ends.argmax())
    return KingdomTurns(
        card=card.name,
        provinces=provinces,
        rule="real",
        turns=best.turns,
        one_copy=None,
        two_copies=None,
        three_copies=None,
        saved=_money_pile_turns(provinces, threads) - best.turns,
        copies=mean_copies(ends),
        likeliest=likeliest,
        likeliest_chance=float(ends[likeliest]),
        first_buys=_first_buys(best),
        big_money=None,
        big_money_copies=None,
        at_least=None,
        decks=game.box.decks,
        states=game.states,
    )


@lru_cache
def _money_pile_turns(provinces: int, threads: int) -> float:
    from llq.solver.dominion.fewest.piles import PileGame

    box = money_box(provinces, fewest_caps(provinces, "real"))
    return PileGame(box).optimum(threads=threads).turns


def _first_buys(best: PileValues) -> dict[int, tuple[str, ...]]:
    """Return what is bought of the first hand, by its Coppers; () where it is best to pass."""
    start, kinds = rules().start, best.game.box.kinds
    coppers, others = start[0], sum(start[1:])
    deck, buys = [kind.least for kind in kinds], {}
    for coins in range(HAND_SIZE - others, HAND_SIZE + 1):
        pile = (coppers - coins, 0, 0, 0, others - (HAND_SIZE - coins))
        worth: dict[tuple[str, ...], float] = {(): best.lookup(deck, pile)}
        for place, kind in enumerate(kinds):
            if kind.cost <= coins and kind.most > kind.least:
                bought = [n + (i == place) for i, n in enumerate(deck)]
                worth[kind.name,] = best.lookup(bought, pile)
        buys[coins] = min(worth, key=worth.__getitem__)
    return buys


def _each(
    cards: Sequence[KingdomCard],
    result: Callable[[KingdomCard, Progress], Row],
    progress: Progress,
) -> list[Row]:
    rows: list[Row] = []

    def report(*_: int) -> None:
        if progress:
            progress(len(rows), len(cards))

    for card in cards:
        rows.append(result(card, report))
        report()
    return rows


def known_card(card: CardOrName) -> KingdomCard:
    """Return a card, which may be given by its name."""
    return card if isinstance(card, KingdomCard) else find_card(card)


@lru_cache(maxsize=1)
def _game(card: KingdomCard, provinces: int, deck: tuple[int, ...], copies: int) -> KingdomGame:
    """Return a game, solved when it is asked: as large as all of a turn's hands."""
    from llq.solver.dominion.kingdom.fewest import KingdomGame  # compiles

    return KingdomGame(card, provinces, deck=deck, copies=copies)


@lru_cache
def _money_turns(provinces: int) -> float:
    """Return the fewest expected turns with money alone, by fresh hands."""
    from llq.solver.dominion.kingdom.fewest import KingdomGame  # compiles

    return KingdomGame(None, provinces).best.turns


def _check(what: str, number: object, most: int) -> None:
    if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= most:
        span = f"1 to {most}" if most > 1 else "1"
        raise IllegalState(f"{what} must be {span}; got {number!r:.40}")
