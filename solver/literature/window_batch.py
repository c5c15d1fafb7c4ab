"""Many games with a window of claims side by side: every decision is an action."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from llq.solver.batches import Batch
from llq.solver.jit import njit
from llq.solver.literature import batch, decisions, engine, windows
from llq.solver.literature.engine import (
    ACTOR,
    ASKS,
    DECLINED,
    FORCED_HALF,
    HANDS,
    RUNG,
    STAGE,
)
from llq.solver.literature.rules import IN_HALF, LADDER, MOST_CARDS, MOST_HALF_SUITS, Rules, Stage
from llq.solver.rng import next_bits

_PLAYERS, _MATES = 6, 3
_WAYS = _MATES**IN_HALF
_PASSES = MOST_CARDS * _PLAYERS
_CLAIMS = _PASSES + _PLAYERS
_DECLINE = _CLAIMS + MOST_HALF_SUITS * _WAYS
_STAGES, _RUNGS = len(Stage), len(LADDER)


class WindowBatch(Batch):
    """Games of ``us54`` or ``fishlab``, actions as `action_numbers` numbers them."""

    def __init__(self, rules: Rules, n: int, seed: int, limit: int) -> None:
        super().__init__(n, seed, seats=_PLAYERS)
        self._plain = batch.observation_size(rules)
        size = self._plain + _PLAYERS + _STAGES + 1 + MOST_HALF_SUITS + _RUNGS
        self.observations = np.zeros((n, size), dtype=np.int8)
        self.masks = np.zeros((n, _DECLINE + 1), dtype=np.bool_)
        self.rows = np.repeat(engine.new_row(rules)[None], n, axis=0)
        """The games as rows of `engine`."""
        self._streams = np.zeros((n, 1), dtype=np.uint64)
        self._limit = limit
        self._step(np.full(n, -1))

    def _step(self, actions: NDArray[np.int64]) -> None:
        games = self.rows, self._streams, self._counter, self.numbers
        _step_all(actions, games, self._limit, self.rewards, self.ended)
        _see_all(self.rows, self.observations, self.masks, self.players, self._plain)


@njit(_nrt=False)
def _step_all(
    actions: NDArray[np.int64],
    games: tuple[NDArray[np.int64], NDArray[np.uint64], NDArray[np.uint64], NDArray[np.int64]],
    limit: int,
    rewards: NDArray[np.float32],
    ended: NDArray[np.bool_],
) -> None:
    """Make a decision in each game and redeal those that end; all arrays in place."""
    rows, streams, counter, numbers = games
    for index in range(len(rows)):
        row, action = rows[index], actions[index]
        ended[index] = False
        for seat in range(_PLAYERS):
            rewards[index, seat] = 0
        if action >= 0:
            decisions.act(row, _decision_of(row, action))
            is_over = row[STAGE] == Stage.OVER
            if not is_over and row[ASKS] < limit:
                continue
            ended[index] = True
            if is_over:
                lead = engine.claims_won(row, 0) - engine.claims_won(row, 1)
                for seat in range(_PLAYERS):
                    rewards[index, seat] = lead if seat % 2 == 0 else -lead
        streams[index, 0] = next_bits(counter[:1])
        for _ in range(_PLAYERS):  # the seats' streams, which nobody needs here
            next_bits(counter[:1])
        numbers[index] = counter[1]
        counter[1] += np.uint64(1)
        engine.deal(row, streams[index])


@njit(_nrt=False)
def _decision_of(row: NDArray[np.int64], action: int) -> int:
    """Return an action as `decisions` codes it."""
    if action < _PASSES:
        return decisions.ask_code(action // MOST_CARDS, action % MOST_CARDS)
    if action < _CLAIMS:
        return decisions.PASS + action - _PASSES
    if action == _DECLINE:
        return decisions.DECLINE
    half, left, said = (action - _CLAIMS) // _WAYS, (action - _CLAIMS) % _WAYS, 0
    for place in range(IN_HALF - 1, -1, -1):
        said |= (2 * (left % _MATES) + (row[ACTOR] & 1)) << 3 * place
        left //= _MATES
    return decisions.claim_code(half, said)


@njit(_nrt=False)
def _see_all(
    rows: NDArray[np.int64],
    observations: NDArray[np.int8],
    masks: NDArray[np.bool_],
    players: NDArray[np.int8],
    plain: int,
) -> None:
    """Write what each seat to act sees and may do, and which it is, in place."""
    for index in range(len(rows)):
        row, out, mask = rows[index], observations[index], masks[index]
        me = row[ACTOR]
        batch.see(row, me, out)
        stage, declined = plain + _PLAYERS, plain + _PLAYERS + _STAGES
        forced = declined + 1
        rung = forced + MOST_HALF_SUITS
        for place in range(plain, rung + _RUNGS):
            out[place] = 0
        out[plain], out[stage + row[STAGE]] = 1, 1
        if row[STAGE] == Stage.WINDOW:
            out[declined] = row[DECLINED]
        elif row[STAGE] == Stage.FORCED:
            out[forced + row[FORCED_HALF]], out[rung + row[RUNG]] = 1, 1
        players[index] = me
        mask[:] = False
        if row[STAGE] == Stage.ASK:
            cards, targets = engine.askable(row[HANDS + me]), engine.targets(row)
            for seat in range(_PLAYERS):
                for card in range(MOST_CARDS):
                    mask[MOST_CARDS * seat + card] = (targets >> seat) & (cards >> card) & 1
        elif row[STAGE] == Stage.PASS:
            for seat in range(_PLAYERS):
                mask[_PASSES + seat] = engine.pass_targets(row) >> seat & 1
        else:
            claimable = windows.claimable(row)
            for half in range(MOST_HALF_SUITS):
                if claimable >> half & 1:
                    mask[_CLAIMS + half * _WAYS : _CLAIMS + (half + 1) * _WAYS] = True
            mask[_DECLINE] = windows.may_decline(row)
