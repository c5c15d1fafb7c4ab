"""Races played out: a simulation beside the exact numbers, by fresh hands or by the real rule."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.arrays import copy_into
from llq.solver.dominion.race.kernels import Setting
from llq.solver.dominion.race.rules import COSTS, Buy, Race, Seat
from llq.solver.dominion.race.solver import Plan, kind_of, make_setting
from llq.solver.dominion.race.space import RaceSpace
from llq.solver.jit import njit
from llq.solver.rng import next_bits, scale, streams


class PlayedRaces(NamedTuple):
    """What happened in some games, of the first player's side."""

    won: NDArray[np.float64]
    """(games,) 1 for a win, 0 for a loss, a half for a shared win."""
    lead: NDArray[np.float64]
    """(games,) Points ahead at the end."""
    turns: NDArray[np.float64]
    """(games,) Turns of both players together."""


def play_races(
    race: Race, plans: tuple[Plan, Plan], games: int, *, seed: int = 1, real: bool = False
) -> PlayedRaces:
    """Play some games between two plans and return what the first player got.

    Parameters
    ----------
    real
        Draw from a pile that is reshuffled when it is empty, in place of a fresh hand each turn.
    """
    space, sides = RaceSpace(race), (race.first, race.second)
    starts = np.cumsum([0, *(space.splits(layer) for layer in range(race.provinces - 1))])
    rules, codes = [], np.zeros((1, 2, 1), np.uint16)
    for seat, plan in zip(Seat, plans, strict=True):
        rules.append(np.zeros((1, 1, len(Buy)), np.uint8))
        if callable(plan):
            layers = [plan(space, layer, seat) for layer in range(race.provinces)]
            rules[seat] = np.concatenate(layers)
        else:
            codes = np.concatenate(list(plan))
    kind1, kind2 = (int(kind_of(plan)) for plan in plans)
    setting = make_setting(race)._replace(kind1=kind1, kind2=kind2)
    start = [[side.copper, side.silver, side.gold, side.victory] for side in sides]
    arrays = Plans(codes, rules[0], rules[1], starts, np.array(start), np.array(COSTS))
    results = np.zeros((games, 3))
    _play(real, setting, arrays, streams(seed, 0, games), results)
    return PlayedRaces(*results.T.copy())


_HAND, _BANDS = 5, 6
_ESTATE, _SILVER, _DUCHY, _GOLD, _PROVINCE = 1, 2, 3, 4, 5
_MOST_TURNS = 1000
"""Turns after which a game of two players who pass for ever counts a half."""


class Plans(NamedTuple):
    """How both players buy, and what they start with.

    Parameters
    ----------
    codes
        (splits of all layers, 2, cells) uint16, or empty: as ``Layer.codes``, of players of kind 1.
    rule1, rule2
        (splits of all layers, decks, 6) uint8, or empty: as ``Layer.rule1``, of players of kind 2.
    layer_start
        (provinces,) int64. Splits before each layer.
    start
        (2, 4) int64. Coppers, Silvers, Golds and victory cards of each player's deck.
    costs
        (6,) int64. By band, the least coins.
    """

    codes: NDArray[np.uint16]
    rule1: NDArray[np.uint8]
    rule2: NDArray[np.uint8]
    layer_start: NDArray[np.int64]
    start: NDArray[np.int64]
    costs: NDArray[np.int64]


@njit
def _play(
    real: bool,
    setting: Setting,
    plans: Plans,
    streams: NDArray[np.uint64],
    results: NDArray[np.float64],
) -> None:
    """Play one game a stream; ``results`` (games, 3) is modified in place.

    A row is what the first player wins (1, 0.5 or 0), their lead, and the turns of both players.
    """
    s = setting
    piles = np.zeros((2, 4), np.int64)
    discards = np.zeros((2, 4), np.int64)
    taken = np.zeros((3, 2), np.int64)  # Provinces, Duchies, Estates by player
    bought = np.zeros((2, 2), np.int64)  # Silvers, Golds by player
    hand = np.zeros(4, np.int64)
    can = np.zeros(_BANDS, np.bool_)
    room = np.array([[s.silvers1, s.golds1], [s.silvers2, s.golds2]])
    decks2 = (s.silvers2 + 1) * (s.golds2 + 1)
    for game in range(len(streams)):
        # Deal both players their starting decks.
        stream = streams[game : game + 1]
        copy_into(piles[0], plans.start[0])
        copy_into(piles[1], plans.start[1])
        discards[:], taken[:], bought[:] = 0, 0, 0
        won, turn = 0.5, 0
        lead = s.lead
        while turn < _MOST_TURNS:
            mover = turn % 2
            turn += 1
            # Draw a hand and find its money band.
            _draw(real, piles[mover], discards[mover], hand, stream)
            coins = hand[0] + 2 * hand[1] + 3 * hand[2]
            band = 0
            while band + 1 < _BANDS and coins >= plans.costs[band + 1]:
                band += 1
            # Mark the cards that are for sale to the mover.
            p, d, e = taken[0].sum(), taken[1].sum(), taken[2].sum()
            can[:] = True
            can[_ESTATE], can[_DUCHY] = e < s.estates, d < s.duchies
            can[_SILVER] = bought[mover, 0] < room[mover, 0]
            can[_GOLD] = bought[mover, 1] < room[mover, 1]
            # Rank the state: its split and both decks.
            split = plans.layer_start[p] + (p + 1) * s.base[d, e]
            split += (taken[0, 0] * (d + 1) + taken[1, 0]) * (e + 1) + taken[2, 0]
            deck1 = bought[0, 0] * (s.golds1 + 1) + bought[0, 1]
            deck2 = bought[1, 0] * (s.golds2 + 1) + bought[1, 1]
            # Look up the buy, in a code or in the player's rule.
            buy = 0
            if (s.kind1 if mover == 0 else s.kind2) == 1:
                code = plans.codes[split, mover, deck1 * decks2 + deck2]
                for below in range(1, band + 1):
                    buy = code % (below + 1)
                    code //= below + 1
            elif mover == 0:
                buy = int(plans.rule1[split, deck1, band])
            else:
                buy = int(plans.rule2[split, deck2, band])
            if buy == _BANDS:
                buy = _random_buy(band, can, stream)
            for kind in range(4):  # the hand is played, then put away with what was bought
                discards[mover, kind] += hand[kind]
            # Apply the buy: a treasure, or a victory card with its points.
            if buy == 0 or not can[buy]:
                continue
            if buy in (_SILVER, _GOLD):
                which = 0 if buy == _SILVER else 1
                bought[mover, which] += 1
                discards[mover, 1 + which] += 1
                continue
            discards[mover, 3] += 1
            taken[0 if buy == _PROVINCE else 1 if buy == _DUCHY else 2, mover] += 1
            lead += s.points[buy] if mover == 0 else -s.points[buy]
            # The last Province ends the game: the first player, a turn ahead, loses a tie.
            if buy == _PROVINCE and p + 1 == s.provinces:
                tie = 0.0 if mover == 0 else 0.5
                won = 1.0 if lead > 0 else tie if lead == 0 else 0.0
                break
        results[game, 0], results[game, 1], results[game, 2] = won, lead, turn


@njit
def _draw(
    real: bool,
    pile: NDArray[np.int64],
    discard: NDArray[np.int64],
    hand: NDArray[np.int64],
    stream: NDArray[np.uint64],
) -> None:
    """Draw five cards into ``hand``; all three are modified in place."""
    hand[:] = 0
    if not real:  # a fresh hand is of the whole deck
        for kind in range(4):
            pile[kind] += discard[kind]
            discard[kind] = 0
    left = pile.sum()
    for _ in range(_HAND):
        if left == 0:
            for kind in range(4):
                pile[kind] += discard[kind]
                discard[kind] = 0
            left = pile.sum()
        card, kind = scale(next_bits(stream), left), 0
        while card >= pile[kind]:
            card -= pile[kind]
            kind += 1
        pile[kind] -= 1
        hand[kind] += 1
        left -= 1


@njit
def _random_buy(band: int, can: NDArray[np.bool_], stream: NDArray[np.uint64]) -> int:
    """Return nothing, the best treasure or the best victory card, with equal chance."""
    treasure = victory = 0
    for card in range(1, band + 1):
        if can[card]:
            if card in (_SILVER, _GOLD):
                treasure = card
            else:
                victory = card
    ways = 1 + (treasure > 0) + (victory > 0)
    chosen = scale(next_bits(stream), ways)
    if chosen == 0:
        return 0
    return treasure if chosen == 1 and treasure > 0 else victory
