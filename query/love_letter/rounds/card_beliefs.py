"""How likely a hand holds each card."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.table.states import UNKNOWN


@dataclass(frozen=True, slots=True)
class Belief:
    """How likely the opponent holds a card."""

    card: str
    chance: float
    """Given what the opponent played."""
    uniform: float
    """Probability from unseen copies alone."""


def beliefs_of(
    rules: Rules,
    unseen: Sequence[int],
    known_card: int = UNKNOWN,
    chances: NDArray[np.float64] | None = None,
) -> tuple[Belief, ...]:
    """Return a belief for each card, by unseen copies alone if no ``chances`` are given."""
    uniform: NDArray[np.float64] = np.array(unseen) / sum(unseen)
    if known_card != UNKNOWN:
        uniform = (np.arange(len(unseen)) == known_card).astype(np.float64)
    shares = zip(rules.cards, uniform if chances is None else chances, uniform, strict=True)
    return tuple(Belief(card.name, float(chance), float(share)) for card, chance, share in shares)


def shares_text(cards: Iterable[Belief]) -> str:
    """Return the possible cards with their chances, in words."""
    return ", ".join(f"{card.card} {card.chance:.0%}" for card in cards if card.chance)
