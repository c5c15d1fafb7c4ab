"""Games of one kind, played side by side by kernels: arrays in, arrays out.

The common part of all games' batches; each game's module has its kernel.
"""

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from llq.errors import IllegalAction, IllegalState
from llq.solver.array_types import Bools, Ints, Uints
from llq.solver.jit import njit
from llq.solver.rng import next_bits, scale
from llq.solver.splitmix import stream_counter

_MOST_GAMES = 1_000_000


class Batch(ABC):
    """Games of one seed, played side by side; finished games make room for the next.

    Attributes
    ----------
    observations
        (n, size) int8. What each game's mover sees, as ``observation(player)`` of the game's state
        has it, flattened.
    masks
        (n, actions) bool. What the mover may do.
    players
        (n,) int8. Who moves.
    rewards
        (n, seats) float32. The results of the games that ended with the last step, else 0.
    ended
        (n,) bool. Whether a game ended with the last step; the arrays above are of the next one.
    numbers
        (n,) int64. The numbers of the games in play among those of the seed.
    """

    observations: NDArray[np.int8]
    masks: Bools

    def __init__(self, n: int, seed: int, seats: int) -> None:
        if type(n) is not int or not 1 <= n <= _MOST_GAMES:
            raise IllegalState(f"a batch has 1 to {_MOST_GAMES:,} games; got {n!r}")
        self.size, self.seed = n, seed
        self.players = np.zeros(n, dtype=np.int8)
        self.rewards = np.zeros((n, seats), dtype=np.float32)
        self.ended = np.zeros(n, dtype=np.bool_)
        self.numbers = np.full(n, -1, dtype=np.int64)
        self._counter = np.array([stream_counter(seed), 0, 0], dtype=np.uint64)
        """The stream that seeds games, the next game's number, and room for its stream."""
        self._action_stream = np.array([stream_counter(seed ^ (1 << 63))], dtype=np.uint64)

    def step(self, actions: ArrayLike) -> None:
        """Let each game's mover act; all arrays are modified in place.

        Parameters
        ----------
        actions
            (n,) integers, legal by ``masks``.
        """
        chosen = np.asarray(actions)
        if chosen.shape != (self.size,) or chosen.dtype.kind not in "iu":
            raise IllegalAction(
                f"a step takes {self.size} integers, one a game; got {chosen.dtype} of the shape "
                f"{chosen.shape}"
            )
        inside = (chosen >= 0) & (chosen < self.masks.shape[1])
        legal = inside & self.masks[np.arange(self.size), np.where(inside, chosen, 0)]
        if not legal.all():
            game = int(np.flatnonzero(~legal)[0])
            raise IllegalAction(
                f"{chosen[game]} is not legal in game {game} of the batch; legal are "
                + ", ".join(map(str, np.flatnonzero(self.masks[game]).tolist()))
            )
        self._step(chosen.astype(np.int64))

    def random_actions(self) -> Ints:
        """Return a random legal action for each game, all equally likely."""
        actions = np.zeros(self.size, dtype=np.int64)
        _choose_actions(self.masks, self._action_stream, actions)
        return actions

    @abstractmethod
    def _step(self, actions: NDArray[Any]) -> None:
        """Play legal actions; -1, of a game that is yet to begin, deals it."""


@njit
def _choose_actions(masks: Bools, stream: Uints, actions: Ints) -> None:
    """Choose a random legal action for each game; stream and actions are modified in place."""
    legal = np.empty(masks.shape[1], dtype=np.int64)
    for game in range(len(masks)):
        count = 0
        for action in range(masks.shape[1]):
            legal[count] = action
            count += masks[game, action]
        actions[game] = legal[scale(next_bits(stream), count)]
