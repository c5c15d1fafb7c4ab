"""Races played out: a simulation beside the exact numbers, by fresh hands or by the real rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.dominion.race.rules import COSTS, Buy, Race, Seat
from llq.solver.dominion.race.solver import Choice, Rule, make_setting
from llq.solver.dominion.race.space import RaceSpace

Plan = Rule | Sequence[NDArray[np.uint16]]
"""How a player buys: a rule, or the codes of a solution by layer."""


class Played(NamedTuple):
    """What happened in some games, of the first player's side."""

    won: NDArray[np.float64]
    """(games,) 1 for a win, 0 for a loss, a half for a shared win."""
    lead: NDArray[np.float64]
    """(games,) Points ahead at the end."""
    turns: NDArray[np.float64]
    """(games,) Turns of both players together."""


def play_races(
    race: Race, plans: tuple[Plan, Plan], games: int, *, seed: int = 1, real: bool = False
) -> Played:
    """Play some games between two plans and return what the first player got.

    Parameters
    ----------
    race
        What is for sale, and both decks.
    plans
        How the first player buys and how the second does.
    games, seed
        Number of games, and the seed of their random numbers.
    real
        Draw from a pile that is reshuffled when it is empty, in place of a fresh hand each turn.
    """
    from llq.solver.dominion.race.play_kernels import Plans, play  # compiles
    from llq.solver.rng import streams

    space, sides = RaceSpace(race), (race.first, race.second)
    starts = np.cumsum([0, *(space.splits(layer) for layer in range(race.provinces - 1))])
    kinds, rules = [], []
    codes = np.zeros((1, 2, 1), np.uint16)
    for seat, plan in zip(Seat, plans, strict=True):
        table = np.zeros((1, 1, len(Buy)), np.uint8)
        if callable(plan):
            layers = [plan(space, layer, seat) for layer in range(race.provinces)]
            table = np.concatenate(layers)
            kinds.append(Choice.RULE)
        else:
            codes = np.concatenate(list(plan))
            kinds.append(Choice.CODES)
        rules.append(table)
    setting = make_setting(race)._replace(kind1=int(kinds[0]), kind2=int(kinds[1]))
    start = [[side.copper, side.silver, side.gold, side.victory] for side in sides]
    arrays = Plans(codes, rules[0], rules[1], starts, np.array(start), np.array(COSTS))
    results = np.zeros((games, 3))
    play(real, setting, arrays, streams(seed, 0, games), results)
    return Played(*results.T.copy())
