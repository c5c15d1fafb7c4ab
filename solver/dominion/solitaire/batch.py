"""Many games of Dominion for one player side by side, drawn as in `match_kernels`."""

import numpy as np
from numpy.typing import NDArray

from llq.solver.array_types import Bools, Ints, Singles, Uints
from llq.solver.batches import Batch
from llq.solver.dominion.rules import HAND_SIZE, Rules
from llq.solver.dominion.solitaire.game_state import DominionState
from llq.solver.jit import njit
from llq.solver.rng import next_bits, scale

DECK, PILE, DISCARD, HAND = range(4)
"""Row indices of a player's cards: owned deck, draw pile, discard pile, hand."""

_CARD_PARTS = ("value", "points", "cost")
_START, _VALUE, _POINTS, _COST, _WALK = range(5)
_NEW_GAME = -1  # in place of an action


class DominionBatch(Batch):
    """Games of one length; if ``real``, discards wait until the draw pile is empty."""

    def __init__(self, rules: Rules, n: int, seed: int, turns: int, real: bool = False) -> None:
        super().__init__(n, seed, seats=1)
        state = DominionState(rules, turns, real)
        cards = len(rules.cards)
        self.observations = np.zeros((n, 4 * cards + 2), dtype=np.int8)
        """Deck, hand, pile and discard by card, then coins and turns left."""
        self.masks = np.zeros((n, 1 + cards), dtype=np.bool_)
        self._piles = np.zeros((n, 4, cards), dtype=np.int64)
        self._streams = np.zeros((n, 1), dtype=np.uint64)
        self._turn = np.zeros(n, dtype=np.int64)
        parts = [[getattr(card, part) for card in rules.cards] for part in _CARD_PARTS]
        self._rules = np.array([rules.start, *parts, state.walk])
        """Rows indexed by `_START` and its neighbours."""
        self._options = turns, bool(real)
        self._seed = np.array([seed], dtype=np.uint64)
        self._step(np.full(n, _NEW_GAME))

    def _step(self, actions: Ints) -> None:
        games = self._piles, self._streams, self._turn, self._counter, self.numbers
        _step_all(self._rules, actions, games, self._seed, self._options, self.rewards, self.ended)
        _observe_all(
            self._rules, self._piles, self._turn, self._options[0], self.observations, self.masks
        )


Games = tuple[Ints, Uints, Ints, Uints, Ints]
"""Piles (n, 4, cards), streams (n, 1), turns (n,), the counter (3,) and game numbers (n,)."""


@njit
def draw_hand(game: Ints, walk: Ints, stream: Uints) -> None:
    """Draw a player's hand, picking cards in ``walk`` order; updates game and stream in place."""
    game[HAND] = 0
    for _ in range(HAND_SIZE):
        total = game[PILE].sum()
        if total == 0:
            game[PILE] = game[DISCARD]
            game[DISCARD] = 0
            total = game[PILE].sum()
        left, place = scale(next_bits(stream), total), 0
        while left >= game[PILE, walk[place]]:
            left -= game[PILE, walk[place]]
            place += 1
        game[PILE, walk[place]] -= 1
        game[HAND, walk[place]] += 1


@njit
def _step_all(
    rules: Ints,
    actions: Ints,
    games: Games,
    seed: Uints,
    options: tuple[int, bool],
    rewards: Singles,
    ended: Bools,
) -> None:
    """Buy and draw in each game, restarting finished games; results are written in place."""
    piles, streams, turn, counter, numbers = games
    turns, real = options
    start, points, walk = rules[_START], rules[_POINTS], rules[_WALK]
    for index in range(len(piles)):
        game, stream, action = piles[index], streams[index], actions[index]
        ended[index] = False
        rewards[index, 0] = 0
        if action != _NEW_GAME:
            if action:
                game[DECK, action - 1] += 1
            if real:
                game[DISCARD] += game[HAND]
                if action:
                    game[DISCARD, action - 1] += 1
            turn[index] += 1
            ended[index] = turn[index] > turns
            if ended[index]:
                for card in range(len(points)):
                    rewards[index, 0] += points[card] * game[DECK, card]
        if action == _NEW_GAME or ended[index]:
            stream[0] = seed[0]  # seed the game's stream by its number
            stream[0] = next_bits(stream) ^ counter[1]
            stream[0] = next_bits(stream)
            numbers[index] = counter[1]
            counter[1] += np.uint64(1)
            game[:] = 0
            game[DECK] = start
            game[PILE] = start
            turn[index] = 1
        if not real:
            game[PILE] = game[DECK]
        draw_hand(game, walk, stream)


@njit
def _observe_all(
    rules: Ints, piles: Ints, turn: Ints, turns: int, observations: NDArray[np.int8], masks: Bools
) -> None:
    """Fill the observations and legal-action masks, in place."""
    cards = rules.shape[1]
    for index in range(len(piles)):
        game, out = piles[index], observations[index]
        coins = 0
        for card in range(cards):
            coins += rules[_VALUE, card] * game[HAND, card]
            out[card] = game[DECK, card]
            out[cards + card] = game[HAND, card]
            out[2 * cards + card] = game[PILE, card]
            out[3 * cards + card] = game[DISCARD, card]
        out[4 * cards] = coins
        out[4 * cards + 1] = turns - turn[index] + 1
        masks[index, 0] = True
        for card in range(cards):
            masks[index, 1 + card] = rules[_COST, card] <= coins
