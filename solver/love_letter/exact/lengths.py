"""Round lengths: exact chances of each number of turns when two policies meet.

This goes forward from the deals over the joint states of `evaluate`, a layer for each turn. Equal
final cards end a round whoever wins it, so that leads in discards do not matter here.
"""

import numpy as np

from llq.errors import IllegalState
from llq.solver.jit import njit
from llq.solver.love_letter.array_types import Floats
from llq.solver.love_letter.exact.evaluation import deal_chances
from llq.solver.love_letter.exact.joint import (
    TurnRoom,
    clear_weights,
    make_turn_room,
    play_against,
    play_of,
    weigh,
)
from llq.solver.love_letter.exact.policies import Policy
from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.table.backup import Book
from llq.solver.love_letter.table.block_states import Block, Blocks, Facts, take_blocks
from llq.solver.love_letter.table.kernels import block_at, place_facts, pool_without
from llq.solver.love_letter.table.leads import no_leads
from llq.solver.love_letter.table.states import UNKNOWN, state_space


def ignores_leads(policy: Policy) -> bool:
    """Return whether a policy plays alike at every lead in discards."""
    return policy.is_random or int(policy.leads.width.max()) == 1


def round_lengths(rules: Rules, policies: tuple[Policy, Policy], *, face_up: int = 0) -> Floats:
    """Return (turns + 1,): the chance that a round ends with each turn, counted from 1."""
    if not all(map(ignores_leads, policies)):
        raise IllegalState("lengths of rounds are computed for policies that ignore discards")
    space = state_space(rules)
    opening = rules.opening_unseen - face_up
    reached, ends = np.zeros((opening + 1, space.size)), np.zeros(opening + 1)
    deals = deal_chances(space, face_up)
    for block, chances in deals:
        first = int(space.block_start[block]) + 1  # after the state that leaves the card open
        reached[1, first : first + len(chances)] = chances
    blocks = take_blocks(space, 0, deals[-1][0] + 1)
    book = Book(rules.arrays, space.layout, no_leads(space), np.zeros(0), False)
    _follow(book, policies, blocks, reached, ends, make_turn_room(rules))
    return ends


@njit(_nrt=False)
def _follow(
    book: Book,
    policies: tuple[Policy, Policy],
    blocks: Blocks,
    reached: Floats,
    ends: Floats,
    room: TurnRoom,
) -> None:
    """Carry ``reached`` (turns + 1, states) forward from deals, and fill in ``ends``, in place."""
    for index in range(len(blocks.cell) - 1, -1, -1):
        block = block_at(blocks, index)
        for place in range(block.places):
            facts = place_facts(book.layout, block, place)
            if facts.card == UNKNOWN:
                continue
            state_reached = reached[:, book.layout.offset[block.cell] + place]
            for seat in range(2):
                here, following = state_reached[1 + seat :: 2], reached[2 + seat :: 2]
                if here.any():
                    policy, ends_here = policies[seat], ends[1 + seat :: 2]
                    _follow_turn(book, policy, block, facts, here, following, ends_here, room)


@njit(_nrt=False)
def _follow_turn(
    book: Book,
    policy: Policy,
    block: Block,
    facts: Facts,
    here: Floats,
    following: Floats,
    ends: Floats,
    room: TurnRoom,
) -> None:
    """Carry a joint state forward by a player's turn.

    ``here`` (turns,) are the chances of the state at the turns of the player, ``ends`` (turns,)
    those of the round's end, and ``following`` (turns, states) those of all states at the turns
    that follow, modified in place; the last turn may have none.
    """
    branches = room.branches
    count = weigh(book, policy, block, facts, room)
    pool = pool_without(book.layout, block.unseen, facts.card)
    for action in room.used[:count]:
        play, weight = play_of(book.game, block, action), room.weights[action, 0]
        outcome = play_against(book, block, facts, play, pool, branches)
        goes_on = 0
        for branch in range(outcome.count):
            goes_on += branches.ways[branch]
            rank = book.layout.offset[branches.cell[branch]] + branches.place[branch]
            share = weight * branches.ways[branch] / outcome.ways
            for turn in range(len(following)):
                following[turn, rank] += here[turn] * share
        over = weight * (outcome.ways - goes_on) / outcome.ways
        for turn in range(len(here)):
            ends[turn] += here[turn] * over
    block.unseen[facts.card] += 1
    clear_weights(room, count)
