"""How far the saddle point's chances among eight are off the exact ones, and what both take.

Run with ``python -m benchmarks.literature_saddle_point [positions] [seed]``; 300 positions take a
quarter of an hour and 0.5 GB, nearly all of it for exact counts early in games.

Positions are the mover's in games of the possible player, one ask in twelve. Errors are absolute,
over the chances of every free card with everyone who may hold it. "Even" gives such a card to each
of them alike, "rooms" in proportion to how many free cards they hold. "Regret" is what is lost in
exact chance by the ask that the saddle point calls likeliest, "claims" the error of the chance that
the likeliest claim of each half suit is right. Times are the thread's own; "states" are those of
the exact count.
"""

import sys
import time
from itertools import pairwise

import numpy as np
from rich.console import Console
from rich.table import Table

from llq.solver.literature import engine, players, turns
from llq.solver.literature.engine import HANDS, LIVE, TURN
from llq.solver.literature.inference import knowledge, posterior
from llq.solver.literature.inference.posterior import make_posterior
from llq.solver.literature.players import Kind
from llq.solver.literature.rules import CARDS, HALF_SUITS, IN_HALF, find_rules
from llq.solver.literature.scratch import make_scratch
from llq.solver.rng import streams

EVERY = 12  # asks between positions
BOUNDS = (0, 6, 12, 18, 24, 30, 36, 48)  # of the free cards, for the table's rows
WEIGHTS = np.zeros(0, dtype=np.float32)


def find_positions(wanted, seed, seats=8):
    """Yield rows in which somebody is to ask, with the mover's view in scratch."""
    scratch, each = make_scratch(seats), seats + 1
    game = 0
    while True:
        row = engine.new_row(find_rules("pagat", seats))
        sources = streams(seed, each * game, each * game + each)
        engine.deal(row, sources[:1])
        asked = game % EVERY
        while turns.advance(row, sources[:1], scratch.inference):
            if asked % EVERY == 0:
                knowledge.infer(row, int(row[TURN]), scratch.inference.own)
                yield row, scratch
                wanted -= 1
                if not wanted:
                    return
            asked += 1
            seat = int(row[TURN])
            stream = sources[seat + 1 : seat + 2]
            code = players.choose(row, int(Kind.POSSIBLE), WEIGHTS, stream, scratch)
            target, card = players.ask_of(code)
            engine.ask(row, target, card, bool(row[HANDS + target] >> card & 1))
        game += 1


def likeliest(row, held):
    """Return the best of the mover's asks by some chances, and all of them."""
    cards = engine.askable(row[HANDS + row[TURN]])
    targets = engine.targets(row)
    asks = [
        (target, card)
        for target in range(len(held))
        for card in range(CARDS)
        if targets >> target & 1 and cards >> card & 1
    ]
    return max(asks, key=lambda ask: held[ask]), asks


def measure(row, scratch, saddle, exact):
    """Return the free cards, errors by approximation, regret, claims' errors, times and so on."""
    view, times = scratch.inference.own, []
    for space in (saddle, exact):
        start = time.thread_time()
        posterior.find_chances(row, view, space)
        times.append(time.thread_time() - start)
    free = np.array([int(saddle.free[card // IN_HALF]) >> card & 1 for card in range(CARDS)], bool)
    if not free.any():
        return None
    may = np.array([[int(view.may[p]) >> card & 1 for card in range(CARDS)] for p in range(8)])
    room = np.zeros((8, 1))
    room[exact.active[: exact.active[8]], 0] = exact.room[: exact.active[8]]
    pairs = (may == 1) & free & (room > 0)
    even, rooms = (pairs * weight / (pairs * weight).sum(0).clip(1) for weight in (1, room))
    errors = [abs(held - exact.held)[pairs] for held in (saddle.held, even, rooms)]
    best, _ = likeliest(row, saddle.held)
    right, _ = likeliest(row, exact.held)
    claims = []
    for half in range(HALF_SUITS):
        if row[LIVE] >> IN_HALF * half & 1 and saddle.free[half]:
            said = posterior.likeliest_claim(row, int(row[TURN]), half, exact)
            chances = [posterior.chance_of_claim(half, said, space) for space in (saddle, exact)]
            claims.append(abs(chances[0] - chances[1]))
    off = abs(saddle.held[pairs.any(1)].sum(1) - exact.held[pairs.any(1)].sum(1)).max()
    assert exact.deals[1] == 1.0
    states = float(np.prod(exact.room[: exact.active[8] - 1] + IN_HALF + 1.0))
    return free.sum(), errors, exact.held[right] - exact.held[best], claims, times, off, states


def main() -> None:
    """Print a row for each range of free cards."""
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    saddle, exact = make_posterior(8, 0), make_posterior(8, 13**6)
    found = [measure(row, scratch, saddle, exact) for row, scratch in find_positions(wanted, seed)]
    console, table = Console(width=170), Table(title="Chances among eight: absolute errors")
    for heading in ("free cards", "positions", "saddle mean", "max", "even mean", "max"):
        table.add_column(heading, justify="right")
    for heading in ("rooms mean", "max", "claims mean", "max", "regret mean", "max"):
        table.add_column(heading, justify="right")
    for heading in ("hands off by", "saddle ms", "exact ms", "states"):
        table.add_column(heading, justify="right")
    for low, high in [*pairwise(BOUNDS), (0, 48)]:
        rows = [row for row in found if row and low < row[0] <= high]
        if not rows:
            continue
        cells = [f"{low + 1}-{high}", str(len(rows))]
        for kind in range(3):
            errors = np.concatenate([row[1][kind] for row in rows])
            cells += [f"{errors.mean():.5f}", f"{errors.max():.4f}"]
        for numbers in ([e for row in rows for e in row[3]] or [0.0], [row[2] for row in rows]):
            cells += [f"{np.mean(numbers):.5f}", f"{np.max(numbers):.4f}"]
        cells.append(f"{max(row[5] for row in rows):.0e}")
        cells += [f"{1e3 * np.median([row[4][kind] for row in rows]):.3g}" for kind in (0, 1)]
        cells.append(f"{np.median([row[6] for row in rows]):,.0f}")
        table.add_row(*cells)
    console.print(table)


if __name__ == "__main__":
    main()
