"""What the race leaves out, in figures: ``python benchmarks/dominion_race_estimates.py PART``.

``shuffle`` plays best play against people's rules by fresh hands and by the real shuffle (minutes),
``copper`` solves passes of best play again with a Copper bought instead (minutes), ``estates``
matches best play and Big Money Ultimate with Estates for sale (some five minutes, 3 GB).
"""

import argparse
import random
from typing import NamedTuple

import numpy as np

from llq.query.dominion.race_roster import race_rule
from llq.solver.dominion.race.play import play_races
from llq.solver.dominion.race.rules import COSTS, Race, Side, capped
from llq.solver.dominion.race.rules_of_thumb import find_rule
from llq.solver.dominion.race.solver import solve
from llq.solver.dominion.race.space import RaceSpace, Split

OPTIMAL, ULTIMATE = "optimal", "big_money_ultimate"
AGAINST = ("big_money", "big_money_duchy", ULTIMATE, "thesis")
PAIRS = (
    *((OPTIMAL, other) for other in (OPTIMAL, *AGAINST)),
    *((other, OPTIMAL) for other in AGAINST),
    ("big_money_penultimate", ULTIMATE),
    (ULTIMATE, "big_money_penultimate"),
)
GAMES, SEED = 100_000, 1
WATCHED, SOLVED_AGAIN = 400, 250
"""Games of best play whose passes are kept, and how many of these are solved again."""
SILVER_CAP, GOLD_CAP = 10, 8


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


class Bought(NamedTuple):
    """What a player has bought."""

    silver: int = 0
    gold: int = 0
    provinces: int = 0
    duchies: int = 0


class Pass(NamedTuple):
    """A turn in which best play buys nothing."""

    own: tuple[Bought, Bought]
    mover: int


def copper() -> None:
    """Print what a Copper in place of nothing gains."""
    passes = watched_passes()
    print(f"{len(passes) / WATCHED:.2f} passes a game")
    random.Random(SEED).shuffle(passes)
    gains = np.array([gain_of_copper(one) for one in passes[:SOLVED_AGAIN]])
    print(
        f"{len(gains)} solved again: mean gain {gains.mean():.4f}, largest {gains.max():.6f}, "
        f"{(gains > 1e-6).mean():.1%} gain"
    )


def watched_passes() -> list[Pass]:
    """Return the passes of games of best play."""
    race = capped(SILVER_CAP, GOLD_CAP)
    codes, space = solve(race, keep_codes=True).codes, RaceSpace(race)
    draw, found = random.Random(SEED), []
    for _ in range(WATCHED):
        own, mover = (Bought(), Bought()), 0
        while own[0].provinces + own[1].provinces < race.provinces:
            mine = own[mover]
            victory = 3 + mine.provinces + mine.duchies
            deck = [1] * 7 + [2] * mine.silver + [3] * mine.gold + [0] * victory
            coins = sum(draw.sample(deck, 5))
            first, second = own
            layer, rank = space.rank(
                Split((first.provinces, second.provinces), (first.duchies, second.duchies), (0, 0))
            )
            cell = space.cell((first.silver, first.gold), (second.silver, second.gold))
            code, buy = int(codes[layer][rank, mover, cell]), 0
            for band in range(1, sum(coins >= cost for cost in COSTS)):
                code, buy = divmod(code, band + 1)
            if buy == 0:
                found.append(Pass(own, mover))
            else:
                name = {2: "silver", 3: "duchies", 4: "gold", 5: "provinces"}[buy]
                after = mine._replace(**{name: getattr(mine, name) + 1})
                own = (after, second) if mover == 0 else (first, after)
            mover = 1 - mover
    return found


def gain_of_copper(one: Pass) -> float:
    """Return what a Copper adds to the mover's chance to win, beside passing."""
    chances = []
    for more in (0, 1):
        sides = [
            Side(
                copper=7 + more * (seat == one.mover),
                silver=own.silver,
                gold=own.gold,
                victory=3 + own.provinces + own.duchies,
                points=3 + 6 * own.provinces + 3 * own.duchies,
                silver_room=max(2, SILVER_CAP - own.silver),
                gold_room=max(2, GOLD_CAP - own.gold),
            )
            for seat, own in enumerate(one.own)
        ]
        solved = solve(
            Race(
                provinces=8 - sum(own.provinces for own in one.own),
                duchies=8 - sum(own.duchies for own in one.own),
                first=sides[0],
                second=sides[1],
            )
        )
        chances.append(solved.second_moves if one.mover == 0 else 1 - solved.first_moves)
    return float(chances[1] - chances[0])


def estates() -> None:
    """Print best play with Estates against Big Money Ultimate, and the best answers to it."""
    race, rule = capped(SILVER_CAP, GOLD_CAP, estates=True), find_rule(ULTIMATE)
    solved = solve(race, keep_codes=True)
    print(f"best play: first wins {solved.first_moves:.6f}", flush=True)
    for seat in (0, 1):
        rules = (rule, None) if seat == 0 else (None, rule)
        by_codes = (False, True) if seat == 0 else (True, False)
        met = solve(race, rules=rules, codes=solved.codes, by_codes=by_codes).first_moves
        answered = solve(race, rules=rules).first_moves
        chances = (1 - met, 1 - answered) if seat == 0 else (met, answered)
        where = "second" if seat == 0 else "first"
        print(
            f"moving {where}: best play {chances[0]:.6f}, best answer {chances[1]:.6f}", flush=True
        )


if __name__ == "__main__":
    parts = {part.__name__: part for part in (shuffle, copper, estates)}
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", choices=parts)
    parts[parser.parse_args().part]()
