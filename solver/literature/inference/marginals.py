"""Quick chances: who holds each card, approximately, in microseconds.

The exact chances (`posterior`) are a player's share of the deals that agree with a view. Here every
free card goes to one of the players who may hold it, on its own, with odds that are a weight of the
player times one of the card in that hand; the weights are fitted until both kinds of constraint
hold on average:

- *Hand sizes*, by iterative proportional fitting [1]_: a player's weight is multiplied by the cards
  that there is room for over those expected.
- *Needed half suits*: a player who must hold an unshown card of a half suit (`knowledge`) cannot
  lack all of its cards. By belief propagation [2]_ the odds of each in that hand are divided by the
  chance that at least one of the others is there, found without this constraint.

Fitting stops after `ROUNDS` rounds, or once all expected hand sizes are right to `NEAR`.

References
----------
.. [1] W. Deming, F. Stephan, On a least squares adjustment of a sampled frequency table, Annals of
   Mathematical Statistics 11 (1940).
.. [2] F. Kschischang, B. Frey, H.-A. Loeliger, Factor graphs and the sum-product algorithm, IEEE
   Transactions on Information Theory 47 (2001), section III.
"""

from typing import NamedTuple

import numpy as np

from llq.solver.array_types import Floats, Ints
from llq.solver.card_sets import count, lowest
from llq.solver.jit import njit
from llq.solver.literature.engine import PLAYERS, SIZES
from llq.solver.literature.inference.knowledge import View, free_cards, needs_free_card
from llq.solver.literature.rules import HALF, HALF_SIZE, MOST_CARDS, MOST_HALF_SUITS, MOST_PLAYERS

ROUNDS = 12
"""Rounds of fitting at most."""
NEAR = 2e-3
"""The relative error of a hand's expected size at which fitting stops."""
_LEAST = 1e-6  # chance of lacking a card, or of holding another, by which anything is divided
_DAMPED = 4  # rounds after which the odds of needed cards move half the way, and fitting may stop


class Marginals(NamedTuple):
    """Approximate chances, with work arrays modified in place."""

    held: Floats
    """(8, 54) chance of each card, by player."""
    odds: Floats
    """(8, 54) odds factors from constraints, by player and card."""
    prior: Floats
    """(8, 54) odds before any constraint: 1 for equally likely deals, otherwise from `reading`."""
    weights: Floats
    """(8,) of the players."""
    means: Floats
    """(8,) expected free cards of each player."""
    needed: Ints
    """(8,) masks of half suits with a required free card, by player."""


def make_marginals() -> Marginals:
    """Allocate marginals with equally likely deals."""
    return Marginals(
        np.zeros((MOST_PLAYERS, MOST_CARDS)),
        np.zeros((MOST_PLAYERS, MOST_CARDS)),
        np.ones((MOST_PLAYERS, MOST_CARDS)),
        np.zeros(MOST_PLAYERS),
        np.zeros(MOST_PLAYERS),
        np.zeros(MOST_PLAYERS, dtype=np.int64),
    )


@njit(_nrt=False)
def find_marginals(row: Ints, view: View, out: Marginals) -> None:
    """Compute approximate chances of cards unknown to a view's owner."""
    free = _begin(row, view, out)
    for number in range(ROUNDS):
        if _fit_sizes(row, view, free, out) < NEAR and number >= _DAMPED:
            return
        for player in range(row[PLAYERS]):
            for half in range(MOST_HALF_SUITS):
                if out.needed[player] >> half & 1:
                    cards = free & view.may[player] & (HALF << HALF_SIZE * half)
                    _raise_needed(player, cards, number >= _DAMPED, out)


@njit(_nrt=False)
def likeliest_claim(row: Ints, seat: int, half: int, out: Marginals) -> tuple[int, float]:
    """Return a team's likeliest claim of a half suit, and its approximate chance.

    The claim has three bits a card. Each card goes to its likeliest holder, independently.
    """
    holders, chance = 0, 1.0
    for place in range(HALF_SIZE):
        best, most = seat, 0.0
        for mate in range(seat & 1, row[PLAYERS], 2):
            card_chance = out.held[mate, HALF_SIZE * half + place]
            if card_chance > most:
                best, most = mate, card_chance
        holders |= best << 3 * place
        chance *= most
    return holders, chance


@njit(forceinline=True)
def _begin(row: Ints, view: View, out: Marginals) -> int:
    """Initialise certain cards and weights; return the free cards."""
    for player in range(row[PLAYERS]):
        placed = view.held[player]
        out.weights[player] = 1.0 if row[SIZES + player] > count(placed) else 0.0
        out.needed[player] = 0
        for half in range(MOST_HALF_SUITS):
            if out.weights[player] and needs_free_card(row, view, player, half):
                out.needed[player] |= 1 << half
        for card in range(MOST_CARDS):
            out.held[player, card] = placed >> card & 1
            out.odds[player, card] = 1.0
    return free_cards(row, view)


@njit(forceinline=True)
def _fit_sizes(row: Ints, view: View, free: int, out: Marginals) -> float:
    """Distribute free cards by odds, refit the weights; return the largest relative size error."""
    players = row[PLAYERS]
    for player in range(players):
        out.means[player] = 0.0
    left = free
    while left:
        card = lowest(left)
        left &= left - 1
        total = 0.0
        for player in range(players):
            if view.may[player] >> card & 1:
                odds = out.prior[player, card] * out.odds[player, card]
                out.held[player, card] = out.weights[player] * odds
                total += out.held[player, card]
        for player in range(players):
            out.held[player, card] /= total
            out.means[player] += out.held[player, card]
    error = 0.0
    for player in range(players):
        if out.means[player] > 0:
            ratio = (row[SIZES + player] - count(view.held[player])) / out.means[player]
            out.weights[player] *= ratio
            error = max(error, abs(ratio - 1))
    return error


@njit(forceinline=True)
def _raise_needed(player: int, cards: int, is_damped: bool, out: Marginals) -> None:
    """Raise the odds of a player's needed free cards in a half suit."""
    absence, left = 1.0, cards
    while left:
        card = lowest(left)
        left &= left - 1
        absence *= _absence(out.held[player, card], out.odds[player, card])
    left = cards
    while left:
        card = lowest(left)
        left &= left - 1
        odds = out.odds[player, card]
        elsewhere = 1 - absence / _absence(out.held[player, card], odds)
        raised = 1 / max(elsewhere, _LEAST)
        out.odds[player, card] = (odds + raised) / 2 if is_damped else raised


@njit(forceinline=True)
def _absence(chance: float, odds: float) -> float:
    """Return the chance of a card being elsewhere, before raising its odds."""
    return max(odds * (1 - chance) / (chance + odds * (1 - chance)), _LEAST)
