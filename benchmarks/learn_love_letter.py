"""A learner against the table: Love Letter from thousands of games at a time, measured exactly.

Run with ``pip install scikit-learn`` and ``python benchmarks/learn_love_letter.py``, one thread.
The learner fits what each action earned (gradient boosted trees), plays the best by that, one time
in ten any, and fits again. After each round of games the greedy policy is written out for every
state, and its chances against Table, Strategic and Random are computed exactly, not sampled.
"""

from __future__ import annotations

import time

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import HistGradientBoostingRegressor

from llq import love_letter
from llq.solver.love_letter.exact.policies import decision_states, legal_mask
from llq.solver.love_letter.table.states import StateArrays, state_space

ROUNDS, STEPS, SIDE, LUCK = 4, 60, 4096, 0.1
RULES = love_letter.rules("classic")
CARDS, ACTIONS = len(RULES.cards), len(RULES.actions)
Numbers = NDArray[np.int8]


def main() -> None:
    """Learn, and print the curve."""
    table = np.asarray(love_letter.table.open().actions_chosen)
    ranks, states = decision_states(RULES)
    legal, seen = legal_mask(RULES, states), observe(states)
    model, data = None, []
    random = np.random.default_rng(1)
    print("games    CPU s  v table  v strategic  v random")
    games, start = 0, time.process_time()
    for number in range(ROUNDS + 1):
        actions = np.zeros(len(table), dtype=np.uint8)
        actions[ranks] = greedy(model, seen, legal)
        chances = [
            love_letter.exact.match(actions, other, threads=1).win_prob
            for other in ("table", "strategic", "random")
        ]
        spent = time.process_time() - start
        print(
            f"{games:7,} {spent:6.0f}   {chances[0]:.4f}       {chances[1]:.4f}    {chances[2]:.4f}"
        )
        if number == ROUNDS:
            return
        rows, ended = play(model, table, number + 1, random)
        data.append(rows)
        games += ended
        features = np.concatenate([part[0] for part in data])
        results = np.concatenate([part[1] for part in data])
        model = HistGradientBoostingRegressor(max_iter=150, max_leaf_nodes=63, random_state=1)
        model.fit(features, results)


def play(
    model: HistGradientBoostingRegressor | None,
    table: NDArray[np.uint8],
    seed: int,
    random: np.random.Generator,
) -> tuple[tuple[Numbers, NDArray[np.float32]], int]:
    """Return what the learner did in games against the table, and what it earned; the games."""
    batch = love_letter.batch(SIDE, seed)
    learner = np.arange(SIDE) % 2  # its seat in each game
    open_rows: list[list[int]] = [[] for _ in range(SIDE)]
    features: list[Numbers] = []
    results: list[float] = []
    ended = 0
    for _ in range(STEPS):
        own = np.flatnonzero(batch.players == learner)
        actions = table[state_space(RULES).rank_many(states_of(batch.observations))].astype(int)
        if len(own):
            best = greedy(model, batch.observations[own], batch.masks[own])
            lots = random.random(len(own)) < (1.0 if model is None else LUCK)
            actions[own] = np.where(lots, batch.random_actions()[own], best)
        for game in own.tolist():
            open_rows[game].append(len(features))
            features.append(np.append(batch.observations[game], np.int8(actions[game])))
            results.append(0.0)
        batch.step(actions)
        for game in np.flatnonzero(batch.ended).tolist():
            for row in open_rows[game]:
                results[row] = float(batch.rewards[game, learner[game]])
            open_rows[game] = []
            ended += 1
    unfinished = {row for rows in open_rows for row in rows}
    kept = [row for row in range(len(features)) if row not in unfinished]
    return (np.stack(features)[kept], np.array(results, dtype=np.float32)[kept]), ended


def greedy(
    model: HistGradientBoostingRegressor | None, seen: Numbers, legal: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """Return the legal actions that the model values most; the first ones before it is fitted."""
    if model is None:
        return legal.argmax(axis=1)
    values = np.full(legal.shape, -np.inf)
    for action in range(ACTIONS):
        at = np.flatnonzero(legal[:, action])
        if len(at):
            column = np.full((len(at), 1), action, dtype=np.int8)
            values[at, action] = model.predict(np.hstack([seen[at], column]))
    return values.argmax(axis=1)


def observe(states: StateArrays) -> Numbers:
    """Return states as the batch shows them, at equal discard totals."""
    n = len(states.low)
    seen = np.zeros((n, 4 * CARDS + 2), dtype=np.int8)
    each = np.arange(n)
    np.add.at(seen, (each, states.low), 1)
    np.add.at(seen, (each, states.high), 1)
    seen[:, CARDS : 2 * CARDS] = states.unseen
    known = states.known == 1
    seen[each[known], 2 * CARDS + states.opponent[known]] = 1
    for which, card in ((1, states.low), (2, states.high)):
        at = states.hand_known == which
        seen[each[at], 3 * CARDS + card[at]] = 1
    seen[:, 4 * CARDS] = states.maid
    return seen


def states_of(seen: Numbers) -> StateArrays:
    """Return what the batch shows as states: the inverse of `observe`."""
    seen = seen.astype(np.int64)
    hand, unseen = seen[:, :CARDS], seen[:, CARDS : 2 * CARDS]
    theirs, own = seen[:, 2 * CARDS : 3 * CARDS], seen[:, 3 * CARDS : 4 * CARDS]
    low, high = (hand > 0).argmax(axis=1), CARDS - 1 - (hand[:, ::-1] > 0).argmax(axis=1)
    known = theirs.any(axis=1)
    card = own.argmax(axis=1)
    told = np.where(own.any(axis=1), np.where(card == low, 1, 2), 0)
    opponent = np.where(known, theirs.argmax(axis=1), -1)
    return StateArrays(
        low, high, unseen, opponent, seen[:, 4 * CARDS], known.astype(np.int64), told
    )


if __name__ == "__main__":
    main()
