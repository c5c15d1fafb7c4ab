"""What a cure of strategy fusion is worth in Sueca's last five tricks.

Run with ``python -m benchmarks.sueca_strategy_fusion [deals]``. PIMC takes each drawn deal as open,
so that its own next card may differ between deals that it will not be able to tell apart. The
cured player tries a card on the same deals, lets the others answer as with open hands (among
equals by lot) up to its own next choice, and there takes one card for all deals in which the same
cards were played, the best in their mean: the first step of αμ, with M = 2 [1]_.

Both teams play `mc_extra:20x2` until five cards are left, then the cured team meets plain PIMC from
that position, once on either side; both draw the same 40 deals at a turn.

References
----------
.. [1] Cazenave, Ventos, The αμ search algorithm for the game of Bridge, 2019.
"""

import sys
import time

import numpy as np
from numba import njit

from llq.solver import card_sets
from llq.solver.rng import streams
from llq.solver.sueca import engine
from llq.solver.sueca.double_dummy import search
from llq.solver.sueca.double_dummy.board import Root
from llq.solver.sueca.double_dummy.solver import make_scratch
from llq.solver.sueca.engine import HANDS, LEADER, LOG, ROW, SCORE, TRICK, TRICK_SIZE, TRUMP, TURN
from llq.solver.sueca.matches.deals import Deals, deal
from llq.solver.sueca.players import choose_card, find_strategy
from llq.solver.sueca.positions import sampling

SEED, DEALS, CARDS = 2711, 40, 5
PLAIN, CURED = 0, 1


@njit
def best_of(values, legal, sign):
    """Return the legal cards with the greatest value, or the least if the sign is -1."""
    best, most = 0, -(1 << 20)
    while legal:
        card = legal & -legal
        legal ^= card
        value = sign * values[card_sets.lowest(card)]
        if value >= most:
            best, most = card | (best if value == most else 0), value
    return best


@njit
def solve_row(row, values, board, table):
    """Set the value of each legal card with the row's hands open."""
    trick = row[TRICK : TRICK + 4]
    root = Root(row[HANDS : HANDS + 4], row[TRUMP], row[LEADER], trick, row[TRICK_SIZE])
    search.solve_cards(root, -1, values, board, table)


@njit
def follow(row, seat, stream, values, board, table):
    """Play on with open hands until a seat has a choice; return its cards and what was played."""
    played = 1
    while True:
        legal, mover = engine.legal(row), engine.mover(row)
        is_choice = legal & (legal - 1) != 0
        if not legal or (is_choice and mover == seat):
            return legal, played
        if is_choice:
            solve_row(row, values, board, table)
            legal = best_of(values, legal, -1 if mover & 1 else 1)
            legal = 1 << card_sets.random_card(legal, stream)
        card = card_sets.lowest(legal)
        engine.apply(row, card)
        played = played * 61 + card + 1


@njit
def choose(row, player, stream, known, board, table):
    """Return the card that a player leads or follows with, the lowest of equals."""
    seat, legal = engine.mover(row), engine.legal(row)
    if not legal & (legal - 1):
        return card_sets.lowest(legal)
    sign = -1 if seat & 1 else 1
    values, totals = np.zeros((2, 64), dtype=np.int64)
    others = np.zeros(3, dtype=np.int64)
    worlds = np.empty((DEALS, ROW), dtype=np.int64)
    sampling.prepare(sampling.infer(row, seat, known), sampling.lacked(row, seat), known)
    for i in range(DEALS):
        sampling.sample(known, others, stream)
        worlds[i] = row
        for other in range(3):
            worlds[i, HANDS + ((seat + 1 + other) & 3)] = others[other]
    later = np.empty((DEALS, 64), dtype=np.int64)
    keys, choices = np.empty((2, DEALS), dtype=np.int64)
    cards = legal
    while cards:
        card = card_sets.lowest(cards)
        cards &= cards - 1
        for i in range(DEALS):
            world = worlds[i].copy()
            if player == PLAIN:
                solve_row(world, values, board, table)
                totals[card] += sign * values[card]
                continue
            engine.apply(world, card)
            choices[i], keys[i] = follow(world, seat, stream, values, board, table)
            later[i] = 0
            if choices[i]:
                solve_row(world, values, board, table)
                later[i] = sign * values
            later[i] += sign * (world[SCORE] - row[SCORE])
        if player == CURED:
            for i in range(DEALS):
                if choices[i] >= 0:
                    totals[card] += best_together(i, keys, choices, later)
    return card_sets.lowest(best_of(totals, legal, 1))


@njit
def best_together(first, keys, choices, later):
    """Return the most that one card takes in all deals like the first; they are crossed out."""
    most, cards = -(1 << 20), max(choices[first], 1)  # any card where the game is over
    alike = np.flatnonzero(keys == keys[first])
    while cards:
        card = card_sets.lowest(cards)
        cards &= cards - 1
        taken = 0
        for i in alike:
            taken += later[i, card]
        most = max(most, taken)
    choices[alike] = -1
    return most


@njit
def play_on(row, north_south, east_west, draws, known, board, table):
    """Return the points of North and South at the end, and the cards played."""
    row = row.copy()
    while row[TURN] < 40:
        player = east_west if engine.mover(row) & 1 else north_south
        card = choose(row, player, draws[row[TURN]], known, board, table)
        engine.apply(row, card)
    return row[SCORE], row[LOG:]


def main() -> None:
    """Print the cured team's lead after every 200 deals."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 1600
    beginner, rules = find_strategy("mc_extra:20x2"), Deals().arrays()
    scratch = sampling.make_sampler(), *make_scratch(14)
    leads, differ, start = [], 0, time.process_time()
    for game in range(number):
        row = np.zeros(ROW, dtype=np.int64)
        draws = streams(SEED, 50 * game, 50 * game + 50)
        deal(rules, row, draws[:1])
        stream = streams(SEED + 1, game, game + 1)
        while row[TURN] < 40 - 4 * CARDS:
            engine.apply(row, choose_card(row, beginner, stream))
        one, other = (
            play_on(row, *players, draws.reshape(-1, 1).copy(), *scratch)
            for players in ((CURED, PLAIN), (PLAIN, CURED))
        )
        leads.append(one[0] - other[0])
        differ += (one[1] != other[1]).any()
        done = len(leads)
        if done % 200 == 0 or done == number:
            error = np.std(leads, ddof=1) / np.sqrt(done)
            seconds = time.process_time() - start
            print(
                f"{done} deals: lead {np.mean(leads):+.3f} ± {error:.3f} points a game; "
                f"{differ / done:.0%} played differently; {seconds / done * 1e3:.0f} ms a deal"
            )


if __name__ == "__main__":
    main()
