"""What a decision of Sueca's players takes, by the cards left: median, 99th percentile and most.

``python -m benchmarks.sueca_decisions [games] [player …]``: each player decides at the same turns,
those with a choice in games of four ``strong``, seed 1. Times are the thread's own.

A decision's cost is how much less its card is worth than the best one, in points and 15 a game,
as ``strong`` would find with 5,000 hands, all of them tried, and a fifth of them solved from five
cards on. It is what few hands lose by chance, not what the model loses; costs are summed over the
decisions of a team in a game, with their standard error over games.
"""

import sys
import time
from dataclasses import replace

import numpy as np
from rich.console import Console
from rich.table import Table

from llq.query.match_result import estimate
from llq.solver import card_sets
from llq.solver.rng import streams
from llq.solver.sueca import engine
from llq.solver.sueca.engine import HANDS, TURN
from llq.solver.sueca.matches import deals
from llq.solver.sueca.players import choose_card, find_strategy
from llq.solver.sueca.playouts import monte_carlo, strong
from llq.solver.sueca.rules import cards_of

PLAYERS = ("strong",)
GAMES = 20
HANDS_JUDGED, SOLVED = 5000, 1000


def turns(games):
    """Return the rows of games at every turn with a choice, their games, and the cards in hand."""
    player, stream = find_strategy("strong"), streams(1, 0, 1)
    rows, played = [], []
    for game in range(games):
        row = np.zeros(engine.ROW, dtype=np.int64)
        deals.deal(deals.Deals().arrays(), row, stream)
        while row[TURN] < 40:
            legal = engine.legal(row)
            if legal & (legal - 1):
                rows.append(row.copy())
                played.append(game)
            engine.apply(row, choose_card(row, player, stream))
    cards = [card_sets.count(row[HANDS + engine.mover(row)]) for row in rows]
    return rows, np.array(played), np.array(cards)


def costs(row, scratch, stream):
    """Return what each legal card costs by many hands."""
    judge = replace(
        find_strategy("strong"), shuffles=HANDS_JUDGED, tried=HANDS_JUDGED, deals=SOLVED
    )
    strong.try_cards(row, judge.settings(), stream, scratch)
    is_open = card_sets.count(row[HANDS + engine.mover(row)]) <= judge.open_from
    cards = cards_of(engine.legal(row))
    worth = scratch.strong.worth[: len(cards)] / (judge.deals if is_open else judge.tried)
    return dict(zip(cards, worth.max() - worth, strict=True))


def main() -> None:
    """Print a table for each player, a row for each number of cards."""
    words = sys.argv[1:]
    games = int(words.pop(0)) if words and words[0].isdecimal() else GAMES
    rows, played, cards = turns(games)
    scratch, stream = monte_carlo.make_scratch(), streams(1, 2, 3)
    judged = [costs(row, scratch, stream) for row in rows]
    for name in words or PLAYERS:
        player, stream = find_strategy(name), streams(1, 1, 2)
        taken, cost = np.zeros(len(rows)), np.zeros(len(rows))
        choose_card(rows[-1], player, stream)  # compiled
        for place, row in enumerate(rows):
            start = time.thread_time()
            card = choose_card(row, player, stream)
            taken[place] = (time.thread_time() - start) * 1e3
            cost[place] = judged[place][card]
        table = Table(title=f"{name}: milliseconds a decision, {games} games")
        for heading in ("cards", "decisions", "mean", "median", "p99", "most", "costs"):
            table.add_column(heading, justify="right")
        for size in [*range(10, 1, -1), 0]:
            times = taken[cards == size] if size else taken
            lost = estimate(np.bincount(played, cost * ((cards == size) | (size == 0)), games) / 2)
            table.add_row(
                str(size) if size else "all",
                f"{len(times):,}",
                *(f"{n:.2f}" for n in (times.mean(), *np.quantile(times, (0.5, 0.99, 1)))),
                f"{lost.mean:.2f} ± {lost.standard_error:.2f}",
            )
        Console(width=100).print(table)


if __name__ == "__main__":
    main()
