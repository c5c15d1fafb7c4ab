"""What the race leaves out, in figures: ``python benchmarks/dominion_race_estimates.py PART``.

``shuffle`` plays best play against people's rules by fresh hands and by the real shuffle (minutes),
``copper`` sets a Copper against every pass of best play, each as often as it is met; ``estates``
matches best play and Big Money Ultimate with Estates for sale (some five minutes, 3 GB). ``piles``
bounds what a rush for a third empty pile gains (minutes, 5 GB).
"""

import argparse
from collections.abc import Iterator
from dataclasses import replace
from math import comb

import numpy as np
from numpy.typing import NDArray

from llq.query.dominion.race.roster import race_rule
from llq.solver.dominion.race.play import play_races
from llq.solver.dominion.race.rules import COSTS, POINTS, Buy, capped
from llq.solver.dominion.race.solver import (
    TOLERANCE,
    RaceSolution,
    find_rule,
    hand_chances,
    make_setting,
    solve,
)
from llq.solver.dominion.race.space import RaceSpace, Supply
from llq.solver.dominion.race.visits import LayerCounts, LayerVisits, visit

OPTIMAL, ULTIMATE = "optimal", "big_money_ultimate"
AGAINST = ("big_money", "big_money_duchy", ULTIMATE, "thesis")
PAIRS = (
    *((OPTIMAL, other) for other in (OPTIMAL, *AGAINST)),
    *((other, OPTIMAL) for other in AGAINST),
    ("big_money_penultimate", ULTIMATE),
    (ULTIMATE, "big_money_penultimate"),
)
GAMES, SEED = 100_000, 1
SILVER_CAP, GOLD_CAP = 10, 8
PILES_CAPS = 7, 6
CURSES = 10
VICTORY_POINTS = POINTS[Buy.PROVINCE], POINTS[Buy.DUCHY], POINTS[Buy.ESTATE]


def shuffle() -> None:
    """Print how often the first player wins by fresh hands and by the real shuffle."""
    race = capped(12, 10)
    codes = solve(race, keep_codes=True).codes
    for pair in PAIRS:
        plans = tuple(codes if name == OPTIMAL else race_rule(name) for name in pair)
        shown = []
        for real in (False, True):
            won = play_races(race, plans, GAMES, seed=SEED, real=real).won
            shown.append(f"{won.mean():.4f} ± {won.std() / len(won) ** 0.5:.4f}")
        print(f"{' v '.join(pair):45s} fresh {shown[0]}, real {shown[1]}", flush=True)


def copper() -> None:
    """Print what a Copper in place of nothing gains, over every pass of best play."""
    race = capped(SILVER_CAP, GOLD_CAP)
    best = solve(race, keep_values=True, keep_codes=True)
    with_copper = [
        solve(replace(race, **{seat: replace(side, copper=side.copper + 1)}), keep_values=True)
        for seat, side in (("first", race.first), ("second", race.second))
    ]
    chances = [
        hand_chances(side, race.provinces + race.duchies) for side in (race.first, race.second)
    ]
    decks = np.divmod(np.arange(race.first.decks**2), race.first.decks)
    passes = gained = mean = better = everywhere = 0.0
    for layer, (space, visits) in enumerate(_visits(best)):
        for p, d, e in space.blocks(layer):
            for local in range((p + 1) * (d + 1)):
                provinces, duchies = divmod(local, d + 1)
                split = (p + 1) * int(space.base[d, e]) + local
                for mover, victory in enumerate((provinces + duchies, p + d - provinces - duchies)):
                    met, other = visits[split, mover], 1 - mover
                    after = with_copper[mover].values[layer][split, other].astype(float)
                    gain = (after - best.values[layer][split, other]) * (1 - 2 * mover)
                    chance = chances[mover][victory][decks[mover]]
                    code = best.codes[layer][split, mover].astype(int)
                    passing = chance[:, 0].copy()
                    for band in range(1, len(COSTS)):
                        code, buy = np.divmod(code, band + 1)
                        passing += np.where(buy == 0, chance[:, band], 0.0)
                    more = np.maximum(gain - TOLERANCE, 0.0)
                    passes += (met * passing).sum()
                    mean += (met * passing * gain).sum()
                    better += (met * passing * (more > 0)).sum()
                    gained += (met * passing * more).sum()
                    everywhere += (met * more).sum()
    print(
        f"{passes:.3f} passes a game; a Copper there changes the chance to win by "
        f"{mean / passes:.4f} on average and is better in {better / passes:.3%} of them, worth "
        f"{gained:.1e} a game; with every hand in such situations {everywhere:.1e}"
    )


def _visits(best: RaceSolution) -> Iterator[tuple[RaceSpace, NDArray[np.float64]]]:
    """Yield how often a game meets each state, by layer."""
    space, race = best.space, best.space.race
    setting, last = make_setting(race), race.provinces - 1
    supply = race.provinces, race.duchies, race.estates
    leads = 2 * int(np.dot(supply, VICTORY_POINTS)) + 1
    situations = (2, race.duchies + 1, leads, len(COSTS))
    ends = (2, race.duchies + 1, race.estates + 1, leads)
    here = np.zeros((space.splits(0), 2, space.cells))
    here[0, 0, 0] = 1.0
    for layer in range(race.provinces):
        more = min(layer + 1, last)
        after = np.zeros((space.splits(more), 2, space.cells))
        values = best.values[layer], best.values[more]
        arrays = LayerVisits(here, after, best.codes[layer], *values)
        bands = len(COSTS)
        more_bands = (*situations, bands), (*situations, bands), (*situations, bands + 1)
        gained = (2, leads, bands, bands, bands + 1)
        found = LayerCounts(*map(np.zeros, (*more_bands, situations, gained, ends)), np.zeros(1))
        for block in reversed(list(space.blocks(layer))):
            visit(tuple(block), setting, arrays, TOLERANCE, found)
        yield space, here
        here = after


def estates() -> None:
    """Print best play with Estates against Big Money Ultimate, and the best answers to it."""
    race, rule = capped(SILVER_CAP, GOLD_CAP, estates=True), find_rule(ULTIMATE)
    solved = solve(race, keep_codes=True)
    print(f"best play: first wins {solved.first_moves:.6f}", flush=True)
    for seat in (0, 1):
        plans = (rule, solved.codes) if seat == 0 else (solved.codes, rule)
        met = solve(race, plans=plans).first_moves
        answered = solve(race, plans=(rule, None) if seat == 0 else (None, rule)).first_moves
        chances = (1 - met, 1 - answered) if seat == 0 else (met, answered)
        where = "second" if seat == 0 else "first"
        print(
            f"moving {where}: best play {chances[0]:.6f}, best answer {chances[1]:.6f}", flush=True
        )


def piles() -> None:
    """Print what a rush for a third empty pile gains where Duchies and Estates have run out.

    It takes ten Curses, a point each, so it needs a lead above ten; a lead above six for each
    Province left has won anyway. The opponent has nine turns in between, and takes a Province with
    each eight coins at least: of a deck with all that are left, so that the gain is too high.
    """
    race = capped(*PILES_CAPS, estates=True)
    best = solve(race, keep_values=True, keep_codes=True)
    supply = race.provinces + race.duchies + race.estates
    chances = [hand_chances(side, supply)[..., Buy.PROVINCE] for side in (race.first, race.second)]
    decks = np.divmod(np.arange(race.first.decks**2), race.first.decks)
    turns = met = gain = 0.0
    for layer, (space, visits) in enumerate(_visits(best)):
        left = race.provinces - layer
        rows = space.block_splits(Supply(layer, race.duchies, race.estates))
        for row, split in zip(rows, space.layer_splits(layer)[rows.start : rows.stop], strict=True):
            ahead = int((split[:, 0] - split[:, 1]) @ VICTORY_POINTS)
            turns += visits[row].sum()
            for mover, lead in enumerate((ahead, -ahead)):
                if not CURSES < lead <= left * POINTS[Buy.PROVINCE]:
                    continue
                flow, other = visits[row, mover], 1 - mover
                takes = chances[other][min(int(split[:, other].sum()) + left, supply)][decks[other]]
                allowed = (lead - CURSES - 1) // POINTS[Buy.PROVINCE]
                wins = sum(
                    comb(CURSES - 1, n) * takes**n * (1 - takes) ** (CURSES - 1 - n)
                    for n in range(allowed + 1)
                )
                first_wins = best.values[layer][row, mover].astype(float)
                better = wins - (1 - first_wins if mover else first_wins)
                met += flow.sum()
                gain += (flow * np.maximum(better, 0.0)).sum()
    print(
        f"{turns:.3f} turns a game with both piles empty, {met:.1e} of them with a lead that a "
        f"third could keep; buying nothing but Curses there gains at most {gain:.1e} games a game"
    )


if __name__ == "__main__":
    parts = {part.__name__: part for part in (shuffle, copper, estates, piles)}
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", choices=parts)
    parts[parser.parse_args().part]()
