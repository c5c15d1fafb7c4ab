"""Lead ranges: the discard leads that count in each block (see `leads`)."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from llq.solver.array_types import Bools, Ints
from llq.solver.jit import njit
from llq.solver.love_letter import turn as effects
from llq.solver.love_letter.rules import Argument, Consequence, Effect, GameArrays, Rules
from llq.solver.love_letter.table import kernels
from llq.solver.love_letter.table.block_states import Block, Blocks, take_blocks
from llq.solver.love_letter.table.leads import LeadIndex, pack_leads
from llq.solver.love_letter.table.reach import FACE_UP
from llq.solver.love_letter.table.spies import index_states
from llq.solver.love_letter.table.states import Layout, state_space
from llq.solver.love_letter.turn import Branches, HandPlay, PlayOutcome, Pool, TurnFacts

_STOPPED = tuple(
    int(effect)
    for effect in Effect
    if effect.row.is_aimed
    and effect.row.argument != Argument.CARD
    and effect.row.may & ~Consequence.REVEALS
)
"""Effects with outcomes that a Handmaid changes, apart from revealed cards; a REDRAW is tried on
both players anyway, and all misses agree."""
_NEVER = 1 << 20  # beyond any lead


@lru_cache(maxsize=4)
def find_lead_ranges(rules: Rules, deals: tuple[int, ...] = FACE_UP) -> tuple[LeadIndex, int]:
    """Return each block's range of leads and the number of entries; parameters as `reachable`."""
    space = state_space(rules)
    blocks = len(space.block_cell)
    largest = sum(card.number * card.copies for card in rules.cards)
    block_of = np.full(len(space.layout.offset), -1, dtype=np.int64)
    block_of[space.block_cell] = np.arange(blocks)
    has_lead = np.zeros((blocks, 2 * largest + 1), dtype=np.bool_)
    for face_up in deals:
        has_lead[space.block_n == rules.opening_unseen - face_up, largest] = True
    most_to_come, least_to_come = np.full(blocks, -_NEVER), np.full(blocks, _NEVER)
    branches = effects.make_branches(len(rules.cards))
    search = _Search(
        rules.arrays, space.layout, branches, block_of, has_lead, most_to_come, least_to_come
    )
    for forward in (True, False):
        _sweep_blocks(search, forward, take_blocks(space, 0, blocks))
    is_reached = has_lead.any(axis=1)
    lowest = has_lead.argmax(axis=1) - largest
    highest = largest - has_lead[:, ::-1].argmax(axis=1)
    parities = np.stack([has_lead[:, i::2].any(axis=1) for i in (0, 1)]).sum(axis=0)
    shift = (parities == 1).astype(np.uint8)
    # One step past the lead from which no tie to come changes sign, on either side.
    ties = most_to_come > -_NEVER
    low = np.where(ties, np.maximum(lowest, -most_to_come - 1), lowest)
    high = np.where(ties, np.minimum(highest, -least_to_come + 1), lowest)
    low -= (low - lowest) & shift  # of the parity that comes up
    high += (highest - high) & shift
    high = np.maximum(high, low)
    width = np.where(is_reached, (high - low) // (1 + shift) + 1, 0)
    return pack_leads(space, low.astype(np.int16), width.astype(np.int16), shift)


def index_entries(
    rules: Rules, by_discards: bool, deals: tuple[int, ...] = FACE_UP
) -> tuple[LeadIndex, int]:
    """Return the index of entries by lead, by Spy set or one a state, and their number."""
    return find_lead_ranges(rules, deals) if by_discards else index_states(state_space(rules))


class _Search(NamedTuple):
    """Search results for each block, modified in place, and the inputs of the search."""

    game: GameArrays
    layout: Layout
    branches: Branches
    block_of: Ints  # (cells,): block number of each cell, -1 without a block.
    has_lead: Bools  # (blocks, leads): whether play comes with a lead, the middle one being 0.
    # (blocks,): largest possible rise of the lead until a tie, ``-_NEVER`` if no tie can come.
    most_to_come: Ints
    least_to_come: Ints  # (blocks,): smallest possible rise, ``_NEVER`` if no tie can come.


class _Deal(NamedTuple):
    """A block with a specific card of the opponent."""

    number: int  # The block's, in rank order.
    opponent: int
    pool: Pool


@njit(_nrt=False)
def _sweep_blocks(search: _Search, forward: bool, blocks: Blocks) -> None:
    """Propagate leads forward from deals, or possible swings back from ties."""
    last = len(blocks.cell) - 1
    for step in range(len(blocks.cell)):
        number = last - step if forward else step
        if forward and not search.has_lead[number].any():
            continue
        block = kernels.block_at(blocks, number)
        all_cards = kernels.make_pool(search.layout, block.unseen)
        for opponent in range(len(block.unseen)):
            if block.unseen[opponent] > 0:
                pool = kernels.take_card(search.layout, all_cards, opponent)
                _try_plays(search, forward, block, _Deal(number, opponent, pool))
                block.unseen[opponent] += 1


@njit(_nrt=False)
def _try_plays(search: _Search, forward: bool, block: Block, deal: _Deal) -> None:
    """Propagate leads or swings through every play of a hand against a specific card."""
    game, layout, branches = search.game, search.layout, search.branches
    for side in range(1 if block.low == block.high else 2):
        played, kept = (block.low, block.high) if side == 0 else (block.high, block.low)
        if kernels.is_forced(game, kept, played):
            continue
        first, last = game.first_action[played], game.first_action[played + 1]
        guesses = kernels.is_guess(game, played)
        if guesses:  # all misses agree
            last = first + 1
        # Behind a Handmaid a play may leave a player in the game whom it would have put out of it.
        has_maid = layout.maid_step[block.cell] > 0 and game.effects[played] in _STOPPED
        for maid in range(2 if has_maid else 1):
            for action in range(first, last):
                argument = effects.MISS if guesses else game.action_argument[action]
                play, turn = HandPlay(played, argument, kept), TurnFacts(maid, 0, 0)
                outcome = kernels.play_card(
                    game, layout, deal.pool, play, deal.opponent, turn, branches
                )
                if forward:
                    _carry_leads(search, deal.number, outcome)
                else:
                    _carry_swings(search, deal.number, outcome)


@njit(forceinline=True, _nrt=False)
def _carry_leads(search: _Search, number: int, outcome: PlayOutcome) -> None:
    """Mark the leads that result from a block's leads after a play."""
    has_lead = search.has_lead
    middle = has_lead.shape[1] // 2
    for branch in range(outcome.count):
        successor = search.block_of[search.branches.cell[branch]]
        for column in range(has_lead.shape[1]):
            if has_lead[number, column]:
                has_lead[successor, 2 * middle - column - outcome.gain] = True


@njit(forceinline=True, _nrt=False)
def _carry_swings(search: _Search, number: int, outcome: PlayOutcome) -> None:
    """Widen a block's swing by those of a play's successor blocks."""
    most, least, gain = search.most_to_come, search.least_to_come, outcome.gain
    if outcome.tie > 0:
        most[number] = max(most[number], gain)
        least[number] = min(least[number], gain)
    for branch in range(outcome.count):
        successor = search.block_of[search.branches.cell[branch]]
        if most[successor] > -_NEVER:
            most[number] = max(most[number], gain - least[successor])
            least[number] = min(least[number], gain - most[successor])
