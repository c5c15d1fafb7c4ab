"""Backward induction: the chances of every action from the values one turn on.

Plain functions of arrays, in the part of Python that numba compiles: the solver compiles them, a
lookup runs them as they are. Symbols are those of Huibers (2016), section 3.2.3. Values are payoffs
to the mover, which are chances of winning wherever the rules give no tokens for guesses.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.love_letter.leads import LeadIndex
from llq.solver.love_letter.rules import Effect, GameArrays
from llq.solver.love_letter.states import Layout
from llq.solver.love_letter.turn import (
    MISS,
    Branches,
    Outcome,
    is_barred,
    is_hit,
    play,
)

__all__ = ["ILLEGAL", "TIE", "Book", "add_values", "best_action", "card_values"]

ILLEGAL = -np.inf
"""Stands in place of a value where an action is not legal."""

TIE = 1e-12
"""Two values no further apart than this are a tie."""

_GUESS = int(Effect.GUESS)


class Book(NamedTuple):
    """What a turn is evaluated with: the rules, where each state's values are, and the values."""

    game: GameArrays
    layout: Layout
    leads: LeadIndex
    values: NDArray[np.float64]
    by_discards: bool
    """Whether discard totals decide between equal final cards; else each is given half."""


def card_values(
    book: Book,
    unseen: NDArray[np.int64],
    played: int,
    kept: int,
    maid: int,
    known: int,
    kept_known: int,
    lowest: int,
    step: int,
    branches: Branches,
    out: NDArray[np.float64],
) -> None:
    """Fill in the mover's value by each action of one card against each card of the opponent.

    Parameters
    ----------
    unseen
        (cards,) the unseen counts A; changed and restored.
    played, kept
        The hand, split into the card to play and the other.
    maid, known, kept_known
        Is the opponent's Handmaid up, does the mover know the opponent's card, does the opponent
        know ``kept``.
    lowest, step
        The discard differences asked for: ``lowest``, ``lowest + step`` and so on.
    branches
        Room to work in; modified in place.
    out
        (actions, cards, differences), modified in place: the rows of ``played`` are set to r, or to
        ``ILLEGAL`` where the action is not; columns of cards not among the unseen are left alone.
    """
    game = book.game
    size = 0
    code = 0
    for card in range(len(unseen)):
        size += unseen[card]
        code += unseen[card] * book.layout.stride[card]
    first, last = game.first_action[played], game.first_action[played + 1]
    for theirs in range(len(unseen)):
        if unseen[theirs] == 0:
            continue
        unseen[theirs] -= 1
        missed = -1
        for action in range(first, last):
            argument = game.action_argument[action]
            barred = is_barred(game, played, argument, maid)
            if barred or is_hit(game, played, argument, theirs, maid):
                value = ILLEGAL if barred else game.payoff_hit[theirs]
                for k in range(out.shape[2]):
                    out[action, theirs, k] = value
            elif missed >= 0:
                for k in range(out.shape[2]):
                    out[action, theirs, k] = out[missed, theirs, k]
            else:
                if game.effects[played] == _GUESS:
                    missed = action
                    argument = MISS
                outcome = play(
                    game, book.layout, unseen, size - 1, code - book.layout.stride[theirs],
                    played, argument, kept, theirs, maid, known, kept_known, branches,
                )  # fmt: skip
                add_values(book, outcome, branches, lowest, step, out[action, theirs])
        unseen[theirs] += 1


def add_values(
    book: Book,
    outcome: Outcome,
    branches: Branches,
    lowest: int,
    step: int,
    out: NDArray[np.float64],
) -> None:
    """Set ``out`` to what a play is worth at each discard difference, modified in place."""
    count, win, loss, tie, ways, gain = outcome
    # Taken out of their tuples once: numba may count references whenever that is done.
    cells, places, times = branches
    starts, values = book.leads.start, book.values
    total = book.game.payoff_sum[0]
    if not book.by_discards:  # one entry a state
        value = win + loss * (total - 1.0) + tie * (0.5 * total)
        for branch in range(count):
            value += times[branch] * (total - values[starts[cells[branch]] + places[branch]])
        out[0] = value / ways
        return
    for k in range(len(out)):
        share = 0.5 * total
        lead = lowest + k * step + gain
        if lead != 0:
            share = 1.0 if lead > 0 else total - 1.0
        out[k] = win + loss * (total - 1.0) + tie * share
    for branch in range(count):
        cell = cells[branch]
        width = book.leads.width[cell]
        start = starts[cell] + places[branch] * width
        if width == 1:
            value = times[branch] * (total - values[start])
            for k in range(len(out)):
                out[k] += value
        else:
            origin, shift = book.leads.first[cell], book.leads.shift[cell]
            for k in range(len(out)):
                at = (-(lowest + k * step + gain) - origin) >> shift
                at = min(max(at, 0), width - 1)
                out[k] += times[branch] * (total - values[start + at])
    for k in range(len(out)):
        out[k] /= ways


def best_action(values: NDArray[np.float64]) -> int:
    """Return the first action whose value is within ``TIE`` of the best."""
    best = values[0]
    for action in range(1, len(values)):
        best = max(best, values[action])
    for action in range(len(values)):
        if values[action] >= best - TIE:
            return action
    return -1  # not reached: the best is within a tie of itself
