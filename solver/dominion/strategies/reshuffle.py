"""The real reshuffle rule solved exactly: what the model, drawing from the whole deck, leaves out.

The real game has a draw pile and a discard pile. Five cards are drawn; when the draw pile runs
out, the discard pile is shuffled and becomes the draw pile. Hand and bought card are discarded. A
player who counts cards knows both piles, so the state is (draw pile, discard pile, turns to go),
here by class of card, and points are as additive as in the model. The states are many: about
8 turns are quick, and that is enough to see what the model leaves out.
"""

from collections.abc import Iterator
from functools import cache
from itertools import product
from math import comb
from operator import add, sub

import numpy as np

from llq.errors import UnknownStrategy
from llq.solver.dominion.model import Model, Purchase
from llq.solver.dominion.players import SIMPLE, StrategyName, purchase_chances
from llq.solver.dominion.rules import HAND_SIZE, Rules
from llq.solver.dominion.solitaire.action_scoring import decoded_actions
from llq.solver.dominion.solitaire.solver import Solution

_Cards = tuple[int, ...]


def reshuffle_scores(game: Rules, strategy: str | Solution, turns: int) -> list[float]:
    """Return the exact expected final score in real games of 0 to ``turns`` turns, in plain Python.

    The strategy is ``"optimal"``, for the best policy that knows both piles, a simple strategy, or
    a solution with codes, whose policy believes in the model. States grow fast with turns.
    """
    model = Model(game)
    table = None
    if isinstance(strategy, str) and strategy in SIMPLE:
        table = purchase_chances(model, strategy)
    elif isinstance(strategy, str) and strategy != StrategyName.OPTIMAL:
        raise UnknownStrategy(f"{strategy!r} is not solved under the real rule")

    @cache
    def to_come(pile: _Cards, discard: _Cards, turns_to_go: int) -> float:
        if turns_to_go == 0:
            return 0.0
        total = 0.0
        for chance, hand, left, discarded in _draws(pile, discard):
            band = model.band(int(np.dot(hand, model.class_values)))
            used = _add(discarded, hand)
            value = {Purchase.PASS: to_come(left, used, turns_to_go - 1)}
            coordinate, points = int(model.treasure[band]), float(model.points[band])
            if coordinate >= 0:
                bought = _with_card(used, coordinate)
                value[Purchase.TREASURE] = to_come(left, bought, turns_to_go - 1)
            if points >= 0:
                bought = _with_card(used, model.dims - 1)
                value[Purchase.VICTORY] = points + to_come(left, bought, turns_to_go - 1)
            if isinstance(strategy, Solution):
                deck = np.subtract(_add(left, used), model.start)[: model.dims]
                code = strategy.codes[strategy.space.state(deck, turns_to_go)]
                total += chance * value[Purchase(int(decoded_actions(code, band)))]
            elif table is None:
                total += chance * max(value.values())
            else:
                shares = table[band].tolist()
                total += chance * sum(shares[action] * worth for action, worth in value.items())
        return total

    start = tuple(model.start.tolist())
    return [game.start_points + to_come(start, (0,) * len(start), n) for n in range(turns + 1)]


@cache
def _hands(pile: _Cards, size: int) -> tuple[tuple[float, _Cards], ...]:
    ways = comb(sum(pile), size)
    return tuple(
        (float(np.prod(list(map(comb, pile, hand)))) / ways, hand)
        for hand in product(*(range(min(copies, size) + 1) for copies in pile))
        if sum(hand) == size
    )


def _draws(pile: _Cards, discard: _Cards) -> Iterator[tuple[float, _Cards, _Cards, _Cards]]:
    """Yield each hand's chance, the hand, and the draw and discard piles after drawing it."""
    none = (0,) * len(pile)
    if sum(pile) >= HAND_SIZE:
        for chance, hand in _hands(pile, HAND_SIZE):
            yield chance, hand, _subtract(pile, hand), discard
    else:
        for chance, rest in _hands(discard, HAND_SIZE - sum(pile)):
            yield chance, _add(pile, rest), _subtract(discard, rest), none


def _add(cards: _Cards, more: _Cards) -> _Cards:
    return tuple(map(add, cards, more))


def _subtract(cards: _Cards, fewer: _Cards) -> _Cards:
    return tuple(map(sub, cards, fewer))


def _with_card(cards: _Cards, place: int) -> _Cards:
    return (*cards[:place], cards[place] + 1, *cards[place + 1 :])
