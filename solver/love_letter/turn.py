"""Outcomes of one play: the rules of a turn, apart from any values.

Plain functions of arrays, in the part of Python that numba compiles: the solver compiles them, a
lookup runs them as they are.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.love_letter.rules import Effect, GameArrays, Target
from llq.solver.love_letter.table.states import Layout

__all__ = [
    "MISS",
    "Branches",
    "HandPlay",
    "Handover",
    "Outcome",
    "Pool",
    "Turn",
    "continue_game",
    "is_barred",
    "is_forced",
    "is_hit",
    "is_kept_known",
    "make_branches",
    "make_pool",
    "play_card",
    "take_card",
]

MISS = -1
"""The argument of a guess that misses: all such guesses have the same outcome."""

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


class Pool(NamedTuple):
    """Cards that the opponent may draw: the deck and the aside card together."""

    cards: NDArray[np.int64]
    """(cards,): copies of each; kernels take cards out and put them back."""
    size: int
    code: int
    """Their number in `Layout`'s code."""


class HandPlay(NamedTuple):
    """A play from a hand: `rules.Play`, and the card kept."""

    card: int
    argument: int
    """`MISS` for any guess that does not find the opponent's card."""
    kept: int


class Turn(NamedTuple):
    """Handmaid and knowledge in a turn; each 0 or 1."""

    maid: int
    """Whether the opponent's Handmaid is up."""
    known: int
    """Whether the mover knows the opponent's card."""
    kept_known: int
    """Whether the opponent knows the card kept."""


class Handover(NamedTuple):
    """Start of the opponent's turn, but for the card they draw."""

    theirs: int
    """The opponent's card."""
    mine: int
    """The mover's."""
    maid: int
    """Whether the mover's Handmaid is up."""
    mine_known: int
    """Whether the opponent knows ``mine``."""
    theirs_known: int
    """Whether the mover knows ``theirs``."""


class Branches(NamedTuple):
    """The states that a play may lead to, filled in by `play_card`.

    Each is the opponent's state with the mover's card fixed.
    """

    cell: NDArray[np.int64]
    """Its cell (`Layout`)."""
    place: NDArray[np.int64]
    """Its place among the states of its block."""
    ways: NDArray[np.float64]
    """In how many of the `Outcome.ways` it comes up."""


class Outcome(NamedTuple):
    """Outcome of a play, but for its branches."""

    count: int  # type: ignore[assignment]  # tuples have a method of this name
    """Number of branches."""
    win: int
    """Ways in which the mover wins at once."""
    loss: int
    """Ways in which the mover loses at once."""
    tie: int
    """Ways in which the round ends with equal final cards."""
    ways: int
    """Ways in all, equally likely: those above and those of the branches."""
    gain: int
    """By how much the mover's discard total grows over the opponent's."""


def make_branches(cards: int) -> Branches:
    """Return room for the branches of any play of a variant with this many kinds of card."""
    most = cards * cards  # a Prince's draw and the opponent's
    return Branches(np.empty(most, dtype=np.int64), np.empty(most, dtype=np.int64), np.empty(most))


def make_pool(layout: Layout, unseen: NDArray[np.int64]) -> Pool:
    """Return all unseen cards, the opponent's among them, as a pool."""
    size = 0
    code = 0
    for card in range(len(unseen)):
        size += unseen[card]
        code += unseen[card] * layout.stride[card]
    return Pool(unseen, size, code)


def take_card(layout: Layout, pool: Pool, card: int) -> Pool:
    """Return the pool less one copy of a card; ``pool.cards`` is modified in place."""
    pool.cards[card] -= 1
    return Pool(pool.cards, pool.size - 1, pool.code - layout.stride[card])


def continue_game(
    game: GameArrays,
    layout: Layout,
    pool: Pool,
    handover: Handover,
    branches: Branches,
    so_far: Outcome,
    copies: int,
) -> Outcome:
    """Return ``so_far`` with what follows once a play is done, ``branches`` modified in place.

    ``copies`` is in how many ways it comes to this.
    """
    count, win, loss, tie, ways, gain = so_far
    theirs, mine, maid, mine_known, theirs_known = handover
    if pool.size <= 1:  # only the aside card is left: the round ends
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
    drawable = pool.cards
    full_code = pool.code + stride[mine]
    for drawn in range(len(drawable)):
        if drawable[drawn] > 0:
            code = full_code - stride[drawn]
            cell = code * layout.hands + hand[theirs, drawn]
            place = 1 + position[code, mine]
            if maid:
                place += maid_step[cell]
            if mine_known:
                place += kinds[code]
            if theirs_known:
                place += width[cell] * (1 if theirs <= drawn else 2)
            cells[count] = cell
            places[count] = place
            times[count] = copies * drawable[drawn]
            count += 1
    return Outcome(count, win, loss, tie, ways, gain)


def play_card(
    game: GameArrays,
    layout: Layout,
    pool: Pool,
    play: HandPlay,
    theirs: int,
    turn: Turn,
    branches: Branches,
) -> Outcome:
    """Return the outcome of one play against one card of the opponent.

    Parameters
    ----------
    pool
        Changed and restored.
    play
        A guess that hits needs no call. Of effects on the aside card only what does not touch it:
        see `archer.turn`.
    theirs
        The opponent's card.
    branches
        Modified in place.
    """
    effect = game.effects[play.card]
    gain = game.numbers[play.card]
    if effect == _LOSE:
        return Outcome(0, 0, 1, 0, 1, gain)
    if effect == _REDRAW:
        return _redraw(game, layout, pool, play, theirs, turn, branches)
    outcome = Outcome(0, 0, 0, 0, max(pool.size, 1), gain)
    kept, known, kept_known = play.kept, turn.known, turn.kept_known
    if turn.maid == 0:
        if effect == _SWAP:
            kept, theirs = theirs, kept
            known = kept_known = 1
        elif effect == _LOOK or (effect == _LOOK_EITHER and play.argument == _OPPONENT):
            known = 1
        elif effect in (_COMPARE, _COMPARE_LOW):
            difference = game.numbers[kept] - game.numbers[theirs]
            if effect == _COMPARE_LOW:
                difference = -difference
            if difference > 0:
                return Outcome(0, 1, 0, 0, 1, gain)
            if difference < 0:
                return Outcome(0, 0, 1, 0, 1, gain)
            known = kept_known = 1
    protected = 1 if effect == _PROTECT else 0
    handover = Handover(theirs, kept, protected, kept_known, known)
    return continue_game(game, layout, pool, handover, branches, outcome, 1)


def _redraw(
    game: GameArrays,
    layout: Layout,
    pool: Pool,
    play: HandPlay,
    theirs: int,
    turn: Turn,
    branches: Branches,
) -> Outcome:
    """Return the outcome of a Prince; parameters as in `play_card`."""
    on_self = turn.maid == 1 or play.argument == _SELF
    discarded = play.kept if on_self else theirs
    gain = game.numbers[play.card]
    gain += game.numbers[discarded] if on_self else -game.numbers[discarded]
    if game.effects[discarded] == _LOSE:
        return Outcome(0, 0 if on_self else 1, 1 if on_self else 0, 0, 1, gain)
    size = pool.size
    outcome = Outcome(0, 0, 0, 0, size * (size - 1) if size > 2 else size, gain)
    for drawn in range(len(pool.cards)):
        copies = pool.cards[drawn]
        if copies > 0:
            if on_self:
                handover = Handover(theirs, drawn, 0, 0, turn.known)
            else:
                handover = Handover(drawn, play.kept, 0, turn.kept_known, 0)
            rest = take_card(layout, pool, drawn)
            outcome = continue_game(game, layout, rest, handover, branches, outcome, copies)
            pool.cards[drawn] += 1
    return outcome


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
    """Return 1 if the opponent knows the card kept, else 0; of two equal cards, neither."""
    return int(low != high and hand_known == (1 if played == high else 2))
