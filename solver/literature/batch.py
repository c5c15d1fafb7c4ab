"""Many games of Literature side by side, from the kernels of `engine` and `turns`.

Players choose asks only: claims are made and turns passed as in matches.
"""

import numpy as np
from numpy.typing import NDArray

from llq.solver.array_types import Bools, Ints, Singles, Uints
from llq.solver.batches import Batch
from llq.solver.card_sets import count
from llq.solver.jit import njit
from llq.solver.literature import engine, turns
from llq.solver.literature.rules import HALF_SIZE, Rules
from llq.solver.literature.scratch import Inference, make_inference
from llq.solver.rng import next_bits


class LiteratureBatch(Batch):
    """Games of one variant."""

    def __init__(self, rules: Rules, n: int, seed: int, limit: int) -> None:
        super().__init__(n, seed, seats=rules.players)
        players, cards, halves = rules.players, rules.pack.cards, rules.pack.half_suits
        size = cards + players * (2 * cards + halves + 2) + 4 * halves
        self.observations = np.zeros((n, size), dtype=np.int8)
        """(n, size) what each mover sees, as in `LiteratureState.observation`."""
        self.masks = np.zeros((n, players * cards), dtype=np.bool_)
        self.rows = np.repeat(engine.new_row(rules)[None], n, axis=0)
        """The games as rows of `engine`."""
        self._streams = np.zeros((n, 1), dtype=np.uint64)
        self._limit, self._inference = limit, make_inference(players)
        self._step(np.full(n, -1))  # no ask: a deal

    def _step(self, actions: Ints) -> None:
        games = self.rows, self._streams, self._counter, self.numbers
        _step_all(actions, games, self._limit, self._inference, self.rewards, self.ended)
        _observe_all(self.rows, self.observations, self.masks, self.players)


@njit(_nrt=False)
def see(row: Ints, me: int, out: NDArray[np.int8]) -> None:
    """Write a seat's observation in place, numbering seats from its own."""
    seats, cards = row[engine.PLAYERS], count(row[engine.DECK])
    halves = cards // HALF_SIZE
    shown_at, lacks_at = cards, cards + seats * cards
    needs_at = lacks_at + seats * cards
    sizes_at = needs_at + seats * halves
    owners_at = sizes_at + seats
    turn_at = owners_at + 4 * halves
    for card in range(cards):
        out[card] = row[engine.HANDS + me] >> card & 1
    for seat in range(seats):
        place = (seat - me) % seats
        for card in range(cards):
            out[shown_at + cards * place + card] = row[engine.SHOWN + seat] >> card & 1
            out[lacks_at + cards * place + card] = row[engine.LACKS + seat] >> card & 1
        for half in range(halves):
            out[needs_at + halves * place + half] = row[engine.NEEDS + seat] >> half & 1
        out[sizes_at + place] = row[engine.SIZES + seat]
        out[turn_at + place] = seat == row[engine.TURN]
    for half in range(halves):
        owner = row[engine.OWNERS + half]
        owner_kind = 0 if owner < 0 else 3 if owner == engine.NOBODY else 1 + (owner - me) % 2
        for kind in range(4):
            out[owners_at + 4 * half + kind] = kind == owner_kind


@njit(_nrt=False)
def _step_all(
    actions: Ints,
    games: tuple[Ints, Uints, Uints, Ints],
    limit: int,
    inference: Inference,
    rewards: Singles,
    ended: Bools,
) -> None:
    """Make an ask per game, and redeal finished games; results are written in place."""
    rows, streams, counter, numbers = games
    for index in range(len(rows)):
        row, action = rows[index], actions[index]
        players = row[engine.PLAYERS]
        ended[index] = False
        for seat in range(players):
            rewards[index, seat] = 0
        goes_on = False
        if action >= 0:
            cards = count(row[engine.DECK])
            target, card = action // cards, action % cards
            engine.ask(row, target, card, bool(row[engine.HANDS + target] >> card & 1))
            goes_on = turns.advance(row, streams[index], inference)
            if goes_on and row[engine.ASKS] < limit:
                continue
            ended[index] = True
            if not goes_on:
                lead = engine.claims_won(row, 0) - engine.claims_won(row, 1)
                for seat in range(players):
                    rewards[index, seat] = lead if seat % 2 == 0 else -lead
        goes_on = False
        while not goes_on:  # a deal in which every claim is known has no ask
            streams[index, 0] = next_bits(counter[:1])
            for _ in range(players):  # the seats' streams, which nobody needs here
                next_bits(counter[:1])
            numbers[index] = counter[1]
            counter[1] += np.uint64(1)
            engine.deal(row, streams[index])
            goes_on = turns.advance(row, streams[index], inference)


@njit(_nrt=False)
def _observe_all(
    rows: Ints, observations: NDArray[np.int8], masks: Bools, players: NDArray[np.int8]
) -> None:
    """Fill the observations, ask masks and movers of all games, in place."""
    for index in range(len(rows)):
        row, mask = rows[index], masks[index]
        me, size = row[engine.TURN], count(row[engine.DECK])
        see(row, me, observations[index])
        cards, targets = engine.askable(row[engine.HANDS + me]), engine.targets(row)
        for seat in range(row[engine.PLAYERS]):
            is_target = targets >> seat & 1
            for card in range(size):
                mask[size * seat + card] = is_target & (cards >> card & 1)
        players[index] = me
