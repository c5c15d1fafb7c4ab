"""A learner on compact features: what each ask leads to, a half suit at a time.

Every ask has two outcomes and the exact posterior says how likely each is, so the worth of an ask
is ``p V(hit) + (1 - p) V(miss)``: nothing about chance has to be learnt. ``V`` is the chance that
the mover's team wins the game less the chance that it loses: half suits that a team has count for
it, and each that is still in play goes to the mover's team with a chance of its own, independently
(`judge`). That chance is a small network's answer to the half suit's features (`compact_features`):
who holds how many of its cards, what each player can take for certain as far as the mover can
tell, how near each team is to a claim. There is one network for positions in which the
mover asks again, one for those in which an opponent does; both are learnt from who got each half
suit in the end, eight lessons a position.

Sums run in the same order on every machine, and there is no exp or tanh whose last digit a maths
library may choose: hidden units are rectified, the answer is ``(1 + s / (1 + |s|)) / 2``.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from llq.solver.card_sets import count, lowest
from llq.solver.jit import njit
from llq.solver.literature import engine
from llq.solver.literature.engine import (
    DECK,
    HANDS,
    LACKS,
    LIVE,
    OWNERS,
    PLAYERS,
    SHOWN,
    TURN,
)
from llq.solver.literature.inference import knowledge, posterior
from llq.solver.literature.policies.compact_features import imagine
from llq.solver.literature.policies.compact_layout import COUNT, HIDDEN, Outlook
from llq.solver.literature.rules import IN_HALF, MOST_CARDS
from llq.solver.literature.scratch import Scratch

NET = COUNT * HIDDEN + HIDDEN + HIDDEN + 1
WEIGHTS = 2 * NET
"""Two networks: the mover asks again, an opponent asks. Each has the weights from every feature to
every hidden unit, the hidden units' biases, their weights in the answer, and its bias."""


@njit(_nrt=False)
def value_asks(
    row: NDArray[np.int64], weights: NDArray[np.float32], every: bool, scratch: Scratch
) -> int:
    """List the mover's legal asks with what each is worth and return their number.

    The worth is the chance of the mover's team to win the game less its chance to lose it. Cards of
    which everyone knows the same are worth the same and valued once. A player who knows where to
    get a card risks nothing by getting it first: then other asks are left out, unless ``every`` one
    is wanted.
    """
    inference = scratch.inference
    mover, players = row[TURN], row[PLAYERS]
    knowledge.infer(row, mover, inference.own)
    posterior.find_chances(row, inference.own, inference.chances)
    cards, targets = engine.askable(row[HANDS + mover]), engine.targets(row)
    sure = 0
    for target in range(1 - (mover & 1), players, 2):
        sure |= cards & inference.own.held[target]
    found = 0
    for target in range(row[PLAYERS]):
        if not targets >> target & 1:
            continue
        left = cards
        if sure and not every:
            left &= inference.own.held[target]
        while left:
            card = lowest(left)
            left &= left - 1
            scratch.asks[found] = MOST_CARDS * target + card
            twin = found - 1
            while twin >= 0 and not _are_twins(row, scratch.asks[twin], scratch.asks[found]):
                twin -= 1
            if twin >= 0:
                scratch.values[found] = scratch.values[twin]
            else:
                chance = inference.chances.held[target, card]
                value = 0.0
                if chance > 0:
                    imagine(row, target, card, True, scratch)
                    value += chance * judge(weights, 0, row[TURN] & 1, scratch.outlook)
                if chance < 1:
                    imagine(row, target, card, False, scratch)
                    value += (1 - chance) * judge(weights, 1, row[TURN] & 1, scratch.outlook)
                scratch.values[found] = value
            found += 1
    return found


@njit(forceinline=True)
def _are_twins(row: NDArray[np.int64], ask: int, other: int) -> bool:
    """Return whether two asks of one player are for cards of a half suit that all know alike."""
    if ask // IN_HALF != other // IN_HALF:
        return False
    card, twin = ask % MOST_CARDS, other % MOST_CARDS
    for player in range(row[PLAYERS]):
        known, lacked = row[SHOWN + player], row[LACKS + player]
        if (known >> card ^ known >> twin) & 1 or (lacked >> card ^ lacked >> twin) & 1:
            return False
    return True


@njit(_nrt=False)
def judge(weights: NDArray[np.float32], net: int, team: int, outlook: Outlook) -> float:
    """Return what a network expects of the imagined position for a team: wins less losses.

    The half suits in play go to either team independently, as far as this sum knows.
    """
    lead, odds, halves = 0, outlook.odds, count(outlook.row[DECK]) // IN_HALF
    for index in range(2 * halves + 1):
        odds[index] = 0.0
    for half in range(halves):
        owner = outlook.row[OWNERS + half]
        if owner == team:
            lead += 1
        elif owner == 1 - team:
            lead -= 1
    odds[halves + lead] = 1.0  # of each difference in half suits
    for half in range(halves):
        if outlook.row[LIVE] >> IN_HALF * half & 1:
            chance = answer(weights, NET * net, outlook.features[half], outlook.hidden)
            before = 0.0
            for index in range(2 * halves):
                now = odds[index]
                odds[index] = before * chance + odds[index + 1] * (1 - chance)
                before = now
            odds[2 * halves] = before * chance
    total = 0.0
    for index in range(halves):
        total += odds[halves + 1 + index] - odds[index]
    return total


@njit(_nrt=False)
def answer(
    weights: NDArray[np.float32],
    start: int,
    features: NDArray[np.float32],
    hidden: NDArray[np.float32],
) -> float:
    """Return a network's answer, from 0 to 1; hidden units are left in place."""
    bias = start + COUNT * HIDDEN
    for unit in range(HIDDEN):
        hidden[unit] = weights[bias + unit]
    for feature in range(COUNT):
        value = features[feature]
        if value:
            first = start + feature * HIDDEN
            for unit in range(HIDDEN):
                hidden[unit] += value * weights[first + unit]
    total = weights[bias + 2 * HIDDEN]
    for unit in range(HIDDEN):
        hidden[unit] = max(hidden[unit], np.float32(0))
        total += hidden[unit] * weights[bias + HIDDEN + unit]
    return 0.5 + 0.5 * float(total / (np.float32(1) + abs(total)))
