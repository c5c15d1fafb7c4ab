"""Knowledge: what a player knows for certain, and what is known of another's knowledge.

**What the moves tell is kept whole.** A card changes hands in the open, so a card that was never
shown is where it was dealt. An ask in a half suit of which the asker has no shown card tells that
the asker holds one of its cards not shown; a later ask tells the same of fewer cards, and once the
asker gives such a card away the earlier ones are satisfied too. So one flag a player and half suit
(``NEEDS``), the cards heard to be lacked, the shown cards and the hand sizes say exactly which
deals agree with all moves so far; `tests/oracles/literature.py` replays whole games to check it.

**Views.** A *view* holds, for every player, the cards they may hold and bounds on how many they
have of each half suit. The 0th order view of a player starts from what everyone knows and the
player's own hand; the 1st order view *of player i by player k* from what everyone knows and what
k's own view says of i's hand, all of which i knows. Rules of inference are then run until none says
more:

- a card that only one player may hold is with that player;
- a player's cards of each half suit add up to the hand, a half suit's over the players to six:
  each count lies within what the other counts' bounds leave;
- a player with as many cards of a half suit as they can have holds no other of it; one who must
  have as many as they may hold holds them all.

Each only excludes what no agreeing deal has, so views are sound. They need not be complete, as the
*posterior* is; among four no fact was missed in 9 million views, as
``benchmarks/literature_soundness.py`` counts. Order 2 and above add nothing to store: they follow
from what everyone knows [1]_.

References
----------
.. [1] N. Somani, Training a bot to play Literature, sections "Defining the game state", "Addendum".
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.card_sets import count
from llq.solver.jit import njit
from llq.solver.literature.engine import HANDS, LACKS, LIVE, NEEDS, PLAYERS, SHOWN, SIZES
from llq.solver.literature.rules import HALF, IN_HALF, MOST_HALF_SUITS, MOST_PLAYERS


class View(NamedTuple):
    """What someone knows of every player's hand; arrays are modified in place."""

    may: NDArray[np.int64]
    """(8,) the cards that each player may hold."""
    held: NDArray[np.int64]
    """(8,) of those, the cards that they certainly hold."""
    low: NDArray[np.int64]
    """(72,) at 9 * player + half suit: the fewest cards of it that they can hold."""
    high: NDArray[np.int64]
    """(72,) likewise the most."""


def make_view() -> View:
    """Return a view to be filled."""
    return View(
        np.zeros(MOST_PLAYERS, dtype=np.int64),
        np.zeros(MOST_PLAYERS, dtype=np.int64),
        np.zeros(MOST_PLAYERS * MOST_HALF_SUITS, dtype=np.int64),
        np.zeros(MOST_PLAYERS * MOST_HALF_SUITS, dtype=np.int64),
    )


@njit(_nrt=False)
def infer(row: NDArray[np.int64], seat: int, view: View) -> bool:
    """Fill in what a player knows; return whether any deal can agree, as far as the rules tell."""
    _start(row, view)
    hand = row[HANDS + seat]
    for other in range(row[PLAYERS]):
        view.may[other] &= ~hand
    view.may[seat] = hand
    return _close(row, view)


@njit(_nrt=False)
def infer_common(row: NDArray[np.int64], view: View) -> bool:
    """Fill in what everyone knows, and knows that everyone knows; return what `infer` does."""
    _start(row, view)
    return _close(row, view)


@njit(_nrt=False)
def infer_other(row: NDArray[np.int64], own: View, other: int, view: View) -> bool:
    """Fill in what the owner of a view knows that another knows; return what `infer` does."""
    _start(row, view)
    held = own.held[other]
    for player in range(row[PLAYERS]):
        view.may[player] &= ~held
    view.may[other] = own.may[other]
    for half in range(MOST_HALF_SUITS):
        index = MOST_HALF_SUITS * other + half
        view.low[index], view.high[index] = own.low[index], own.high[index]
    return _close(row, view)


@njit(_nrt=False)
def certain_claim(row: NDArray[np.int64], seat: int, half: int, view: View) -> int:
    """Return who holds a half suit, as `engine.holders` does, if all are of a seat's team, else -1.

    ``view`` is what the claimant knows.
    """
    said = 0
    for place in range(IN_HALF):
        bit = 1 << (IN_HALF * half + place)
        found = -1
        for mate in range(seat & 1, row[PLAYERS], 2):
            if view.held[mate] & bit:
                found = mate
        if found < 0:
            return -1
        said |= found << 3 * place
    return said


@njit(_nrt=False)
def _start(row: NDArray[np.int64], view: View) -> None:
    """Fill in what the moves say, without inference."""
    players = row[PLAYERS]
    shown = 0
    for player in range(players):
        shown |= row[SHOWN + player]
    for player in range(players):
        own = row[SHOWN + player]
        view.may[player] = (row[LIVE] & ~shown & ~row[LACKS + player]) | own
        for half in range(MOST_HALF_SUITS):
            index = MOST_HALF_SUITS * player + half
            view.low[index] = count(own >> IN_HALF * half & HALF) + (
                row[NEEDS + player] >> half & 1
            )
            view.high[index] = IN_HALF


@njit(_nrt=False)
def _close(row: NDArray[np.int64], view: View) -> bool:
    """Run the rules of inference until none says more; return whether they met no contradiction."""
    players, live = row[PLAYERS], row[LIVE]
    may, held, low, high = view.may, view.held, view.low, view.high
    changed = True
    while changed:
        changed = False
        once = twice = 0
        for player in range(players):
            twice |= once & may[player]
            once |= may[player]
        if once != live:
            return False
        for player in range(players):
            held[player] = may[player] & ~twice
            if not _bound_hand(row[SIZES + player], player, view):
                return False
        for half in range(MOST_HALF_SUITS):
            if live >> IN_HALF * half & 1:
                changed |= _bound_half_suit(players, half, view)
        for player in range(players):
            for half in range(MOST_HALF_SUITS):
                cards = may[player] & (HALF << IN_HALF * half)
                unsure = cards & ~held[player]
                if not unsure:
                    continue
                index = MOST_HALF_SUITS * player + half
                most = count(cards)
                sure = most - count(unsure)
                if high[index] == sure:
                    may[player] &= ~unsure
                    changed = True
                elif low[index] == most:
                    for other in range(players):
                        if other != player:
                            may[other] &= ~unsure
                    changed = True
    return True


@njit(forceinline=True)
def _bound_hand(size: int, player: int, view: View) -> bool:
    """Narrow a player's counts by cards and the size of the hand; return whether any are left."""
    low, high = view.low, view.high
    fewest = most = 0
    for half in range(MOST_HALF_SUITS):
        index = MOST_HALF_SUITS * player + half
        low[index] = max(low[index], count(view.held[player] >> IN_HALF * half & HALF))
        high[index] = min(high[index], count(view.may[player] >> IN_HALF * half & HALF))
        if low[index] > high[index]:
            return False
        fewest += low[index]
        most += high[index]
    if fewest > size or most < size:
        return False
    for half in range(MOST_HALF_SUITS):
        index = MOST_HALF_SUITS * player + half
        bounds = low[index], high[index]
        low[index] = max(bounds[0], size - most + bounds[1])
        high[index] = min(bounds[1], size - fewest + bounds[0])
    return True


@njit(forceinline=True)
def _bound_half_suit(players: int, half: int, view: View) -> bool:
    """Narrow the players' counts of a half suit, six in all; return whether any changed."""
    low, high = view.low, view.high
    fewest = most = 0
    for player in range(players):
        fewest += low[MOST_HALF_SUITS * player + half]
        most += high[MOST_HALF_SUITS * player + half]
    changed = False
    for player in range(players):
        index = MOST_HALF_SUITS * player + half
        bounds = low[index], high[index]
        low[index] = max(bounds[0], IN_HALF - most + bounds[1])
        high[index] = min(bounds[1], IN_HALF - fewest + bounds[0])
        changed |= low[index] != bounds[0] or high[index] != bounds[1]
    return changed
