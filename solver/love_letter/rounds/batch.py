"""Many rounds of Love Letter side by side, from the kernels of `engine`."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.array_types import Bools, Floats, Ints, Singles, Uints
from llq.solver.batches import Batch
from llq.solver.jit import njit
from llq.solver.love_letter.rounds import engine
from llq.solver.love_letter.rounds.engine import Arena
from llq.solver.love_letter.rounds.game_state import LoveLetterState
from llq.solver.love_letter.rounds.rule_tables import legal_table
from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.table.kernels import own_spies, spy_token
from llq.solver.love_letter.table.states import state_space
from llq.solver.love_letter.turn import ENDS
from llq.solver.rng import next_bits


class LoveLetterBatch(Batch):
    """Rounds of one variant."""

    def __init__(self, rules: Rules, n: int, seed: int, face_up: int = 0) -> None:
        super().__init__(n, seed, seats=2)
        state = LoveLetterState(rules, face_up, 0)
        payoff_hit, spy_rule = rules.arrays.payoff_hit, int(rules.arrays.spy_rule[0])
        arena = engine.make_arena(state_space(rules))
        self._setting = _Setting(arena, legal_table(rules), face_up, payoff_hit, spy_rule)
        size = sum(array.size for array in state.observation(0).values())
        self.observations = np.zeros((n, size), dtype=np.int8)
        self.masks = np.zeros((n, state.action_count), dtype=np.bool_)
        self.rows = np.zeros((n, engine.POOL + rules.deck_size), dtype=np.int64)
        """The games as rows of `engine`."""
        streams = np.zeros(n, dtype=np.uint64)
        self._games = _Games(
            self.rows, streams, self._counter, self.numbers, self.rewards, self.ended
        )
        self._step(np.full(n, -1))

    def _step(self, actions: Ints) -> None:
        _step_all(self._setting, self._games, actions)
        _observe_all(self._setting, self.rows, self.observations, self.masks, self.players)


class _Setting(NamedTuple):
    """What the games of a batch share."""

    arena: Arena
    legal: Bools  # (cards, cards, 2, actions): as in `legal_table`.
    face_up: int
    payoff_hit: Floats  # (cards,): as in `rules.GameArrays`.
    spy_rule: int


class _Games(NamedTuple):
    """Arrays of a batch, one entry per game."""

    rows: Ints
    streams: Uints
    counter: Uints  # (3,): as in `Batch`.
    numbers: Ints
    rewards: Singles  # (games, 2)
    ended: Bools


@njit
def _step_all(setting: _Setting, games: _Games, actions: Ints) -> None:
    """Play an action in each game and redeal finished games, in place."""
    arena, _, face_up, payoff_hit, spy_rule = setting
    rows, streams, counter, numbers, rewards, ended = games
    cards, plays = arena.cards, arena.plays
    for index in range(len(rows)):
        row, stream, action = rows[index], streams[index : index + 1], actions[index]
        ended[index] = False
        rewards[index] = 0
        if action >= 0:
            does = engine.apply(cards, plays, row, action, stream, arena.by_discards)
            if row[engine.WINNER] == engine.PLAYING:
                continue
            ended[index] = True
            if row[engine.WINNER] < 2:
                won = 1.0
                if row[engine.HIT]:
                    won = payoff_hit[plays[row[engine.ACTION], engine.ARGUMENT]]
                rewards[index, row[engine.WINNER]] = won
                rewards[index, 1 - row[engine.WINNER]] = -won
            result = 0 if row[engine.WINNER] > 1 else 1 - 2 * row[engine.WINNER]
            token = spy_token(spy_rule, result, does & ENDS != 0, row[engine.SPIES])
            rewards[index, 0] += token
            rewards[index, 1] -= token
        stream[0] = next_bits(counter[:1])
        numbers[index] = counter[1]
        counter[1] += np.uint64(1)
        engine.deal(arena, False, face_up, rows[index : index + 1], stream)


@njit
def _observe_all(
    setting: _Setting,
    rows: Ints,
    observations: NDArray[np.int8],
    masks: Bools,
    players: NDArray[np.int8],
) -> None:
    """Write each mover's observation, legal actions and seat, in place."""
    arena, legal, kinds = setting.arena, setting.legal, len(setting.legal)
    stride, unseen_of, plays = arena.cards[:, engine.STRIDE], arena.unseen, len(arena.plays)
    flags = 4 * kinds  # after four counts of each card
    for index in range(len(rows)):
        row, out = rows[index], observations[index]
        me = row[engine.MOVER]
        mine, drawn = row[engine.HAND + me], row[engine.DRAWN]
        out[:] = 0
        out[mine] += 1
        rest = row[engine.CODE] - stride[mine]
        masks[index] = False
        if row[engine.EXTRA]:
            second, third = engine.drawn_cards(row)
            for card in (second, third):
                if card >= 0:
                    out[card] += 1
                    rest -= stride[card]
            _allow_keeps(masks[index, plays:], (mine, second, third), kinds)
        else:
            out[drawn] += 1
            rest -= stride[drawn]
            masks[index] = legal[mine, drawn, row[engine.MAID]]
        for card in range(kinds):
            out[kinds + card] = unseen_of[rest, card]
        if row[engine.KNOWN + 1 - me]:
            out[2 * kinds + row[engine.HAND + 1 - me]] = 1
        if row[engine.KNOWN + me]:
            out[3 * kinds + mine] = 1
        out[flags] = row[engine.MAID]
        out[flags + 1] = row[engine.LEAD] if me == 0 else -row[engine.LEAD]
        if len(out) == flags + 4:
            spies = own_spies(row[engine.SPIES], me)
            out[flags + 2] = spies & 1
            out[flags + 3] = spies >> 1
        players[index] = me


@njit(forceinline=True)
def _allow_keeps(mask: Bools, hand: tuple[int, int, int], kinds: int) -> None:
    """Allow a hand's second choices, in place; -1 marks a missing third card."""
    for keep in range(3):
        for first in range(3):
            if keep != first and hand[keep] >= 0 and hand[first] >= 0:
                mask[hand[keep] * kinds + hand[first]] = True
