"""Inference from play: hidden hands weighted by a policy's likelihood of the cards played.

Every card that another seat has played by choice is as likely as a policy makes it, with a uniform
part mixed in, since nobody plays by a policy exactly. Each seat plays by one of two policies, its
style, as likely by the one as by the other: the chance of its play is the mean of the products over
its cards. The product over the seats, to a power, is the weight of a hand. Uniform draws of hands
are the prior.
"""

from typing import NamedTuple

import numpy as np

from llq.solver import card_sets
from llq.solver.array_types import Floats, Ints, Uints
from llq.solver.jit import njit
from llq.solver.rng import next_bits
from llq.solver.sueca import engine
from llq.solver.sueca.policy.games import NO_TRICK, Policy, after_card, before_trick, weigh
from llq.solver.sueca.policy.situations import Seen, Trick

MOST_HANDS = 32_768
"""Maximum hands drawn per decision."""

_SEAT, _PLAYED, _VOIDS, _PLACE, _TOP, _TAKER, _POINTS, _LED, _CARD, _TAKEN = range(10)
"""Columns of `Beliefs.plays`: the fields of `Seen` and its `Trick`, and the card played."""


class Beliefs(NamedTuple):
    """Sampled hidden hands and their likelihoods."""

    hands: Ints
    """(MOST_HANDS, 3) other players' hands, in order of play after the player."""
    weights: Floats
    """(MOST_HANDS,) their chances, of sum 1."""
    plays: Ints
    """(40, 10) the public view before each card played; columns _SEAT to _TAKEN."""
    likely: Floats
    """(4, 2) likelihood of each seat's play by style, for the hand judged last."""
    earlier: Ints
    """(4,) the others' hands as their cards are taken back."""
    chances: Ints
    """(10,) scratch space of `weigh`."""


def make_beliefs() -> Beliefs:
    """Return room for one thread."""
    return Beliefs(
        hands=np.zeros((MOST_HANDS, 3), dtype=np.int64),
        weights=np.zeros(MOST_HANDS),
        plays=np.zeros((40, 10), dtype=np.int64),
        likely=np.zeros((4, 2)),
        earlier=np.zeros(4, dtype=np.int64),
        chances=np.zeros(10, dtype=np.int64),
    )


@njit(_nrt=False)
def replay(row: Ints, plays: Ints) -> int:
    """Write what everybody saw before each card of a game; return the first turn written.

    That is 0, or the trick's first card where the row does not know the order of earlier ones.
    ``plays`` is modified in place.
    """
    turns = row[engine.TURN]
    logged = 0
    for turn in range(turns):
        logged |= 1 << row[engine.LOG + turn]
    start = 0 if logged == row[engine.PLAYED] else turns - row[engine.TRICK_SIZE]
    seen = before_trick(row)
    if start == 0:  # had North led first, the lead would have moved from there as it did
        led_by_north = Seen(0, row[engine.TRUMP], 0, 0, NO_TRICK, 0)
        for turn in range(turns - row[engine.TRICK_SIZE]):
            led_by_north = after_card(led_by_north, row[engine.LOG + turn])
        leader = (seen.seat - led_by_north.seat) & 3
        seen = Seen(leader, row[engine.TRUMP], 0, 0, NO_TRICK, 0)
    for turn in range(start, turns):
        card = row[engine.LOG + turn] if start == 0 else row[engine.TRICK + turn - start]
        _write_view(seen, card, plays[turn])
        seen = after_card(seen, card)
    return int(start)


@njit(_nrt=False)
def judge(
    row: Ints,
    drawn: int,
    power: float,
    mixture: float,
    styles: tuple[Policy, Policy],
    beliefs: Beliefs,
) -> None:
    """Write ``beliefs.weights`` of the drawn hands, ``beliefs.hands[:drawn]``, by the play so far.

    ``power`` is of the likelihood: 0 takes every hand for equally likely; ``mixture`` is the
    uniform part of a choice. A seat may play by either of ``styles``; the same twice is a policy
    for all.
    """
    start = replay(row, beliefs.plays)
    total_weight = 0.0
    for index in range(drawn):
        weight = 1.0
        if power > 0:
            weight = _likelihood(row, start, mixture, styles, beliefs.hands[index], beliefs)
            weight = weight**power
        beliefs.weights[index] = weight
        total_weight += weight
    for index in range(drawn):
        beliefs.weights[index] /= total_weight


@njit(_nrt=False)
def resample(drawn: int, chosen: int, weights: Floats, out: Ints, stream: Uints) -> None:
    """Choose ``chosen`` of the drawn hands by their weights, at even steps from a random start.

    ``out`` gets their numbers, ascending, and the stream moves on.
    """
    start = np.float64(next_bits(stream) >> np.uint64(11)) * 2.0**-53
    index, reached = 0, weights[0]
    for place in range(chosen):
        target = (place + start) / chosen
        while reached <= target and index < drawn - 1:
            index += 1
            reached += weights[index]
        out[place] = index


@njit(forceinline=True)
def _write_view(seen: Seen, card: int, play: Ints) -> None:
    """Write the public view before a card, without the trumps, and the card to a row of plays."""
    play[_SEAT], play[_PLAYED], play[_VOIDS] = seen.seat, seen.played, seen.voids
    play[_PLACE], play[_TOP], play[_TAKER], play[_POINTS], play[_LED] = seen.trick
    play[_CARD], play[_TAKEN] = card, seen.taken


@njit(_nrt=False)
def _likelihood(
    row: Ints,
    start: int,
    mixture: float,
    styles: tuple[Policy, Policy],
    hidden: Ints,
    beliefs: Beliefs,
) -> float:
    """Return the likelihood of the others' play since turn ``start``, with ``hidden`` hands now.

    Cards are taken back one by one, the latest first, so that each is judged in the hand that it
    was played from. ``likely`` and ``earlier`` of the beliefs are scratch.
    """
    trump, seat = row[engine.TRUMP], engine.mover(row)
    likely, hands = beliefs.likely, beliefs.earlier
    likely[:] = 1
    for other in range(3):
        hands[(seat + 1 + other) & 3] = hidden[other]
    for turn in range(row[engine.TURN] - 1, start - 1, -1):
        player, played, voids, place, top, taker, points, led, card, taken = beliefs.plays[turn]
        if player == seat:
            continue
        hands[player] |= 1 << card
        hand = hands[player]
        legal = engine.playable(hand, led) if place else hand
        if not legal & (legal - 1):
            continue
        seen = Seen(player, trump, played, voids, Trick(place, top, taker, points, led), taken)
        index = card_sets.count(legal & ((1 << card) - 1))
        uniform_share = mixture / card_sets.count(legal)
        first, second = styles
        total = weigh(first, hand, legal, seen, beliefs.chances)
        likely[player, 0] *= uniform_share + (1 - mixture) * beliefs.chances[index] / total
        total = weigh(second, hand, legal, seen, beliefs.chances)
        likely[player, 1] *= uniform_share + (1 - mixture) * beliefs.chances[index] / total
    likelihood = 1.0
    for step in range(1, 4):
        player = (seat + step) & 3
        likelihood *= (likely[player, 0] + likely[player, 1]) / 2
    return likelihood
