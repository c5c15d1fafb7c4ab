"""A single turn in a joint state: a policy's action weights and a play's chances, at every lead."""

from typing import NamedTuple

import numpy as np

from llq.solver.jit import njit
from llq.solver.love_letter.array_types import Floats, Ints
from llq.solver.love_letter.exact.policies import MIXED, Policy
from llq.solver.love_letter.rules import GameArrays, Rules, Target
from llq.solver.love_letter.table.backup import Book
from llq.solver.love_letter.table.block_states import Block, Facts
from llq.solver.love_letter.table.kernels import (
    entry_at,
    is_guess,
    is_hit,
    is_kept_known,
    is_targeted,
    lead_at,
    lead_range,
    play_card,
    resolve,
    split_place,
    spy_token,
)
from llq.solver.love_letter.table.leads import LeadRange
from llq.solver.love_letter.table.spies import NO_SPIES, show_spies, turn_round
from llq.solver.love_letter.table.states import Layout
from llq.solver.love_letter.turn import (
    ENDS,
    MISS,
    Branches,
    HandPlay,
    PlayOutcome,
    Pool,
    TurnFacts,
    make_branches,
)

_SELF = int(Target.SELF)

WIN, LOSS, TOKENS, LOST_TOKENS = range(4)
"""Rows of `Evaluation.values`."""


class TurnRoom(NamedTuple):
    """Working arrays for a policy's turn, at one lead; weights begin and end with zeros."""

    branches: Branches
    weights: Floats  # (actions, 1): chances of the policy's actions.
    used: Ints  # (actions,): the actions that it takes.


def make_turn_room(rules: Rules) -> TurnRoom:
    """Return working arrays for a variant."""
    actions = len(rules.actions)
    weights, used = np.zeros((actions, 1)), np.zeros(actions, dtype=np.int64)
    return TurnRoom(make_branches(len(rules.cards)), weights, used)


@njit(forceinline=True, _nrt=False)
def play_of(game: GameArrays, block: Block, action: int) -> HandPlay:
    """Return a hand's action as a play."""
    is_low = action < game.first_action[block.low + 1]
    card, kept = (block.low, block.high) if is_low else (block.high, block.low)
    return HandPlay(card, game.action_argument[action], kept)


@njit(forceinline=True, _nrt=False)
def play_against(
    book: Book, block: Block, facts: Facts, play: HandPlay, pool: Pool, branches: Branches
) -> PlayOutcome:
    """Return a play's outcome in a joint state; ``branches`` is modified in place.

    ``pool`` is without the opponent's card, and so is ``block.unseen``.
    """
    game = book.game
    if is_hit(game, play.card, play.argument, facts.card, facts.maid):
        return PlayOutcome(0, 1, 0, 0, 1, 0)
    if is_guess(game, play.card):
        play = HandPlay(play.card, MISS, play.kept)
    kept_known = is_kept_known(block.low, block.high, play.card, facts.hand_known)
    turn = TurnFacts(facts.maid, facts.known, kept_known)
    return play_card(game, book.layout, pool, play, facts.card, turn, branches)


@njit(forceinline=True, _nrt=False)
def split_joint(layout: Layout, cell: int, place: int) -> tuple[int, int, int]:
    """Return a joint state's base, whether the card is known, and its position among the unseen."""
    slot, kinds = split_place(layout, cell, place)[2], layout.kinds[cell // layout.hands]
    known = 1 if slot > kinds else 0
    return place - slot, known, slot - 1 - known * kinds


@njit(forceinline=True, _nrt=False)
def tie_value(book: Book, lead: int) -> float:
    """Return what equal final cards are worth at a lead."""
    if not book.by_discards or lead == 0:
        return 0.5
    return 1.0 if lead > 0 else 0.0


@njit(forceinline=True, _nrt=False)
def spies_shown(game: GameArrays, facts: Facts, play: HandPlay) -> tuple[int, bool]:
    """Return the Spy set of a play's discards, and whether a player goes out."""
    does = resolve(game.cards, play.card, play.argument, play.kept, facts.card, facts.maid)
    return show_spies(game, play.card, play.kept, facts.card, does), does & ENDS != 0


@njit(forceinline=True, _nrt=False)
def weigh(
    book: Book, policy: Policy, block: Block, facts: Facts, weights: Floats, used: Ints
) -> int:
    """Fill in each action's chance at each lead, in the state visible to the mover.

    Returned is the number of actions used. ``used`` (actions,) lists them, and their rows of
    ``weights`` (actions, leads) are set; the others are taken to be 0.
    """
    if policy.is_random:
        return _weigh_random(book, policy, block, facts.maid, weights, used)
    count = 0
    leads = lead_range(book.leads, block.cell, 0)
    entries = lead_range(policy.leads, block.cell, facts.choice_place)
    for k in range(leads.width):
        choice = policy.choice[entry_at(entries, lead_at(leads, k))]
        end = leads.width if entries.width == 1 else k + 1  # alike at all leads
        if choice < MIXED:
            count = _add_used(used, count, choice)
            weights[choice, k:end] = 1.0
        else:
            for index in range(policy.row[choice - MIXED], policy.row[choice - MIXED + 1]):
                action = policy.action[index]
                count = _add_used(used, count, action)
                weights[action, k:end] = policy.chance[index]
        if end == leads.width:
            break
    return count


@njit(forceinline=True, _nrt=False)
def _weigh_random(
    book: Book, policy: Policy, block: Block, maid: int, weights: Floats, used: Ints
) -> int:
    """Fill in Random's chances, as in `weigh`."""
    game, width = book.game, book.leads.width[block.cell]
    count = 0
    for side in range(2):
        card = policy.options[block.low, block.high, side]
        first, last = game.first_action[card], game.first_action[card + 1]
        if maid == 1 and is_targeted(game.effects[card]):
            first += _SELF
        for action in range(first, last):
            count = _add_used(used, count, action)
            for k in range(width):
                weights[action, k] += 0.5 / (last - first)
    return count


@njit(forceinline=True, _nrt=False)
def _add_used(used: Ints, count: int, action: int) -> int:
    """Append an action to the used ones if new, in place; return their number."""
    for index in range(count):
        if used[index] == action:
            return count
    used[count] = action
    return count + 1


@njit(forceinline=True, _nrt=False)
def clear_rows(weights: Floats, rows: Ints) -> None:
    """Set rows to 0, in place."""
    for row in rows:
        weights[row, :] = 0.0


@njit(forceinline=True, _nrt=False)
def add_chances(
    book: Book,
    leads: LeadRange,
    outcome: PlayOutcome,
    branches: Branches,
    weights: Floats,
    out: Floats,
    shown: int = 0,
    is_out: bool = False,
) -> None:
    """Add a play's chances, weighted at each of the mover's leads, to ``out``.

    ``book.values`` are the opponent's to come, ``out`` the mover's, modified in place: rows as in
    `Evaluation`. Where Spies count, ``shown`` is who discards one by the play, and ``is_out``
    whether it puts a player out of the round.
    """
    rule = book.game.spy_rule[0]
    count, win, loss, tie, ways, gain = outcome
    values = book.values
    decided = tie if book.by_discards else 0
    for k in range(len(weights)):
        lead = lead_at(leads, k) + gain
        out[WIN, k] += weights[k] * (win + (decided if lead > 0 else 0)) / ways
        out[LOSS, k] += weights[k] * (loss + (decided if lead < 0 else 0)) / ways
        if rule != NO_SPIES:
            for result, times in ((1, win), (-1, loss), (0, tie)):
                weight = weights[k] * times / ways
                add_token(rule, result, is_out, lead_at(leads, k) | shown, weight, out[:, k])
    for branch in range(count):
        entries = lead_range(book.leads, branches.cell[branch], branches.place[branch])
        share = branches.ways[branch] / ways
        for k in range(len(weights)):
            entry = entries.start
            if entries.width > 1:
                lead = lead_at(leads, k)
                next_lead = -(lead + gain) if rule == NO_SPIES else turn_round(lead | shown)
                entry = entry_at(entries, next_lead)
            weight = weights[k] * share
            out[WIN, k] += weight * values[LOSS, entry]
            out[LOSS, k] += weight * values[WIN, entry]
            if len(out) > TOKENS:
                out[TOKENS, k] += weight * values[LOST_TOKENS, entry]
                out[LOST_TOKENS, k] += weight * values[TOKENS, entry]


@njit(forceinline=True, _nrt=False)
def add_token(rule: int, result: int, is_out: bool, spies: int, weight: float, out: Floats) -> None:
    """Add a Spy's weighted token (`spies.spy_token`) to a column of ``out``, in place."""
    token = spy_token(rule, result, is_out, spies)
    if token > 0:
        out[TOKENS] += weight
    elif token < 0:
        out[LOST_TOKENS] += weight
