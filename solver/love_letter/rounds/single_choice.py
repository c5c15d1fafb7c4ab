"""A built-in player's single choice, for rounds played move by move."""

import numpy as np

from llq.solver.love_letter.match import NO_LOG, advance
from llq.solver.love_letter.players import Strategy
from llq.solver.love_letter.rounds.engine import ACTION, Arena
from llq.solver.love_letter.rounds.game_state import LoveLetterState
from llq.solver.love_letter.table.states import state_space


def choose_action(state: LoveLetterState, arena: Arena, strategy: Strategy, bits: int) -> int:
    """Return a built-in player's action: kernels play one turn on a copy of the round.

    ``arena`` is of the round's rules, with what the player plays from; ``bits`` are the player's
    own stream, 64 random bits.
    """
    rows = state.row(state_space(state.rules))[None]
    streams = np.array([bits], dtype=np.uint64)
    seats = (int(strategy), int(strategy))
    advance(arena, seats, 1, rows, streams, NO_LOG)
    return int(rows[0, ACTION])
