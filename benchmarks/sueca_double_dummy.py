"""What the double-dummy solver of Sueca takes, for full deals and endings, beside plain minimax.

Run with ``python -m benchmarks.sueca_double_dummy [full deals] [endings of a size]``; endings of
nine cards are as many as full deals. Compiling is said apart and times are the thread's own.
Endings come from random legal play of random deals.
"Value" is the kernel for the value alone, "every card" the one for the value of each legal card,
which begins with an empty table. ``--write`` writes the figure that pages show.
"""

import sys
import time
from pathlib import Path
from random import Random

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.speeds import is_asked_to_write, write_speeds
from llq.solver.sueca.double_dummy.board import NODES, Root
from llq.solver.sueca.double_dummy.search import NO_LIMIT, solve_cards, solve_value
from llq.solver.sueca.double_dummy.solver import OpenPosition, make_scratch, solve
from tests.oracles import sueca as oracle

DECK = [16 * suit + rank for suit in range(4) for rank in range(10)]
NO_TRICK = np.zeros(4, dtype=np.int64)
SMALL, MINIMAX = 4, 20  # cards a hand up to which minimax is timed, and how often


def name(card):
    """Return a card as the oracle knows it."""
    return oracle.RANKS[9 - (card & 15)] + oracle.SUITS[card >> 4]


def ending(source, size):
    """Return hands of a size, the trump suit and the leader, from random play of a random deal."""
    deck = source.sample(DECK, 40)
    hands = [deck[10 * seat : 10 * seat + 10] for seat in range(4)]
    trump, leader = source.randrange(4), source.randrange(4)
    for _ in range(10 - size):
        trick = []
        for place in range(4):
            hand = hands[(leader + place) % 4]
            follow = [card for card in hand if trick and card >> 4 == trick[0] >> 4]
            trick.append(source.choice(follow or hand))
            hand.remove(trick[-1])
        won = oracle.winning_place([*map(name, trick)], oracle.SUITS[trump])
        leader = (leader + won) % 4
    return hands, trump, leader


def measure(positions, scratch):
    """Return milliseconds for the value and for every card, and nodes of the first, as arrays."""
    out = np.empty(64, dtype=np.int64)
    rows = []
    scratch[1][:] = 1  # or the first positions would pay for memory never touched before
    scratch[1][:] = 0
    for hands, trump, leader in positions:
        masks = np.array([sum(1 << card for card in hand) for hand in hands])
        root = Root(masks, trump, leader, NO_TRICK, 0)
        start = time.thread_time()
        solve_value(root, -1, *scratch)
        first, nodes = time.thread_time(), scratch[0][NODES]
        scratch[1][:] = 0  # or the second would find the first's work done
        second = time.thread_time()
        solve_cards(root, -1, NO_LIMIT, out, out, *scratch)
        rows.append([(first - start) * 1e3, (time.thread_time() - second) * 1e3, nodes])
    return np.array(rows).T


def minimax(positions):
    """Return the mean milliseconds that the oracle takes for a position."""
    start = time.thread_time()
    for hands, trump, leader in positions:
        card_names = tuple(tuple(map(name, hand)) for hand in hands)
        oracle.minimax(card_names, oracle.SUITS[trump], leader)
        oracle.minimax.cache_clear()
    return (time.thread_time() - start) * 1e3 / len(positions)


def main() -> None:
    """Print a row for full deals and for each size of ending."""
    writes = is_asked_to_write()
    full = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    endings = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    start = time.thread_time()
    solve(OpenPosition([1, 2, 4, 8], 0, 0))
    solve_value(Root(np.array([1, 2, 4, 8]), 0, 0, NO_TRICK, 0), -1, *make_scratch(8))
    console = Console(width=120)
    console.print(f"compiling or loading {time.thread_time() - start:.1f} s")
    table = Table(title="Double-dummy Sueca: milliseconds a position")
    for heading in ("cards", "positions", "median", "p99", "worst", "nodes", "nodes/µs"):
        table.add_column(heading, justify="right")
    for heading in ("every card: median", "p99", "worst", "minimax: mean", "times the mean"):
        table.add_column(heading, justify="right")
    for size in range(3, 11):
        source = Random(size)
        positions = [ending(source, size) for _ in range(full if size > 8 else endings)]
        value, cards, nodes = measure(positions, make_scratch(21 if size > 8 else 16))
        row = [f"{np.quantile(value, share):.3f}" for share in (0.5, 0.99, 1)]
        row += [f"{np.median(nodes):,.0f}", f"{nodes.sum() / value.sum() / 1e3:.1f}"]
        row += [f"{np.quantile(cards, share):.3f}" for share in (0.5, 0.99, 1)]
        if size <= SMALL:
            plain = minimax(positions[:MINIMAX])
            row += [f"{plain:.0f}", f"{plain / value[:MINIMAX].mean():,.0f}"]
        table.add_row(str(size), str(len(positions)), *row)
    console.print(table)
    if writes:  # the last are full deals
        write_speeds(Path(__file__).name, {"sueca_deal": f"{np.median(value):.0f} ms"})


if __name__ == "__main__":
    main()
