"""A player that knows `strong` and searches against it: a lower bound of what it can lose.

On hands inferred as `strong` infers them, every card is tried by letting
the others answer in this trick as `strong` itself would, each from what it sees, and then by games
by the policy. Its lead over `strong` is a lower bound of the lead of the best response.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import numpy as np
from numpy.typing import NDArray

from llq.solver import card_sets
from llq.solver.rng import next_bits
from llq.solver.sueca import engine
from llq.solver.sueca.engine import HANDS, SCORE, TRICK_SIZE
from llq.solver.sueca.players import Strategy, choose_card
from llq.solver.sueca.playouts import monte_carlo, strong
from llq.solver.sueca.policy import games, inference
from llq.solver.sueca.rules import cards_of

DRAWN, WORLDS, GAMES = 1000, 40, 5
"""Hands judged, those tried, and games by the policy after the trick."""
MODEL = {"shuffles": 60, "tried": 40}
"""The known player in the trick, cheaper than it is: a bound holds for whatever model."""


def responder(known: Strategy) -> Callable[[NDArray[np.int64], NDArray[np.uint64], Random], int]:
    """Return the player that searches against a known one."""
    model = replace(known, **MODEL)
    settings = replace(known, shuffles=DRAWN).settings()
    scratch = monte_carlo.make_scratch()
    work = scratch.strong
    hands = np.zeros(4, dtype=np.int64)

    def choose(row: NDArray[np.int64], stream: NDArray[np.uint64], _: Random) -> int:
        legal, seat = cards_of(engine.legal(row)), int(engine.mover(row))
        if len(legal) == 1 or card_sets.count(row[HANDS + seat]) <= known.open_from:
            return choose_card(row, known, stream)
        strong.believe(row, settings, stream, scratch)
        inference.resample(DRAWN, WORLDS, work.beliefs.weights, work.chosen, stream)
        worth = dict.fromkeys(legal, 0)
        for world in work.beliefs.hands[work.chosen[:WORLDS]]:
            game = row.copy()
            for other in range(3):
                game[HANDS + (seat + 1 + other) % 4] = world[other]
            for card in legal:
                worth[card] += value(game, card, stream)
        sign = -1 if seat % 2 else 1
        return max(legal, key=lambda card: sign * worth[card])

    def value(game: NDArray[np.int64], card: int, stream: NDArray[np.uint64]) -> int:
        """Return the points of North and South in some games after a card."""
        after = game.copy()
        engine.apply(after, card)
        while after[TRICK_SIZE]:
            engine.apply(after, choose_card(after, model, stream))
        points = 0
        for _ in range(GAMES):
            first = int(strong.choose_by_policy(after, work.policy, work, stream))
            hands[:] = after[HANDS : HANDS + 4]
            state = np.uint64(next_bits(stream) | 1)
            taken, _, _ = games.play_out(
                work.policy, hands, strong.see(after), first, state, work.beliefs.chances
            )
            points += int(after[SCORE]) + taken
        return points

    return choose
