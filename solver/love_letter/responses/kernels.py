"""Kernels of the exact best response: successors of a play, and values of situations."""

from typing import NamedTuple

import numpy as np

from llq.solver.array_types import Bools, Floats, Ints
from llq.solver.jit import njit
from llq.solver.love_letter.exact import joint
from llq.solver.love_letter.exact.joint import JointState
from llq.solver.love_letter.exact.policies import MIXED, Policy
from llq.solver.love_letter.responses import situations
from llq.solver.love_letter.responses.situations import Memo, Situation
from llq.solver.love_letter.rules import Target
from llq.solver.love_letter.table.block_states import Block, Facts
from llq.solver.love_letter.table.book import Book
from llq.solver.love_letter.table.kernels import (
    card_at,
    entry_at,
    is_barred,
    is_forced,
    is_guess,
    is_targeted,
    lead_range,
    place_facts,
    split_place,
)
from llq.solver.love_letter.table.states import Layout
from llq.solver.love_letter.turn import MISS, Branches, HandPlay, make_branches

_SELF = int(Target.SELF)
NO_CARD = -1
_TIED = 1e-11
_CERTAIN = np.ones(1)
_ACTION_KEYS, _BASE_KEYS, _CARD_KEYS = 64, 1024, 16  # of each in `number_view`'s keys


class Model(NamedTuple):
    """The game against a policy."""

    book: Book
    policy: Policy
    keeps_lead: bool  # Whether the lead counts: equal final cards or the policy go by it.
    unseen: Ints  # (codes, cards): as in `StateSpace`; kernels take cards out and put them back.
    hand_cards: Ints
    # (memories, actions): what the policy remembers after an action of either player. A round
    # begins with 0; the policy's choices hold the entries of every state once a memory.
    memory: Ints
    # (memories,): first memory that the responder's actions cannot distinguish from this one.
    merged: Ints


class Work(NamedTuple):
    """Possible successors of a responder's play; the first axis is recursion depth.

    A *part* is one way to the responder's next turn, a *view* what the responder sees by then.
    """

    counts: Ints  # (depth, 2): parts and views.
    before: Ints  # (depth, parts): the opponent's card at the play.
    after: Ints  # (depth, parts): the opponent's card in the end.
    seen: Ints  # (depth, parts): the view.
    chance: Floats  # (depth, parts): given the card before.
    won: Floats  # (depth, cards): chance of winning before the next turn, by the card before.
    situation: Ints  # (depth, views, fields of `Situation`)
    key: Ints  # (depth, views): what was seen, as `number_view`.
    slot: Ints  # (depth, views): where each is in ``slots``.
    slots: Ints  # (depth, 2 × views): 1 + the view with a key, openly addressed; 0 in free slots.
    weights: Floats  # (depth, views, cards)
    is_full: Bools  # (1,): whether parts or views ran out of room; later values are meaningless.
    own_branches: Branches  # Of the responder's play.
    policy_branches: Branches


def make_work(depth: int, cards: int, parts: int, views: int) -> Work:
    """Return working arrays for this many responder turns, with parts and views for each."""

    def zeros(*shape: int) -> Ints:
        return np.zeros((depth, *shape), dtype=np.int64)

    return Work(
        counts=zeros(2),
        before=zeros(parts),
        after=zeros(parts),
        seen=zeros(parts),
        chance=np.zeros((depth, parts)),
        won=np.zeros((depth, cards)),
        situation=zeros(views, len(Situation._fields)),
        key=zeros(views),
        slot=zeros(views),
        slots=zeros(2 * views),
        weights=np.zeros((depth, views, cards)),
        is_full=np.zeros(1, dtype=np.bool_),
        own_branches=make_branches(cards),
        policy_branches=make_branches(cards),
    )


@njit(forceinline=True, _nrt=False)
def number_seen(cards: int, code: int, card: int, shown: int) -> int:
    """Return a number for the responder's observations before the policy's turn.

    ``code`` is of the cards not publicly seen; ``shown`` is 1 + the policy's card, 0 if unknown.
    """
    return (code * cards + card) * (cards + 1) + shown


@njit(forceinline=True, _nrt=False)
def number_view(
    layout: Layout, seen: int, action: int, cell: int, base: int, known: int, after: int
) -> int:
    """Return a number for the responder's observations of the policy's turn.

    ``seen`` is of `number_seen`; ``cell``, ``base`` and ``known`` are the situation that follows,
    ``after`` is the policy's card there.
    """
    key = (seen * _ACTION_KEYS + action) * len(layout.offset) + cell
    key = key * _BASE_KEYS + 2 * base + known
    return key * _CARD_KEYS + (after if known else _CARD_KEYS - 1)


@njit(forceinline=True, _nrt=False)
def block_of(model: Model, cell: int) -> Block:
    """Return a cell's block, without its number of places."""
    code, hand = cell // model.book.layout.hands, cell % model.book.layout.hands
    return Block(cell, model.hand_cards[hand, 0], model.hand_cards[hand, 1], model.unseen[code], 0)


@njit(forceinline=True, _nrt=False)
def clear_parts(work: Work, depth: int) -> None:
    """Forget the parts at a depth."""
    for view in range(work.counts[depth, 1]):
        work.slots[depth, work.slot[depth, view]] = 0
    work.counts[depth, :] = 0
    work.won[depth, :] = 0.0


@njit(forceinline=True, _nrt=False)
def viewed_situation(work: Work, depth: int, view: int) -> Situation:
    """Return the situation of a view."""
    fields = work.situation[depth, view]
    return Situation(fields[0], fields[1], fields[2], fields[3], fields[4])


class _Turn(NamedTuple):
    """The policy's turn after a responder's play, besides the joint state."""

    depth: int  # Of the play.
    before: int  # The policy's card at the play.
    lead: int  # Lead of the policy.
    memory: int  # Memory of the policy.


@njit(_nrt=False)
def follow_all(
    model: Model, work: Work, depth: int, situation: Situation, weights: Floats, action: int
) -> None:
    """Fill in the successors of an action, a guess taken to miss, against each opposing card."""
    book, layout = model.book, model.book.layout
    block = block_of(model, situation.cell)
    maid, hand_known, _ = split_place(layout, situation.cell, situation.base)
    play = joint.play_of(book.game, block, action)
    if is_guess(book.game, play.card):
        play = HandPlay(play.card, MISS, play.kept)
    memory = model.memory[situation.memory, action]
    clear_parts(work, depth)
    for opponent in range(len(weights)):
        if weights[opponent] > 0.0:
            facts = Facts(maid, hand_known, situation.known, opponent, 0, 0)
            state = joint.fix_card(layout, block, facts)
            outcome = joint.play_against(book, state, play, work.own_branches)
            joint.put_back(state)
            lead = situation.lead + outcome.gain
            won = outcome.win + outcome.tie * joint.tie_value(book, lead)
            work.won[depth, opponent] += won / outcome.ways
            turn = _Turn(depth, opponent, -lead, memory)
            for branch in range(outcome.count):
                cell, place = work.own_branches.cell[branch], work.own_branches.place[branch]
                share = work.own_branches.ways[branch] / outcome.ways
                _follow_turn(model, work, turn, cell, place, share)


@njit(forceinline=True, _nrt=False)
def spread_weights(work: Work, depth: int, weights: Floats, hit: int) -> float:
    """Fill in every view's weights without the card hit; return the chance of winning before."""
    work.weights[depth, : work.counts[depth, 1]] = 0.0
    for part in range(work.counts[depth, 0]):
        card = work.before[depth, part]
        if card != hit:
            chance = weights[card] * work.chance[depth, part]
            work.weights[depth, work.seen[depth, part], work.after[depth, part]] += chance
    won = 0.0
    for card in range(len(weights)):
        if card != hit:
            won += weights[card] * work.won[depth, card]
    return won if hit == NO_CARD else won + weights[hit]


@njit(_nrt=False)
def solve(
    model: Model, memo: Memo, work: Work, depth: int, situation: Situation, weights: Floats
) -> float:
    """Return a situation's value from the memo, or solve and store it."""
    # Look the situation up in the memo.
    hashes = situations.hash_situation(situation, weights)
    slot = situations.find_slot(memo, hashes[0], hashes[1])
    if memo.keys[slot, 0] != np.uint64(0):
        return float(memo.values[slot])
    if 4 * memo.used[0] > 3 * len(memo.values):
        memo.is_full[0] = True
        return 0.0
    game, block = model.book.game, block_of(model, situation.cell)
    maid, _, _ = split_place(model.book.layout, situation.cell, situation.base)
    has_memory = len(model.memory) > 1
    best = 0.0
    # Play either card of the hand, once if they are equal.
    for side in range(1 if block.low == block.high else 2):
        played, kept = (block.low, block.high) if side == 0 else (block.high, block.low)
        if is_forced(game, kept, played):
            continue
        guesses = is_guess(game, played)
        is_followed = False
        # No guess that hits nothing differs from another, unless the policy remembers which it was.
        has_missed = False
        for action in range(game.first_action[played], game.first_action[played + 1]):
            argument = game.action_argument[action]
            # Skip illegal actions, and guesses that miss as an earlier one did.
            hit = 0.0
            if guesses and maid == 0:
                hit = weights[argument]
            if is_barred(game, played, argument, maid) or (guesses and hit == 0.0 and has_missed):
                continue
            has_missed = (has_missed or hit == 0.0) and not has_memory
            # Follow the play; all misses of a guess go on alike.
            if not guesses or not is_followed or has_memory:
                is_followed = True
                follow_all(model, work, depth, situation, weights, action)
                if work.is_full[0]:
                    return 0.0
            # Add up each view's value, until the action can no longer be best.
            gain = spread_weights(work, depth, weights, argument if hit > 0.0 else NO_CARD)
            views = work.counts[depth, 1]
            to_come = work.weights[depth, :views].sum()
            for view in range(views):
                if gain + to_come <= best:
                    break  # no better than another, whatever comes
                view_weights = work.weights[depth, view]
                size = view_weights.sum()
                if size > 0.0:
                    to_come -= size
                    view_weights /= size
                    next_situation = viewed_situation(work, depth, view)
                    value = situations.find_value(memo, next_situation, view_weights)
                    if np.isnan(value):  # a call hands on some 250 numbers: most need none
                        value = solve(model, memo, work, depth + 1, next_situation, view_weights)
                    gain += size * value
                    if memo.is_full[0] or work.is_full[0]:
                        return 0.0
            best = max(best, gain)
    situations.store_value(memo, hashes, best)
    return best


@njit(forceinline=True, _nrt=False)
def hit_card(model: Model, situation: Situation, action: int) -> int:
    """Return the card guessed by an action that can hit, otherwise NO_CARD."""
    game = model.book.game
    play = joint.play_of(game, block_of(model, situation.cell), action)
    maid, _, _ = split_place(model.book.layout, situation.cell, situation.base)
    is_open = is_guess(game, play.card) and maid == 0
    return int(np.int64(play.argument if is_open else NO_CARD))


@njit(_nrt=False)
def open_play(
    model: Model, memo: Memo, work: Work, situation: Situation, weights: Floats, action: int
) -> tuple[float, float]:
    """Fill in the views after an action; return the chance of winning at once, and their value.

    The value is NaN where a situation that follows has no value in the memo.
    """
    follow_all(model, work, 0, situation, weights, action)
    won = spread_weights(work, 0, weights, hit_card(model, situation, action))
    to_come = 0.0
    for view in range(work.counts[0, 1]):
        view_weights = work.weights[0, view]
        size = view_weights.sum()
        if size > 0.0:
            view_weights /= size
            next_situation = viewed_situation(work, 0, view)
            to_come += size * situations.find_value(memo, next_situation, view_weights)
            view_weights *= size
    return won, to_come


@njit(_nrt=False)
def best_action(
    model: Model, memo: Memo, work: Work, situation: Situation, weights: Floats, legal: Ints
) -> int:
    """Return the best of several actions in a solved situation, the first among equals.

    An action without a value in the memo is no better than another: `solve` gave it up.
    """
    best, chosen = -1.0, -1
    for action in legal:
        won, to_come = open_play(model, memo, work, situation, weights, action)
        if won + to_come > best + _TIED:
            best, chosen = won + to_come, action
    return chosen


@njit(_nrt=False)
def open_second(model: Model, work: Work, starts: Ints, chances: Floats) -> float:
    """Fill in the views of the policy's first turn; return the chance of winning in it.

    ``starts`` (N, 2) are the policy's joint states, as cell and place, and ``chances`` (N,) theirs.
    """
    clear_parts(work, 0)
    for index in range(len(starts)):
        cell, place = starts[index]
        _follow_turn(model, work, _Turn(0, 0, 0, 0), cell, place, chances[index])
    return spread_weights(work, 0, _CERTAIN, NO_CARD)


@njit(forceinline=True, _nrt=False)
def _find_view(work: Work, depth: int, key: int, situation: Situation) -> int:
    """Return the view with a key, creating it if necessary."""
    mask = np.int64(work.slots.shape[1] - 1)
    slot = np.int64(situations.mix_hash(np.uint64(1), np.uint64(key)) & np.uint64(mask))
    while work.slots[depth, slot] != 0:
        view = work.slots[depth, slot] - 1
        if work.key[depth, view] == key:
            return int(view)
        slot = (slot + 1) & mask
    view = work.counts[depth, 1]
    work.counts[depth, 1] = view + 1
    work.slots[depth, slot] = view + 1
    work.slot[depth, view] = slot
    work.key[depth, view] = key
    for field in range(len(situation)):
        work.situation[depth, view, field] = situation[field]
    return int(view)


@njit(_nrt=False)
def _follow_turn(
    model: Model, work: Work, turn: _Turn, cell: int, place: int, share: float
) -> None:
    """Add the results of the policy's turn in a given joint state."""
    policy, layout, block = model.policy, model.book.layout, block_of(model, cell)
    facts = place_facts(layout, block, place)
    # What the responder has seen by now: cards discarded, the own card, the opponent's if shown.
    code = cell // layout.hands + layout.stride[block.low] + layout.stride[block.high]
    shown = 0
    if facts.hand_known > 0:
        shown = 1 + (block.low if facts.hand_known == 1 else block.high)
    seen = number_seen(len(block.unseen), code, facts.card, shown)
    state, choice = joint.fix_card(layout, block, facts), _choice_of(model, cell, facts, turn)
    # Follow Random's actions with each card, a mixed choice's row, or a single action.
    for side in range(2 if policy.is_random else 1):
        first, end = _action_span(model, block, facts, choice, side)
        for index in range(first, end):
            if policy.is_random:
                action, chance = index, share * 0.5 / (end - first)
            elif choice >= MIXED:
                action, chance = int(np.int64(policy.action[index])), share * policy.chance[index]
            else:
                action, chance = choice, share
            _follow_action(model, work, turn, state, seen, action, chance)
    joint.put_back(state)


@njit(forceinline=True, _nrt=False)
def _choice_of(model: Model, cell: int, facts: Facts, turn: _Turn) -> int:
    """Return the policy's choice: an action or a row, as in `Policy`; 0 for Random."""
    policy = model.policy
    if policy.is_random:
        return 0
    entries = lead_range(policy.leads, cell, facts.choice_place)
    first_entry = turn.memory * (len(policy.choice) // len(model.memory))
    return int(np.int64(policy.choice[first_entry + entry_at(entries, turn.lead)]))


@njit(forceinline=True, _nrt=False)
def _action_span(
    model: Model, block: Block, facts: Facts, choice: int, side: int
) -> tuple[int, int]:
    """Return the range of a choice's actions: Random's actions with a card, or a row's entries."""
    policy, game = model.policy, model.book.game
    if policy.is_random:
        card = policy.options[block.low, block.high, side]
        is_self_only = facts.maid == 1 and is_targeted(game.effects[card])
        return game.first_action[card] + (_SELF if is_self_only else 0), game.first_action[card + 1]
    if choice >= MIXED:
        return policy.row[choice - MIXED], policy.row[choice - MIXED + 1]
    return 0, 1


@njit(forceinline=True, _nrt=False)
def _follow_action(
    model: Model, work: Work, turn: _Turn, state: JointState, seen: int, action: int, chance: float
) -> None:
    """Add the results of one action of the policy's: the rounds won, and a part per successor."""
    book, layout, branches = model.book, model.book.layout, work.policy_branches
    depth, before, policy_lead, memory = turn
    play = joint.play_of(book.game, state.block, action)
    outcome = joint.play_against(book, state, play, branches)
    lead = -(policy_lead + outcome.gain)  # the responder's
    won = outcome.loss + outcome.tie * joint.tie_value(book, lead)
    work.won[depth, before] += chance * won / outcome.ways
    if (
        work.counts[depth, 0] + outcome.count > work.chance.shape[1]
        or work.counts[depth, 1] + outcome.count > work.key.shape[1]
    ):
        work.is_full[0] = True
        return
    # Add a part for each successor, seen by the responder as one of the views.
    remembered = model.merged[model.memory[memory, action]]
    for branch in range(outcome.count):
        cell = branches.cell[branch]
        base, known, position = joint.split_joint(layout, cell, branches.place[branch])
        after = card_at(model.unseen[cell // layout.hands], position)
        kept_lead = lead if model.keeps_lead else 0
        situation = Situation(cell, base, known, kept_lead, remembered)
        key = number_view(layout, seen, action, cell, base, known, after)
        part = work.counts[depth, 0]
        work.counts[depth, 0] = part + 1
        work.before[depth, part] = before
        work.after[depth, part] = after
        work.seen[depth, part] = _find_view(work, depth, key, situation)
        work.chance[depth, part] = chance * branches.ways[branch] / outcome.ways
