"""Rounds between built-in players, from the kernels."""

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from llq.errors import UnknownStrategy, one_of
from llq.solver.arrays import copy_into
from llq.solver.jit import njit
from llq.solver.love_letter.multiplayer import rounds
from llq.solver.love_letter.multiplayer.beliefs import watch
from llq.solver.love_letter.multiplayer.kernels import (
    act,
    count_bits,
    draw_in_order,
    random_action,
    see,
    shuffle,
)
from llq.solver.love_letter.multiplayer.playouts import PartyRoom, value_actions
from llq.solver.love_letter.multiplayer.rounds import Party
from llq.solver.love_letter.multiplayer.thumb import thumb_action


class PartyPlayer(IntEnum):
    """A built-in player for tables of any size, named after the member in lower case."""

    RANDOM = 0
    """Any card, target and guess, but never the Princess by choice."""
    THUMB = 1
    """A rule of thumb based on certain knowledge."""
    CERTAIN = 2
    """Play-outs over all deals consistent with certain knowledge."""
    READER = 3
    """Play-outs over deals weighted by the other players' past plays."""


_RANDOM, _THUMB, _CERTAIN = (
    int(p) for p in (PartyPlayer.RANDOM, PartyPlayer.THUMB, PartyPlayer.CERTAIN)
)
PLAYOUTS = 5000
"""Play-outs a decision."""


def find_party_player(name: str) -> PartyPlayer:
    """Return a built-in player by name."""
    try:
        return PartyPlayer[name.strip().upper().replace("-", "_")]
    except KeyError:
        known = [player.name.lower() for player in PartyPlayer]
        raise UnknownStrategy(
            f"unknown player {name!r} of a table of several{one_of(name, known)}"
        ) from None


@njit(_nrt=False)
def play_rounds(
    party: Party,
    players: NDArray[np.int64],
    playouts: int,
    by_chance: float,
    by_tokens: bool,
    streams: NDArray[np.uint64],
    room: PartyRoom,
    results: NDArray[np.float64],
) -> int:
    """Play each deal once per rotation of the seats; return the number of decisions.

    ``players`` (seats,) are of `PartyPlayer`; in rotation r, player p sits in seat (p + r) % seats.
    ``playouts`` and ``by_tokens`` are as `value_actions` takes them; ``by_chance`` is the share of
    plays that ``reader`` holds to be by chance. ``streams`` (deals,) has the seed of each deal.
    ``results`` (deals, seats, 3) gets the sums over rotations of each player's rounds won, shares
    of the win and tokens.
    """
    cards, setup, moves, fresh = party
    row, views, likely, own = room.row, room.views, room.likely, room.stream
    seats, decisions = len(players), 0
    for deal in range(len(streams)):
        for player in range(seats):
            for column in range(3):
                results[deal, player, column] = 0.0
        for rotation in range(seats):
            # The cards are those of the deal in every rotation, the players' choices are not.
            own[0] = streams[deal]
            copy_into(row, fresh)
            shuffle(row, own)
            own[0] += np.uint64(rotation)
            draw_in_order(cards, setup, row)
            _begin(row, seats, views, likely)
            for seat in range(seats):
                if players[(seat - rotation + seats) % seats] == _CERTAIN:
                    likely[seat, -2] = 0.0  # whose odds of playing by chance it does not weigh
            while row[rounds.PHASE] != rounds.OVER:
                me = row[rounds.MOVER]
                player = players[(me - rotation + seats) % seats]
                decisions += 1
                if player == _RANDOM:
                    action = random_action(cards, setup, row, own)
                elif player == _THUMB:
                    action = thumb_action(cards, setup, row, own)
                else:
                    value_actions(party, views[me, 1], me, likely[me], playouts, by_tokens, room)
                    action = room.actions[0]
                act(cards, setup, moves, row, action)
                draw_in_order(cards, setup, row)
                for seat in range(seats):
                    watcher = players[(seat - rotation + seats) % seats]
                    if watcher >= _CERTAIN:
                        share = 1.0 if watcher == _CERTAIN else by_chance
                        copy_into(views[seat, 0], views[seat, 1])
                        see(row, seat, views[seat, 1])
                        watch(cards, views[seat, 0], views[seat, 1], seat, share, likely[seat])
            for player in range(seats):
                seat = (player + rotation) % seats
                won = row[rounds.WINNERS] >> seat & 1
                results[deal, player, 0] += won
                results[deal, player, 1] += won / count_bits(row[rounds.WINNERS])
                results[deal, player, 2] += won + (row[rounds.SPY_TOKEN] == seat)
    return decisions


@njit(_nrt=False)
def _begin(
    row: NDArray[np.int64],
    seats: int,
    views: NDArray[np.int64],
    likely: NDArray[np.float64],
) -> None:
    for seat in range(seats):
        see(row, seat, views[seat, 1])
        for other in range(likely.shape[1]):
            for card in range(likely.shape[2]):
                likely[seat, other, card] = 1.0
