"""State columns in words, for policy relations."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.table.states import StateArrays


def state_columns(rules: Rules, states: StateArrays) -> dict[str, NDArray[Any]]:
    """Return the columns of states by name."""
    names, numbers = card_arrays(rules)
    low, high = names[states.low], names[states.high]
    return {
        "n": states.unseen.sum(axis=1).astype(np.uint8),
        "b1": numbers[states.low],
        "b2": numbers[states.high],
        "card_1": low,
        "card_2": high,
        "seen": seen_in_words(rules, np.array(rules.copies) - hand_copies(states) - states.unseen),
        "opponent": np.where(states.known > 0, names[states.opponent], ""),
        "opponent_knows": np.choose(states.hand_known, ["", low, high]),
        "handmaid": states.maid.astype(np.bool_),
    }


def card_arrays(rules: Rules) -> tuple[NDArray[Any], NDArray[np.uint8]]:
    """Return the names and the numbers of a variant's cards."""
    numbers = np.array([card.number for card in rules.cards], dtype=np.uint8)
    return np.array([card.name for card in rules.cards]), numbers


def hand_copies(states: StateArrays) -> NDArray[np.int64]:
    """Return (rows, cards): copies of each card in the mover's hand."""
    kinds = np.arange(states.unseen.shape[1])
    is_low, is_high = states.low[:, None] == kinds, states.high[:, None] == kinds
    copies: NDArray[np.int64] = is_low.astype(np.int64) + is_high
    return copies


def seen_in_words(rules: Rules, shown: NDArray[np.int64]) -> NDArray[Any]:
    """Return (rows,): the cards of (rows, cards) copies that were discarded or lie face up."""
    distinct, row_of = np.unique(shown, axis=0, return_inverse=True)
    names = [card.name for card in rules.cards]
    words = np.array([", ".join(np.repeat(names, copies)) for copies in distinct], dtype=str)
    texts: NDArray[Any] = words[row_of]
    return texts
