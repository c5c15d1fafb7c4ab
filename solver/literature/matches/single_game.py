"""Single match games, move by move."""

from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from llq.solver.literature import engine
from llq.solver.literature.engine import ASKS, HANDS, LOG, LOGGED, PENDING, TURN
from llq.solver.literature.log import decode_move
from llq.solver.literature.matches.match import MOVE_LIMIT, Lineup, ask_player, play_on
from llq.solver.literature.positions.position import Position, observe
from llq.solver.literature.rules import Rules
from llq.solver.literature.scratch import make_scratch
from llq.solver.rng import streams


@dataclass(frozen=True)
class PlayedGame:
    """Game played to some point."""

    rules: Rules
    hands: tuple[int, ...]
    """Dealt hands by seat, as sets of cards."""
    row: NDArray[np.int64]
    """The engine's row, all hands in it."""

    def observe(self, seat: int | None = None) -> Position:
        """Return what a player sees, by default the mover."""
        return observe(self.row, self.rules, seat)


def play_game(
    lineup: Lineup,
    rules: Rules,
    seed: int,
    number: int,
    *,
    limit: int = MOVE_LIMIT,
    moves: int | None = None,
) -> PlayedGame:
    """Play one `match.play_games` game, by seed and number, or its first moves."""
    each = 1 + rules.players
    sources = streams(seed, each * number, each * (number + 1))
    row = engine.new_row(rules)
    scratch, learns = make_scratch(rules.players), lineup.has_learners
    users = lineup.custom_players
    randoms = {seat: Random(f"{seed}/{number}/{seat}") for seat in users}
    engine.deal(row, sources[:1])
    dealt = row.copy()
    while True:
        most = limit if moves is None else min(limit, int(row[ASKS]) + 1)
        play_on(lineup.kinds, lineup.weights, row[None], sources[None], most, scratch, learns)
        is_done = moves is not None and row[LOGGED] >= moves
        if is_done or row[ASKS] >= limit or engine.is_over(row) or not engine.can_ask(row):
            break
        seat = int(row[TURN])
        if seat in users:
            row[PENDING] = ask_player(users[seat], row, rules, randoms[seat])
    hands = tuple(dealt[HANDS : HANDS + rules.players].tolist())
    if moves is not None and row[LOGGED] > moves:  # claims come at once
        log = row[LOG : LOG + moves].tolist()
        row = dealt
        for code in log:
            engine.apply_move(row, decode_move(code))
    return PlayedGame(rules, hands, row)
