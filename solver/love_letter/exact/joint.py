"""A single turn in a joint state: a policy's action weights and a play's chances, at every lead.

An exchange's chances go through its draws and the policy's second choice.
"""

from typing import NamedTuple

import numpy as np

from llq.solver.array_types import Floats, Ints
from llq.solver.jit import njit
from llq.solver.love_letter.exact.policies import MIXED, Policy
from llq.solver.love_letter.rounds.engine import held_entry, sorted_cards
from llq.solver.love_letter.rules import GameArrays, Rules, Target
from llq.solver.love_letter.table import kernels
from llq.solver.love_letter.table.block_states import Block, Facts
from llq.solver.love_letter.table.book import Book
from llq.solver.love_letter.table.exchange import LAST_DRAW, NO_ORDER, Draw, Exchange, count_draws
from llq.solver.love_letter.table.leads import LeadRange
from llq.solver.love_letter.table.spies import NO_SPIES, show_spies, turn_round
from llq.solver.love_letter.table.states import UNKNOWN, Layout
from llq.solver.love_letter.turn import (
    ENDS,
    MISS,
    Branches,
    ExchangeRoom,
    HandPlay,
    PlayOutcome,
    Pool,
    TurnFacts,
    make_branches,
)

_SELF = int(Target.SELF)

WIN, LOSS, TOKENS, LOST_TOKENS = range(4)
"""Rows of `Evaluation.values`."""


class JointState(NamedTuple):
    """A state of the mover with the opponent's card fixed."""

    block: Block  # Its unseen cards lack the opponent's until it is put back.
    facts: Facts
    pool: Pool  # The unseen cards but the opponent's.


class TurnRoom(NamedTuple):
    """Working arrays for a policy's turn; weights begin and end with zeros."""

    branches: Branches
    weights: Floats  # (actions, leads): chances of the policy's actions.
    used: Ints  # (actions,): the actions that it takes.


def make_turn_room(rules: Rules, leads: int = 1) -> TurnRoom:
    """Return working arrays for a variant, at this many leads."""
    actions = len(rules.actions)
    weights, used = np.zeros((actions, leads)), np.zeros(actions, dtype=np.int64)
    return TurnRoom(make_branches(len(rules.cards)), weights, used)


class Mover(NamedTuple):
    """Player of a policy: the rules, the policy, and working arrays for its turns."""

    book: Book
    policy: Policy
    room: TurnRoom


@njit(forceinline=True, _nrt=False)
def play_of(game: GameArrays, block: Block, action: int) -> HandPlay:
    """Return a hand's action as a play."""
    is_low = action < game.first_action[block.low + 1]
    card, kept = (block.low, block.high) if is_low else (block.high, block.low)
    return HandPlay(card, game.action_argument[action], kept)


@njit(forceinline=True, _nrt=False)
def fix_card(layout: Layout, block: Block, facts: Facts) -> JointState:
    """Return a joint state, with the opponent's card taken from ``block.unseen``, in place."""
    return JointState(block, facts, kernels.pool_without(layout, block.unseen, facts.card))


@njit(forceinline=True, _nrt=False)
def put_back(state: JointState) -> None:
    """Put the opponent's card back among the unseen, in place."""
    state.block.unseen[state.facts.card] += 1


@njit(forceinline=True, _nrt=False)
def play_against(book: Book, state: JointState, play: HandPlay, branches: Branches) -> PlayOutcome:
    """Return a play's outcome in a joint state; ``branches`` is modified in place."""
    game, (block, facts, pool) = book.game, state
    if kernels.is_hit(game, play.card, play.argument, facts.card, facts.maid):
        return PlayOutcome(0, 1, 0, 0, 1, 0)
    if kernels.is_guess(game, play.card):
        play = HandPlay(play.card, MISS, play.kept)
    kept_known = kernels.is_kept_known(block.low, block.high, play.card, facts.hand_known)
    turn = TurnFacts(facts.maid, facts.known, kept_known)
    return kernels.play_card(game, book.layout, pool, play, facts.card, turn, branches)


@njit(forceinline=True, _nrt=False)
def split_joint(layout: Layout, cell: int, place: int) -> tuple[int, int, int]:
    """Return a joint state's base, whether the card is known, and its position among the unseen."""
    slot, kinds = kernels.split_place(layout, cell, place)[2], layout.kinds[cell // layout.hands]
    known = 1 if slot > kinds else 0
    return place - slot, known, slot - 1 - known * kinds


@njit(forceinline=True, _nrt=False)
def tie_value(book: Book, lead: int) -> float:
    """Return what equal final cards are worth at a lead."""
    if not book.by_discards or lead == 0:
        return 0.5
    return 1.0 if lead > 0 else 0.0


@njit(forceinline=True, _nrt=False)
def weigh(book: Book, policy: Policy, block: Block, facts: Facts, room: TurnRoom) -> int:
    """Fill in each action's chance at each lead, and return the number of actions used.

    ``room.used`` lists them; their rows of ``room.weights`` are set, the others taken to be 0.
    """
    if policy.is_random:
        return _weigh_random(book, policy, block, facts.maid, room)
    weights, used, count = room.weights, room.used, 0
    leads = kernels.lead_range(book.leads, block.cell, 0)
    entries = kernels.lead_range(policy.leads, block.cell, facts.choice_place)
    for k in range(leads.width):
        choice = policy.choice[kernels.entry_at(entries, kernels.lead_at(leads, k))]
        stop = leads.width if entries.width == 1 else k + 1  # alike at all leads
        if choice < MIXED:
            count = _add_used(used, count, choice)
            weights[choice, k:stop] = 1.0
        else:
            for index in range(policy.row[choice - MIXED], policy.row[choice - MIXED + 1]):
                action = policy.action[index]
                count = _add_used(used, count, action)
                weights[action, k:stop] = policy.chance[index]
        if stop == leads.width:
            break
    return count


@njit(forceinline=True, _nrt=False)
def _weigh_random(book: Book, policy: Policy, block: Block, maid: int, room: TurnRoom) -> int:
    """Fill in Random's chances, as in `weigh`."""
    game, width, count = book.game, book.leads.width[block.cell], 0
    for side in range(2):
        card = policy.options[block.low, block.high, side]
        first, last = game.first_action[card], game.first_action[card + 1]
        if maid == 1 and kernels.is_targeted(game.effects[card]):
            first += _SELF
        for action in range(first, last):
            count = _add_used(room.used, count, action)
            for k in range(width):
                room.weights[action, k] += 0.5 / (last - first)
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
def clear_weights(room: TurnRoom, count: int) -> None:
    """Set the weights of the first used actions back to 0."""
    for action in room.used[:count]:
        room.weights[action, :] = 0.0


@njit(forceinline=True, _nrt=False)
def add_play(
    book: Book, state: JointState, play: HandPlay, branches: Branches, weights: Floats, out: Floats
) -> PlayOutcome:
    """Return a play's outcome, and add its chances at the mover's leads to ``out``, in place.

    ``book.values`` are the opponent's to come; rows are as in `Evaluation`.
    """
    game, facts, leads = book.game, state.facts, kernels.lead_range(book.leads, state.block.cell, 0)
    outcome = play_against(book, state, play, branches)
    rule, shown, is_out = game.spy_rule[0], 0, False
    if rule != NO_SPIES:
        consequences = kernels.resolve(
            game.cards, play.card, play.argument, play.kept, facts.card, facts.maid
        )
        shown = show_spies(game, play.card, play.kept, facts.card, consequences)
        is_out = consequences & ENDS != 0
    count, win, loss, tie, ways, gain = outcome
    values = book.values
    decided = tie if book.by_discards else 0
    for k in range(len(weights)):
        lead = kernels.lead_at(leads, k) + gain
        out[WIN, k] += weights[k] * (win + (decided if lead > 0 else 0)) / ways
        out[LOSS, k] += weights[k] * (loss + (decided if lead < 0 else 0)) / ways
        if rule != NO_SPIES:
            spies = kernels.lead_at(leads, k) | shown
            for result, times in ((1, win), (-1, loss), (0, tie)):
                weight = weights[k] * times / ways
                add_token(rule, result, is_out, spies, weight, out[:, k])
    for branch in range(count):
        entries = kernels.lead_range(book.leads, branches.cell[branch], branches.place[branch])
        share = branches.ways[branch] / ways
        for k in range(len(weights)):
            entry = entries.start
            if entries.width > 1:
                lead = kernels.lead_at(leads, k)
                next_lead = -(lead + gain) if rule == NO_SPIES else turn_round(lead | shown)
                entry = kernels.entry_at(entries, next_lead)
            weight = weights[k] * share
            out[WIN, k] += weight * values[LOSS, entry]
            out[LOSS, k] += weight * values[WIN, entry]
            if len(out) > TOKENS:
                out[TOKENS, k] += weight * values[LOST_TOKENS, entry]
                out[LOST_TOKENS, k] += weight * values[TOKENS, entry]
    return outcome


@njit(forceinline=True, _nrt=False)
def add_token(rule: int, result: int, is_out: bool, spies: int, weight: float, out: Floats) -> None:
    """Add a Spy's weighted token (`spies.spy_token`) to a column of ``out``, in place."""
    token = kernels.spy_token(rule, result, is_out, spies)
    if token > 0:
        out[TOKENS] += weight
    elif token < 0:
        out[LOST_TOKENS] += weight


@njit(forceinline=True, _nrt=False)
def exchange_chances(
    book: Book,
    policy: Policy,
    exchange: Exchange,
    leads: LeadRange,
    room: ExchangeRoom,
    out: Floats,
) -> None:
    """Set ``out`` to the mover's chances after an exchange, by the opponent's card.

    ``book.values`` are the opponent's to come. ``out`` (rows, cards, leads) has rows as in
    `Evaluation`; columns of cards not among the unseen are left alone.
    """
    unseen, kept, _ = exchange
    pool = kernels.make_pool(book.layout, unseen)
    code = pool.code + book.layout.stride[kept]
    for row in range(len(out)):
        values = book.values[row ^ 1]  # the mover wins where the opponent loses, and so on
        next_book = Book(book.game, book.layout, book.leads, values, book.by_discards)
        for k in range(out.shape[2]):
            spies, chances = kernels.lead_at(leads, k), out[row, :, k]
            kernels.fill_worth(next_book, exchange, spies, room)
            for opponent in range(len(unseen)):
                if unseen[opponent] > 0:
                    chances[opponent] = 0.0
            for first in range(len(unseen)):
                last = first if pool.size == LAST_DRAW else len(unseen) - 1
                for second in range(first, last + 1):
                    draw = Draw(first, second, pool.size)
                    if kernels.count_ways(unseen, draw, UNKNOWN) > 0:
                        _add_draw(policy, book.layout, exchange, code, draw, spies, room, chances)


@njit(forceinline=True, _nrt=False)
def _add_draw(
    policy: Policy,
    layout: Layout,
    exchange: Exchange,
    code: int,
    draw: Draw,
    spies: int,
    room: ExchangeRoom,
    chances: Floats,
) -> None:
    """Add a draw's share of the mover's ``chances``, by the opponent's card, in place."""
    (unseen, kept, known), count = exchange, 0
    draws = count_draws(draw.size)
    if not known:
        count = weigh_options(policy, layout, code, kept, draw, UNKNOWN, spies, room)
    for opponent in range(len(unseen)):
        ways = kernels.count_ways(unseen, draw, opponent)
        if unseen[opponent] == 0 or ways <= 0:
            continue
        if known:
            count = weigh_options(policy, layout, code, kept, draw, opponent, spies, room)
        for option in range(count):
            if room.gains[option] > 0:
                share = ways * room.gains[option] / draws
                chances[opponent] -= share * kernels.option_value(0.0, option, opponent, draw, room)


@njit(forceinline=True, _nrt=False)
def weigh_options(
    policy: Policy,
    layout: Layout,
    code: int,
    kept: int,
    draw: Draw,
    opponent: int,
    spies: int,
    room: ExchangeRoom,
) -> int:
    """List a draw's options in ``room``, set ``gains`` to their chances, and return their number.

    ``code`` is of all cards that are not public; ``opponent`` the card known, else ``UNKNOWN``.
    """
    count = kernels.list_options(kept, draw, room)
    for option in range(count):
        room.gains[option] = 0.0
    third = -1 if draw.size == LAST_DRAW else draw.second
    if not policy.is_random:
        hand = sorted_cards(kept, draw.first, third)
        entry = held_entry(policy.keeping.places, layout, code, hand, opponent, spies)
        room.gains[policy.keeping.options[entry]] = 1.0
        return count
    # Any card is kept, and the others are returned in any order.
    cards = (kept, draw.first, third)
    size = 2 if third < 0 else 3
    for keep in range(size):
        for first in range(size):
            if keep == first:
                continue
            for option in range(count):
                option_keep, option_first = room.options[option]
                is_order = option_first == NO_ORDER or option_first == cards[first]
                if option_keep == cards[keep] and is_order:
                    room.gains[option] += 1.0 / (size * (size - 1))
    return count
