"""Rounds between built-in players, from the kernels."""

from enum import IntEnum

import numpy as np

from llq.errors import UnknownStrategy, one_of
from llq.solver.array_types import Floats, Ints, Uints
from llq.solver.arrays import copy_into
from llq.solver.jit import njit
from llq.solver.love_letter.multiplayer import kernels
from llq.solver.love_letter.multiplayer.beliefs import watch
from llq.solver.love_letter.multiplayer.playouts import PartyRoom, round_result, value_actions
from llq.solver.love_letter.multiplayer.thumb import thumb_action
from llq.solver.love_letter.rounds import referee
from llq.solver.love_letter.rounds.referee import Party


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


_RANDOM, _THUMB, _CERTAIN, _ = map(int, PartyPlayer)


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
    players: Ints,
    playouts: int,
    by_chance: float,
    by_tokens: bool,
    streams: Uints,
    room: PartyRoom,
    results: Floats,
) -> int:
    """Play each deal once per rotation of the seats; return the number of decisions.

    ``players`` (seats,) are of `PartyPlayer`; in rotation r, player p sits in seat (p + r) % seats.
    ``playouts`` and ``by_tokens`` are as `value_actions` takes them; ``by_chance`` is the share of
    plays that ``reader`` holds to be by chance. ``streams`` (deals,) has the seed of each deal.
    ``results`` (deals, seats, 3) gets the sums over rotations of each player's rounds won, shares
    of the win and tokens.
    """
    row, stream = room.row, room.stream
    seats, decisions = len(players), 0
    for deal in range(len(streams)):
        results[deal] = 0.0
        for rotation in range(seats):
            # The cards are those of the deal in every rotation, the players' choices are not.
            stream[0] = streams[deal]
            copy_into(row, party.fresh)
            kernels.shuffle(row, stream)
            stream[0] += np.uint64(rotation)
            kernels.draw_in_order(party.cards, party.setup, row)
            _begin_watching(players, rotation, room)
            while row[referee.PHASE] != referee.OVER:
                decisions += 1
                _play_turn(party, players, rotation, playouts, by_tokens, room)
                _watch_turn(party.cards, players, rotation, by_chance, room)
            for player in range(seats):
                won, share, tokens = round_result(row, (player + rotation) % seats)
                results[deal, player, 0] += won
                results[deal, player, 1] += share
                results[deal, player, 2] += tokens
    return decisions


@njit(_nrt=False)
def _player_at(players: Ints, rotation: int, seat: int) -> int:
    return int(players[(seat - rotation + len(players)) % len(players)])


@njit(_nrt=False)
def _begin_watching(players: Ints, rotation: int, room: PartyRoom) -> None:
    """Set each seat's view of a deal, and its likelihoods before any play."""
    likely = room.likely
    for seat in range(len(players)):
        kernels.see(room.row, seat, room.views[seat, 1])
        likely[seat] = 1.0
        if _player_at(players, rotation, seat) == _CERTAIN:
            likely[seat, referee.ODDS] = 0.0  # whose odds of playing by chance it does not weigh


@njit(_nrt=False)
def _play_turn(
    party: Party, players: Ints, rotation: int, playouts: int, by_tokens: bool, room: PartyRoom
) -> None:
    """Play the mover's action and draw the cards due, in place."""
    cards, setup, moves, _ = party
    row, me = room.row, room.row[referee.MOVER]
    player = _player_at(players, rotation, me)
    if player == _RANDOM:
        action = kernels.random_action(cards, setup, row, room.stream)
    elif player == _THUMB:
        action = thumb_action(cards, setup, row, room.stream)
    else:
        view, likely = room.views[me, 1], room.likely[me]
        value_actions(party, view, me, likely, playouts, by_tokens, room)
        action = room.actions[0]
    kernels.act(cards, setup, moves, row, action)
    kernels.draw_in_order(cards, setup, row)


@njit(_nrt=False)
def _watch_turn(
    cards: Ints, players: Ints, rotation: int, by_chance: float, room: PartyRoom
) -> None:
    """Update the view and the likelihoods of each seat that reads the others' plays, in place."""
    for seat in range(len(players)):
        watcher = _player_at(players, rotation, seat)
        if watcher >= _CERTAIN:
            before, after = room.views[seat, 0], room.views[seat, 1]
            copy_into(before, after)
            kernels.see(room.row, seat, after)
            share = 1.0 if watcher == _CERTAIN else by_chance
            watch(cards, before, after, seat, share, room.likely[seat])
