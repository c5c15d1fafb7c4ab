"""One play of Archer, where the aside card may be known or dealt: the rest of it is `turn`'s.

Plain functions of arrays, in the part of Python that numba compiles: the solver compiles them, a
lookup runs them as they are.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.love_letter.archer.states import GROUPS, Asides
from llq.solver.love_letter.rules import Effect, GameArrays, Look
from llq.solver.love_letter.states import UNKNOWN, Layout
from llq.solver.love_letter.turn import (
    MISS,
    Branches,
    Outcome,
    continue_game,
    is_barred,
    is_hit,
    play,
)

__all__ = ["UNTRACKED", "ArcherBook", "next_group", "play_aside", "row_values", "touches_aside"]

_GUESS, _REDRAW, _LOOK_EITHER, _REDEAL = (
    int(e) for e in (Effect.GUESS, Effect.REDRAW, Effect.LOOK_EITHER, Effect.REDEAL)
)
_ASIDE = int(Look.ASIDE)
_ILLEGAL = -np.inf

UNTRACKED = 0
"""The column of `row_values` for an aside card that nobody knows and no deal has told apart."""


class ArcherBook(NamedTuple):
    """What a turn is evaluated with: the rules, where each state's values are, and the values."""

    game: GameArrays
    layout: Layout
    asides: Asides
    values: NDArray[np.float64]


def touches_aside(game: GameArrays, played: int, argument: int, maid: int) -> bool:
    """Return whether a play looks at the aside card or deals it."""
    effect = game.effects[played]
    return bool(
        (effect == _LOOK_EITHER and argument == _ASIDE) or (effect == _REDEAL and maid == 0)
    )


def next_group(game: GameArrays, group: int, played: int, argument: int, maid: int) -> int:
    """Return the opponent's group after a play: he and the mover have changed roles."""
    i_know, they_know = group // 2, group % 2
    if touches_aside(game, played, argument, maid):
        if game.effects[played] == _REDEAL:
            return 0
        i_know = 1
    return 2 * they_know + i_know


def play_aside(
    game: GameArrays,
    layout: Layout,
    deck: NDArray[np.int64],
    size: int,
    pool_code: int,
    played: int,
    argument: int,
    kept: int,
    theirs: int,
    maid: int,
    known: int,
    kept_known: int,
    aside: int,
    branches: Branches,
    next_aside: NDArray[np.int64],
) -> Outcome:
    """Return what comes of one play against one card of the opponent and one aside card.

    Parameters
    ----------
    deck, size, pool_code
        (cards,) the deck without the aside card, changed and restored; number and code of the deck
        with it. Where ``aside`` is `UNKNOWN` the deck includes it, as in `turn.play`.
    played, argument, kept, theirs, maid, known, kept_known, branches
        As in `turn.play`.
    aside
        The aside card; `UNKNOWN` where no player or play tells it apart from the deck.
    next_aside
        The aside card in each branch, modified in place.
    """
    if aside != UNKNOWN and game.effects[played] == _REDEAL and maid == 0:
        outcome = Outcome(0, 0, 0, 0, 0, game.numbers[played])
        rest = pool_code - layout.stride[aside]
        for first in range(3):
            for second in range(3):
                if first == second:
                    continue
                cards = (kept, theirs, aside)
                left = cards[3 - first - second]
                before = outcome.count
                outcome = continue_game(
                    game, layout, deck, size, rest + layout.stride[left],
                    cards[second], cards[first], 0, 0, 0, branches, outcome, 1,
                )  # fmt: skip
                next_aside[before : outcome.count] = left
    else:
        draws_aside = aside != UNKNOWN and game.effects[played] == _REDRAW and size == 1
        if draws_aside:  # a Prince on an empty deck
            deck[aside] += 1
        outcome = play(
            game, layout, deck, size, pool_code, played, argument, kept, theirs,
            maid, known, kept_known, branches,
        )  # fmt: skip
        if draws_aside:
            deck[aside] -= 1
        next_aside[: outcome.count] = aside
    count, win, loss, tie, _, gain = outcome
    ways = win + loss + tie  # `turn` counts those of a deck that includes the aside card
    for branch in range(count):
        ways += int(branches.ways[branch])
    return Outcome(count, win, loss, tie, ways, gain)


def row_values(
    book: ArcherBook,
    unseen: NDArray[np.int64],
    played: int,
    kept: int,
    maid: int,
    known: int,
    kept_known: int,
    branches: Branches,
    next_aside: NDArray[np.int64],
    out: NDArray[np.float64],
) -> None:
    """Fill in the mover's value by each action of one card against all that he may be up against.

    Parameters
    ----------
    unseen
        (cards,) the unseen counts; changed and restored.
    played, kept, maid, known, kept_known, branches, next_aside
        As in `play_aside`; the latter two are room to work in.
    out
        (actions, cards, 1 + GROUPS × cards), modified in place: for each action of ``played`` and
        each card of the opponent, the value where the aside card is not tracked, then with each
        aside card in each group. Not a number where a group cannot come up, left alone where a card
        cannot be there.
    """
    game, layout = book.game, book.layout
    cards = len(unseen)
    size, code = -1, 0
    for card in range(cards):
        size += unseen[card]
        code += unseen[card] * layout.stride[card]
    for theirs in range(cards):
        if unseen[theirs] == 0:
            continue
        unseen[theirs] -= 1
        pool_code = code - layout.stride[theirs]
        missed = -1
        for action in range(game.first_action[played], game.first_action[played + 1]):
            argument = game.action_argument[action]
            row = out[action, theirs]
            if is_barred(game, played, argument, maid):
                row[:] = _ILLEGAL
                continue
            if is_hit(game, played, argument, theirs, maid):
                row[:] = game.payoff_hit[theirs]
                continue
            if missed >= 0:
                row[:] = out[missed, theirs]
                continue
            if game.effects[played] == _GUESS:
                missed = action
                argument = MISS
            for aside in range(cards):
                if unseen[aside] == 0:
                    continue
                unseen[aside] -= 1
                outcome = play_aside(
                    game, layout, unseen, size, pool_code, played, argument, kept, theirs,
                    maid, known, kept_known, aside, branches, next_aside,
                )  # fmt: skip
                unseen[aside] += 1
                for group in range(GROUPS):
                    row[1 + group * cards + aside] = _tracked_value(
                        book, outcome, branches, next_aside, group, played, argument, maid
                    )
            if touches_aside(game, played, argument, maid):
                row[UNTRACKED] = 0.0
                for aside in range(cards):
                    if unseen[aside] > 0:
                        row[UNTRACKED] += unseen[aside] * row[1 + aside]
                row[UNTRACKED] /= size
            else:
                outcome = play_aside(
                    game, layout, unseen, size, pool_code, played, argument, kept, theirs,
                    maid, known, kept_known, UNKNOWN, branches, next_aside,
                )  # fmt: skip
                row[UNTRACKED] = _untracked_value(book, outcome, branches)
        unseen[theirs] += 1


def _ended(total: float, outcome: Outcome) -> float:
    return outcome.win + outcome.loss * (total - 1.0) + 0.5 * total * outcome.tie


def _untracked_value(book: ArcherBook, outcome: Outcome, branches: Branches) -> float:
    total = book.game.payoff_sum[0]
    value = _ended(total, outcome)
    for branch in range(outcome.count):
        cell = branches.cell[branch]
        entry = book.asides.start[cell] + branches.place[branch] * book.asides.width[cell]
        value += branches.ways[branch] * (total - book.values[entry])
    return value / outcome.ways


def _tracked_value(
    book: ArcherBook,
    outcome: Outcome,
    branches: Branches,
    next_aside: NDArray[np.int64],
    group: int,
    played: int,
    argument: int,
    maid: int,
) -> float:
    total = book.game.payoff_sum[0]
    value = _ended(total, outcome)
    then = next_group(book.game, group, played, argument, maid)
    for branch in range(outcome.count):
        cell = branches.cell[branch]
        inner = book.asides.group[cell, then]
        if inner < 0:
            return np.nan
        inner += book.layout.position[cell // book.layout.hands, next_aside[branch]]
        entry = book.asides.start[cell] + branches.place[branch] * book.asides.width[cell] + inner
        value += branches.ways[branch] * (total - book.values[entry])
    return value / outcome.ways
