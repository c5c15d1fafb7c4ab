"""Menu mistakes in the race: how much each buy loses against best play, and how often."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.solver.dominion.race.rules import RANDOM, Seat
from llq.solver.dominion.race.solver import RaceSolution, Rule, make_setting
from llq.solver.dominion.race.space import RaceSpace
from llq.solver.dominion.race.visits import RaceVisits, count_visits


def count_mistakes(best: RaceSolution, rule: Rule, seat: Seat) -> RaceVisits:
    """Return the situation visits in games of a rule against best play.

    What the rule's buys lose, ``gained[:, seat, …, 6]``, adds up to the value of the game less the
    rule's chance to win it: after each buy both are taken to play their best. Where a rule has
    bought all the Silver or Gold that there is room for and wants more, it buys as best play does:
    the room is the solver's, not the rule's. ``best`` has its values and codes.
    """
    codes = []
    for layer, of_both in enumerate(best.codes):
        mixed = of_both.copy()
        table = rule(best.space, layer, seat)
        mixed[:, seat] = _codes(best.space, table, of_both[:, seat], seat)
        codes.append(mixed)
    return count_visits(replace(best, codes=tuple(codes)))


def _codes(
    space: RaceSpace, table: NDArray[np.uint8], best: NDArray[np.uint16], seat: Seat
) -> NDArray[np.uint16]:
    """Return a rule's buys in a layer as codes, (splits, cells), given those of best play."""
    if (table == RANDOM).any():
        raise IllegalState("random draws its buys by lot: no buy of it is a mistake by itself")
    race = space.race
    setting = make_setting(race)
    has_room = (setting.first, setting.second)[seat].has_room
    first, second = race.first.decks, race.second.decks
    shape = len(table), first, second
    codes, radix, left = np.zeros(best.shape, np.uint16), 1, best.copy()
    for band in range(1, has_room.shape[1]):
        left, by_best = np.divmod(left, band + 1)
        buys = table[:, :, band]
        full = ~has_room[np.arange(len(has_room)), buys]
        axis = 2 if seat is Seat.FIRST else 1  # the other player's decks
        wide, stuck = (
            np.broadcast_to(np.expand_dims(of, axis), shape).reshape(best.shape)
            for of in (buys, full)
        )
        codes += np.where(stuck, by_best, wide).astype(np.uint16) * np.uint16(radix)
        radix *= band + 1
    return codes
