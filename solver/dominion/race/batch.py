"""Many races of Dominion side by side, drawn as in `play_races`."""

import numpy as np
from numpy.typing import NDArray

from llq.solver.array_types import Bools, Ints, Singles, Uints
from llq.solver.batches import Batch
from llq.solver.dominion.race.game_state import (
    BOUGHT,
    CARD_POINTS,
    CARDS,
    MOST_TURNS,
    SOLD,
    VALUES,
    RaceState,
)
from llq.solver.dominion.race.rules import COSTS
from llq.solver.dominion.solitaire.batch import DECK, DISCARD, HAND, PILE, draw_hand
from llq.solver.jit import njit
from llq.solver.rng import next_bits

_START, _VALUE, _POINTS, _ROOM, _COST, _BOUGHT, _WALK = range(7)


class RaceBatch(Batch):
    """Races of one kind."""

    def __init__(self, n: int, seed: int, silver: int, real: bool) -> None:
        super().__init__(n, seed, seats=2)
        state, cards = RaceState(silver, real), len(CARDS)
        room = [0, state.race.first.silver_room, state.race.first.gold_room, 0, *state.left]
        bought = [-1 if card is None else card for card in BOUGHT]
        self._rules = np.array(
            [state.decks[0], VALUES, CARD_POINTS, room, COSTS, bought, range(cards)]
        )
        """Rows indexed by `_START` and its neighbours; room holds deck rooms or supply counts."""
        self.observations = np.zeros((n, 3 * cards + len(state.left) + 2), dtype=np.int8)
        self.masks = np.zeros((n, len(COSTS)), dtype=np.bool_)
        self._piles = np.zeros((n, 2, 4, cards), dtype=np.int64)
        self._left = np.zeros((n, cards), dtype=np.int64)
        self._streams = np.zeros((n, 1), dtype=np.uint64)
        self._turn, self._real = np.zeros(n, dtype=np.int64), state.real
        self._step(np.full(n, -1))

    def _step(self, actions: Ints) -> None:
        games = self._piles, self._left, self._turn, self.players
        chance = self._streams, self._counter, self.numbers
        _step_all(self._rules, self._real, actions, games, chance, self.rewards, self.ended)
        _observe_all(self._rules, games, self.observations, self.masks)


_Games = tuple[Ints, Ints, Ints, NDArray[np.int8]]
_Chance = tuple[Uints, Uints, Ints]


@njit
def _step_all(
    rules: Ints,
    real: bool,
    actions: Ints,
    games: _Games,
    chance: _Chance,
    rewards: Singles,
    ended: Bools,
) -> None:
    """Buy and draw in each race, restarting finished races; results are written in place."""
    piles, left, turn, movers = games
    streams, counter, numbers = chance
    for index in range(len(piles)):
        action, me = actions[index], movers[index]
        ended[index] = False
        rewards[index] = 0
        if action >= 0:
            own, card = piles[index, me], rules[_BOUGHT, action]
            own[DISCARD] += own[HAND]
            own[HAND] = 0
            if card >= 0:
                own[DECK, card] += 1
                own[DISCARD, card] += 1
                if card >= SOLD:
                    left[index, card] -= 1
            sold_out = left[index, -1] == 0
            if sold_out:
                lead = (rules[_POINTS] * (piles[index, 0, DECK] - piles[index, 1, DECK])).sum()
                tie = -1 if me == 0 else 0  # of equals, who had fewer turns wins
                won = 1 if lead > 0 else tie if lead == 0 else -1
                rewards[index, 0], rewards[index, 1] = won, -won
            ended[index] = sold_out or turn[index] >= MOST_TURNS
            turn[index] += 1
            movers[index] = 1 - me
        if action < 0 or ended[index]:
            streams[index, 0] = next_bits(counter[:1])
            numbers[index] = counter[1]
            counter[1] += np.uint64(1)
            piles[index] = 0
            piles[index, :, DECK] = rules[_START]
            piles[index, :, PILE] = rules[_START]
            left[index] = rules[_ROOM]
            turn[index], movers[index] = 1, 0
        game = piles[index, movers[index]]
        if not real:
            game[PILE] = game[DECK]
        draw_hand(game, rules[_WALK], streams[index])


@njit
def _observe_all(rules: Ints, games: _Games, observations: NDArray[np.int8], masks: Bools) -> None:
    """Fill the movers' observations and legal-action masks, in place."""
    piles, left, _, movers = games
    cards = rules.shape[1]
    for index in range(len(piles)):
        out, me = observations[index], movers[index]
        own, other = piles[index, me], piles[index, 1 - me]
        coins = lead = 0
        for card in range(cards):
            coins += rules[_VALUE, card] * own[HAND, card]
            lead += rules[_POINTS, card] * (own[DECK, card] - other[DECK, card])
            out[card] = own[DECK, card]
            out[cards + card] = other[DECK, card]
            out[2 * cards + card] = own[HAND, card]
            if card >= SOLD:
                out[3 * cards + card - SOLD] = left[index, card]
        out[-2], out[-1] = lead, me == 0
        masks[index, 0] = True
        for buy in range(1, rules.shape[1]):
            card = rules[_BOUGHT, buy]
            has_room = left[index, card] > (0 if card >= SOLD else own[DECK, card])
            masks[index, buy] = has_room and rules[_COST, buy] <= coins
