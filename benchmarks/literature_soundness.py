"""Whether what Literature's views say is so, over many games, and chances beside plain counting.

Run with ``python -m benchmarks.literature_soundness [games] [positions] [players]``; 10000
games and 500 positions take half an hour on one core, most of it for views among eight and the
greedy player's counting among six. No positions leave all but the games out.

The games, as many for 4, 6 and 8 players, are of all 24 combinations of flags, of random, possible
and greedy players and of all three at one table; half of them have guessed claims. In every
position before an ask every player's own view, every player's view of every other's and everyone's
are compared with the hands and with each other. The chances of late positions are compared with
those counted by listing deals and replaying the whole game from each, equal without any tolerance;
then the facts that exact chances have, a chance of 0 or 1, are looked for in the views.
"""

import sys
import time

from rich.console import Console
from rich.table import Table

from llq.solver.literature.inference.posterior import make_posterior
from llq.solver.literature.rules import find_rules
from tests.solver.literature import posteriors, soundness

BLOCK = 96  # games between reports; a multiple of 96 keeps flags and players even
LEAST, MOST = 4, 1000  # ways to give the cards that a player has not seen


def report_games(console: Console, games: int, seed: int, seats: list[int]) -> None:
    """Print what was counted in so many games of each number of players."""
    table = Table(title="Views of Literature")
    table.add_column("players")
    counts = []
    for players in seats:
        start, space = time.thread_time(), soundness.spaces(players)
        total = dict.fromkeys(soundness.COUNTS, 0)
        longest = 0
        for first in range(0, games, BLOCK):
            found, rows = soundness.count_faults(
                players, min(BLOCK, games - first), seed, first, space
            )
            total = {name: total[name] + found[name] for name in total}
            longest = max(longest, int(rows[:, soundness.ASKS].max()))
        seconds = round(time.thread_time() - start)
        counts.append({**total, "longest game, asks": longest, "seconds": seconds})
        table.add_column(str(players), justify="right")
    for name in counts[0]:
        table.add_row(name, *(f"{count[name]:,}" for count in counts))
    console.print(table)


def report_chances(console: Console, wanted: int, seed: int) -> None:
    """Print how late positions of four compare with counting deal by deal."""
    table = Table(title="Chances of four players, beside replays of the whole game")
    for heading in ("rules", "positions", "after a wrong claim", "hand run out", "facts", "missed"):
        table.add_column(heading, justify="right")
    for name in ("somani", "pagat"):
        space = make_posterior(4)
        positions = wrong = out = facts = missed = 0
        late = posteriors.late_positions(find_rules(name, 4), seed, LEAST, MOST, 10 * wanted)
        for row, referee, seat in late:
            found = posteriors.compare(row, referee, seat, space)
            special = posteriors.is_special(referee)
            positions, wrong, out = positions + 1, wrong + special[0], out + special[1]
            facts, missed = facts + found[0], missed + found[1]
            if positions == wanted // 2:
                break
        table.add_row(name, *(f"{n:,}" for n in (positions, wrong, out, facts, missed)))
    console.print(table)


def report_missed(console: Console, games: int, seed: int) -> None:
    """Print how many of the facts that follow from the moves four players' views have not."""
    for name in ("somani", "pagat"):
        found = soundness.count_missed(find_rules(name, 4), games, seed)
        console.print(
            f"{name}: {found}; missed {found['missed'] / found['facts']:.2e} of the facts, "
            f"in {found['views that miss any'] / found['views']:.2e} of the views"
        )


def main() -> None:
    """Print all three reports."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 10000
    positions = int(sys.argv[2]) if len(sys.argv) > 2 else 500
    seats = [int(sys.argv[3])] if len(sys.argv) > 3 else [4, 6, 8]
    console = Console(width=120)
    if positions:
        report_chances(console, positions, 1)
        report_missed(console, games, 1)
    report_games(console, games, 1, seats)


if __name__ == "__main__":
    main()
