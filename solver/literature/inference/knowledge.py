"""Knowledge: certain facts of a player, and their view of another player's knowledge.

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

The counts of the nine half suits lie in one word, six bits each, so that a rule is applied to all
of them at once. Each only excludes what no agreeing deal has, so views are sound. They need not be
complete, as the *posterior* is; among four no fact was missed in 9 million views.
Order 2 and above add nothing to store: they follow from what everyone knows [1]_.

References
----------
.. [1] N. Somani, Training a bot to play Literature, sections "Defining the game state", "Addendum".
"""

from typing import NamedTuple

import numpy as np

from llq.solver.array_types import Ints
from llq.solver.card_sets import lowest
from llq.solver.jit import njit
from llq.solver.literature import rules
from llq.solver.literature.engine import HANDS, LACKS, LIVE, NEEDS, PLAYERS, SHOWN, SIZES

_TOP = (1 << rules.HALF_SIZE - 1) * rules.FIRST_CARDS
_ALL = rules.HALF * rules.FIRST_CARDS
_PLENTY = 2 * rules.HALF_SIZE * rules.FIRST_CARDS  # more than any count needs to know


class View(NamedTuple):
    """Known bounds on every player's hand, card sets as masks; arrays are modified in place."""

    may: Ints
    """(8,) the cards that each player may hold."""
    held: Ints
    """(8,) cards that each player certainly holds."""
    low: Ints
    """(8,) minimum cards of each half suit per player, packed for `count_of`."""
    high: Ints
    """(8,) likewise the maximum."""

    def holds(self, seat: int) -> int:
        """Return the cards that a player certainly holds."""
        return int(self.held[seat])

    def may_hold(self, seat: int) -> int:
        """Return a player's possible cards, certain ones included."""
        return int(self.may[seat])

    def count_bounds(self, seat: int, half: int) -> tuple[int, int]:
        """Return bounds on a player's number of cards in a half suit."""
        return count_of(self.low[seat], half), count_of(self.high[seat], half)


def make_view() -> View:
    """Return a view to be filled."""
    return View(*(np.zeros(rules.MOST_PLAYERS, dtype=np.int64) for _ in View._fields))


@njit(forceinline=True)
def count_of(counts: int, half: int) -> int:
    """Return a half suit's count from a word of nine six-bit counts."""
    return counts >> rules.HALF_SIZE * half & rules.HALF


@njit(_nrt=False)
def infer(row: Ints, seat: int, view: View) -> bool:
    """Infer a player's knowledge, and return whether the rules found no contradiction."""
    _start(row, view)
    hand = row[HANDS + seat]
    for player in range(row[PLAYERS]):
        view.may[player] &= ~hand
    view.may[seat] = hand
    return _close(row, view)


@njit(_nrt=False)
def infer_common(row: Ints, view: View) -> bool:
    """Fill in what everyone knows, and knows that everyone knows; return what `infer` does."""
    _start(row, view)
    return _close(row, view)


@njit(_nrt=False)
def infer_other(row: Ints, own: View, other: int, view: View) -> bool:
    """Infer the owner's view of another player's knowledge; return what `infer` does."""
    _start(row, view)
    placed = own.held[other]
    for player in range(row[PLAYERS]):
        view.may[player] &= ~placed
    view.may[other] = own.may[other]
    view.low[other], view.high[other] = own.low[other], own.high[other]
    return _close(row, view)


@njit(_nrt=False)
def certain_claim(row: Ints, seat: int, half: int, view: View) -> int:
    """Return a seat's certain claim, coded as in `engine.holders`, or -1.

    ``view`` is what the claimant knows.
    """
    holders = 0
    for place in range(rules.HALF_SIZE):
        bit = 1 << (rules.HALF_SIZE * half + place)
        holder = -1
        for mate in range(seat & 1, row[PLAYERS], 2):
            if view.held[mate] & bit:
                holder = mate
        if holder < 0:
            return -1
        holders |= holder << 3 * place
    return holders


@njit(forceinline=True)
def free_cards(row: Ints, view: View) -> int:
    """Return the cards in play that a view places with no player."""
    placed = 0
    for player in range(row[PLAYERS]):
        placed |= view.held[player]
    return int(row[LIVE] & ~placed)


@njit(forceinline=True)
def needs_free_card(row: Ints, view: View, player: int, half: int) -> bool:
    """Return whether a player must hold a card of a half suit that the view does not place."""
    unshown = view.held[player] & ~row[SHOWN + player] & (rules.HALF << rules.HALF_SIZE * half)
    return bool(row[NEEDS + player] >> half & 1 and not unshown)


@njit(_nrt=False)
def _start(row: Ints, view: View) -> None:
    """Initialise a view from public moves, before any inference."""
    players = row[PLAYERS]
    shown = 0
    for player in range(players):
        shown |= row[SHOWN + player]
    for player in range(players):
        own_shown, needs = row[SHOWN + player], row[NEEDS + player]
        view.may[player] = (row[LIVE] & ~shown & ~row[LACKS + player]) | own_shown
        view.low[player], view.high[player] = (
            _counts(own_shown),
            rules.HALF_SIZE * rules.FIRST_CARDS,
        )
        while needs:
            view.low[player] += 1 << rules.HALF_SIZE * lowest(needs)
            needs &= needs - 1


@njit(_nrt=False)
def _close(row: Ints, view: View) -> bool:
    """Apply inference rules until nothing changes, and return whether they stayed consistent."""
    players, live = row[PLAYERS], row[LIVE]
    may, held, low, high = view.may, view.held, view.low, view.high
    six = rules.HALF_SIZE * (live & rules.FIRST_CARDS)
    changed = True
    while changed:
        changed = False
        once = twice = fewest = most = 0
        for player in range(players):
            twice |= once & may[player]
            once |= may[player]
        if once != live:
            return False
        for player in range(players):
            held[player] = may[player] & ~twice
            if not _bound_hand(row[SIZES + player], player, view):
                return False
            fewest += low[player]
            most = _smaller(most + high[player], _PLENTY)
            if _at_least(six, fewest) != _ALL:
                return False
        if _at_least(most, six) != _ALL:
            return False
        for player in range(players):
            least, greatest = low[player], high[player]
            low[player] = _larger(least, _difference(six, most - greatest))
            high[player] = _smaller(greatest, six - fewest + least)
            changed |= low[player] != least or high[player] != greatest
        for player in range(players):
            unsure = may[player] & ~held[player]
            lacked = unsure & _at_least(_counts(held[player]), high[player])
            needed = unsure & ~lacked & _at_least(low[player], _counts(may[player]))
            changed |= lacked | needed != 0
            may[player] &= ~lacked
            for other in range(players):
                if other != player:
                    may[other] &= ~needed
    return True


@njit(forceinline=True)
def _bound_hand(size: int, player: int, view: View) -> bool:
    """Tighten a player's count bounds by cards and hand size; return whether any remain."""
    low = _larger(view.low[player], _counts(view.held[player]))
    high = _smaller(view.high[player], _counts(view.may[player]))
    if _at_least(high, low) != _ALL:
        return False
    missing, spare = size - _total(low), _total(high) - size
    if missing < 0 or spare < 0:
        return False
    view.low[player] = _larger(
        low, _difference(high, min(spare, rules.HALF_SIZE) * rules.FIRST_CARDS)
    )
    view.high[player] = _smaller(high, low + min(missing, rules.HALF_SIZE) * rules.FIRST_CARDS)
    return True


@njit(forceinline=True)
def _counts(cards: int) -> int:
    """Return the number of cards per half suit in a set."""
    pairs, two = cards - (cards >> 1 & 0b010101 * rules.FIRST_CARDS), 0b11 * rules.FIRST_CARDS
    return (pairs & two) + (pairs >> 2 & two) + (pairs >> 4 & two)


@njit(forceinline=True)
def _total(counts: int) -> int:
    return counts * rules.FIRST_CARDS >> rules.HALF_SIZE * (rules.MOST_HALF_SUITS - 1) & rules.HALF


@njit(forceinline=True)
def _at_least(counts: int, others: int) -> int:
    """Return the half suits, whole, whose count is at least another; counts are below 32."""
    top = ((counts | _TOP) - others) & _TOP
    return (top << 1) - (top >> rules.HALF_SIZE - 1)


@njit(forceinline=True)
def _larger(counts: int, others: int) -> int:
    return others ^ ((counts ^ others) & _at_least(counts, others))


@njit(forceinline=True)
def _smaller(counts: int, others: int) -> int:
    return counts ^ ((counts ^ others) & _at_least(counts, others))


@njit(forceinline=True)
def _difference(counts: int, others: int) -> int:
    larger = _at_least(counts, others)
    return (counts - (others & larger)) & larger
