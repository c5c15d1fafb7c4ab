"""Estimates of the states, memory and time that solving a variant takes, made beforehand."""

from dataclasses import dataclass
from functools import lru_cache

from llq.errors import DeckTooLarge
from llq.solver.love_letter.rules import Rules, Scoring
from llq.solver.love_letter.table.spies import SPY_SETS
from llq.solver.love_letter.table.states import (
    PROTECTING,
    REVEALING,
)

LARGEST_BYTES = 8_000_000_000
"""The most memory that `solve` may take."""
LARGEST_ACTIONS = 255
"""Tables keep an action in one byte."""

# Measured on the classic, Hobbit, Batman and Big decks (benchmarks/love_letter_variants.py).
_BASE_BYTES = 200_000_000  # Python, numpy and the compiled kernels
_ENTRY_BYTES = 9  # a value and an action
_FILE_BYTES = 3
_WIDTH_SHARE = 0.4  # leads kept a state, of all numbers in the deck: 0.14 to 0.38 measured
_STATES_A_SECOND = 3_000_000
_ENTRIES_A_SECOND = 12_000_000


@dataclass(frozen=True, slots=True)
class Estimate:
    """Size of a solution; exact for states, rough otherwise."""

    variant: str
    states: int
    entries: int
    """Values to store: one per state or, at most, one per state and lead."""
    peak_bytes: int
    """Memory at most while solving."""
    file_bytes: int
    seconds: float
    """Solving on two threads, compilation apart."""

    def __str__(self) -> str:
        """Return the estimate in one line."""
        return (
            f"{self.variant}: {self.states:,} states, {self.entries:,} values, about "
            f"{self.peak_bytes / 1e9:.1f} GB of memory, {self.file_bytes / 1e9:.2f} GB on disk, "
            f"{self.seconds:.0f} s"
        )


def memory_estimate(rules: Rules, scoring: Scoring = Scoring.HALF) -> Estimate:
    """Return a variant's estimate without building its state space."""
    states, entries = _count(rules)
    cells = len(rules.cards) * (len(rules.cards) + 1) // 2
    codes = 1
    for copies in rules.copies:
        codes *= copies + 1
    cells *= codes
    cards = len(rules.cards)
    index = cells * (2 * cards + 40) + codes * 20 * cards
    seconds = states / _STATES_A_SECOND
    if scoring == Scoring.DISCARDS:
        entries *= max(1, int(_WIDTH_SHARE * sum(c.number * c.copies for c in rules.cards)))
        seconds += entries / _ENTRIES_A_SECOND
    return Estimate(
        rules.variant,
        states,
        entries,
        _BASE_BYTES + index + entries * _ENTRY_BYTES,
        entries * _FILE_BYTES,
        seconds,
    )


def check_size(rules: Rules, scoring: Scoring = Scoring.HALF) -> None:
    """Raise DeckTooLarge if a variant is too large to solve."""
    if len(rules.actions) > LARGEST_ACTIONS:
        raise DeckTooLarge(
            f"{rules.variant} Love Letter has {len(rules.actions)} actions; tables keep at most "
            f"{LARGEST_ACTIONS}: use fewer kinds of card"
        )
    estimate = memory_estimate(rules, scoring)
    if estimate.peak_bytes > LARGEST_BYTES:
        raise DeckTooLarge(
            f"{rules.variant} Love Letter with scoring {scoring} has {estimate.states:,} states "
            f"and needs about {estimate.peak_bytes / 1e9:.1f} GB; the limit is "
            f"{LARGEST_BYTES / 1e9:.0f} GB: take fewer copies of a card"
        )


def count_states(rules: Rules) -> int:
    """Return the size of a variant's state space."""
    return _count(rules)[0]


@lru_cache(maxsize=64)
def _count(rules: Rules) -> tuple[int, int]:
    """Return a variant's number of states, and of entries: one per state and possible Spy set.

    They are counted card by card.

    A block, that is a hand and the unseen counts, has (1 + kinds) slots, and more for each flag
    that the cards seen could have raised (`states`); kinds is how many kinds of card are unseen.
    So blocks are counted, and their kinds added up, by what the cards seen could have raised.
    """
    cards = rules.cards
    total, entries = 0, 0
    for low in range(len(cards)):
        for high in range(low, len(cards)):
            most = [c.copies - (low == i) - (high == i) for i, c in enumerate(cards)]
            if min(most) < 0:
                continue
            # (unseen cards up to 2, Handmaid seen, hands shown, Spies seen up to 2)
            # -> (blocks, their kinds added up)
            found = {(0, False, False, 0): (1, 0)}
            for card, copies in zip(cards, most, strict=True):
                longer: dict[tuple[int, bool, bool, int], tuple[int, int]] = {}
                counts = card.is_spy and rules.spy_rule is not None
                for (n, maid, shown, spies), (blocks, kinds) in found.items():
                    for unseen in range(copies + 1):
                        seen = unseen < copies
                        key = (
                            min(n + unseen, 2),
                            maid or (seen and card.effect in PROTECTING),
                            shown or (seen and card.effect in REVEALING),
                            min(spies + counts * (copies - unseen), 2),
                        )
                        old = longer.get(key, (0, 0))
                        more = blocks if unseen else 0
                        longer[key] = (old[0] + blocks, old[1] + kinds + more)
                found = longer
            for (n, maid, shown, spies), (blocks, kinds) in found.items():
                if n == 2:
                    slots = blocks + kinds * (1 + shown)
                    states = slots * (1 + maid) * ((2 if low == high else 3) if shown else 1)
                    total += states
                    entries += states * int(SPY_SETS[spies])
    return total, entries
