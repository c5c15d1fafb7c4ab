"""The build of the race's table: solve, count how often each situation is met, play the rules."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from llq.query.dominion.race.roster import RACE_PLAYERS, race_rule
from llq.query.dominion.race.table import PRUNED, DominionRace, table_race
from llq.solver.arguments import check_threads
from llq.solver.dominion.race.rules import Race
from llq.store.locate import table_path, writable_folder
from llq.store.provenance import Stopwatch

if TYPE_CHECKING:
    from llq.solver.dominion.race.visits import RaceVisits

Arrays = dict[str, NDArray[Any]]


def build_race(
    silver: int | None = None,
    gold: int | None = None,
    folder: str | os.PathLike[str] | None = None,
    *,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
) -> Path:
    """Solve the two-player race, write its table and return its path.

    Parameters
    ----------
    silver, gold
        Treasures that each player may buy at most; by default 12 and 10.
    progress
        Called after each step with the number of steps done and their total.

    Raises
    ------
    IllegalState
        The room for Silver or Gold is out of range.
    TableMissing
        The thesis's policy needs the table of games of 31 turns.
    TableNotWritable
        The folder cannot be written to.
    """
    check_threads(threads)
    spec = DominionRace.make_spec(silver, gold)
    silver, gold = (int(spec.parameters[name]) for name in ("silver", "gold"))
    race = table_race(silver, gold)
    path = table_path(spec.name, writable_folder(folder))
    watch = Stopwatch(DominionRace.command_of(spec))
    for name in RACE_PLAYERS:  # before the work: a rule may miss its table
        race_rule(name)

    # Imported here: compiling is for those who build.
    from llq.solver.dominion.race.solver import solve
    from llq.solver.dominion.race.visits import count_visits
    from llq.store.writing import write_table

    matches = list(product(range(len(RACE_PLAYERS)), repeat=2))
    steps = 3 + len(matches) + 2 * len(RACE_PLAYERS)
    done = 0

    def step() -> None:
        nonlocal done
        done += 1
        if progress:
            progress(done, steps)

    best = solve(race, keep_values=True, keep_codes=True, threads=threads)
    codes = best.codes
    step()
    visits = count_visits(best)
    arrays = _situations(visits) | _ends(visits)
    value = np.array([best.first_moves, best.second_moves])
    del best
    step()
    wins, responses = [], np.zeros((len(RACE_PLAYERS), 2))
    for first, second in matches:
        wins.append(_match(race, codes, (first, second), threads))
        step()
    for index in range(len(RACE_PLAYERS)):
        responses[index, 0] = 1 - _match(race, codes, (index, None), threads)
        step()
        responses[index, 1] = _match(race, codes, (None, index), threads)
        step()
    pairs = np.array(matches, np.uint8)
    book, policy = _compact(codes)
    arrays |= {
        "value": value,
        "book": book,
        "policy": policy,
        "match_first": pairs[:, 0].copy(),
        "match_second": pairs[:, 1].copy(),
        "match_win": np.array(wins),
        "best_response": responses,
    }
    write_table(path, spec, arrays, watch.stop())
    step()
    return path


def _match(
    race: Race,
    codes: tuple[NDArray[np.uint16], ...],
    pair: tuple[int | None, int | None],
    threads: int,
) -> float:
    """Return the first player's chance to win; None is the best answer to the other."""
    from llq.solver.dominion.race.solver import solve

    plans = [None if index is None else race_rule(RACE_PLAYERS[index]) or codes for index in pair]
    return solve(race, plans=(plans[0], plans[1]), threads=threads).first_moves


def _compact(
    codes: tuple[NDArray[np.uint16], ...],
) -> tuple[NDArray[np.uint16], NDArray[np.uint8]]:
    """Return the distinct codes, and each state's index among them in a byte."""
    used = np.zeros(720, bool)
    for layer in codes:
        used[np.flatnonzero(np.bincount(layer.ravel(), minlength=720))] = True
    book = np.flatnonzero(used).astype(np.uint16)
    entry = np.zeros(720, np.uint8)
    entry[book] = np.arange(len(book))
    return book, np.concatenate([entry[layer].reshape(len(layer), -1) for layer in codes])


def _situations(visits: RaceVisits) -> Arrays:
    """Return the columns of situations that best play meets often enough."""
    flows = visits.visits.sum(-1)
    provinces, _, duchies, _, _ = flows.shape
    rows = []
    for place in np.argwhere(flows >= PRUNED):
        p, seat, d, lead, band = (int(i) for i in place)
        where = (p, seat, d, lead, band)
        for buy in range(band + 1 if band < 5 else 7):
            is_buy = buy < 6
            bought = visits.visits[where][buy] if is_buy else 0.0
            right = visits.right[where][buy] if is_buy else 0.0
            cost = float(visits.cost[where][buy])
            if bought == right == cost == 0.0:  # not for sale there
                continue
            at = seat, provinces - p, duchies - 1 - d, lead - visits.middle, band, buy
            win = (visits.wins[where] - cost) / flows[where]
            rows.append((*at, bought, right, max(cost, 0.0), min(max(float(win), 0.0), 1.0)))
    columns = list(zip(*rows, strict=True))
    names = ("seat", "provinces_left", "duchies_left", "lead", "band", "buy")
    situations: Arrays = {
        name: np.array(column, np.int16 if name == "lead" else np.uint8)
        for name, column in zip(names, columns, strict=False)
    }
    for name, column in zip(("visits", "right", "cost", "win"), columns[6:], strict=True):
        situations[name] = np.array(column, np.float64)
    return situations


def _ends(visits: RaceVisits) -> Arrays:
    duchies = visits.ends.shape[1]
    seat, d, lead = (axis.astype(np.int16) for axis in np.nonzero(visits.ends > 1e-12))
    return {
        "end_seat": seat.astype(np.uint8),
        "end_duchies_left": (duchies - 1 - d).astype(np.uint8),
        "end_estates_left": np.zeros(len(seat), np.uint8),
        "end_lead": (lead - visits.middle).astype(np.int16),
        "end_chance": visits.ends[visits.ends > 1e-12],
    }
