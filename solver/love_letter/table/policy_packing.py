"""A solved policy, packed: one action per state with a choice.

States that differ in little but the cards unseen mostly have one action, so a policy is packed hand
by hand: its groups have the same hand, flags and knowledge, and go through the unseen cards in the
order of their codes. States that fix the opponent's card while the player does not know it are left
out, as there the player does what they do without it.
"""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import numpy as np

from llq.solver.array_types import Bools, Bytes, Ints
from llq.solver.love_letter.table.leads import LeadIndex, entry_at, lead_range
from llq.solver.love_letter.table.states import UNKNOWN, State, StateSpace


class Group(NamedTuple):
    """Common features of a group's states: hand, flags, and the known card, else ``UNKNOWN``."""

    hand: int
    maid: int
    hand_known: int
    opponent: int
    spies: int = 0


def state_groups(
    space: StateSpace, leads: LeadIndex, hands: range | None = None
) -> Iterator[tuple[Group, Ints]]:
    """Yield each group of the hands' states, with their entries, in packing order."""
    layout, cards = space.layout, range(len(space.rules.cards))
    spy_sets = range(int(leads.width.max(initial=1)))
    for hand in hands or range(layout.hands):
        low, high = space.hand_cards[hand].tolist()
        codes = np.flatnonzero(layout.offset[hand :: layout.hands] >= 0)
        cells = codes * layout.hands + hand
        start, spy_counts = leads.start[cells], leads.width[cells].astype(np.int64)
        step, width = layout.maid_step[cells], layout.width[cells]
        kinds = layout.kinds[codes].astype(np.int64)
        is_revealed = width > 1 + kinds
        hand_knowns = range(2 if low == high else 3)
        for maid, hand_known, card in product((0, 1), hand_knowns, (UNKNOWN, *cards)):
            is_member = step > 0 if maid else np.ones(len(codes), dtype=np.bool_)
            place = maid * step + hand_known * width
            if hand_known or card != UNKNOWN:
                is_member &= is_revealed
            if card != UNKNOWN:
                is_member &= space.unseen[codes, card] > 0
                place = place + 1 + kinds + layout.position[codes, card]
            entries = (start + place.astype(np.int64) * spy_counts)[is_member]
            for spies in spy_sets:
                has_entry = spy_counts[is_member] > spies
                yield Group(hand, maid, hand_known, card, spies), entries[has_entry] + spies


def state_place(space: StateSpace, leads: LeadIndex, state: State, lead: int = 0) -> int:
    """Return a state's place in the packing, with its Spy set where that counts."""
    rank, hand = space.rank(state), int(space.layout.hand[state.low, state.high])
    entry = entry_at(lead_range(leads, *space.cell_and_place(rank)), lead)
    code, hands = np.divmod(space.block_cell, space.layout.hands)
    width, kinds = space.layout.width[space.block_cell], space.layout.kinds[code]
    # Of (1 + kinds) slots, or 1 + 2 * kinds, those that fix an unknown card are left out.
    packed = np.diff(space.block_start) // width * (width - kinds)
    packed *= leads.width[space.block_cell]
    place = int(packed[hands < hand].sum())
    for _, entries in state_groups(space, leads, range(hand, hand + 1)):
        places = np.flatnonzero(entries == entry)
        if len(places):
            return place + int(places[0])
        place += len(entries)
    raise ValueError(f"entry {entry} is not packed")


def fill_gaps(values: Bytes, is_there: Bools) -> Bytes:
    """Return values with gaps filled by the preceding value, which pack to nothing."""
    last = np.maximum.accumulate(np.where(is_there, np.arange(len(values)), 0))
    filled: Bytes = values[last]
    return filled
