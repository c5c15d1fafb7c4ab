"""One play and everything that can come of it: the rules of a turn, apart from any numbers.

Plain functions of arrays, in the part of Python that numba compiles: the solver compiles them, a
lookup runs them as they are.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.love_letter.rules import Effect, GameArrays, Target
from llq.solver.love_letter.states import Layout

__all__ = [
    "MISS",
    "Branches",
    "Outcome",
    "continue_game",
    "is_barred",
    "is_forced",
    "is_hit",
    "is_kept_known",
    "make_branches",
    "play",
]

MISS = -1
"""The argument of a guess that misses: all such guesses go on alike."""

# Bare integers: numba compiles a comparison with them to one instruction.
(
    _GUESS,
    _LOOK,
    _COMPARE,
    _PROTECT,
    _REDRAW,
    _SWAP,
    _YIELD,
    _LOSE,
    _COMPARE_LOW,
    _,
    _LOOK_EITHER,
    _,
) = (int(e) for e in Effect)
_OPPONENT, _SELF = (int(t) for t in Target)


class Branches(NamedTuple):
    """The states that a play may lead to, filled in by `play`.

    Each is the opponent's state with the mover's card fixed: its cell (`Layout`), its place among
    the states of its block, and in how many of the `Outcome.ways` it comes up.
    """

    cell: NDArray[np.int64]
    place: NDArray[np.int64]
    ways: NDArray[np.float64]


class Outcome(NamedTuple):
    """What else comes of a play."""

    count: int  # type: ignore[assignment]  # tuples have a method of this name
    """How many branches there are."""
    win: int
    """Ways in which the mover wins at once."""
    loss: int
    """Ways in which he loses at once."""
    tie: int
    """Ways in which the round ends with equal final cards."""
    ways: int
    """Ways in all, equally likely: those above and those of the branches."""
    gain: int
    """By how much the mover's discard total grows over the opponent's."""


def make_branches(cards: int) -> Branches:
    """Return room for the branches of any play of a variant with so many kinds of card."""
    most = cards * cards  # a Prince's draw and the opponent's
    return Branches(np.empty(most, dtype=np.int64), np.empty(most, dtype=np.int64), np.empty(most))


def continue_game(
    game: GameArrays,
    layout: Layout,
    pool: NDArray[np.int64],
    size: int,
    pool_code: int,
    theirs: int,
    mine: int,
    maid: int,
    known: int,
    i_know: int,
    branches: Branches,
    so_far: Outcome,
    copies: int,
) -> Outcome:
    """Return ``so_far`` with what follows once a play is done, ``branches`` modified in place.

    Parameters
    ----------
    pool, size, pool_code
        (cards,) what the opponent may draw, deck and aside card together, and their number and
        code.
    theirs, mine
        The cards that the opponent and the mover now hold.
    maid, known, i_know
        For the opponent's turn: is the mover's Handmaid up, does the opponent know ``mine``, and
        does the mover know ``theirs``.
    copies
        In how many ways it comes to this.
    """
    count, win, loss, tie, ways, gain = so_far
    if size <= 1:  # only the aside card is left: the round ends
        difference = game.values[mine] - game.values[theirs]
        if difference > 0:
            win += copies
        elif difference < 0:
            loss += copies
        else:
            tie += copies
        return Outcome(count, win, loss, tie, ways, gain)
    # Taken out of their tuples once: numba may count references whenever that is done.
    stride, hand, maid_step, width = layout.stride, layout.hand, layout.maid_step, layout.width
    kinds, position = layout.kinds, layout.position
    cells, places, times = branches
    full_code = pool_code + stride[mine]
    for drawn in range(len(pool)):
        if pool[drawn] > 0:
            code = full_code - stride[drawn]
            cell = code * layout.hands + hand[theirs, drawn]
            place = 1 + position[code, mine]
            if maid:
                place += maid_step[cell]
            if known:
                place += kinds[code]
            if i_know:
                place += width[cell] * (1 if theirs <= drawn else 2)
            cells[count] = cell
            places[count] = place
            times[count] = copies * pool[drawn]
            count += 1
    return Outcome(count, win, loss, tie, ways, gain)


def play(
    game: GameArrays,
    layout: Layout,
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
    branches: Branches,
) -> Outcome:
    """Return what comes of one play against one card of the opponent.

    Parameters
    ----------
    pool, size, pool_code
        As in `continue_game`; ``pool`` is changed and restored.
    played, argument, kept
        The card played, its target (or ``MISS``; a guess that hits needs no call), the card kept.
        Of effects on the aside card only what does not touch it: see `archer_turn`.
    theirs
        The opponent's card.
    maid, known, kept_known
        Is the opponent's Handmaid up, does the mover know ``theirs``, does the opponent know
        ``kept``.
    branches
        Modified in place.
    """
    effect = game.effects[played]
    gain = game.numbers[played]
    if effect == _LOSE:
        return Outcome(0, 0, 1, 0, 1, gain)
    protected = 1 if effect == _PROTECT else 0
    if effect == _REDRAW:
        on_self = maid == 1 or argument == _SELF
        discarded = kept if on_self else theirs
        gain += game.numbers[discarded] if on_self else -game.numbers[discarded]
        if game.effects[discarded] == _LOSE:
            return Outcome(0, 0 if on_self else 1, 1 if on_self else 0, 0, 1, gain)
        outcome = Outcome(0, 0, 0, 0, size * (size - 1) if size > 2 else size, gain)
        for drawn in range(len(pool)):
            copies = pool[drawn]
            if copies > 0:
                pool[drawn] -= 1
                outcome = continue_game(
                    game, layout, pool, size - 1, pool_code - layout.stride[drawn],
                    theirs if on_self else drawn, drawn if on_self else kept,
                    0, 0 if on_self else kept_known, known if on_self else 0,
                    branches, outcome, copies,
                )  # fmt: skip
                pool[drawn] += 1
        return outcome
    outcome = Outcome(0, 0, 0, 0, size if size > 1 else 1, gain)
    if maid == 0:
        if effect == _SWAP:
            return continue_game(
                game, layout, pool, size, pool_code, kept, theirs, 0, 1, 1, branches, outcome, 1
            )
        if effect == _LOOK or (effect == _LOOK_EITHER and argument == _OPPONENT):
            known = 1
        if effect in (_COMPARE, _COMPARE_LOW):
            difference = game.numbers[kept] - game.numbers[theirs]
            if effect == _COMPARE_LOW:
                difference = -difference
            if difference > 0:
                return Outcome(0, 1, 0, 0, 1, gain)
            if difference < 0:
                return Outcome(0, 0, 1, 0, 1, gain)
            known = kept_known = 1
    return continue_game(
        game, layout, pool, size, pool_code, theirs, kept, protected, kept_known, known,
        branches, outcome, 1,
    )  # fmt: skip


def is_hit(game: GameArrays, played: int, argument: int, theirs: int, maid: int) -> bool:
    """Return whether a play is a guess that finds the opponent's card."""
    return bool(game.effects[played] == _GUESS and maid == 0 and argument == theirs)


def is_barred(game: GameArrays, card: int, argument: int, maid: int) -> bool:
    """Return whether a Handmaid rules out this target of a card."""
    targets = game.effects[card] == _REDRAW or game.effects[card] == _LOOK_EITHER
    return bool(targets and maid == 1 and argument == _OPPONENT)


def is_forced(game: GameArrays, card: int, other: int) -> bool:
    """Return whether ``card`` must be played when held with ``other``."""
    return bool(game.effects[card] == _YIELD and game.effects[other] in (_REDRAW, _SWAP))


def is_kept_known(low: int, high: int, played: int, hand_known: int) -> int:
    """Return 1 if the opponent knows the card kept, else 0; of two equal cards he knows neither."""
    return int(low != high and hand_known == (1 if played == high else 2))
