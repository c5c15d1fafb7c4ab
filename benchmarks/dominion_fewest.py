"""Speed, memory and growth of the fewest turns: ``python benchmarks/dominion_fewest.py``.

Each game runs in a process of its own, so that peak memory is its own. JIT is apart: a small game
goes first. Seconds are of the processor, over both threads. Caps on bought Copper, on Silver and on
Gold stand beside; the optimum lies between the box and its relaxed one.

``… ultimate`` instead follows Big Money Ultimate to 8 Provinces past the table's 60 turns: by fresh
hands to the end, by the real rule over 100 turns; ``… best`` bounds from above the best chances to
have 4 to 8 Provinces by each turn, which the table has from below (five minutes).
"""

import resource
import subprocess
import sys
import time

import numpy as np

from llq.query.dominion.fewest.answers import RULES
from llq.query.dominion.fewest.table import BEST_TURNS, open_fewest
from llq.solver.dominion.fewest.decks import Caps, DeckBox, Kind, money_box
from llq.solver.dominion.fewest.fresh import FreshGame
from llq.solver.dominion.fewest.piles import PileGame
from llq.solver.dominion.fewest.points import most_points
from llq.solver.dominion.fewest.policies import MenuPolicy
from llq.solver.dominion.fewest.turn_by_turn import PASS, pile_flow, spending_bands
from llq.solver.dominion.menus import known_menu
from llq.solver.dominion.variants import rules

GAMES = [
    *((provinces, Caps(0, 14, 14)) for provinces in range(1, 9)),
    *((4, Caps(0, cap, cap)) for cap in (8, 10, 12, 16, 20)),
    *((4, Caps(copper, 16, 16)) for copper in (0, 1, 2)),
    *((8, Caps(copper, 18, 18)) for copper in (0, 1, 2)),
]
BOUND = Caps(1, 16, 16)
POINTS = [(15, Caps(2, 9, 9)), (31, Caps(1, 10, 12)), (31, Caps(1, 14, 16))]


def peak_mb() -> float:
    """Return this process's peak resident memory in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def one_game(provinces: int, copper: int, silver: int, gold: int) -> None:
    """Solve one game by both rules, with its bound, and print what that took."""
    PileGame(money_box(1, Caps(0, 3, 3))).optimum()
    caps = Caps(copper, silver, gold)
    base = peak_mb()
    start = time.process_time()
    game = PileGame(money_box(provinces, caps))
    best = game.optimum()
    seconds = time.process_time() - start
    print(
        f"{provinces} Provinces, caps {copper} {silver:2} {gold:2}: {game.states:11,} states "
        f"{seconds:7.2f} s {peak_mb():6,.0f} MB ({base:.0f} before) {best.turns:.8f} turns, "
        f"residual {best.residual:.0e}, {best.sweeps / game.box.decks:.2f} sweeps a deck",
        end="; ",
        flush=True,
    )
    low = PileGame(money_box(provinces, caps, relaxed=True)).optimum().turns
    start = time.process_time()
    fresh = FreshGame(money_box(provinces, caps)).optimum().turns
    print(
        f"caps cost at most {best.turns - low:.1e}; fresh {fresh:.8f} "
        f"in {time.process_time() - start:.2f} s",
        flush=True,
    )


def one_length(turns: int, copper: int, silver: int, gold: int) -> None:
    """Bracket the most points in a fixed length by the real rule."""
    caps = Caps(copper, silver, gold)
    most_points(2, Caps(0, 2, 2))
    start = time.process_time()
    low = most_points(turns, caps)
    seconds = time.process_time() - start
    high = most_points(turns, caps, relaxed=True)
    print(
        f"{turns} turns, caps {copper} {silver:2} {gold:2}: "
        f"{seconds:.1f} s a bound, {peak_mb():,.0f} MB",
        flush=True,
    )
    for turn in (4, 8, 15, 20, 25, 31):
        if turn <= turns:
            print(f"    {turn:2} turns: {low[turn]:.6f} to {high[turn]:.6f} points", flush=True)


def ultimate() -> None:
    """Print what Big Money Ultimate takes to 8 Provinces, with the supply's 40 and 30 treasures."""
    rule, (_, band) = MenuPolicy(known_menu("big_money_ultimate")), spending_bands(rules())
    most = {"copper": (7, 7), "silver": (0, 40), "gold": (0, 30), "estate": (3, 11)}
    most |= {"duchy": (0, 8), "province": (0, 8)}
    box = DeckBox(
        tuple(Kind(card.name, card.cost, *most[card.name]) for card in rules().cards), others=0
    )
    game = FreshGame(box)
    bought = np.array([rule.choices(tuple(deck), 1)[0] for deck in box.counts.tolist()])
    places = [game.bought.index((place,)) for place in range(len(box.kinds))]
    place = np.array([*places, PASS])
    print(
        f"fresh: {game.policy(lambda _, coins, __: place[bought[:, band[coins]]]).turns:.6f} turns"
    )
    for least in (1e-8, 1e-9, 1e-10):
        played = pile_flow(rule, 8, 100, least=least)
        print(
            f"real, states of {least:.0e}: {played.turns:.5f} turns, {played.lost:.1e} lost, "
            f"{played.begun[60]:.1e} past 60 turns, {peak_mb():,.0f} MB",
            flush=True,
        )


def best() -> None:
    """Print how much better than the table's any play's chances by each turn could be."""
    table = open_fewest()
    for provinces in range(4, 9):
        start = time.process_time()
        game = PileGame(money_box(provinces, BOUND, relaxed=True))
        bound = game.best_chances(BEST_TURNS)
        off = bound - table.best_done[RULES.index("real"), provinces - 1]
        print(
            f"{provinces} Provinces: no play adds more than {off.max():.1e} to the best chance by "
            f"any turn (turn {off.argmax()}); {game.states:,} states, "
            f"{time.process_time() - start:.0f} s, {peak_mb():,.0f} MB",
            flush=True,
        )


def main() -> None:
    """Run every game in a process of its own."""
    if sys.argv[1:] in (["ultimate"], ["best"]):
        {"ultimate": ultimate, "best": best}[sys.argv[1]]()
        return
    if len(sys.argv) > 1:
        one = one_game if sys.argv[1] == "game" else one_length
        one(*map(int, sys.argv[2:]))
        return
    for what, games in (("game", GAMES), ("points", POINTS)):
        for size, caps in games:
            numbers = (size, caps.copper, caps.silver, caps.gold)
            subprocess.run([sys.executable, __file__, what, *map(str, numbers)], check=True)


if __name__ == "__main__":
    main()
