"""Kernels that unfold the game tree turn by turn: what each play leads to, and who sees what.

A *node* is a history of the game up to a decision, as far as anybody has seen it: the pool (the
deck and the aside card) is only counted, since its cards are exchangeable until they are drawn. All
that the rules go by is packed into one integer (`pack`), all that the mover has seen since their
last decision into another (`seen_code`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.jit import njit
from llq.solver.love_letter.table.kernels import is_barred, is_forced, is_guess, resolve
from llq.solver.love_letter.turn import (
    DISCARDS,
    DISCARDS_OWN,
    ENDS,
    LOSES,
    PROTECTS,
    SEES_THEIRS,
    SHOWS_OWN,
    SWAPS,
    WINS,
)

_IN_ORDER, _WITH_PENDING, _WITH_SHOWN = range(3)


class Game(NamedTuple):
    """A deck's rules as these kernels take them; the arrays are int64 but for ``orders``."""

    copies: NDArray[np.int64]
    effects: NDArray[np.int64]
    cards: NDArray[np.int64]
    numbers: NDArray[np.int64]
    values: NDArray[np.int64]
    plays: NDArray[np.int64]
    """(plays, 2): card and argument."""
    first_play: NDArray[np.int64]
    """(cards + 1,): the plays of a card are those from its entry up to the next."""
    stride: NDArray[np.int64]
    """(cards,): weight of a copy in the code of a pool."""
    orders: NDArray[np.float64]
    """(deck + 1,): orders of that many cards, all told apart."""
    by_discards: bool
    has_bluffs: bool
    """Whether a player may guess what they know will miss, where another guess may hit."""


class Nodes(NamedTuple):
    """The nodes of a turn; arrays of one entry a node."""

    own: NDArray[np.int32]
    """The mover's last sequence."""
    seen: NDArray[np.int32]
    """All that the mover has seen since."""
    other: NDArray[np.int32]
    """The opponent's last sequence."""
    pending: NDArray[np.int8]
    """What the opponent saw by it: 0 nothing, 1 + card, or cards + 1 + card where they hold it and
    nobody else has seen it."""
    state: NDArray[np.int64]
    ways: NDArray[np.float64]
    """Orders of the cards drawn so far, all told apart."""


class Infosets(NamedTuple):
    """The information sets of a turn."""

    node: NDArray[np.int64]
    """(information sets + 1,): the nodes of one are those from its entry up to the next."""
    first: NDArray[np.int64]
    """(information sets + 1,): likewise its sequences, numbered as the mover's."""
    play: NDArray[np.int8]
    """(sequences of the turn,): what each plays."""


@njit
def pack(pool: int, low: int, high: int, theirs: int, maid: int, lead: int) -> int:
    """Return the code of a state; ``lead`` is the mover's, the hand is in ascending order."""
    code = (((pool * 16 + low) * 16 + high) * 16 + theirs) * 2 + maid
    return code * 512 + lead + 256


@njit
def unpack(state: int) -> tuple[int, int, int, int, int, int]:
    """Return what `pack` was given."""
    lead = state % 512 - 256
    state = state // 512
    maid = state % 2
    state = state // 2
    theirs, high, low = state % 16, state // 16 % 16, state // 256 % 16
    return state // 4096, low, high, theirs, maid, lead


def unpack_all(states: NDArray[np.int64]) -> tuple[NDArray[np.int64], ...]:
    """Return what `pack` was given for each of many states."""
    codes, lead = np.divmod(states, 512)
    cards, maid = np.divmod(codes, 2)
    return cards // 4096, cards // 256 % 16, cards // 16 % 16, cards % 16, maid, lead - 256


@njit
def _count(game: Game, pool: int, card: int) -> int:
    return int(pool // game.stride[card] % (game.copies[card] + 1))


@njit
def _size(game: Game, pool: int) -> int:
    size = 0
    for card in range(len(game.copies)):
        size += _count(game, pool, card)
    return size


@njit
def seen_code(game: Game, pending: int, action: int, shown: int, drawn: int) -> int:
    """Return the code of what a player saw: by their own play, of the opponent's, and drew."""
    cards = len(game.copies)
    code = (pending * (len(game.plays) + 1) + action + 1) * (cards + 1) + shown + 1
    return int(code * cards + drawn)


@njit
def possible_cards(nodes: Nodes, first: int, last: int) -> int:
    """Return the cards that the opponent may hold in an information set, as bits."""
    mask = 0
    for node in range(first, last):
        mask |= 1 << unpack(nodes.state[node])[3]
    return mask


@njit
def list_actions(game: Game, state: int, mask: int, plays: NDArray[np.int8]) -> int:
    """Fill in the plays of an information set, and return their number.

    Left out, with the value of the game and every certificate unchanged: a play that surely loses
    at once, if there is another; all but one of the guesses that both players know will miss; in
    the last turn, all guesses that miss if one may hit.

    Parameters
    ----------
    state
        Any of the set's.
    mask
        The cards that the opponent may hold, as bits.
    plays
        Modified in place.
    """
    pool, low, high, theirs, maid, _ = unpack(state)
    is_last = _size(game, pool) <= 1
    count = 0
    fallback = -1
    for turn in range(2):
        card, kept = (low, high) if turn == 0 else (high, low)
        if turn == 1 and low == high:
            break
        if is_forced(game, kept, card):
            continue
        guesses = is_guess(game, card)
        begun = count
        spare = -1
        for play in range(game.first_play[card], game.first_play[card + 1]):
            argument = game.plays[play, 1]
            if is_barred(game, card, argument, maid):
                continue
            # Against an equal card: what loses then loses against any.
            if resolve(game.cards, card, argument, kept, kept, maid) & LOSES:
                fallback = play if fallback < 0 else fallback
                continue
            if guesses:
                is_open = _count(game, pool, argument) > 0 or theirs == argument or kept == argument
                if is_last or not game.has_bluffs:
                    is_open = (mask >> argument) & 1 == 1
                if maid == 1 or not is_open:
                    spare = play if spare < 0 else spare
                    continue
            plays[count] = play
            count += 1
        if spare >= 0 and (count == begun or (game.has_bluffs and not is_last)):
            plays[count] = spare
            count += 1
    if count == 0:
        plays[0] = fallback
        count = 1
    return count


@njit
def _hand_over(
    game: Game,
    children: Nodes,
    count: int,
    fill: bool,
    cards: tuple[int, int, int, int, int],
    ways: float,
    saw: tuple[int, int, int, int],
    sequences: tuple[int, int],
) -> tuple[int, float]:
    """Let the opponent draw; return the number of children so far, and the mover's payoff.

    Parameters
    ----------
    cards
        The opponent's card, the mover's, the pool, whether the mover's Handmaid is up, and the
        mover's lead.
    saw
        What the opponent saw by their own last play, the mover's play, what it showed them, and
        how they tell the card they held from the one they draw.
    sequences
        The opponent's last sequence and the mover's.
    """
    theirs, mine, pool, maid, lead = cards
    pending, action, shown, order = saw
    size = _size(game, pool)
    if size <= 1:
        verdict = game.values[mine] - game.values[theirs]
        if verdict == 0 and game.by_discards:
            verdict = lead
        sign = (verdict > 0) - (verdict < 0)
        return count, sign * ways * game.orders[size]
    for drawn in range(len(game.copies)):
        copies = _count(game, pool, drawn)
        if copies == 0:
            continue
        if fill:
            low, high = min(theirs, drawn), max(theirs, drawn)
            if order == _WITH_PENDING:
                seen = seen_code(game, len(game.copies) + 1 + low, action, shown, high)
            elif order == _WITH_SHOWN:
                seen = seen_code(game, pending, action, low, high)
            else:
                seen = seen_code(game, pending, action, shown, drawn)
            children.own[count] = sequences[0]
            children.seen[count] = seen
            children.other[count] = sequences[1]
            children.state[count] = pack(pool - game.stride[drawn], low, high, mine, maid, -lead)
            children.ways[count] = ways * copies
        count += 1
    return count, 0.0


@njit
def play(
    game: Game,
    children: Nodes,
    count: int,
    fill: bool,
    state: int,
    action: int,
    ways: float,
    pending: int,
    sequences: tuple[int, int],
) -> tuple[int, float]:
    """Play an action in a node; return the number of children so far, and the mover's payoff.

    A payoff is +1 for a win, -1 for a loss, 0 for a draw, times the orders of all cards.
    """
    # Unpack the node and the play.
    pool, low, high, theirs, maid, lead = unpack(state)
    card, argument = game.plays[action, 0], game.plays[action, 1]
    kept = low + high - card
    does = resolve(game.cards, card, argument, kept, theirs, maid)
    every = ways * game.orders[_size(game, pool)]
    lead += game.numbers[card]
    cards = len(game.copies)
    order = _WITH_PENDING if pending > cards else _IN_ORDER
    begun = count
    saw = 0
    payoff = 0.0
    # The play may end the round.
    if does & ENDS:
        return count, every if does & WINS else -every
    # A redraw: children for each card drawn.
    if does & DISCARDS:
        is_self = does & DISCARDS_OWN != 0
        gone = kept if is_self else theirs
        lead += game.numbers[gone] if is_self else -game.numbers[gone]
        for drawn in range(cards):
            copies = _count(game, pool, drawn)
            if copies == 0:
                continue
            rest = pool - game.stride[drawn]
            first = count
            if is_self:
                saw = cards + 1 + drawn
                count, part = _hand_over(
                    game, children, count, fill, (theirs, drawn, rest, 0, lead), ways * copies,
                    (pending, action, gone, order), sequences,
                )  # fmt: skip
            else:
                saw = 1 + gone
                count, part = _hand_over(
                    game, children, count, fill, (drawn, kept, rest, 0, lead), ways * copies,
                    (pending, action, drawn, _WITH_SHOWN), sequences,
                )  # fmt: skip
            payoff += part
            if fill:
                children.pending[first:count] = saw
        return count, payoff
    # What both see of the other's card, and a swap.
    shown = -1
    if does & SEES_THEIRS:
        saw, order = 1 + theirs, _IN_ORDER
    if does & SHOWS_OWN:
        shown = kept
    if does & SWAPS:
        kept, theirs = theirs, kept
    # Pass the turn: one child for each card that the opponent draws.
    protects = 1 if does & PROTECTS else 0
    count, payoff = _hand_over(
        game, children, count, fill, (theirs, kept, pool, protects, lead), ways,
        (pending, action, shown, order), sequences,
    )  # fmt: skip
    if fill:
        children.pending[begun:count] = saw
    return count, payoff


@njit
def expand(
    game: Game,
    nodes: Nodes,
    infosets: Infosets,
    group: NDArray[np.int64],
    group_payoff: NDArray[np.int64],
    payoffs: NDArray[np.float64],
    children: Nodes,
    fill: bool,
) -> int:
    """Play every action in every node, and return the number of children.

    Parameters
    ----------
    group
        (nodes,): the nodes of an information set that have one last sequence of the opponent's are
        a group.
    group_payoff
        (groups + 1,): its entries in ``payoffs``, one for each action of the set.
    payoffs
        To the mover; if ``fill``, modified in place like ``children``.
    """
    count = 0
    for infoset in range(len(infosets.node) - 1):
        first = infosets.first[infoset]
        base = infosets.first[0]
        for node in range(infosets.node[infoset], infosets.node[infoset + 1]):
            start = group_payoff[group[node]]
            for sequence in range(first, infosets.first[infoset + 1]):
                count, payoff = play(
                    game, children, count, fill, nodes.state[node],
                    infosets.play[sequence - base], ways=nodes.ways[node],
                    pending=nodes.pending[node], sequences=(nodes.other[node], sequence),
                )  # fmt: skip
                if fill:
                    payoffs[start + sequence - first] += payoff
    return count
