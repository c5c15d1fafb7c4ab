"""Estimates of the states, memory and time that solving a variant takes, made beforehand."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from math import prod
from typing import NamedTuple

from llq.errors import DeckTooLarge
from llq.solver.love_letter.rules import Rules, Scoring
from llq.solver.love_letter.table.spies import SPY_SETS
from llq.solver.love_letter.table.states import PROTECTING, REVEALING

LARGEST_BYTES = 8_000_000_000
"""The most memory that `solve` may take."""
LARGEST_ACTIONS = 255
"""Tables keep an action in one byte."""

# Measured on the classic, Hobbit, Batman and Big decks (benchmarks/love_letter_variants.py).
_BASE_BYTES = 200_000_000  # Python, numpy and the compiled kernels
_ENTRY_BYTES = 9  # a value and an action
_FILE_BYTES = 3
_WIDTH_SHARE = 0.4  # leads kept a state, of all numbers in the deck: 0.14 to 0.38 measured
_FEWEST_UNSEEN = 2  # of a state: the opponent's card and the aside card
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
    states, entries = _count_entries(rules)
    cards, codes = len(rules.cards), prod(copies + 1 for copies in rules.copies)
    cells = codes * cards * (cards + 1) // 2
    index_bytes = cells * (2 * cards + 40) + codes * 20 * cards
    seconds = states / _STATES_A_SECOND
    if scoring == Scoring.DISCARDS:
        entries *= max(1, int(_WIDTH_SHARE * sum(c.number * c.copies for c in rules.cards)))
        seconds += entries / _ENTRIES_A_SECOND
    return Estimate(
        rules.variant,
        states,
        entries,
        _BASE_BYTES + index_bytes + entries * _ENTRY_BYTES,
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
    return _count_entries(rules)[0]


@lru_cache(maxsize=64)
def _count_entries(rules: Rules) -> tuple[int, int]:
    """Return a variant's number of states, and of entries: one per state and possible Spy set.

    Blocks, and kinds of card unseen in them, are counted by the flags that the cards seen could
    have raised: a block has (1 + kinds) slots, and more for each flag (`states`).
    """
    total, entries = 0, 0
    for low, high in combinations_with_replacement(range(len(rules.cards)), 2):
        left = [c.copies - (low == i) - (high == i) for i, c in enumerate(rules.cards)]
        if min(left) < 0:
            continue
        for seen, (blocks, kinds) in _count_blocks(rules, left).items():
            if seen.unseen == _FEWEST_UNSEEN:
                slots = blocks + kinds * (1 + seen.is_shown)
                hand_known = (2 if low == high else 3) if seen.is_shown else 1
                states = slots * (1 + seen.has_maid) * hand_known
                total += states
                entries += states * int(SPY_SETS[seen.spies])
    return total, entries


class _Seen(NamedTuple):
    """Flags that the cards seen could have raised; numbers are counted up to 2."""

    unseen: int = 0
    has_maid: bool = False
    is_shown: bool = False  # Whether a card that shows hands was seen.
    spies: int = 0


def _count_blocks(rules: Rules, left: list[int]) -> dict[_Seen, tuple[int, int]]:
    """Return a hand's blocks and the sum of their kinds, by what the cards seen could raise."""
    counts = {_Seen(): (1, 0)}
    for card, copies in zip(rules.cards, left, strict=True):
        extended: dict[_Seen, tuple[int, int]] = {}
        spy = int(card.is_spy and rules.spy_rule is not None)
        for before, (blocks, kinds) in counts.items():
            for unseen in range(copies + 1):
                is_seen = unseen < copies
                seen = _Seen(
                    min(before.unseen + unseen, _FEWEST_UNSEEN),
                    before.has_maid or (is_seen and card.effect in PROTECTING),
                    before.is_shown or (is_seen and card.effect in REVEALING),
                    min(before.spies + spy * (copies - unseen), 2),
                )
                old_blocks, old_kinds = extended.get(seen, (0, 0))
                more_kinds = kinds + (blocks if unseen else 0)
                extended[seen] = (old_blocks + blocks, old_kinds + more_kinds)
        counts = extended
    return counts
