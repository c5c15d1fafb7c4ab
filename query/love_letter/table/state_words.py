"""State columns in words, for policy relations."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.table.states import StateArrays

STATE_MEANINGS = {
    "n": "unseen cards",
    "b1": "number of the lower card of the hand",
    "b2": "number of the higher card of the hand",
    "card_1": "name of the lower card",
    "card_2": "name of the higher card",
    "seen": "the cards seen besides the hand, by ascending number",
    "opponent": "the opponent's card where it is known, else empty",
    "opponent_knows": "the card of the hand that the opponent knows, else empty",
    "handmaid": "whether the opponent is protected by a Handmaid",
}


def state_columns(rules: Rules, states: StateArrays) -> dict[str, tuple[NDArray[Any], str]]:
    """Return the columns of `STATE_MEANINGS`, with their meanings."""
    names, numbers = card_arrays(rules)
    low, high = names[states.low], names[states.high]
    columns = (
        states.unseen.sum(axis=1).astype(np.uint8),
        numbers[states.low],
        numbers[states.high],
        low,
        high,
        seen_in_words(rules, np.array(rules.copies) - hand_copies(states) - states.unseen),
        np.where(states.known > 0, names[states.opponent], ""),
        np.choose(states.hand_known, ["", low, high]),
        states.maid.astype(np.bool_),
    )
    meanings = STATE_MEANINGS.items()
    return {
        name: (values, meaning) for (name, meaning), values in zip(meanings, columns, strict=True)
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
    rows, row = np.unique(shown, axis=0, return_inverse=True)
    names = [card.name for card in rules.cards]
    words = np.array([", ".join(np.repeat(names, copies)) for copies in rows], dtype=str)
    texts: NDArray[Any] = words[row]
    return texts
