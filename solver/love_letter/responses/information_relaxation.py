"""Upper bound of what any responder wins: one who is told the opponent's card after each own play.

Such a responder knows the policy and, from what was told, which card the opponent held before the
turn just seen; they reply by the chances of the card kept now. What they are told next does not
depend on their play, so they can ignore it, and no responder wins more. As the card told makes all
that went before irrelevant, their value is a backward induction over *handovers*: the two cards,
the deck with the aside card, Handmaid, and who knows whose card, before the opponent draws.

After an exchange of their own they are told more: the opponent's card before they choose which
card to keep, and then the card that the opponent draws, which does not come from all of the deck.

References
----------
Brown, Smith, Sun (2010), Operations Research 58(4): information relaxations as upper bounds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit
from llq.solver.jobs.threads import DaemonThreads
from llq.solver.love_letter.exact.joint import clear_rows, play_against, play_of, weigh
from llq.solver.love_letter.exact.policies import Policy
from llq.solver.love_letter.exact.second_choices import weigh_options
from llq.solver.love_letter.rules import GameArrays, Rules
from llq.solver.love_letter.table.backup import Book
from llq.solver.love_letter.table.block_states import Block, Facts
from llq.solver.love_letter.table.exchange import NO_ORDER, Draw
from llq.solver.love_letter.table.kernels import (
    fill_worth,
    is_barred,
    is_exchange,
    is_forced,
    is_guess,
    is_kept_known,
    list_options,
    make_pool,
    option_value,
    place_facts,
    resolve,
    take_card,
)
from llq.solver.love_letter.table.leads import no_leads
from llq.solver.love_letter.table.reach import reachable
from llq.solver.love_letter.table.states import UNKNOWN, Layout, StateSpace, state_space
from llq.solver.love_letter.turn import (
    DISCARDS,
    DISCARDS_OWN,
    ENDS,
    MISS,
    PROTECTS,
    SEES_THEIRS,
    SHOWS_OWN,
    SWAPS,
    WINS,
    Branches,
    HandPlay,
    Pool,
    TurnFacts,
    make_branches,
)

_LAST_DRAW = 3
_FLAGS = 8
_SIGHTS = 6  # hand_known and known of a responder


def informed_response(
    rules: Rules,
    policy: Policy,
    deals: Sequence[tuple[tuple[int, ...], float]] = (((), 1.0),),
    *,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[float, float]:
    """Return what the informed responder wins moving first and second, a draw as half.

    Parameters
    ----------
    rules
        A variant whose value is the chance to win, without discard totals.
    policy
        The opponent's; one that does not mind discard totals.
    deals
        Cards face up, equally many in each deal, and the chance of each.
    progress
        Called with the decks done and their total.
    """
    space = state_space(rules)
    cards, codes = len(rules.cards), len(space.unseen)
    visited = reachable(rules, (len(deals[0][0]),))
    bounds = Bounds(
        np.zeros((codes, cards, cards, _FLAGS)),
        np.zeros((codes, cards, cards, 2)),
        np.zeros(space.size),
    )
    book = Book(rules.arrays, space.layout, no_leads(space), bounds.drawn, False)
    models = [_Model(book, policy, bounds, _make_room(space)) for _ in range(threads)]
    sizes = space.unseen.sum(axis=1)
    with DaemonThreads(threads) as pool:
        for size in range(2, rules.deck_size):
            for kernel, level in ((_exchange_codes, size - 1), (_handover_codes, size)):
                at = np.flatnonzero(sizes == level)
                jobs = [
                    pool.submit(kernel, model, visited, at[n::threads])
                    for n, model in enumerate(models)
                ]
                for job in jobs:
                    job.result()
            if progress:
                progress(int((sizes <= size).sum()), codes)
    first = second = 0.0
    for shown, chance in deals:
        left = np.array(rules.copies) - np.bincount(shown, minlength=cards).astype(np.int64)
        results = np.zeros(2)
        _deal(models[0], left, results)
        first, second = first + chance * results[0], second + chance * results[1]
    return float(first), float(second)


class Bounds(NamedTuple):
    """What the responder wins, by all cards that are fixed."""

    handover: NDArray[np.float64]
    """(codes, cards, cards, flags): before the opponent draws: deck and aside card, the opponent's
    card, the responder's; flags are 1 for the responder's Handmaid, 2 where the opponent knows the
    responder's card, 4 where the responder knows theirs without being told."""
    exchange: NDArray[np.float64]
    """(codes, cards, cards, 2): by playing an exchange: unseen cards, the card kept, the
    opponent's card, and whether it is known without being told."""
    drawn: NDArray[np.float64]
    """(states,): of the opponent, if the responder is told both of their cards."""


class _Handover(NamedTuple):
    """Which of `Bounds.handover`."""

    code: int
    theirs: int
    mine: int
    flags: int


class _Room(NamedTuple):
    """Room to work in: the turns that the responder may face, a *row* for each."""

    branches: Branches
    unseen: NDArray[np.int64]
    """(codes, cards): as in `StateSpace`, not modified."""
    hand_cards: NDArray[np.int64]
    """(hands, 2): the same."""
    weights: NDArray[np.float64]
    used: NDArray[np.int64]
    """As `weigh` takes them."""
    held: NDArray[np.int64]
    """(2, cards): unseen counts that are changed."""
    slots: NDArray[np.int64]
    """(slots,): what was played and put down."""
    row_of: NDArray[np.int64]
    """(slots, hands × sights): the row of each turn, -1 for none."""
    key: NDArray[np.int64]
    """(rows, 4): its slot, its place in ``row_of``, its cell, and a place of its block."""
    chance: NDArray[np.float64]
    """(rows, cards): the chance that it comes up with each card of the opponent."""
    lengths: NDArray[np.int64]
    """(2,): slots and rows in use."""
    belief: NDArray[np.float64]
    """(cards,): those of one row."""
    won: NDArray[np.float64]
    """(1,): the chance that the responder has won by then."""


class _Model(NamedTuple):
    """What all kernels here go by; the last two are modified in place."""

    book: Book
    policy: Policy
    bounds: Bounds
    room: _Room


def _make_room(space: StateSpace) -> _Room:
    cards, actions, hands = len(space.rules.cards), len(space.rules.actions), space.layout.hands
    slots = actions + cards
    rows = slots * hands
    return _Room(
        branches=make_branches(cards),
        unseen=space.unseen,
        hand_cards=space.hand_cards,
        weights=np.zeros((actions, 1)),
        used=np.empty(actions, dtype=np.int64),
        held=np.empty((2, cards), dtype=np.int64),
        slots=np.empty(slots, dtype=np.int64),
        row_of=np.full((slots, hands * _SIGHTS), -1, dtype=np.int64),
        key=np.empty((rows, 4), dtype=np.int64),
        chance=np.zeros((rows, cards)),
        lengths=np.zeros(2, dtype=np.int64),
        belief=np.zeros(cards),
        won=np.zeros(1),
    )


@njit(_nrt=False)
def _handover_codes(model: _Model, visited: NDArray[np.bool_], codes: NDArray[np.int64]) -> None:
    """Fill in ``bounds`` for handovers with these decks, in place."""
    layout, unseen, bounds = model.book.layout, model.room.unseen, model.bounds
    cards = unseen.shape[1]
    for code in codes:
        size = unseen[code].sum()
        for number in range(cards * cards * _FLAGS):
            pair, flags = divmod(number, _FLAGS)
            at = _Handover(code, pair // cards, pair % cards, flags)
            is_met = True
            for drawn in range(cards):
                if unseen[code, drawn] > 0:
                    rank = _drawn_rank(layout, unseen, at, drawn)
                    is_met &= rank >= 0 and visited[rank]
            if not is_met:
                continue
            for drawn in range(cards):
                if unseen[code, drawn] > 0 and flags & 3 == 0:  # as after an exchange
                    _follow(model, at, drawn, 1.0)
                    rank = _drawn_rank(layout, unseen, at, drawn)
                    bounds.drawn[rank] = _best_replies(model)
            for drawn in range(cards):
                if unseen[code, drawn] > 0:
                    _follow(model, at, drawn, unseen[code, drawn] / size)
            bounds.handover[code, at.theirs, at.mine, flags] = _best_replies(model)


@njit(_nrt=False)
def _drawn_rank(layout: Layout, unseen: NDArray[np.int64], at: _Handover, drawn: int) -> int:
    """Return the rank of the opponent's state after their draw, -1 if there is none."""
    code, theirs, mine, flags = at
    all_code = code - layout.stride[drawn] + layout.stride[mine]
    if all_code >= layout.kinds.size:
        return -1
    if unseen[all_code, mine] != unseen[code, mine] + 1 - (1 if drawn == mine else 0):
        return -1
    cell = all_code * layout.hands + layout.hand[theirs, drawn]
    kinds, width = layout.kinds[all_code], layout.width[cell]
    if layout.offset[cell] < 0 or (flags & 1 and layout.maid_step[cell] == 0):
        return -1
    if flags & 6 and width == 1 + kinds:
        return -1
    place = 1 + layout.position[all_code, mine]
    if flags & 1:
        place += layout.maid_step[cell]
    if flags & 2:
        place += kinds
    if flags & 4:
        place += width * (1 if theirs <= drawn else 2)
    return int(layout.offset[cell] + place)


@njit(_nrt=False)
def _follow(model: _Model, at: _Handover, drawn: int, share: float) -> None:
    """Add to ``room`` what the opponent's turn leads to, after a draw, times ``share``."""
    book, policy, room = model.book, model.policy, model.room
    game, layout = book.game, book.layout
    code, theirs, mine, _flags = at
    rank = _drawn_rank(layout, room.unseen, at, drawn)
    code = code - layout.stride[drawn] + layout.stride[mine]
    low, high = min(theirs, drawn), max(theirs, drawn)
    cell = code * layout.hands + layout.hand[low, high]
    unseen = room.held[0]
    _copy(room.unseen[code], unseen)
    block = Block(cell, low, high, unseen, 0)
    facts = place_facts(layout, block, rank - layout.offset[cell])
    count = weigh(book, policy, block, facts, room.weights, room.used)
    pool = take_card(layout, make_pool(layout, unseen), mine)
    for index in range(count):
        action = room.used[index]
        weight = share * room.weights[action, 0]
        play = play_of(game, block, action)
        if is_exchange(game, play.card, pool.size + 1):
            _follow_exchange(model, code, play.kept, facts, action, weight)
            continue
        does = resolve(game.cards, play.card, play.argument, play.kept, mine, facts.maid)
        seen = action * (layout.stride.size + 1)
        if does & DISCARDS_OWN:
            seen += 1 + play.kept
        branches = room.branches
        outcome = play_against(book, block, facts, play, pool, branches)
        ends, _win, loss, tie, ways, _gain = outcome
        room.won[0] += weight * (loss + 0.5 * tie) / ways
        for branch in range(ends):
            part = weight * branches.ways[branch] / ways
            _add(layout, seen, branches.cell[branch], branches.place[branch], part, room)
    clear_rows(room.weights, room.used[:count])


@njit(_nrt=False)
def _follow_exchange(
    model: _Model, code: int, kept: int, facts: Facts, action: int, weight: float
) -> None:
    """Add to ``room`` what an exchange of the opponent's leads to; parameters as in `_follow`."""
    layout, room, theirs = model.book.layout, model.room, facts.card
    unseen = room.unseen[code]
    seen = action * (layout.stride.size + 1)
    size = 0
    for card in range(unseen.size):
        size += unseen[card]
    is_single = size == _LAST_DRAW
    all_ways = size - 1 if is_single else (size - 1) * (size - 2) // 2
    all_code = code + layout.stride[kept]
    options = room.branches.exchange
    pool = room.held[1]
    _copy(unseen, pool)
    pool[theirs] -= 1
    for one in range(unseen.size):
        for other in range(one, one + 1 if is_single else unseen.size):
            ways = pool[one]
            if not is_single:
                ways = ways * pool[other] if one != other else ways * (ways - 1) // 2
            if ways <= 0:
                continue
            draw = Draw(one, other, size)
            known = theirs if facts.known else UNKNOWN
            count = weigh_options(model.policy, layout, all_code, kept, draw, known, 0, options)
            for option in range(count):
                part = weight * options.gains[option] * ways / all_ways
                if part <= 0:
                    continue
                keep, first = options.options[option, 0], options.options[option, 1]
                for drawn in range(unseen.size):
                    left = pool[drawn] - (1 if drawn == one else 0) - (1 if drawn == other else 0)
                    share = 1.0 if drawn == first else 0.0
                    if first == NO_ORDER:
                        share = left / (size - 3)
                    if share <= 0:
                        continue
                    then = all_code - layout.stride[theirs] - layout.stride[drawn]
                    cell = then * layout.hands + layout.hand[theirs, drawn]
                    place = 1 + layout.position[then, keep]
                    if facts.known:
                        place += layout.width[cell] * (1 if theirs <= drawn else 2)
                    _add(layout, seen, cell, place, part * share, room)


@njit(_nrt=False)
def _add(layout: Layout, seen: int, cell: int, place: int, weight: float, room: _Room) -> None:
    """Add the chance of one state of the responder's to its row in ``room``."""
    code, hand = cell // layout.hands, cell % layout.hands
    facts = place_facts(layout, Block(cell, 0, 0, room.unseen[code], 0), place)
    slot = 0
    while slot < room.lengths[0] and room.slots[slot] != seen:
        slot += 1
    if slot == room.lengths[0]:
        room.slots[slot] = seen
        room.lengths[0] += 1
    at = hand * _SIGHTS + 2 * facts.hand_known + facts.known
    row = room.row_of[slot, at]
    if row < 0:
        row = room.lengths[1]
        room.lengths[1] += 1
        room.row_of[slot, at] = row
        room.key[row, 0], room.key[row, 1] = slot, at
        room.key[row, 2], room.key[row, 3] = cell, place
    room.chance[row, facts.card] += weight


@njit(_nrt=False)
def _best_replies(model: _Model) -> float:
    """Return what the responder wins in all by the best reply in each row; ``room`` is cleared."""
    room = model.room
    value = room.won[0]
    for row in range(room.lengths[1]):
        cell, place = room.key[row, 2], room.key[row, 3]
        value += _best_reply(model, cell, place, room.chance[row])
        room.row_of[room.key[row, 0], room.key[row, 1]] = -1
        for card in range(room.chance.shape[1]):
            room.chance[row, card] = 0.0
    room.lengths[0] = room.lengths[1] = 0
    room.won[0] = 0.0
    return float(value)


@njit(_nrt=False)
def _best_reply(model: _Model, cell: int, place: int, chance: NDArray[np.float64]) -> float:
    """Return the most that a play wins, summed over the opponent's cards with their chances."""
    game, layout, bounds, room = model.book.game, model.book.layout, model.bounds, model.room
    code, hand = cell // layout.hands, cell % layout.hands
    low, high = room.hand_cards[hand, 0], room.hand_cards[hand, 1]
    unseen = room.held[0]
    _copy(room.unseen[code], unseen)
    facts = place_facts(layout, Block(cell, low, high, unseen, 0), place)
    whole = make_pool(layout, unseen)
    best = 0.0
    for side in range(1 if low == high else 2):
        card, kept = (low, high) if side == 0 else (high, low)
        if is_forced(game, kept, card):
            continue
        turn = TurnFacts(facts.maid, facts.known, is_kept_known(low, high, card, facts.hand_known))
        first, last = game.first_action[card], game.first_action[card + 1]
        if is_exchange(game, card, whole.size):
            value = 0.0
            for theirs in range(unseen.size):
                if chance[theirs] > 0:
                    value += chance[theirs] * bounds.exchange[code, kept, theirs, facts.known]
            best = max(best, value)
            continue
        guesses = is_guess(game, card)
        for action in range(first, first + 1 if guesses else last):
            argument = game.action_argument[action]
            if is_barred(game, card, argument, facts.maid):
                continue
            value, hit = 0.0, 0.0
            play = HandPlay(card, MISS if guesses else argument, kept)
            for theirs in range(unseen.size):
                if chance[theirs] > 0:
                    pool = take_card(layout, whole, theirs)
                    won = _won_by(model, pool, play, theirs, turn)
                    unseen[theirs] += 1
                    value += chance[theirs] * won
                    if guesses and not facts.maid and not is_guess(game, theirs):
                        hit = max(hit, chance[theirs] * (1.0 - won))
            best = max(best, value + hit)
    return best


@njit(forceinline=True, _nrt=False)
def _copy(source: NDArray[np.int64], target: NDArray[np.int64]) -> None:
    for card in range(len(source)):
        target[card] = source[card]


@njit(_nrt=False)
def _won_by(model: _Model, pool: Pool, play: HandPlay, theirs: int, turn: TurnFacts) -> float:
    """Return what the responder wins by a play against a card; parameters as in `play_card`."""
    game, layout, bounds = model.book.game, model.book.layout, model.bounds
    kept, known, kept_known = play.kept, turn.known, turn.kept_known
    does = resolve(game.cards, play.card, play.argument, kept, theirs, turn.maid)
    if does & ENDS:
        return 1.0 if does & WINS else 0.0
    if does & DISCARDS:
        value = 0.0
        for drawn in range(len(pool.cards)):
            copies = pool.cards[drawn]
            if copies > 0:
                rest = Pool(pool.cards, pool.size - 1, pool.code - layout.stride[drawn])
                if does & DISCARDS_OWN:
                    won = _handed_over(game, bounds, rest, theirs, drawn, 4 * known)
                else:
                    won = _handed_over(game, bounds, rest, drawn, kept, 2 * kept_known)
                value += copies * won
        return value / pool.size
    if does & SWAPS:
        kept, theirs = theirs, kept
    flags = 1 if does & PROTECTS else 0
    flags += 2 if kept_known or does & SHOWS_OWN else 0
    flags += 4 if known or does & SEES_THEIRS else 0
    return _handed_over(game, bounds, pool, theirs, kept, flags)


@njit(forceinline=True, _nrt=False)
def _handed_over(
    game: GameArrays, bounds: Bounds, pool: Pool, theirs: int, mine: int, flags: int
) -> float:
    """Return what the responder wins from a handover, or at the end of the deck."""
    if pool.size <= 1:
        difference = game.values[mine] - game.values[theirs]
        return 1.0 if difference > 0 else 0.5 if difference == 0 else 0.0
    return float(bounds.handover[pool.code, theirs, mine, flags])


@njit(_nrt=False)
def _exchange_codes(model: _Model, _: NDArray[np.bool_], codes: NDArray[np.int64]) -> None:
    """Fill in the responder's exchanges with these unseen cards, in place."""
    book, bounds, room = model.book, model.bounds, model.room
    layout, options, unseen = book.layout, room.branches.exchange, room.held[0]
    for code in codes:
        _copy(room.unseen[code], unseen)
        size = unseen.sum()
        if size < _LAST_DRAW:
            continue
        is_single = size == _LAST_DRAW
        all_ways = size - 1 if is_single else (size - 1) * (size - 2) // 2
        for kept in range(unseen.size):
            if code + layout.stride[kept] >= layout.kinds.size:
                continue
            if room.unseen[code + layout.stride[kept], kept] != unseen[kept] + 1:
                continue
            for known in range(2):
                fill_worth(book, unseen, kept, known, 0, options)
                for one in range(unseen.size):
                    for other in range(one, one + 1 if is_single else unseen.size):
                        draw = Draw(one, other, size)
                        count = list_options(kept, draw, options)
                        for theirs in range(unseen.size):
                            ways = unseen[one] - (1 if theirs == one else 0)
                            if not is_single:
                                others = unseen[other] - (1 if theirs == other else 0)
                                ways = ways * others if one != other else ways * (ways - 1) // 2
                            if unseen[theirs] == 0 or ways <= 0:
                                continue
                            best = 0.0
                            for option in range(count):
                                best = max(best, -option_value(0.0, option, theirs, draw, options))
                            bounds.exchange[code, kept, theirs, known] += best * ways / all_ways


@njit(_nrt=False)
def _deal(model: _Model, left: NDArray[np.int64], out: NDArray[np.float64]) -> None:
    """Add to ``out``, (2,), what the responder wins moving first and second from a full deck.

    ``left`` are the copies that do not lie face up.
    """
    layout, room = model.book.layout, model.room
    whole = make_pool(layout, left)
    for mine in range(left.size):
        share = left[mine] / whole.size
        for other in range(left.size):
            times = left[other] - (1 if other == mine else 0)
            if share == 0.0 or times <= 0:
                continue
            code = whole.code - layout.stride[mine] - layout.stride[other]
            for third in range(left.size):
                copies = room.unseen[code, third]
                if copies > 0:
                    part = share * times / (whole.size - 1) * copies / (whole.size - 2)
                    _follow(model, _Handover(code, other, mine, 0), third, part)
                    room.belief[third] = part
                else:
                    room.belief[third] = 0.0
            # The same three cards, the responder's first turn: both hold one, the other is drawn.
            cell = code * layout.hands + layout.hand[mine, other]
            out[0] += _best_reply(model, cell, 0, room.belief)
        out[1] += _best_replies(model)
