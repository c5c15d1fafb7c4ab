"""Expected scores of a state's affordable actions, from an array of W.

Compiles nothing: the array is from a solution or a table.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from llq.errors import IllegalState, UnknownState
from llq.solver.array_types import Bytes, Floats, Ints
from llq.solver.dominion.model import Model, Purchase
from llq.solver.dominion.rules import HAND_SIZE, Card
from llq.solver.dominion.solitaire.states import DeckSpace


@dataclass(frozen=True)
class ActionScore:
    """An affordable action in a state."""

    card: str | None
    """The card bought; None for passing."""
    expected_score: float
    """Expected final score if optimal play follows, in points."""
    cost: float
    """Points lost against the best action; 0 for the best."""


def reduced_decks(model: Model, decks: ArrayLike) -> Ints:
    """Return bought cards by coordinate, shape (..., dims), of decks of copies of each card."""
    extra = np.asarray(decks, np.int64) - model.game.start
    bought = extra @ model.coordinates
    if (extra < 0).any() or (bought.sum(-1) != extra.sum(-1)).any():
        raise UnknownState(
            "the table has decks that hold all starting cards, and others that can be bought; "
            "llq dominion lookup solves others"
        )
    return bought


def to_come(space: DeckSpace, values: Floats, decks: ArrayLike, turns_to_go: ArrayLike) -> Floats:
    """Return W of reduced decks, (..., dims), with 0 turns to go or more."""
    n = np.asarray(turns_to_go, np.int64)
    is_over = n == 0
    index = space.state(
        np.where(is_over[..., None], 0, decks), np.where(is_over, min(space.turns, 1), n)
    )
    return np.where(is_over, 0.0, values[index])


def action_scores(
    model: Model,
    space: DeckSpace,
    values: Floats,
    deck: tuple[int, ...],
    coins: int,
    turns_to_go: int,
) -> tuple[ActionScore, ...]:
    """Return every affordable action of a state, best first.

    Equals go victory cards, treasures, passing, as in the policy. ``values`` (states,) are W as in
    ``Solution.values``; ``deck`` has copies of each card, and the turns to go include this one.
    """
    if turns_to_go < 1:
        raise IllegalState(f"no action is left with {turns_to_go} turns to go")
    check_coins(model, deck, coins)
    cards = model.game.cards
    places = [place for place in model.places if cards[place].cost <= coins]
    options = [None, *(cards[place] for place in places)]
    steps = np.concatenate([np.zeros((1, model.dims), np.int64), model.coordinates[places]])
    points_to_come = to_come(space, values, reduced_decks(model, deck) + steps, turns_to_go - 1)
    points = model.game.points(deck)
    scores = [
        (points + (0 if card is None else card.points) + later_points, card)
        for card, later_points in zip(options, points_to_come.tolist(), strict=True)
    ]

    def rank(scored: tuple[float, Card | None]) -> tuple[float, bool, bool]:
        score, card = scored  # ties as the policy decides them
        return -round(score, 9), card is None, card is not None and card.is_treasure

    best = max(score for score, _ in scores)
    return tuple(
        ActionScore(None if card is None else card.name, score, best - score)
        for score, card in sorted(scores, key=rank)
    )


def decoded_actions(codes: NDArray[np.unsignedinteger], band: int) -> Bytes:
    """Decode each code's `Purchase` in a money band, keeping the shape."""
    return ((codes >> np.uint8(2 * band)) & np.uint8(3)).astype(np.uint8)


def card_of(model: Model, band: int, action: Purchase) -> str | None:
    """Return a `Purchase`'s card name in a band, None for passing."""
    if action == Purchase.PASS:
        return None
    best = model.best[band]
    card = best.treasure if action == Purchase.TREASURE else best.victory
    if card is None:
        raise IllegalState(f"{action.name} buys nothing in band {model.band_name(band)}")
    return card.name


def check_coins(model: Model, deck: tuple[int, ...], coins: int) -> None:
    """Raise ``IllegalState`` unless a deck has a hand worth the coins."""
    if sum(deck) < HAND_SIZE:
        raise IllegalState(f"a hand takes {HAND_SIZE} cards; this deck has {sum(deck)}")
    money = model.hand_money[(model.hands <= model.classes(deck)).all(1)]
    if coins not in money:
        raise IllegalState(
            f"no hand of this deck is worth {coins} coins; possible: "
            f"{', '.join(map(str, sorted(set(money.tolist()))))}"
        )
