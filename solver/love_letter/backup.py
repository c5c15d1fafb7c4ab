"""One turn of backward induction: the chances of every action from the values one turn on.

Plain functions of arrays, in the part of Python that numba compiles: the solver compiles them, a
lookup runs them as they are. Symbols are those of Huibers (2016), section 3.2.3.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.love_letter.rules import Effect, GameArrays, Target
from llq.solver.love_letter.states import Layout

__all__ = [
    "ILLEGAL",
    "TIE",
    "Book",
    "best_action",
    "card_values",
    "continue_value",
    "is_forced",
    "is_kept_known",
    "play_value",
]

ILLEGAL = -1.0
"""Stands in place of a chance where an action is not legal."""

TIE = 1e-12
"""Two chances no further apart than this are a tie."""

# Bare integers: numba compiles a comparison with them to one instruction.
_GUESS, _LOOK, _COMPARE, _PROTECT, _REDRAW, _SWAP, _YIELD, _LOSE = (int(e) for e in Effect)
_OPPONENT, _SELF = (int(t) for t in Target)
_MISS = -1


class Book(NamedTuple):
    """What a turn is evaluated with: the rules, the state space and the values of its states.

    ``visited`` is either empty or has one entry a state; then each state that a play leads to is
    marked in it.
    """

    game: GameArrays
    layout: Layout
    values: NDArray[np.float64]
    visited: NDArray[np.bool_]


def continue_value(
    book: Book,
    pool: NDArray[np.int64],
    size: int,
    pool_code: int,
    theirs: int,
    mine: int,
    maid: int,
    known: int,
    i_know: int,
) -> float:
    """Return the mover's chance once his play is done: the inner sum of r.

    Parameters
    ----------
    book
        The rules, the state space and the values of all states one turn on.
    pool, size, pool_code
        (cards,) what the opponent may draw, deck and aside card together, and their number and
        code.
    theirs, mine
        The cards that the opponent and the mover now hold.
    maid, known, i_know
        For the opponent's turn: is the mover's Handmaid up, does the opponent know ``mine``, and
        does the mover know ``theirs``.
    """
    if size <= 1:  # only the aside card is left: the round ends
        difference = book.game.values[mine] - book.game.values[theirs]
        return 1.0 if difference > 0 else (0.5 if difference == 0 else 0.0)
    total = 0.0
    for drawn in range(len(pool)):
        if pool[drawn] > 0:
            code = pool_code + book.layout.stride[mine] - book.layout.stride[drawn]
            cell = code * book.layout.hands + book.layout.hand[theirs, drawn]
            hand_known = 0 if i_know == 0 else (1 if theirs <= drawn else 2)
            rank = (
                book.layout.offset[cell]
                + maid * book.layout.maid_step[cell]
                + hand_known * book.layout.width[cell]
                + 1
                + book.layout.position[code, mine]
                + known * book.layout.kinds[code]
            )
            total += pool[drawn] * (1.0 - book.values[rank])
            if len(book.visited) > 0:
                book.visited[rank] = True
    return float(total / size)


def play_value(
    book: Book,
    pool: NDArray[np.int64],
    size: int,
    pool_code: int,
    played: int,
    argument: int,
    kept: int,
    theirs: int,
    maid: int,
    known: int,
    kept_known: int,
) -> float:
    """Return the mover's chance by one play against one card of the opponent: r.

    Parameters
    ----------
    pool, size, pool_code
        As in `continue_value`; ``pool`` is changed and restored.
    played, argument, kept
        The card played, its target or guess (-1: a guess that misses), and the card kept.
    theirs
        The opponent's card.
    maid, known, kept_known
        Is the opponent's Handmaid up, does the mover know ``theirs``, does the opponent know
        ``kept``.
    """
    effect = book.game.effects[played]
    if effect == _LOSE:
        return 0.0
    protected = 1 if effect == _PROTECT else 0
    if effect == _REDRAW:
        on_self = maid == 1 or argument == _SELF
        discarded = kept if on_self else theirs
        if book.game.effects[discarded] == _LOSE:
            return 0.0 if on_self else 1.0
        total = 0.0
        for drawn in range(len(pool)):
            copies = pool[drawn]
            if copies > 0:
                pool[drawn] -= 1
                code = pool_code - book.layout.stride[drawn]
                if on_self:
                    value = continue_value(book, pool, size - 1, code, theirs, drawn, 0, 0, known)
                else:
                    value = continue_value(
                        book, pool, size - 1, code, drawn, kept, 0, kept_known, 0
                    )
                pool[drawn] += 1
                total += copies * value
        return float(total / size)
    if maid == 0:
        if effect == _GUESS and argument == theirs:
            return 1.0
        if effect == _SWAP:
            return continue_value(book, pool, size, pool_code, kept, theirs, 0, 1, 1)
        if effect == _LOOK:
            known = 1
        if effect == _COMPARE:
            difference = book.game.values[kept] - book.game.values[theirs]
            if difference != 0:
                return 1.0 if difference > 0 else 0.0
            known = kept_known = 1
    return continue_value(book, pool, size, pool_code, theirs, kept, protected, kept_known, known)


def card_values(
    book: Book,
    unseen: NDArray[np.int64],
    played: int,
    kept: int,
    maid: int,
    known: int,
    kept_known: int,
    out: NDArray[np.float64],
) -> None:
    """Fill in the mover's chance by each action of one card against each card of the opponent.

    Parameters
    ----------
    unseen
        (cards,) the unseen counts A; changed and restored.
    played, kept
        The hand, split into the card to play and the other.
    maid, known, kept_known
        Is the opponent's Handmaid up, does the mover know the opponent's card, does the opponent
        know ``kept``.
    out
        (actions, cards), modified in place: the rows of ``played`` are set to r, or to
        ``ILLEGAL`` where the action is not; columns of cards not among the unseen are left alone.
    """
    effect = book.game.effects[played]
    size = 0
    code = 0
    for card in range(len(unseen)):
        size += unseen[card]
        code += unseen[card] * book.layout.stride[card]
    for theirs in range(len(unseen)):
        if unseen[theirs] == 0:
            continue
        unseen[theirs] -= 1
        chance = ILLEGAL
        for action in range(book.game.first_action[played], book.game.first_action[played + 1]):
            argument = book.game.action_argument[action]
            if effect == _REDRAW and maid == 1 and argument == _OPPONENT:
                out[action, theirs] = ILLEGAL
                continue
            if effect == _GUESS:
                argument = _MISS  # every guess that misses goes on alike
            if effect != _GUESS or chance == ILLEGAL:
                chance = play_value(
                    book, unseen, size - 1, code - book.layout.stride[theirs], played, argument,
                    kept, theirs, maid, known, kept_known,
                )  # fmt: skip
            hit = effect == _GUESS and maid == 0 and book.game.action_argument[action] == theirs
            out[action, theirs] = 1.0 if hit else chance
        unseen[theirs] += 1


def is_forced(game: GameArrays, card: int, other: int) -> bool:
    """Return whether ``card`` must be played when held with ``other``."""
    return bool(game.effects[card] == _YIELD and game.effects[other] in (_REDRAW, _SWAP))


def is_kept_known(low: int, high: int, played: int, hand_known: int) -> int:
    """Return 1 if the opponent knows the card kept, else 0; of two equal cards he knows neither."""
    return int(low != high and hand_known == (1 if played == high else 2))


def best_action(chances: NDArray[np.float64]) -> int:
    """Return the first action whose chance is within ``TIE`` of the best."""
    best = chances.max()
    for action in range(len(chances)):
        if chances[action] >= best - TIE:
            return action
    return -1  # not reached: the best is within a tie of itself
