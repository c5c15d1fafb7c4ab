"""Outcomes of one play of Archer, where the aside card may be known or dealt (else see `turn`).

Plain functions of arrays, in the part of Python that numba compiles: the solver compiles them, a
lookup runs them as they are.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.love_letter.archer.states import GROUPS, Asides
from llq.solver.love_letter.rules import GameArrays
from llq.solver.love_letter.table.states import UNKNOWN, Layout
from llq.solver.love_letter.turn import (
    DISCARDS,
    MISS,
    REDEALS,
    SEES_ASIDE,
    TOUCHES_ASIDE,
    Branches,
    Handover,
    HandPlay,
    PlayOutcome,
    Pool,
    TurnFacts,
    continue_game,
    is_barred,
    is_guess,
    is_hit,
    make_branches,
    make_pool,
    play_card,
    resolve,
    take_card,
)

_ILLEGAL = -np.inf

UNTRACKED = 0
"""The column of `row_values` for an aside card that nobody knows and no deal has told apart."""


class ArcherBook(NamedTuple):
    """The rules, the values of the states to come, and where they are."""

    game: GameArrays
    layout: Layout
    asides: Asides
    values: NDArray[np.float64]


class Hidden(NamedTuple):
    """The cards that the mover may not know."""

    theirs: int
    """The opponent's."""
    aside: int
    """`UNKNOWN` where no player or play tells it apart from the deck."""


class AsideBranches(NamedTuple):
    """`Branches`, and the aside card in each."""

    states: Branches
    aside: NDArray[np.int64]


def make_aside_branches(cards: int) -> AsideBranches:
    """Return room for the branches of any play of a variant with this many kinds of card."""
    return AsideBranches(make_branches(cards), np.empty(cards * cards, dtype=np.int64))


def aside_entry(asides: Asides, cell: int, place: int) -> int:
    """Return the first entry of a state, given by its cell and its place in its block."""
    return int(asides.start[cell] + place * asides.width[cell])


def aside_part(game: GameArrays, played: int, argument: int, maid: int) -> int:
    """Return what a play does with the aside card, as `turn.resolve` has it."""
    return resolve(game.cards, played, argument, played, played, maid) & TOUCHES_ASIDE


def next_group(game: GameArrays, group: int, played: int, argument: int, maid: int) -> int:
    """Return the opponent's group after a play: the players have changed roles."""
    i_know, they_know = group // 2, group % 2
    does = aside_part(game, played, argument, maid)
    if does & REDEALS:
        return 0
    if does & SEES_ASIDE:
        i_know = 1
    return 2 * they_know + i_know


def play_aside(
    game: GameArrays,
    layout: Layout,
    pool: Pool,
    play: HandPlay,
    hidden: Hidden,
    turn: TurnFacts,
    branches: AsideBranches,
) -> PlayOutcome:
    """Return the outcome of one play against one card of the opponent and one aside card.

    Parameters
    ----------
    pool
        Its cards are the deck without the aside card, changed and restored; its size and code are
        the deck's with it. Where the aside card is `UNKNOWN` the cards include it, as in
        `turn.play_card`.
    play, turn
        As in `turn.play_card`.
    branches
        Modified in place.
    """
    theirs, aside = hidden
    does = resolve(game.cards, play.card, play.argument, play.kept, theirs, turn.maid)
    if aside != UNKNOWN and does & REDEALS:
        outcome = _redeal(game, layout, pool, play, hidden, branches)
    else:
        # somebody draws from an empty deck
        draws_aside = aside != UNKNOWN and does & DISCARDS != 0 and pool.size == 1
        if draws_aside:
            pool.cards[aside] += 1
        outcome = play_card(game, layout, pool, play, theirs, turn, branches.states)
        if draws_aside:
            pool.cards[aside] -= 1
        for branch in range(outcome.count):
            branches.aside[branch] = aside
    count, win, loss, tie, _, gain = outcome
    ways = win + loss + tie  # `turn` counts those of a deck that includes the aside card
    for branch in range(count):
        ways += int(branches.states.ways[branch])
    return PlayOutcome(count, win, loss, tie, ways, gain)


def _redeal(
    game: GameArrays,
    layout: Layout,
    pool: Pool,
    play: HandPlay,
    hidden: Hidden,
    branches: AsideBranches,
) -> PlayOutcome:
    outcome = PlayOutcome(0, 0, 0, 0, 0, game.numbers[play.card])
    rest = pool.code - layout.stride[hidden.aside]
    cards = (play.kept, hidden.theirs, hidden.aside)
    for mine in range(3):
        for theirs in range(3):
            if mine == theirs:
                continue
            left = cards[3 - mine - theirs]
            drawn = Pool(pool.cards, pool.size, rest + layout.stride[left])
            handover = Handover(cards[theirs], cards[mine], 0, 0, 0)
            before = outcome.count
            outcome = continue_game(game, layout, drawn, handover, branches.states, outcome, 1)
            for branch in range(before, outcome.count):
                branches.aside[branch] = left
    return outcome


def row_values(
    book: ArcherBook,
    unseen: NDArray[np.int64],
    played: int,
    kept: int,
    turn: TurnFacts,
    branches: AsideBranches,
    out: NDArray[np.float64],
) -> None:
    """Fill in the mover's value by each action of one card against all pairs of hidden cards.

    Parameters
    ----------
    unseen
        (cards,) the unseen counts; changed and restored.
    played, kept
        The hand, split into the card to play and the other.
    branches
        Room to work in; modified in place.
    out
        (actions, cards, 1 + GROUPS × cards), modified in place: for each action of ``played`` and
        each card of the opponent, the value where the aside card is not tracked, then with each
        aside card in each group. Not a number where a group cannot come up, left alone where a card
        cannot be there.
    """
    game, layout = book.game, book.layout
    whole = make_pool(layout, unseen)
    for theirs in range(len(unseen)):
        if unseen[theirs] == 0:
            continue
        pool = take_card(layout, whole, theirs)
        missed = -1
        for action in range(game.first_action[played], game.first_action[played + 1]):
            argument = game.action_argument[action]
            row = out[action, theirs]
            if is_barred(game, played, argument, turn.maid):
                row[:] = _ILLEGAL
                continue
            if is_hit(game, played, argument, theirs, turn.maid):
                row[:] = game.payoff_hit[theirs]
                continue
            if missed >= 0:
                for column in range(len(row)):
                    row[column] = out[missed, theirs, column]
                continue
            if is_guess(game, played):
                missed = action
                argument = MISS
            _fill_row(book, pool, HandPlay(played, argument, kept), theirs, turn, branches, row)
        unseen[theirs] += 1


def _fill_row(
    book: ArcherBook,
    pool: Pool,
    play: HandPlay,
    theirs: int,
    turn: TurnFacts,
    branches: AsideBranches,
    row: NDArray[np.float64],
) -> None:
    """Fill in the value of a play against one card, as in `row_values`."""
    game, layout = book.game, book.layout
    cards = len(pool.cards)
    for aside in range(cards):
        if pool.cards[aside] > 0:
            pool.cards[aside] -= 1
            hidden = Hidden(theirs, aside)
            outcome = play_aside(game, layout, pool, play, hidden, turn, branches)
            pool.cards[aside] += 1
            for group in range(GROUPS):
                then = next_group(game, group, play.card, play.argument, turn.maid)
                value = _tracked_value(book, outcome, branches, then)
                row[1 + group * cards + aside] = value
    if aside_part(game, play.card, play.argument, turn.maid):
        row[UNTRACKED] = 0.0
        for aside in range(cards):
            if pool.cards[aside] > 0:
                row[UNTRACKED] += pool.cards[aside] * row[1 + aside]
        row[UNTRACKED] /= pool.size
    else:
        hidden = Hidden(theirs, UNKNOWN)
        outcome = play_aside(game, layout, pool, play, hidden, turn, branches)
        row[UNTRACKED] = _untracked_value(book, outcome, branches.states)


def _ended(total: float, outcome: PlayOutcome) -> float:
    return outcome.win + outcome.loss * (total - 1.0) + 0.5 * total * outcome.tie


def _untracked_value(book: ArcherBook, outcome: PlayOutcome, branches: Branches) -> float:
    total = book.game.payoff_sum[0]
    value = _ended(total, outcome)
    for branch in range(outcome.count):
        entry = aside_entry(book.asides, branches.cell[branch], branches.place[branch])
        value += branches.ways[branch] * (total - book.values[entry])
    return value / outcome.ways


def _tracked_value(
    book: ArcherBook, outcome: PlayOutcome, branches: AsideBranches, then: int
) -> float:
    """Return the value of a play where the opponent's states are in group ``then``."""
    layout, asides, states = book.layout, book.asides, branches.states
    total = book.game.payoff_sum[0]
    value = _ended(total, outcome)
    for branch in range(outcome.count):
        cell = states.cell[branch]
        if asides.group[cell, then] < 0:
            return np.nan
        entry = aside_entry(asides, cell, states.place[branch]) + asides.group[cell, then]
        entry += layout.position[cell // layout.hands, branches.aside[branch]]
        value += states.ways[branch] * (total - book.values[entry])
    return value / outcome.ways
