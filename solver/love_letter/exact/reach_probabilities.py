"""How often a match comes to each joint state, and what another choice there would cost.

`evaluate` goes backward from the ends of rounds, this goes forward from the deals: the chance that
a round comes to a joint state with the first or the second player to move. Joint states are those
of `evaluate`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit
from llq.solver.love_letter.engine import make_arena
from llq.solver.love_letter.exact.evaluation import Evaluation, deal_ways
from llq.solver.love_letter.exact.joint import add_chances, card_at, weigh
from llq.solver.love_letter.exact.policies import Policy
from llq.solver.love_letter.kernels import is_hit, is_kept_known, make_branches, play
from llq.solver.love_letter.leads import LeadIndex
from llq.solver.love_letter.rules import Effect, GameArrays
from llq.solver.love_letter.states import Layout, state_space
from llq.solver.love_letter.turn import MISS

__all__ = ["TurnStatistics", "collect_turn_statistics"]

_GUESS = int(Effect.GUESS)


class TurnStatistics(NamedTuple):
    """What happens in a match; ``n`` is the number of unseen cards, 0 to the opening's."""

    holding: NDArray[np.float64]
    """(n + 1, cards, 2): chance that some mover is seen to hold a card as one of two, counted once
    for each turn, and that he then goes on to win, draws counted as half."""
    differing: NDArray[np.float64]
    """(n + 1, actions, actions, 2): expected turns in which the mover plays the one action and the
    other policy would play another, and the expected winning chance that this one gains over it."""


def collect_turn_statistics(
    first: Evaluation, second: Evaluation, policies: tuple[Policy, Policy], other: Policy
) -> TurnStatistics:
    """Return what happens when two policies meet, beside what a third one would choose.

    Parameters
    ----------
    first, second
        As `evaluate` returns them for ``policies``, by the real scoring.
    policies
        The first and the second player.
    other
        The policy that is compared, turn by turn, with the mover's.

    Notes
    -----
    What a choice is worth is exact: the two actions are weighed by the true joint state and by how
    both players go on, and states by how often the match comes to them.
    """
    rules, face_up, leads = first.rules, first.face_up, first.leads
    space, arena = state_space(rules), make_arena(state_space(rules))
    reached = np.zeros((2, first.values.shape[1]))
    opening = rules.opening_unseen - face_up
    dealt = np.flatnonzero(space.block_n == opening)
    ways = np.array([deal_ways(space, int(block)) for block in dealt], dtype=float)
    for block, weight in zip(dealt.tolist(), (ways / ways.sum()).tolist(), strict=True):
        unseen = space.unseen[space.block_cell[block] // space.layout.hands]
        at = first.entries_dealt(block)
        reached[0, at] = weight * unseen[unseen > 0] / unseen.sum()
    cards, actions = len(rules.cards), len(rules.actions)
    result = TurnStatistics(
        np.zeros((opening + 1, cards, 2)), np.zeros((opening + 1, actions, actions, 2))
    )
    last = int(dealt[-1]) + 1
    cells = space.block_cell[:last]
    codes, hands = np.divmod(cells, space.layout.hands)
    _study_blocks(
        rules.arrays, space.layout, leads, arena.options, *policies, other,
        space.unseen[codes], space.hand_cards[hands], cells,
        first.values, second.values, reached, *result,
    )  # fmt: skip
    return result


@njit
def _study_blocks(
    game: GameArrays,
    layout: Layout,
    leads: LeadIndex,
    options: NDArray[np.int64],
    first: Policy,
    second: Policy,
    other: Policy,
    unseen: NDArray[np.int64],
    hands: NDArray[np.int64],
    cells: NDArray[np.int64],
    first_values: NDArray[np.float64],
    second_values: NDArray[np.float64],
    reached: NDArray[np.float64],
    holding: NDArray[np.float64],
    differing: NDArray[np.float64],
) -> None:
    """Carry ``reached`` (2, entries) on from the deals and fill in `TurnStatistics`, in place."""
    size, cards = len(game.action_argument), unseen.shape[1]
    widest = 1
    for cell in cells:
        widest = max(widest, leads.width[cell])
    played_weights, other_weights = np.zeros((2, size, widest))
    used, compared = np.empty((2, size), dtype=np.int64)
    worth = np.empty((size, widest))  # of each action
    chances, ones = np.empty((len(first_values), widest)), np.ones(widest)
    branches = make_branches(cards)
    for block in range(len(cells) - 1, -1, -1):
        cell, pool = cells[block], unseen[block]
        low, high = hands[block]
        width, step = leads.width[cell], 1 << leads.shift[cell]
        n, code = pool.sum(), (pool * layout.stride).sum()
        kinds = layout.kinds[cell // layout.hands]
        step_known = layout.width[cell]
        places = (layout.maid_step[cell] * 2) if layout.maid_step[cell] else 0
        if places == 0:
            revealed = layout.width[cell] > 1 + kinds
            places = step_known * ((2 if low == high else 3) if revealed else 1)
        for place in range(places):
            slot = place % step_known
            if slot == 0:
                continue
            maid = 1 if layout.maid_step[cell] and place >= layout.maid_step[cell] else 0
            hand_known = (place - maid * layout.maid_step[cell]) // step_known
            known = 1 if slot > kinds else 0
            seen_place = place if known else place - slot
            theirs = card_at(pool, slot - 1 - known * kinds)
            at = leads.start[cell] + place * width
            for seat in range(2):
                here = reached[seat, at : at + width]
                if not here.any():
                    continue
                count = weigh(
                    game, first if seat == 0 else second, options, cell, leads, low, high, maid,
                    seen_place, played_weights, used,
                )  # fmt: skip
                others = weigh(
                    game, other, options, cell, leads, low, high, maid, seen_place,
                    other_weights, compared,
                )  # fmt: skip
                pool[theirs] -= 1
                for index in range(count + others):
                    is_played = index < count
                    action = used[index] if is_played else compared[index - count]
                    if not is_played and (used[:count] == action).any():
                        continue
                    argument = game.action_argument[action]
                    is_low = action < game.first_action[low + 1]
                    played, kept = (low, high) if is_low else (high, low)
                    if is_hit(game, played, argument, theirs, maid):
                        worth[action] = 1.0
                        continue
                    if game.effects[played] == _GUESS:
                        argument = MISS
                    outcome = play(
                        game, layout, pool, n - 1, code - layout.stride[theirs], played, argument,
                        kept, theirs, maid, known,
                        is_kept_known(low, high, played, hand_known), branches,
                    )  # fmt: skip
                    chances[:] = 0.0
                    add_chances(
                        leads, True, cell, outcome, branches,
                        second_values if seat == 0 else first_values, ones[:width], chances,
                    )  # fmt: skip
                    for k in range(width):
                        worth[action, k] = 0.5 + 0.5 * (chances[0, k] - chances[1, k])
                    if is_played:
                        for branch in range(outcome.count):
                            then = branches.cell[branch]
                            start = leads.start[then] + branches.place[branch] * leads.width[then]
                            share = branches.ways[branch] / outcome.ways
                            for k in range(width):
                                if here[k] > 0:
                                    difference = leads.first[cell] + k * step + outcome.gain
                                    to = (-difference - leads.first[then]) >> leads.shift[then]
                                    to = min(max(to, 0), leads.width[then] - 1)
                                    weight = here[k] * played_weights[action, k]
                                    reached[1 - seat, start + to] += weight * share
                pool[theirs] += 1
                for action in used[:count]:
                    for k in range(width):
                        chance = here[k] * played_weights[action, k]
                        for card in (low, high):
                            holding[n, card, 0] += chance
                            holding[n, card, 1] += chance * worth[action, k]
                            if low == high:
                                break
                        for choice in compared[:others]:
                            if choice != action:
                                both = chance * other_weights[choice, k]
                                gained = worth[action, k] - worth[choice, k]
                                differing[n, action, choice, 0] += both
                                differing[n, action, choice, 1] += both * gained
                for action in used[:count]:
                    played_weights[action] = 0.0
                for action in compared[:others]:
                    other_weights[action] = 0.0
