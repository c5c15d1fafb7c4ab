"""Action values of one state of Archer: what a lookup shows, without numba."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.love_letter.archer.states import GROUPS, ArcherSpace, ArcherState
from llq.solver.love_letter.archer.turn import (
    UNTRACKED,
    ArcherBook,
    make_aside_branches,
    row_values,
)
from llq.solver.love_letter.rules import Action
from llq.solver.love_letter.table.states import UNKNOWN
from llq.solver.love_letter.turn import TurnFacts, is_barred, is_forced, is_kept_known


class ActionValue(NamedTuple):
    """A legal action and what it is worth to the mover, in ``Rules.unit``."""

    action: Action
    value: float


def archer_action_values(
    every: ArcherSpace,
    values: NDArray[np.float64],
    state: ArcherState,
    hidden: NDArray[np.float64] | None = None,
) -> list[ActionValue]:
    """Return each legal action of a state with its value, in the order that decides ties.

    A card fixed in the state, known or not, is that card; one left open is averaged over. So where
    ``opponent`` and ``aside`` are either known or open the best is what the solver chooses.

    Parameters
    ----------
    values
        (entries,) as in `ArcherSolution.values`.
    hidden
        (cards, cards) how likely the opponent's card and the aside card are each pair; by default
        all that the state leaves open are weighted by the ways to hold them.

    Raises
    ------
    IllegalState
        The variant has no such state; the message says why.
    """
    every.rank(state)  # for its error
    rules, space = every.rules, every.space
    book = ArcherBook(rules.arrays, space.layout, every.asides, values)
    unseen = np.array(state.unseen, dtype=np.int64)
    cards = len(unseen)
    group = 2 * state.aside_known + state.aside_known_to_opponent
    weights = _weights(unseen, state, group)
    table = np.zeros((len(rules.actions), cards, 1 + GROUPS * cards))
    branches = make_aside_branches(cards)
    legal = [
        number
        for number, (card, argument) in enumerate(rules.plays)
        if card in (state.low, state.high)
        and not is_forced(book.game, state.low + state.high - card, card)
        and not is_barred(book.game, card, argument, state.maid)
    ]
    for played in {rules.plays[number].card for number in legal}:
        kept = state.low + state.high - played
        kept_known = is_kept_known(state.low, state.high, played, state.hand_known)
        turn = TurnFacts(int(state.maid), int(state.known), kept_known)
        row_values(book, unseen, played, kept, turn, branches, table)
    if hidden is None:
        at = weights > 0
        worth = [float(table[number][at] @ weights[at]) for number in legal]
    else:
        worth = [_expected(table[number], hidden, group) for number in legal]
    return [ActionValue(rules.actions[n], value) for n, value in zip(legal, worth, strict=True)]


def _expected(row: NDArray[np.float64], hidden: NDArray[np.float64], group: int) -> float:
    """Return the value of an action, one of `row_values`, by the chances of the hidden cards."""
    cards, at = len(hidden), hidden > 0
    value = row[:, 1 + group * cards : 1 + (group + 1) * cards][at] @ hidden[at]
    if np.isfinite(value):
        return float(value)
    theirs = hidden.sum(axis=1)  # no play has told the aside card apart from the deck
    return float(row[theirs > 0, UNTRACKED] @ theirs[theirs > 0])


def _weights(unseen: NDArray[np.int64], state: ArcherState, group: int) -> NDArray[np.float64]:
    """Return the chance of each column of `row_values`: (cards, 1 + GROUPS × cards)."""
    cards = len(unseen)
    theirs = unseen.astype(float)
    if state.opponent != UNKNOWN:
        theirs = np.zeros(cards)
        theirs[state.opponent] = 1.0
    weights: NDArray[np.float64] = np.zeros((cards, 1 + GROUPS * cards))
    if state.aside == UNKNOWN and group == 0:
        weights[:, UNTRACKED] = theirs
    else:
        pairs = theirs[:, None] * np.maximum(unseen - np.eye(cards), 0)
        if state.aside != UNKNOWN:
            pairs[:, np.arange(cards) != state.aside] = 0.0
        weights[:, 1 + group * cards : 1 + (group + 1) * cards] = pairs
    weights /= weights.sum()
    return weights
