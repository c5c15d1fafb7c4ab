"""Guarded search: the strong player, with play-outs that may overrule its ask.

The best `ASKS` asks by the value of `strong` are tried on `DEALS` deals that the mover may face:
each is played on for `HORIZON` asks with the same random numbers, everyone playing by `strong`, and
is then worth what `play_outs` describes, by `WORTH`. The search departs from the best ask only for
one that is worth more, deal by deal, by `GUARD` standard errors.

**Deals** are drawn by a Markov chain [1]_ that swaps two free cards at a time. A deal's weight is
the product of the odds that `reading` gives each card in its hand. What a hand may not hold, or
must, counts as `FAINT` instead, so that the chain goes anywhere; a deal is taken when nothing
speaks against it.

References
----------
.. [1] N. Metropolis et al., Equation of State Calculations by Fast Computing Machines, Journal of
   Chemical Physics 21 (1953).
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.card_sets import count, lowest
from llq.solver.jit import njit
from llq.solver.literature import decisions, engine
from llq.solver.literature.actions import Ask, Claim
from llq.solver.literature.engine import HANDS, LIVE, NEEDS, PLAYERS, SHOWN, SIZES, TURN
from llq.solver.literature.inference.knowledge import View
from llq.solver.literature.log import decode_holders
from llq.solver.literature.players import Kind, ask_of
from llq.solver.literature.policies import strong
from llq.solver.literature.policies.play_outs import WORTHS, describe, highest, play_out
from llq.solver.literature.policies.policy import Policy
from llq.solver.literature.positions.position import Position
from llq.solver.literature.rules import (
    HALF,
    IN_HALF,
    MOST_CARDS,
    MOST_HALF_SUITS,
    MOST_PLAYERS,
    Rules,
    card_name,
    half_suit_name,
)
from llq.solver.literature.scratch import Scratch, make_scratch
from llq.solver.rng import next_bits, scale

ASKS, DEALS, HORIZON, GUARD = 4, 12, 14, 2.0
WORTH = np.array([1.01, 0.323, -0.104, 0.02, 1.314, -0.005, 0.247])
"""What positions are worth, by `play_outs.Worth`: least squares of 4,024 in 300 games of `us54`."""
SWEEPS = 40
"""Swaps tried between two deals, for each free card."""
FAINT = 0.02


class Hands(NamedTuple):
    """A deal of the free cards; arrays are modified in place."""

    free: NDArray[np.int64]
    """(54,) the cards that the mover cannot place."""
    held: NDArray[np.int64]
    """(54,) the player of each."""
    hands: NDArray[np.int64]
    """(8,) every player's cards, the placed ones among them."""


class Desk(NamedTuple):
    """The space of a search; arrays are modified in place."""

    deal: Hands
    deals: NDArray[np.int64]
    """(12, 8) the hands of those that were drawn."""
    rows: NDArray[np.int64]
    """(2, ROW) a position with a deal, and its play-out."""
    kinds: NDArray[np.int64]
    """(players,) who plays on at each seat."""
    weights: NDArray[np.float32]
    """(players, 47) and by what weights."""
    streams: NDArray[np.uint64]
    """(1, 1 + players) of a play-out."""
    codes: NDArray[np.int64]
    """(4,) the asks that are tried, best first."""
    values: NDArray[np.float64]
    """(4, 12) what they are worth on each deal."""
    worths: NDArray[np.float64]
    """(7,) of a play-out's end."""


def make_hands() -> Hands:
    """Return the space of a deal."""
    sizes = MOST_CARDS, MOST_CARDS, MOST_PLAYERS
    return Hands(*(np.zeros(size, np.int64) for size in sizes))


class GuardedSearch:
    """The player that searches, by the policy of `strong`."""

    name = "search"
    summary = "the strong player, with play-outs that may overrule its ask"

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self._made: dict[Rules, tuple[Desk, Scratch]] = {}

    def choose(self, view: Position, random: Random) -> Ask:
        """Return the ask of the search."""
        desk, scratch = self._desk_for(view.rules)
        draw = np.array([random.getrandbits(64)], dtype=np.uint64)
        target, card = ask_of(int(desk.codes[search(view.row.copy(), desk, scratch, draw)]))
        return Ask(int(target), card_name(int(card), view.rules.pack))

    def claim(self, view: Position, random: Random) -> Claim | None:
        """Return what `strong` claims, None if it declines."""
        desk, scratch = self._desk_for(view.rules)
        draw = np.array([random.getrandbits(64)], dtype=np.uint64)
        weights = desk.weights[view.seat]
        decision = decisions.decide(view.row.copy(), int(Kind.STRONG), weights, draw, scratch)
        if decision == decisions.DECLINE:
            return None
        half, said = decisions.claim_of(int(decision))
        return Claim(half_suit_name(int(half)), decode_holders(int(said)))

    def _desk_for(self, rules: Rules) -> tuple[Desk, Scratch]:
        if rules not in self._made:
            size = rules.players
            weights = np.repeat(self.policy.weights_for(size)[None], size, axis=0)
            desk = Desk(
                deal=make_hands(),
                deals=np.zeros((DEALS, MOST_PLAYERS), np.int64),
                rows=np.repeat(engine.new_row(rules)[None], 2, axis=0),
                kinds=np.full(size, int(Kind.STRONG)),
                weights=weights,
                streams=np.zeros((1, 1 + size), np.uint64),
                codes=np.zeros(ASKS, np.int64),
                values=np.zeros((ASKS, DEALS)),
                worths=np.zeros(WORTHS),
            )
            self._made[rules] = desk, make_scratch(size)
        return self._made[rules]


@njit(_nrt=False)
def search(row: NDArray[np.int64], desk: Desk, scratch: Scratch, draw: NDArray[np.uint64]) -> int:
    """Return which of the best asks is chosen; they are filled in as ``desk.codes``."""
    own, space, values = scratch.inference.own, scratch.strength, scratch.values
    weights = desk.weights[row[TURN]]
    asks = strong.value_asks(row, weights, own, space, scratch.asks, values)
    tried = min(asks, ASKS)
    for rank in range(tried):
        best = highest(values, asks)
        desk.codes[rank] = scratch.asks[best]
        values[best] = -np.inf
    size = deal_free(row, own, desk.deal, draw)
    drawn = failed = 0
    while tried > 1 and drawn < DEALS:  # all of them before play-outs take the space
        if next_deal(row, own, space.marginals.prior, size, desk.deal, draw):
            for player in range(row[PLAYERS]):
                desk.deals[drawn, player] = desk.deal.hands[player]
            drawn += 1
        else:
            failed += 1
            if failed > 4 * DEALS:
                return 0
    for column in range(len(row)):
        desk.rows[0, column] = row[column]
    for deal in range(drawn):
        for player in range(row[PLAYERS]):
            desk.rows[0, HANDS + player] = desk.deals[deal, player]
        _try_asks(tried, deal, desk, scratch, next_bits(draw))
    chosen, most = 0, 0.0
    for rank in range(1, tried):
        bound = _least_gain(desk.values, rank)
        if bound > most:
            chosen, most = rank, bound
    return chosen


@njit(_nrt=False)
def _try_asks(tried: int, deal: int, desk: Desk, scratch: Scratch, bits: np.uint64) -> None:
    """Fill in what the asks are worth on a deal."""
    row, after = desk.rows[0], desk.rows[1:]
    limit = row[engine.ASKS] + HORIZON
    for rank in range(tried):
        code = desk.codes[rank]
        play_out(
            row,
            code,
            desk.kinds,
            desk.weights,
            after,
            desk.streams,
            scratch,
            bits=bits,
            limit=limit,
        )
        describe(after[0], row[TURN] & 1, desk.worths)
        desk.values[rank, deal] = 0.0
        for which in range(WORTHS):
            desk.values[rank, deal] += WORTH[which] * desk.worths[which]


@njit(_nrt=False)
def _least_gain(values: NDArray[np.float64], rank: int) -> float:
    """Return the lower bound of what an ask gains over the best one, by `GUARD` errors."""
    mean = squares = 0.0
    for deal in range(DEALS):
        gain = values[rank, deal] - values[0, deal]
        mean += gain / DEALS
        squares += gain * gain / DEALS
    return mean - GUARD * (max(squares - mean * mean, 0.0) / (DEALS - 1)) ** 0.5  # type: ignore[no-any-return]


@njit(_nrt=False)
def deal_free(row: NDArray[np.int64], view: View, out: Hands, draw: NDArray[np.uint64]) -> int:
    """Deal out the cards that the mover cannot place, at random; return their number."""
    left, size = row[LIVE], 0
    for player in range(row[PLAYERS]):
        out.hands[player] = view.held[player]
        left &= ~view.held[player]
    while left:
        out.free[size] = lowest(left)
        left &= left - 1
        size += 1
    for index in range(size - 1, 0, -1):
        other = scale(next_bits(draw), index + 1)
        out.free[index], out.free[other] = out.free[other], out.free[index]
    index = 0
    for player in range(row[PLAYERS]):
        for _ in range(row[SIZES + player] - count(view.held[player])):
            out.hands[player] |= 1 << out.free[index]
            out.held[index] = player
            index += 1
    return size


@njit(_nrt=False)
def next_deal(
    row: NDArray[np.int64],
    view: View,
    prior: NDArray[np.float64],
    size: int,
    out: Hands,
    draw: NDArray[np.uint64],
) -> bool:
    """Go on to another deal of so many free cards; return whether nothing speaks against it."""
    for _ in range(SWEEPS * size):
        one, other = scale(next_bits(draw), size), scale(next_bits(draw), size)
        if out.held[one] == out.held[other]:
            continue
        before = _odds_of(row, view, prior, out, one, other)
        _swap(out, one, other)
        after = _odds_of(row, view, prior, out, one, other)
        if after < before * (scale(next_bits(draw), 1 << 30) / (1 << 30)):
            _swap(out, one, other)
    for index in range(size):
        if not view.may[out.held[index]] >> out.free[index] & 1:
            return False
    for player in range(row[PLAYERS]):
        for half in range(MOST_HALF_SUITS):
            if _misses(row, out.hands[player], player, half):
                return False
    return True


@njit(forceinline=True)
def _swap(out: Hands, one: int, other: int) -> None:
    """Let two free cards change places."""
    bits = 1 << out.free[one] | 1 << out.free[other]
    out.hands[out.held[one]] ^= bits
    out.hands[out.held[other]] ^= bits
    out.held[one], out.held[other] = out.held[other], out.held[one]


@njit(forceinline=True)
def _misses(row: NDArray[np.int64], hand: int, player: int, half: int) -> bool:
    """Return whether a hand lacks the card of a half suit that the player must hold."""
    cards = HALF << IN_HALF * half & ~row[SHOWN + player]
    return bool(row[NEEDS + player] >> half & 1 and not hand & cards)


@njit(forceinline=True)
def _odds_of(
    row: NDArray[np.int64],
    view: View,
    prior: NDArray[np.float64],
    out: Hands,
    one: int,
    other: int,
) -> float:
    """Return the odds of two cards where they are, with what their holders must hold."""
    odds = 1.0
    for index in (one, other):
        player, card = out.held[index], out.free[index]
        odds *= prior[player, card] if view.may[player] >> card & 1 else FAINT
    first, second = out.free[one] // IN_HALF, out.free[other] // IN_HALF
    for player in (out.held[one], out.held[other]):
        if _misses(row, out.hands[player], player, first):
            odds *= FAINT
        if second != first and _misses(row, out.hands[player], player, second):
            odds *= FAINT
    return odds
