"""Questions for an equilibrium: a variant, and the decks that cards face up may leave in play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from math import comb, isfinite, prod
from typing import NamedTuple

from llq.errors import DeckTooLarge, IllegalState
from llq.query.love_letter.observation import CardName
from llq.solver.arguments import check_threads
from llq.solver.love_letter import variants
from llq.solver.love_letter.rules import Rules, Scoring

_METHODS = ("regret", "linear-program")
_FEWEST_CARDS = 4
_FINEST = 1e-12  # rounding is below


class Deck(NamedTuple):
    """A deck in play, and how likely it is."""

    rules: Rules
    chance: float


class Question(NamedTuple):
    """An equilibrium that can be computed."""

    rules: Rules
    face_up: int
    shown: tuple[str, ...]
    """The cards face up, by name, where they are given."""
    decks: list[Deck]


def check_equilibrium(
    variant: str | Sequence[int],
    *,
    face_up: int | Iterable[CardName] = 0,
    scoring: str = Scoring.HALF,
    within: float = 1e-6,
    method: str = "regret",
    threads: int = 2,
) -> Question:
    """Return what an equilibrium is of, checked before any work begins."""
    rules = (
        variants.round_rules(variant) if isinstance(variant, str) else variants.custom_deck(variant)
    )
    if scoring not in set(Scoring):
        raise IllegalState(f"scoring is one of {', '.join(Scoring)}; got {scoring!r}")
    if method not in _METHODS:
        raise IllegalState(f"method is one of {', '.join(_METHODS)}; got {method!r}")
    if not (isfinite(within) and _FINEST <= within < 0.5):
        raise IllegalState(
            f"within is an exploitability in wins, from {_FINEST:.0e} to less than 0.5; got "
            f"{within}"
        )
    check_threads(threads)
    if not rules.is_plain:
        raise IllegalState(
            f"{rules.variant} Love Letter has no equilibrium here: it takes rounds without tokens "
            "and without effects on the aside card"
        )
    shown = () if isinstance(face_up, int) else tuple(sorted(map(rules.card, face_up)))
    count = face_up if isinstance(face_up, int) else len(shown)
    names = [card.name for card in rules.cards]
    for card in {*shown}:
        if shown.count(card) > rules.copies[card]:
            raise IllegalState(
                f"{rules.variant} Love Letter has {rules.copies[card]} {names[card]}; "
                f"{shown.count(card)} cannot lie face up"
            )
    if not 0 <= count <= rules.deck_size - _FEWEST_CARDS:
        raise IllegalState(
            f"a round needs {_FEWEST_CARDS} cards in play, so that of {rules.deck_size} cards 0 to "
            f"{rules.deck_size - _FEWEST_CARDS} may lie face up; got {count}"
        )
    decks = list(_decks(rules, count, shown))
    _check_size(rules, decks, method)
    return Question(rules, count, tuple(names[card] for card in shown), decks)


def _decks(rules: Rules, count: int, shown: tuple[int, ...]) -> Iterator[Deck]:
    if shown or not count:
        ways: Iterable[tuple[int, ...]] = [
            tuple(shown.count(card) for card in range(len(rules.cards)))
        ]
    else:
        ways = product(*(range(copies + 1) for copies in rules.copies))
    every = comb(rules.deck_size, count)
    for open_cards in ways:
        if sum(open_cards) != count:
            continue
        cards = tuple(
            replace(card, copies=card.copies - gone)
            for card, gone in zip(rules.cards, open_cards, strict=True)
        )
        chance = prod(map(comb, rules.copies, open_cards)) / every
        yield Deck(replace(rules, cards=cards), 1.0 if shown or not count else chance)


def _check_size(rules: Rules, decks: list[Deck], method: str) -> None:
    """Refuse an equilibrium that is far too large, before it begins.

    Raises
    ------
    DeckTooLarge
        Any of the trees does not fit.
    LlqError
        The method needs scipy, which is not installed.
    """
    from llq.solver.love_letter.equilibrium.size import MOST_NODES, SMALL_DECK, expected_nodes

    if method != "regret":
        from llq.solver.love_letter.equilibrium.linear_program import check_scipy

        check_scipy()
    in_play = decks[0].rules.deck_size
    if in_play <= SMALL_DECK:
        return
    expected = 0.0
    for deck in decks:
        expected = max(expected, expected_nodes(deck.rules))
        if expected > MOST_NODES:
            raise DeckTooLarge(
                f"the game tree of {rules.variant} Love Letter with {in_play} cards in play has "
                f"some {_in_words(expected)} nodes; {_in_words(MOST_NODES)} fit in memory: take a "
                "smaller deck, or more cards face up"
            )


def _in_words(number: float) -> str:
    if number >= 1e12:
        return f"{number:.0e}".replace("e+", " × 10^")
    return f"{number / 1e6:,.0f} million"
