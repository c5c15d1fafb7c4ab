"""Spy sets: the players who have played or discarded a Spy, where that may earn a token.

Where `rules.SpyRule` counts, a state has an entry for each set of players who have a Spy among
their discards, as it has for each lead where discards count: such a *lead* is a set of two bits,
`MINE` and `THEIRS`. A set is kept as far as the cards seen allow it: without a Spy seen 0 alone,
with one also 1 and 2, with two all four (one that nobody discarded lay face up).
"""

import numpy as np

from llq.solver.love_letter import turn as effects
from llq.solver.love_letter.rules import GameArrays
from llq.solver.love_letter.table.leads import LeadIndex, no_leads, pack_leads
from llq.solver.love_letter.table.states import StateSpace

MINE, THEIRS = 1, 2
"""Bits of a Spy set: the mover and the opponent have played or discarded a Spy."""
NO_SPIES, REMAINING, SOLE = range(3)
"""Values of ``GameArrays.spy_rule``: no Spy counts, or a `SpyRule`."""
SPY_SETS = np.array([1, 3, 4], dtype=np.int16)
"""Number of possible Spy sets, by Spies seen: none, one, or two and more."""


def index_spies(space: StateSpace) -> tuple[LeadIndex, int]:
    """Return the index of every possible Spy set, and the number of entries."""
    copies, is_spy = np.array(space.rules.copies), space.rules.arrays.spies > 0
    code, hand = np.divmod(space.block_cell, space.layout.hands)
    shown = copies[is_spy].sum() - space.unseen[code][:, is_spy].sum(axis=1)
    shown -= is_spy[space.hand_cards[hand]].sum(axis=1)
    width = SPY_SETS[np.minimum(shown, 2)]
    zeros = np.zeros_like(width)
    return pack_leads(space, zeros, width, zeros.astype(np.uint8))


def index_states(space: StateSpace) -> tuple[LeadIndex, int]:
    """Return the index without discard leads, by Spy set or one entry a state, and its entries."""
    return (no_leads(space), space.size) if space.rules.spy_rule is None else index_spies(space)


def turn_round(spies: int) -> int:
    """Return a Spy set from the opponent's viewpoint."""
    return (spies & MINE) << 1 | spies >> 1


def own_spies(spies: int, seat: int) -> int:
    """Return the first player's Spy set from a seat's viewpoint."""
    return spies if seat == 0 else turn_round(spies)


def show_spies(game: GameArrays, played: int, kept: int, opponent: int, consequences: int) -> int:
    """Return the Spy set of a play's discards, including the hand of a player going out."""
    spies, shown = game.spies, 0
    if spies[played] or (spies[kept] and consequences & (effects.DISCARDS_OWN | effects.LOSES)):
        shown |= MINE
    if spies[opponent] and consequences & (effects.DISCARDS_THEIRS | effects.WINS):
        shown |= THEIRS
    return shown


def spy_token(rule: int, result: int, is_out: bool, spies: int) -> int:
    """Return the token for a Spy as a lead of the mover: 1, 0 or -1.

    ``result`` is 1 if the mover wins the round, -1 if the opponent does, 0 for a tie; ``is_out``
    says whether the loser is out of the round.
    """
    if rule == NO_SPIES:
        return 0
    own_spy, opposing_spy = spies & MINE, spies >> 1
    if not is_out:
        return own_spy - opposing_spy
    if rule == SOLE and own_spy and opposing_spy:
        return 0
    return own_spy if result > 0 else -opposing_spy
