"""Information set Monte Carlo tree search beside playouts, at a table of several.

``python benchmarks/love_letter_ismcts.py [iterations] [deals] [seed] [random]`` plays the deals of
``llq love-letter match reader thumb thumb thumb --edition 2019 -n DEALS --seed SEED`` with a search
in the place of ``reader``: single-observer ISMCTS [1]_, UCB1 over the actions that are legal in a
deal, deals drawn from the beliefs of ``reader``, rounds continued from a new node by the rule of
thumb, or with ``random`` by chance. Nodes are what the searcher sees: plays, and its own draws.

References
----------
.. [1] P. Cowling, E. Powley and D. Whitehouse, Information Set Monte Carlo Tree Search, IEEE
   Transactions on Computational Intelligence and AI in Games 4 (2), 2012.
"""

import sys
from random import Random
from time import process_time
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.query.love_letter.multiplayer.seats import beliefs_of, choose_action
from llq.query.match_result import estimate
from llq.solver.arrays import copy_into
from llq.solver.game_states import CHANCE
from llq.solver.jit import njit
from llq.solver.love_letter.multiplayer.beliefs import deal_hidden
from llq.solver.love_letter.multiplayer.game_state import PartyState
from llq.solver.love_letter.multiplayer.kernels import (
    act,
    count_bits,
    draw_in_order,
    legal_actions,
    random_action,
    shuffle,
)
from llq.solver.love_letter.multiplayer.playouts import PartyRoom, make_room, play_on
from llq.solver.love_letter.multiplayer.rounds import (
    DRAWN,
    KEEP,
    LEFT,
    MOVER,
    OVER,
    PHASE,
    POOL,
    WINNERS,
    Party,
    party,
    party_rules,
)
from llq.solver.love_letter.responses.situations import mixed
from llq.solver.rng import next_bits, scale, streams

EXPLORE = 0.7
"""As much as Cowling, Powley and Whitehouse take."""
SLOTS = 1 << 16
DEEPEST = 64


class Tree(NamedTuple):
    """Nodes by a hash of what the searcher has seen since the root, openly addressed."""

    key: NDArray[np.uint64]
    """(SLOTS,): 0 where there is none."""
    visits: NDArray[np.int64]
    available: NDArray[np.int64]
    """How often the action was legal when its parent was passed."""
    share: NDArray[np.float64]
    """The sum of the shares of the win of who chose the action."""
    path: NDArray[np.int64]
    """(DEEPEST, 2): the nodes passed, and who chose them."""


@njit
def slot_of(tree: Tree, key: np.uint64) -> int:
    """Return where a node is, or may be."""
    at = np.int64(key % np.uint64(SLOTS))
    while tree.key[at] != 0 and tree.key[at] != key:
        at = np.int64((at + 1) % SLOTS)
    return int(at)


@njit
def key_after(key: np.uint64, word: int) -> np.uint64:
    """Return the key of what was seen before, and a word."""
    return mixed(key, np.uint64(word)) | np.uint64(1)


@njit
def search(
    party: Party,
    view: NDArray[np.int64],
    seat: int,
    likely: NDArray[np.float64],
    iterations: int,
    careless: int,
    room: PartyRoom,
    tree: Tree,
) -> int:
    """Return the action that was tried most often; ``careless`` seats continue by chance."""
    cards, setup, moves, _ = party
    stream, deal, row, actions = room.stream, room.rows[0], room.rows[1], room.actions
    tree.key[:] = 0
    root, most, used = np.uint64(1), 0.0, 0
    for _ in range(iterations):
        while True:
            weight = deal_hidden(view, likely, stream, room.unseen, deal)
            most = max(most, weight)
            if weight > 0 and scale(next_bits(stream), 1 << 20) < weight / most * (1 << 20):
                break
        shuffle(deal, stream)
        copy_into(row, deal)
        here, depth, is_new = root, 0, False
        while row[PHASE] != OVER and not is_new and depth < DEEPEST:
            me = row[MOVER]
            if row[PHASE] == KEEP and me != seat:
                act(cards, setup, moves, row, random_action(cards, setup, row, stream))
                draw_in_order(cards, setup, row)
                continue
            if depth and me == seat:
                here = key_after(here, 1000 + row[DRAWN])
            count, best, chosen, ties = legal_actions(cards, setup, row, actions), -1.0, -1, 0
            for index in range(count):
                at = slot_of(tree, key_after(here, actions[index]))
                worth = 1e9
                if tree.key[at] != 0:
                    tree.available[at] += 1
                    worth = tree.share[at] / tree.visits[at] + EXPLORE * np.sqrt(
                        np.log(tree.available[at]) / tree.visits[at]
                    )
                ties = ties + 1 if worth == best else 1
                if worth > best or (worth == best and scale(next_bits(stream), ties) == 0):
                    best, chosen = worth, actions[index]
            here = key_after(here, chosen)
            at = slot_of(tree, here)
            if tree.key[at] == 0:
                is_new = True
                if used < SLOTS // 2:
                    used += 1
                    tree.key[at], tree.visits[at], tree.available[at] = here, 0, 1
                    tree.share[at] = 0.0
            tree.path[depth] = at, me
            depth += tree.key[at] != 0
            act(cards, setup, moves, row, chosen)
            draw_in_order(cards, setup, row)
        play_on(cards, setup, moves, row, careless, stream)
        for step in range(depth):
            at, who = tree.path[step]
            tree.visits[at] += 1
            tree.share[at] += (row[WINNERS] >> who & 1) / count_bits(row[WINNERS])
    found, often = -1, -1
    for index in range(legal_actions(cards, setup, view, actions)):
        at = slot_of(tree, key_after(root, actions[index]))
        if tree.key[at] != 0 and tree.visits[at] > often:
            found, often = actions[index], tree.visits[at]
    return found


def main() -> None:
    """Print the search's share of the win, and its time a decision."""
    numbers = [int(word) for word in sys.argv[1:] if word.isdigit()]
    iterations, deals, seed = numbers + [2000, 600, 2901][len(numbers) :]
    seats, variant = 4, "2019"
    careless = (1 << seats) - 1 if "random" in sys.argv else 0
    rules = party_rules(variant, seats)
    table = party(rules, seats)
    room = make_room(table)
    tree = Tree(
        np.zeros(SLOTS, dtype=np.uint64), np.zeros(SLOTS, dtype=np.int64),
        np.zeros(SLOTS, dtype=np.int64), np.zeros(SLOTS), np.zeros((DEEPEST, 2), dtype=np.int64),
    )  # fmt: skip
    shares, spent, decisions = np.zeros(deals), 0.0, 0
    for deal, source in enumerate(streams(seed, 0, deals)):
        row = table.fresh.copy()
        shuffle(row, np.array([source]))
        order = row[POOL : POOL + rules.deck_size].tolist()
        for rotation in range(seats):
            state = PartyState(rules, seats, variant=variant)
            random = Random(f"{seed} {deal} {rotation}")
            while not state.is_terminal:
                if state.current_player == CHANCE:
                    outcomes = state.chance_outcomes()
                    last = order[state.row[LEFT] - 1]
                    state.apply(outcomes[0][0] if len(outcomes) == 1 else last)
                elif state.current_player != rotation:
                    state.apply(choose_action(state, "thumb", random))
                else:
                    view, likely = beliefs_of(state, rotation)
                    room.stream[0] = random.getrandbits(64)
                    begun = process_time()
                    action = search(table, view, rotation, likely, iterations, careless, room, tree)
                    if deal:  # the kernels are compiled in the first
                        spent, decisions = spent + process_time() - begun, decisions + 1
                    state.apply(int(action))
            winners = state.row[WINNERS]
            shares[deal] += (winners >> rotation & 1) / winners.bit_count() / seats
    found = estimate(shares)
    print(f"{found.mean:.4f} ± {found.standard_error:.4f} of the wins, {deals} deals of {seed}, "
          f"{iterations} iterations, {1000 * spent / decisions:.1f} ms a decision")  # fmt: skip


if __name__ == "__main__":
    main()
