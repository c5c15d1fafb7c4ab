"""Many games of Sueca side by side, from the kernels of `engine` and `deals`."""

import numpy as np
from numpy.typing import NDArray

from llq.solver.array_types import Bools, Ints, Singles, Uints
from llq.solver.batches import Batch
from llq.solver.jit import njit
from llq.solver.rng import next_bits
from llq.solver.sueca import engine
from llq.solver.sueca.matches import deals
from llq.solver.sueca.matches.deals import DealArrays, Deals
from llq.solver.sueca.rules import CARDS, HAND_SIZE, SEATS, STREAMS, TOTAL_POINTS, TrumpFrom

_TRICK, _PLAYED, _VOIDS, _TRUMP, _SHOWN, _POINTS = 40, 200, 360, 376, 380, 420
_SIZE = 422  # of an observation, whose parts begin there


class SuecaBatch(Batch):
    """Games with a fixed trump choice and a fixed leader."""

    def __init__(self, n: int, seed: int, trump_from: TrumpFrom, leader: int = 0) -> None:
        super().__init__(n, seed, seats=SEATS)
        self._deals = Deals(trump_from=trump_from, leader=leader).arrays()
        self.observations = np.zeros((n, _SIZE), dtype=np.int8)
        self.masks = np.zeros((n, CARDS), dtype=np.bool_)
        self.rows = np.zeros((n, engine.ROW), dtype=np.int64)
        """The games as rows of `engine`."""
        self._owners = np.full((n, CARDS), -1, dtype=np.int8)
        self._step(np.full(n, -1))

    def _step(self, actions: Ints) -> None:
        games = self.rows, self._owners, self._counter, self.numbers
        _step_all(self._deals, actions, games, self.rewards, self.ended)
        _observe_all(self.rows, self._owners, self.observations, self.masks, self.players)


@njit(_nrt=False)
def _step_all(
    dealing: DealArrays,
    actions: Ints,
    games: tuple[Ints, NDArray[np.int8], Uints, Ints],
    rewards: Singles,
    ended: Bools,
) -> None:
    """Play a card in each game, redealing finished games; results are written in place."""
    rows, owners, counter, numbers = games
    for index in range(len(rows)):
        row, action = rows[index], actions[index]
        ended[index] = False
        for seat in range(SEATS):
            rewards[index, seat] = 0
        if action >= 0:
            owners[index, action] = engine.mover(row)
            engine.apply(row, action // HAND_SIZE << 4 | action % HAND_SIZE)
            if row[engine.TURN] < CARDS:
                continue
            ended[index] = True
            for seat in range(SEATS):
                lead = 2 * row[engine.SCORE] - TOTAL_POINTS
                rewards[index, seat] = lead if seat % 2 == 0 else -lead
        stream = counter[2:]
        stream[0] = next_bits(counter[:1])
        for _ in range(STREAMS - 1):  # the seats', which nobody needs here
            next_bits(counter[:1])
        numbers[index] = counter[1]
        counter[1] += np.uint64(1)
        for card in range(CARDS):
            owners[index, card] = -1
        deals.deal(dealing, row, stream)


@njit(_nrt=False)
def _observe_all(
    rows: Ints,
    owners: NDArray[np.int8],
    observations: NDArray[np.int8],
    masks: Bools,
    players: NDArray[np.int8],
) -> None:
    """Write each mover's observation, legal actions and seat in place."""
    for index in range(len(rows)):
        row, out = rows[index], observations[index]
        me = engine.mover(row)
        hand, legal = row[engine.HANDS + me], engine.legal_cards(row)
        for place in range(len(out)):
            out[place] = 0
        on_table = 0
        for place in range(row[engine.TRICK_SIZE]):
            on_table |= 1 << row[engine.TRICK + place]
        taken = 0
        for action in range(CARDS):
            card = action // HAND_SIZE << 4 | action % HAND_SIZE
            out[action] = hand >> card & 1
            masks[index, action] = legal >> card & 1
            if row[engine.PLAYED] >> card & 1:
                part = _TRICK if on_table >> card & 1 else _PLAYED
                out[part + CARDS * ((owners[index, action] - me) & 3) + action] = 1
                if part == _PLAYED:
                    taken += engine.RANK_POINTS[engine.rank_of(card)]
        for seat in range(SEATS):
            for suit in range(4):
                out[_VOIDS + 4 * ((seat - me) & 3) + suit] = row[engine.VOIDS + seat] >> suit & 1
        out[_TRUMP + row[engine.TRUMP]] = 1
        if row[engine.SHOWN] >= 0:
            shown = row[engine.SHOWN]
            out[_SHOWN + HAND_SIZE * engine.suit_of(shown) + engine.rank_of(shown)] = 1
        own = row[engine.SCORE] if me % 2 == 0 else taken - row[engine.SCORE]
        out[_POINTS], out[_POINTS + 1] = own, taken - own
        players[index] = me
