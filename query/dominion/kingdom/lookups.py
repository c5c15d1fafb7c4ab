"""One kingdom card with money: what it saves, and what to buy with a hand."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

from llq.errors import IllegalState, UnknownGame, UnknownStrategy
from llq.query.answers import ActionValue
from llq.query.dominion.fewest.games import RULES
from llq.query.dominion.kingdom.answers import (
    KingdomAnswer,
    KingdomPoints,
    KingdomTurns,
    Purchases,
)
from llq.query.dominion.kingdom.piles import kingdom_by_piles
from llq.query.dominion.notation import parse_deck
from llq.query.jobs.arguments import check_threads
from llq.query.text.text_files import read_file
from llq.solver.dominion.kingdom.cards import (
    COPIES,
    KingdomCard,
    check_draws_only,
    draws_only,
    find_card,
    kingdom_cards,
    read_cards,
)
from llq.solver.dominion.rules import HAND_SIZE, Card
from llq.solver.dominion.variants import rules

if TYPE_CHECKING:
    from llq.solver.dominion.kingdom.fewest import KingdomGame

MOST_PROVINCES, MOST_TURNS = 8, 31

_LIMITS = (1, 2, 3, 4, COPIES)
"""Limits on copies that Big Money + X is tried with."""

_TIE = 1e-9

CardOrName = KingdomCard | str
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

    Parameters
    ----------
    card
        A name, or a card of `read_kingdom_cards`.
    provinces
        1 to 8.
    copies
        Copies of the card for sale, 1 to 10; by the real rule no more than 3 are bought.
    rule
        ``"fresh"``, or ``"real"`` for draw pile and discard pile, which is solved for terminal
        cards that draw and give no buy, such as Smithy and Moat.
    threads, progress
        Of the real rule: threads, and a function that is called with the states that are solved and
        their total.

    Raises
    ------
    IllegalState, UnknownCard, UnknownStrategy
        There is no such number of Provinces or copies, no such card or no such rule, or the real
        rule is not solved for the card.

    Examples
    --------
    >>> import llq
    >>> print(llq.dominion.kingdom.turns("smithy", 1))
    smithy: 6.8317 turns to 1 Provinces, 1.1726 fewer than with money alone; 1.26 copies
    """
    check_threads(threads)
    _check("provinces", provinces, MOST_PROVINCES)
    _check("copies", copies, COPIES)
    if rule not in RULES:
        raise UnknownStrategy(f"there is no rule {rule!r:.40}; there are {', '.join(RULES)}")
    found = _card(card)
    if rule == "real":
        return kingdom_by_piles(found, provinces, copies, threads, progress)
    game = _game(found, provinces, None, 0, copies)
    from llq.solver.dominion.kingdom.money_rules import big_money  # compiles

    best = game.best
    chances = game.copies_bought(best)
    likeliest = int(chances.argmax())
    by_rule, limit = min((big_money(found, n, provinces).turns, n) for n in _LIMITS if n <= copies)
    return KingdomTurns(
        card=found.name,
        provinces=provinces,
        rule=rule,
        turns=best.turns,
        saved=_game(None, provinces).best.turns - best.turns,
        copies=float(chances @ range(len(chances))),
        likeliest=likeliest,
        likeliest_chance=float(chances[likeliest]),
        first_buys=game.first_buys(),
        big_money=by_rule,
        big_money_copies=limit,
        at_least=game.at_least,
        decks=best.game.box.decks,
        states=best.game.box.decks,
    )


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
    found = _card(card)
    from llq.solver.dominion.kingdom.points import most_points  # compiles

    points, alone = (float(most_points(of, turns)[-1]) for of in (found, None))
    gained = round(points - alone, 10)  # no more than rounding where the card is never bought
    return KingdomPoints(card=found.name, length=turns, points=points, gained=gained)


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
        Called with the cards that are done and their number; of one card by the real rule with its
        states.
    """
    check_threads(threads)
    if cards is None and rule == "real":
        cards = tuple(card for card in kingdom_cards() if draws_only(card))
    for card in cards if cards and rule == "real" else ():
        check_draws_only(card)
    within = progress if cards is not None and len(cards) == 1 else None

    def row(card: KingdomCard) -> KingdomTurns:
        return kingdom(card, provinces, copies=copies, rule=rule, threads=threads, progress=within)

    rows = _each(cards, row, None if within and rule == "real" else progress)
    return tuple(sorted(rows, key=lambda row: (row.turns, row.card)))


def kingdom_points_ranking(
    turns: int,
    *,
    cards: Sequence[KingdomCard] | None = None,
    progress: Progress = None,
) -> tuple[KingdomPoints, ...]:
    """Return the most points in ``turns`` turns with every kingdom card, the most helpful first.

    Parameters are those of `kingdom_ranking`.
    """
    rows = _each(cards, lambda card: kingdom_points(card, turns), progress)
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
    found = _card(card)
    held, copies = _deck(found, deck)
    if held[-1] >= provinces:
        raise IllegalState(f"the game is over: {held[-1]} of {provinces} Provinces are bought")
    from llq.solver.dominion.kingdom.boxes import buys_that_count

    _check("buys with this card", buys, buys_that_count(found))
    if not isinstance(coins, int) or isinstance(coins, bool) or coins < 0:
        raise IllegalState(f"coins must be a non-negative integer; got {coins!r:.40}")
    game = _game(found, provinces, held, copies)
    best = game.best
    kinds = best.game.box.kinds
    counted = min(coins, int(best.game.outcomes.coins.max()))
    worth = {
        tuple(kinds[place].name for place in places): turns
        for places, turns in best.actions(0, counted, buys).items()
    }
    least = min(worth.values())
    actions = tuple(
        ActionValue(
            action=(action := Purchases(cards)),
            text=str(action),
            value=1.0 + turns,
            cost=turns - least,
            standard_error=None,
            is_best=turns - least <= _TIE,
        )
        for cards, turns in sorted(worth.items(), key=lambda item: (item[1], len(item[0])))
    )
    names = [c.name for c in rules().cards]
    return KingdomAnswer(
        actions=actions,
        unit="expected turns",
        source="fresh hands solved on the spot, each deck in closed form; caps on bought treasures",
        card=found.name,
        provinces=provinces,
        deck=dict(zip(names, held, strict=True)) | {found.name: copies},
        coins=coins,
        buys=buys,
    )


def _each(
    cards: Sequence[KingdomCard] | None, result: Callable[[KingdomCard], Row], progress: Progress
) -> list[Row]:
    """Return the result of each card."""
    cards, rows = kingdom_cards() if cards is None else cards, []
    for done, card in enumerate(cards, 1):
        rows.append(result(card))
        if progress:
            progress(done, len(cards))
    return rows


def _card(card: CardOrName) -> KingdomCard:
    return card if isinstance(card, KingdomCard) else find_card(card)


def _deck(card: KingdomCard, deck: Mapping[str, int] | str) -> tuple[tuple[int, ...], int]:
    """Return copies of each card of the rules, and of the kingdom card."""
    game = rules()
    # Words are read by names alone: there the kingdom card may be any card of the game.
    words = replace(
        game,
        victories=(*game.victories, Card(card.name, False, card.cost)),
        start=(*game.start, 0),
    )
    counts = parse_deck(deck, words) if isinstance(deck, str) else dict(deck)
    for name, n in counts.items():
        if not isinstance(n, int) or isinstance(n, bool) or n < 0:
            raise IllegalState(f"copies of {name} must be a non-negative integer; got {n!r:.40}")
    copies = counts.pop(card.name, 0)
    game.deck({**counts, "copper": HAND_SIZE + counts.get("copper", 0)})  # unknown names
    held = tuple(int(counts.get(c.name, 0)) for c in game.cards)
    for c, n, start in zip(game.cards, held, game.start, strict=True):
        if n < start:
            raise IllegalState(
                f"the deck has {n} {c.name}, but the starting deck has {start} "
                "and nothing is trashed"
            )
        most = {"copper": 60, "silver": 40, "gold": 30}.get(c.name, start + MOST_PROVINCES)
        if n > most:
            raise IllegalState(f"the deck has {n} {c.name}; there are {most}")
    if copies > COPIES:
        raise IllegalState(f"the deck has {copies} {card.name}; there are {COPIES}")
    return held, copies


@lru_cache(maxsize=4)
def _game(
    card: KingdomCard | None,
    provinces: int,
    deck: tuple[int, ...] | None = None,
    copies: int = 0,
    supply: int = COPIES,
) -> KingdomGame:
    from llq.solver.dominion.kingdom.fewest import KingdomGame  # compiles

    return KingdomGame(card, provinces, deck=deck, copies=copies, supply=supply)


def _check(what: str, number: object, most: int) -> None:
    if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= most:
        span = f"1 to {most}" if most > 1 else "1"
        raise IllegalState(f"{what} must be {span}; got {number!r:.40}")
