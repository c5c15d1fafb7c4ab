"""Menu mistakes in the race: how much each buy loses against best play, and how often."""

from dataclasses import replace
from typing import Any

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
    for layer, best_codes in enumerate(best.codes):
        mixed = best_codes.copy()
        table = rule(best.space, layer, seat)
        mixed[:, seat] = _codes(best.space, table, best_codes[:, seat], seat)
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
    shape = len(table), race.first.decks, race.second.decks
    other_decks = 2 if seat is Seat.FIRST else 1  # the axis of the other player's

    def by_cell(by_deck: NDArray[Any]) -> NDArray[Any]:
        wide = np.broadcast_to(np.expand_dims(by_deck, other_decks), shape)
        return wide.reshape(best.shape)

    codes, radix, left = np.zeros(best.shape, np.uint16), 1, best.copy()
    for band in range(1, has_room.shape[1]):
        left, best_buys = np.divmod(left, band + 1)
        buys = table[:, :, band]
        is_full = ~has_room[np.arange(len(has_room)), buys]
        chosen = np.where(by_cell(is_full), best_buys, by_cell(buys))
        codes += chosen.astype(np.uint16) * np.uint16(radix)
        radix *= band + 1
    return codes
