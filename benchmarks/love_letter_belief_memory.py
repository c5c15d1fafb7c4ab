"""Memories by belief: what a longer history says about the opponent's hand, in buckets.

``python benchmarks/love_letter_belief_memory.py --states 400 --rounds 2`` learns a policy that
remembers the last two actions, then refines the memory by what play under that policy tells: each
of its states, with one action more, has the chances of the opponent's card. Of all that end with
the same two actions those are merged, one pair after the other, whose chances, weighed by how often
play comes there, differ least, until as many states are left as asked for. A bucket that an action
leads to several others goes where most of play goes. A policy is learnt with the memory, as
``love_letter_solution.py`` does, and each further round refines the last one's memory. A line for
each: information sets, and what the best response wins, exactly.
"""

import argparse
import heapq
from collections import defaultdict
from time import process_time

import numpy as np
from love_letter_solution import responses
from numpy.typing import NDArray

from llq.query.love_letter.solution.arrays import row_chances
from llq.query.love_letter.solution.build import pack_policy
from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.solution.automata import Memory, make_memory
from llq.solver.love_letter.solution.index import MemorySpace, make_space, make_spaces
from llq.solver.love_letter.solution.joint_runs import REACHES
from llq.solver.love_letter.solution.learning import Learner, Sweeper
from llq.solver.love_letter.solution.policies import as_policy, info_starts, info_states
from llq.solver.love_letter.solution.sweeps import PARTS, Reach
from llq.solver.love_letter.table.states import state_space
from llq.solver.love_letter.variants import rules


def learn(space: MemorySpace, iterations: int, *, is_longer: bool) -> NDArray[np.float64]:
    """Return the chances of a policy as a table stores them, learnt from itself or from more."""
    spaces = [space]
    if is_longer:
        longer, now, _ = with_an_action_more(space.memory)
        _, one = np.unique(now, return_index=True)
        mine = space.memory._replace(after=longer.after[one])
        spaces = make_spaces(space.rules, (mine, longer._replace(after=space.memory.after[now])))
    learner = Learner(spaces[0], 2, *spaces[1:])
    for _ in range(iterations):
        learner.iterate()
    return row_chances(space, pack_policy(space, learner.release(), 0.0)).astype(float)


def with_an_action_more(memory: Memory) -> tuple[Memory, NDArray[np.int64], NDArray[np.int64]]:
    """Return a memory of a state and an action after it; the state then and the action of each."""
    number: dict[tuple[int, int], int] = {(-1, -1): 0}
    now, last = [0], [-1]
    rows = []
    while len(rows) < len(now):
        state = now[len(rows)]
        row = np.zeros_like(memory.after[0])
        for action, then in enumerate(memory.after[state].tolist()):
            if then:
                key = (state, action)
                if key not in number:
                    number[key] = len(now)
                    now.append(then)
                    last.append(action)
                row[action] = number[key]
        rows.append(row)
    longer = Memory(f"{memory.name} and an action", tuple(number), np.array(rows))
    return longer, np.array(now), np.array(last)


def spread_over(
    longer: MemorySpace, space: MemorySpace, chances: NDArray[np.float64], now: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return the chances of a policy whose memory is what a longer one has ``now``."""
    memories = len(space.memory.states)
    states = info_states(space)
    keys = states.rank * memories + states.memory
    order = np.argsort(keys)
    theirs = info_states(longer)
    info = order[np.searchsorted(keys[order], theirs.rank * memories + now[theirs.memory])]
    starts, counts = info_starts(space), np.diff(info_starts(longer))
    at = np.repeat(starts[info] - np.cumsum(counts) + counts, counts) + np.arange(longer.actions)
    return chances[at]


def chances_of_cards(
    longer: MemorySpace, space: MemorySpace, chances: NDArray[np.float64], now: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return (memories of ``longer``, cards): how often play comes there with each card."""
    reach = Reach(np.zeros((PARTS, longer.joints, REACHES)), np.zeros(0))
    Sweeper(longer).reach([spread_over(longer, space, chances, now)], [reach])

    table = state_space(longer.rules)
    unseen = table.unseen[table.block_cell[longer.run_block] // table.layout.hands]
    rows = np.diff(longer.rows.row_start)
    cards = [np.flatnonzero(one) for one in unseen]
    card = np.concatenate([np.repeat(one, count) for one, count in zip(cards, rows, strict=True)])
    by_run = np.split(longer.rows.row_memory, longer.rows.row_start[1:-1])
    memory = np.concatenate(
        [np.tile(one, len(those)) for one, those in zip(by_run, cards, strict=True)]
    )
    size = len(longer.memory.states), len(longer.rules.cards)
    found = np.bincount(
        memory.astype(np.int64) * size[1] + card, reach.parts[:, :, 0].sum(axis=0),
        minlength=size[0] * size[1],
    )  # fmt: skip
    return found.reshape(size)


def bucket(weights: NDArray[np.float64], keys: list[object], states: int) -> NDArray[np.int64]:
    """Return the bucket of each row of weights; only rows with the same key share one."""
    members = {row: [row] for row in range(len(weights))}
    sums = dict(enumerate(weights))

    def cost(one: int, other: int) -> float:
        mine, theirs = sums[one].sum(), sums[other].sum()
        if mine == 0 or theirs == 0:
            return 0.0
        apart = sums[one] / mine - sums[other] / theirs
        return float(mine * theirs / (mine + theirs) * (apart @ apart))

    groups = defaultdict(list)
    for row, key in enumerate(keys):
        groups[key].append(row)
    heap = [
        (cost(one, other), one, other)
        for rows in groups.values()
        for place, one in enumerate(rows)
        for other in rows[place + 1 :]
    ]
    heapq.heapify(heap)
    while heap and len(members) > states:
        _, one, other = heapq.heappop(heap)
        if one not in members or other not in members:
            continue
        new = len(keys)
        keys.append(keys[one])
        sums[new] = sums[one] + sums[other]
        members[new] = members.pop(one) + members.pop(other)
        for that in members:
            if that != new and keys[that] == keys[new]:
                heapq.heappush(heap, (cost(that, new), that, new))
    # A round begins in the first state.
    found = np.zeros(len(weights), dtype=np.int64)
    for place, rows in enumerate(sorted(members.values(), key=min)):
        found[rows] = place
    return found


def refine(
    deck: Rules, space: MemorySpace, chances: NDArray[np.float64], states: int, name: str
) -> Memory:
    """Return a memory of as many states, by what play under a policy tells."""
    longer, now, last = with_an_action_more(space.memory)
    weights = chances_of_cards(make_space(deck, longer), space, chances, now)
    before = [-1, *(last_action(space.memory, state) for state, _ in longer.states[1:])]
    keys: list[object] = [*zip(before, last.tolist(), strict=True)]
    buckets = bucket(weights, keys, states)
    play = np.zeros((buckets.max() + 1, buckets.max() + 1, longer.after.shape[1]))
    for action in range(longer.after.shape[1]):
        np.add.at(
            play[:, :, action], (buckets, buckets[longer.after[:, action]]),
            weights.sum(axis=1) + 1e-12,
        )  # fmt: skip
    after = play.argmax(axis=1)
    goes_on = np.zeros((len(play), longer.after.shape[1]), dtype=np.bool_)
    np.logical_or.at(goes_on, buckets, longer.after > 0)
    return Memory(name, tuple(range(len(after))), np.where(goes_on, after, 0))


def last_action(memory: Memory, state: int) -> int:
    """Return the action that leads to a state; -1 for that of the deal."""
    from_state, action = np.nonzero(memory.after == state)
    return int(action[0]) if state and len(from_state) else -1


def main() -> None:
    """Print a line for each memory."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deck", default="deck-2-1-1-1-1-1-1-1")
    parser.add_argument("--states", type=int, nargs="*", default=[422])
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--iterations", type=int, default=60)
    parser.add_argument("--longer", action="store_true")
    asked = parser.parse_args()
    deck = rules(asked.deck)
    for states in asked.states:
        memory = make_memory(deck, "last-two-actions")
        for number in range(asked.rounds + 1):
            begun = process_time()
            space = make_space(deck, memory)
            chances = learn(space, asked.iterations, is_longer=asked.longer)
            won = responses(deck, as_policy(space, chances), memory.after)
            print(
                f"{memory.name}: {len(memory.states)} states, {space.infos:,} information sets, "
                f"{won['first']:.6f} and {won['second']:.6f}, "
                f"{100 * won['exploitability']:.3f} points, {asked.iterations} iterations, "
                f"{process_time() - begun:.0f} CPU s", flush=True,
            )  # fmt: skip
            memory = refine(deck, space, chances, states, f"{states} buckets, round {number + 1}")


if __name__ == "__main__":
    main()
