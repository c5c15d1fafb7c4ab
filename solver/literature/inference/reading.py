"""Reading: what asks, refusals and silence say of a hand beyond what they prove.

A player asks in half suits of which they have many cards, goes on where they last asked, takes a
card that an opponent showed if they may, and keeps quiet of the rest. So every move changes the
odds of each free card in each hand. Here the log-odds change by a weighted sum of *signs*, counts
of what a player has done so far, as `Sign` lists them; the weights are fitted by likelihood on the
games of several kinds of players (`strong_training`). The odds multiply those of `marginals`, which
then fits hand sizes and what is proven.

The sum is limited to `MOST_EXPONENT`: no sign is ever proof.
"""

from enum import IntEnum
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.array_types import Floats, Ints, Singles
from llq.solver.card_sets import count, lowest
from llq.solver.jit import njit
from llq.solver.literature import log
from llq.solver.literature.engine import LIVE, LOG, LOGGED, NEEDS, PLAYERS, SHOWN
from llq.solver.literature.rules import HALF, HALF_SIZE, MOST_CARDS, MOST_HALF_SUITS, MOST_PLAYERS

MOST_EXPONENT = 4.0
"""Limit on the absolute weighted sum of signs."""
POWER = 64
"""Of `clipped_exp`: (1 + x / 64) ^ 64."""


class Sign(IntEnum):
    """Evidence about a player's cards in a half suit."""

    ASKED = 0
    """The player has asked there."""
    AGAIN = 1
    """More than once."""
    OFTEN = 2
    """More than twice."""
    LATEST = 3
    """The latest ask was there."""
    PASSED = 4
    """Asked elsewhere while an opponent had a shown card there."""
    LEFT = 5
    """Asks elsewhere since the last one there; saturated."""
    NEVER = 6
    """Asks elsewhere of a player who never asked there; saturated."""
    PASSED_UP = 7
    """Asks elsewhere as in `PASSED`; saturated."""
    SOUGHT = 8
    """Vain asks of the player for cards there; saturated."""
    LOST = 9
    """Cards there lost to askers; saturated."""
    MATES_ASKED = 10
    """Asks there by team mates; saturated."""
    OPPONENTS_ASKED = 11
    """Asks there by opponents; saturated."""
    SHOWN = 12
    """Shown cards there, of six."""
    MATES_SHOWN = 13
    """Shown cards there of team mates, of six."""
    NEEDED = 14
    """The player must hold an unseen card there."""
    SILENT = 15
    """The team shows four or more cards: a player holding the rest would have claimed."""
    WANTED = 16
    """Vain asks for this card by opponents, put to team mates; saturated."""


SIGNS = len(Sign)


class Reading(NamedTuple):
    """Evidence of past moves, with work arrays modified in place."""

    shown: Ints
    """(8,) cards shown by each player, updated move by move."""
    asked: Ints
    """(8, 9) asks by player and half suit."""
    since: Ints
    """(8, 9) asks elsewhere since the last one there."""
    passed_up: Ints
    """(8, 9) of those, while an opponent had a shown card there."""
    sought: Ints
    """(8, 9) vain asks to each player, by half suit."""
    lost: Ints
    """(8, 9) cards that each player lost there."""
    wanted: Ints
    """(2, 54) vain asks by target team and card."""
    vain: Ints
    """(8, 54) vain asks by target player and card."""
    latest: Ints
    """(8,) latest ask's half suit per player, else -1."""
    signs: Floats
    """(17,) of one player and half suit."""


def make_reading() -> Reading:
    """Return the space for reading."""
    halves = MOST_PLAYERS, MOST_HALF_SUITS
    zeros: Any = partial(np.zeros, dtype=np.int64)
    return Reading(
        shown=zeros(MOST_PLAYERS),
        asked=zeros(halves),
        since=zeros(halves),
        passed_up=zeros(halves),
        sought=zeros(halves),
        lost=zeros(halves),
        wanted=zeros((2, MOST_CARDS)),
        vain=zeros((MOST_PLAYERS, MOST_CARDS)),
        latest=zeros(MOST_PLAYERS),
        signs=np.zeros(SIGNS),
    )


@njit(_nrt=False)
def read(row: Ints, out: Reading) -> None:
    """Count all players' actions from a game's log."""
    players = row[PLAYERS]
    for seat in range(players):
        out.shown[seat] = 0
        out.latest[seat] = -1
        for half in range(MOST_HALF_SUITS):
            out.asked[seat, half] = out.since[seat, half] = out.passed_up[seat, half] = 0
            out.sought[seat, half] = out.lost[seat, half] = 0
        for card in range(MOST_CARDS):
            out.vain[seat, card] = 0
    for card in range(MOST_CARDS):
        out.wanted[0, card] = out.wanted[1, card] = 0
    for index in range(row[LOGGED]):
        code = row[LOG + index]
        if log.is_ask(code):
            _count_ask(players, log.mover_of(code), code, out)
        elif log.is_claim(code):
            cards = HALF << HALF_SIZE * log.half_of(code)
            for seat in range(players):
                out.shown[seat] &= ~cards


@njit(forceinline=True)
def _saturated(number: int) -> float:
    """Return a saturating count between 0 and 1."""
    return number / (number + 2.0)


@njit(forceinline=True)
def fill_signs(row: Ints, player: int, half: int, out: Reading) -> None:
    """Fill a hand's half-suit signs, except ``WANTED``, from the counts of `read`."""
    signs, asks, since = out.signs, out.asked[player, half], out.since[player, half]
    mates = opponents = team = 0
    for other in range(row[PLAYERS]):
        if (other ^ player) & 1:
            opponents += out.asked[other, half]
        else:
            team |= row[SHOWN + other]
            if other != player:
                mates += out.asked[other, half]
    shown = count(row[SHOWN + player] >> HALF_SIZE * half & HALF)
    together = count(team >> HALF_SIZE * half & HALF)
    signs[Sign.ASKED] = asks > 0
    signs[Sign.AGAIN] = asks > 1
    signs[Sign.OFTEN] = asks > 2
    signs[Sign.LATEST] = out.latest[player] == half
    signs[Sign.PASSED] = out.passed_up[player, half] > 0
    signs[Sign.LEFT] = _saturated(since) if asks else 0.0
    signs[Sign.NEVER] = 0.0 if asks else _saturated(since)
    signs[Sign.PASSED_UP] = _saturated(out.passed_up[player, half])
    signs[Sign.SOUGHT] = _saturated(out.sought[player, half])
    signs[Sign.LOST] = _saturated(out.lost[player, half])
    signs[Sign.MATES_ASKED] = _saturated(mates)
    signs[Sign.OPPONENTS_ASKED] = _saturated(opponents)
    signs[Sign.SHOWN] = shown / HALF_SIZE
    signs[Sign.MATES_SHOWN] = (together - shown) / HALF_SIZE
    signs[Sign.NEEDED] = row[NEEDS + player] >> half & 1
    signs[Sign.SILENT] = together >= HALF_SIZE - 2


@njit(forceinline=True)
def wanted(player: int, card: int, out: Reading) -> float:
    """Return a card's ``WANTED`` sign for a player."""
    return _saturated(out.wanted[player & 1, card] - out.vain[player, card])


@njit(_nrt=False)
def fill_odds(
    row: Ints, seat: int, may: Ints, weights: Singles, out: Reading, odds: Floats
) -> None:
    """Fill ``odds`` with factors from the moves, per card and player except ``seat``.

    ``may`` are the cards that each player may hold as far as the seat knows, ``weights`` begin
    with those of the signs; ``odds``, (8, 54), is modified in place.
    """
    read(row, out)
    for player in range(row[PLAYERS]):
        for half in range(MOST_HALF_SUITS):
            left = may[player] & (HALF << HALF_SIZE * half) & row[LIVE]
            if not left or player == seat:
                continue
            fill_signs(row, player, half, out)
            out.signs[Sign.WANTED] = 0.0
            total = exponent_of(weights, out)
            while left:
                card = lowest(left)
                left &= left - 1
                card_total = total + weights[Sign.WANTED] * wanted(player, card, out)
                odds[player, card] = clipped_exp(card_total)


@njit(forceinline=True)
def exponent_of(weights: NDArray[Any], out: Reading) -> float:
    """Return the weighted sum of the filled signs."""
    total = 0.0
    for sign in range(SIGNS):
        total += weights[sign] * out.signs[sign]
    return total


@njit(forceinline=True)
def clipped_exp(exponent: float) -> float:
    """Approximate the exponential, with the exponent clipped to ±`MOST_EXPONENT`.

    Repeated products make it the same on every machine.
    """
    value = 1 + min(max(exponent, -MOST_EXPONENT), MOST_EXPONENT) / POWER
    for _ in range(6):
        value *= value
    return value


@njit(forceinline=True)
def _count_ask(players: int, seat: int, code: int, out: Reading) -> None:
    target, card = log.target_of(code), log.card_of(code)
    half_asked = card // HALF_SIZE
    opponents_shown = 0
    for player in range(1 - (seat & 1), players, 2):
        opponents_shown |= out.shown[player]
    for half in range(MOST_HALF_SUITS):
        if half != half_asked:
            out.since[seat, half] += 1
            if opponents_shown >> HALF_SIZE * half & HALF:
                out.passed_up[seat, half] += 1
    out.asked[seat, half_asked] += 1
    out.since[seat, half_asked] = out.passed_up[seat, half_asked] = 0
    out.latest[seat] = half_asked
    if log.is_hit(code):
        out.lost[target, half_asked] += 1
        for player in range(players):
            out.shown[player] &= ~(1 << card)
        out.shown[seat] |= 1 << card
    else:
        out.sought[target, half_asked] += 1
        out.wanted[target & 1, card] += 1
        out.vain[target, card] += 1
