"""What a decision of Sueca's players takes, by the cards left: median, 99th percentile and most.

``python -m benchmarks.sueca_decisions [games] [player …]``: each player decides at the same turns,
those with a choice in games of four ``strong``, seed 1. Times are the thread's own.
"""

import sys
import time

import numpy as np
from rich.console import Console
from rich.table import Table

from llq.solver import card_sets
from llq.solver.rng import streams
from llq.solver.sueca import engine
from llq.solver.sueca.engine import HANDS, TURN
from llq.solver.sueca.matches import deals
from llq.solver.sueca.players import choose_card, find_strategy

PLAYERS = ("strong",)
GAMES = 200


def turns(games):
    """Return the rows of games at every turn with a choice, and the cards in the mover's hand."""
    strong, stream = find_strategy("strong"), streams(1, 0, 1)
    rows = []
    for _ in range(games):
        row = np.zeros(engine.ROW, dtype=np.int64)
        deals.deal(deals.Deals().arrays(), row, stream)
        while row[TURN] < 40:
            legal = engine.legal(row)
            if legal & (legal - 1):
                rows.append(row.copy())
            engine.apply(row, choose_card(row, strong, stream))
    return rows, np.array([card_sets.count(row[HANDS + engine.mover(row)]) for row in rows])


def main() -> None:
    """Print a row for each player and number of cards."""
    words = sys.argv[1:]
    games = int(words.pop(0)) if words and words[0].isdecimal() else GAMES
    rows, cards = turns(games)
    table = Table(title=f"Milliseconds a decision, {games} games")
    for heading in ("player", "cards", "decisions", "mean", "median", "p99", "most"):
        table.add_column(heading, justify="right")
    for name in words or PLAYERS:
        player, stream, taken = find_strategy(name), streams(1, 1, 1), np.zeros(len(rows))
        choose_card(rows[-1], player, stream)  # compiled
        for place, row in enumerate(rows):
            start = time.thread_time()
            choose_card(row, player, stream)
            taken[place] = (time.thread_time() - start) * 1e3
        for size in [*range(10, 1, -1), 0]:
            times = taken[cards == size] if size else taken
            numbers = (times.mean(), *np.quantile(times, (0.5, 0.99, 1)))
            said = str(size) if size else "all"
            table.add_row(name, said, f"{len(times):,}", *(f"{number:.2f}" for number in numbers))
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
