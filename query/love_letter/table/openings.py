"""Every first turn: the first player's hand, with no or with three cards face up."""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import comb
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.query.love_letter.observation import OFFICIAL_FACE_UP
from llq.solver.love_letter.table.states import UNKNOWN, StateArrays

if TYPE_CHECKING:
    from llq.query.love_letter.table.table import Table

__all__ = ["Openings", "find_openings"]


class Openings(NamedTuple):
    """First turns, one entry each; cards are indices."""

    face_up: NDArray[np.int64]
    """(N, 3) the cards face up, sorted; -1 where none are."""
    low: NDArray[np.int64]
    high: NDArray[np.int64]
    value: NDArray[np.float64]
    action: NDArray[np.uint8]
    deal_prob: NDArray[np.float64]
    """Probability of the deal, that is of these cards face up and this hand; without cards face up
    and with three the probabilities each sum to 1."""


def find_openings(table: Table) -> Openings:
    """Return every first turn of a table's variant, first those without cards face up."""
    copies = table.rules.copies
    kinds = range(len(copies))
    nothing = (UNKNOWN,) * OFFICIAL_FACE_UP
    deals = [(), *combinations_with_replacement(kinds, OFFICIAL_FACE_UP)]
    rows = []
    for up in deals:
        chance, left = _draw(copies, up)
        if chance:
            for low, high in combinations_with_replacement(kinds, 2):
                of_hand, unseen = _draw(left, (low, high))
                if of_hand:
                    rows.append((up or nothing, low, high, unseen, chance * of_hand))
    ups, lows, highs, left_unseen, chances = map(np.array, zip(*rows, strict=True))
    none = np.zeros(len(rows), dtype=np.int64)
    states = StateArrays(lows, highs, left_unseen, none + UNKNOWN, none, none, none)
    value, action = table.lookup_many(states)
    dealt = ~np.isnan(value)  # of a small deck three cards face up leave no game
    return Openings(
        ups[dealt], lows[dealt], highs[dealt], value[dealt], action[dealt], chances[dealt]
    )


def _draw(copies: tuple[int, ...], cards: tuple[int, ...]) -> tuple[float, tuple[int, ...]]:
    """Return the chance of drawing exactly these cards, in any order, and the copies left."""
    taken = [cards.count(card) for card in range(len(copies))]
    ways = 1
    for count, drawn in zip(copies, taken, strict=True):
        ways *= comb(count, drawn)
    left = tuple(count - drawn for count, drawn in zip(copies, taken, strict=True))
    return (ways / comb(sum(copies), len(cards)) if ways else 0.0), left
