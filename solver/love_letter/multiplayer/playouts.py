"""Values of every play, from play-outs over deals drawn by a player's beliefs.

Every candidate is tried on the same deals, deck and chances alike, and continued by the rule of
thumb, or by chance in seats that are likely to play so. Guesses of a seat's card share two
play-outs of a deal, one of a hit and one of a miss: a miss tells the others what the best such
guess so far does. Half of the candidates are dropped after each share of the play-outs, the worse
ones: successive halving.

References
----------
.. [1] Karnin, Koren, Somekh, Almost Optimal Exploration in Multi-Armed Bandits, ICML 2013.
"""

from typing import NamedTuple

import numpy as np

from llq.solver.array_types import Floats, Ints, Uints
from llq.solver.arrays import copy_into
from llq.solver.jit import njit
from llq.solver.love_letter.multiplayer import kernels
from llq.solver.love_letter.multiplayer.beliefs import RANGE, SPARE_BITS, carelessness, deal_hidden
from llq.solver.love_letter.multiplayer.thumb import thumb_action
from llq.solver.love_letter.rounds import referee
from llq.solver.rng import next_bits


class Sums(NamedTuple):
    """Sums over deals by action, weighted by deal except for the last two."""

    wins: Floats  # Rounds won, alone or with others.
    share: Floats  # Rounds won, each divided by its winners.
    tokens: Floats  # Rounds won, and the Spy's tokens.
    squares: Floats  # Of what actions are ranked by.
    weight: Floats
    weight_squares: Floats
    deals: Floats
    played: Floats  # Play-outs made for it; of some deals an action shares another's.


WINS, SHARE, TOKENS, SQUARES, WEIGHT, WEIGHT_SQUARES, DEALS, PLAYED = range(len(Sums._fields))
"""Columns of an action's sums in kernels, in the order of `Sums`."""


@njit(_nrt=False)
def play_on(cards: Ints, setup: Ints, moves: Ints, row: Ints, careless: int, stream: Uints) -> None:
    """Play a round to its end by the rule of thumb; row and stream in place.

    Cards come in the order of the pool. The seats of the bits ``careless`` play by chance.
    """
    kernels.draw_in_order(cards, setup, row)
    while row[referee.PHASE] != referee.OVER:
        if careless >> row[referee.MOVER] & 1:
            action = kernels.random_action(cards, setup, row, stream)
        else:
            action = thumb_action(cards, setup, row, stream)
        kernels.act(cards, setup, moves, row, action)
        kernels.draw_in_order(cards, setup, row)


@njit(_nrt=False)
def round_result(row: Ints, seat: int) -> tuple[int, float, int]:
    """Return a seat's WINS, SHARE and TOKENS of a round that is over."""
    won = row[referee.WINNERS] >> seat & 1
    tokens = won + (row[referee.SPY_TOKEN] == seat)
    return won, won / kernels.count_bits(row[referee.WINNERS]), tokens


class PartyRoom(NamedTuple):
    """Working arrays for one thread, all modified by kernels."""

    row: Ints  # (ROW,): the round.
    views: Ints  # (seats, 2, ROW): what each seat saw before the last play, and sees now.
    likely: Floats  # (seats, `LIKELY_ROWS`, cards): each seat's likelihoods of the others' cards.
    rows: Ints  # (2, ROW): a deal and its play-out.
    unseen: Ints  # (cards,)
    actions: Ints  # (actions,): the mover's legal actions, once they are valued the best first.
    sums: Floats  # (actions, 8): their sums over deals.
    # (2 * seats, 3): WINS, SHARE and TOKENS of a deal's guesses, by offset of the target seat,
    # misses before hits; the first row serves all other actions.
    results: Floats
    stream: Uints  # (1,)


def make_room(party: referee.Party) -> PartyRoom:
    """Return working arrays for rounds at a table."""
    kinds, actions = len(party.cards), len(party.moves)
    return PartyRoom(
        row=np.zeros(referee.ROW, dtype=np.int64),
        views=np.zeros((referee.MOST_SEATS, 2, referee.ROW), dtype=np.int64),
        likely=np.ones((referee.MOST_SEATS, referee.LIKELY_ROWS, kinds)),
        rows=np.zeros((2, referee.ROW), dtype=np.int64),
        unseen=np.zeros(kinds, dtype=np.int64),
        actions=np.zeros(actions, dtype=np.int64),
        sums=np.zeros((actions, len(Sums._fields))),
        results=np.zeros((2 * referee.MOST_SEATS, 3)),
        stream=np.zeros(1, dtype=np.uint64),
    )


def weigh_hands(view: Ints, likely: Floats, deals: int, room: PartyRoom) -> Floats:
    """Return the weight of each card in each seat, (seats, cards), over deals by `deal_hidden`."""
    weights, deal = np.zeros((view[referee.SEATS], likely.shape[1])), room.rows[0]
    for _ in range(deals):
        weight = deal_hidden(view, likely, room.stream, room.unseen, deal)
        for seat, card in enumerate(deal[referee.HAND :][: len(weights)].tolist()):
            weights[seat, card] += weight * (card >= 0)
    return weights


@njit(_nrt=False)
def value_actions(
    party: referee.Party,
    view: Ints,
    seat: int,
    likely: Floats,
    budget: int,
    by_tokens: bool,
    room: PartyRoom,
) -> int:
    """Return the number of legal actions; ``room`` gets them with their sums, the best first.

    What the mover in ``seat`` sees and believes is as in `beliefs`. About ``budget`` play-outs are
    made in all; ``by_tokens`` actions are ranked by tokens in place of the share of the win.
    ``room`` is modified in place, but for ``row``, ``views`` and ``likely``.
    """
    cards, setup, _, _ = party
    actions, sums, stream, deal = room.actions, room.sums, room.stream, room.rows[0]
    count = kernels.legal_actions(cards, setup, view, actions)
    sums[:count] = 0.0
    active, halvings = count, 1
    while 1 << halvings < count:
        halvings += 1
    while active:
        left = max(budget // halvings, 1)
        while left > 0:
            weight = deal_hidden(view, likely, stream, room.unseen, deal)
            kernels.shuffle(deal, stream)
            careless = _careless_seats(view, seat, likely, stream)
            left -= _value_deal(party, seat, careless, weight, by_tokens, active, room)
        _sort_by_worth(actions, sums, active, TOKENS if by_tokens else SHARE)
        active = (active + 1) // 2 if active > 2 else 0
    return count


@njit(_nrt=False)
def _value_deal(
    party: referee.Party,
    seat: int,
    careless: int,
    weight: float,
    by_tokens: bool,
    active: int,
    room: PartyRoom,
) -> int:
    """Add what the first actions bring in the deal to their sums; return the play-outs made."""
    cards, setup, moves, _ = party
    deal, row = room.rows[0], room.rows[1]
    actions, results, stream = room.actions, room.results, room.stream
    start, played = stream[0], 0
    for place in range(len(results)):
        results[place, WINS] = -1.0
    for index in range(active):
        _, offset, named = moves[actions[index]]
        place = 0
        if offset > 0 and named >= 0:
            card = deal[referee.HAND + (seat + offset) % deal[referee.SEATS]]
            place = 2 * offset + (card == named)
        result, total = results[place], room.sums[index]
        if place == 0 or result[WINS] < 0:
            stream[0] = start
            copy_into(row, deal)
            kernels.act(cards, setup, moves, row, actions[index])
            play_on(cards, setup, moves, row, careless, stream)
            result[WINS], result[SHARE], result[TOKENS] = round_result(row, seat)
            total[PLAYED] += 1
            played += 1
        value = result[TOKENS if by_tokens else SHARE]
        for column in range(3):
            total[column] += weight * result[column]
        total[SQUARES] += weight * weight * value * value
        total[WEIGHT] += weight
        total[WEIGHT_SQUARES] += weight * weight
        total[DEALS] += 1
    return played


@njit(_nrt=False)
def _careless_seats(view: Ints, seat: int, likely: Floats, stream: Uints) -> int:
    """Return a bit for each other seat that plays this deal at random, drawn by its odds."""
    careless = 0
    for other in range(view[referee.SEATS]):
        chance = 0.0 if other == seat else carelessness(likely, other)
        if chance > 0 and (next_bits(stream) >> SPARE_BITS) / RANGE < chance:
            careless |= 1 << other
    return careless


@njit(_nrt=False)
def _sort_by_worth(actions: Ints, sums: Floats, count: int, column: int) -> None:
    """Sort the first actions and their sums by a column's mean, best first, in place."""
    for index in range(1, count):
        low, high = index - 1, index
        while low >= 0 and (
            sums[high, column] * sums[low, WEIGHT] > sums[low, column] * sums[high, WEIGHT]
        ):
            actions[high], actions[low] = actions[low], actions[high]
            for other in range(sums.shape[1]):
                sums[high, other], sums[low, other] = sums[low, other], sums[high, other]
            low, high = low - 1, low
