"""Play-outs of the strong player: continuations after an ask, and values of their ends."""

from enum import IntEnum

import numpy as np

from llq.solver.array_types import Floats, Ints, Singles, Uints
from llq.solver.card_sets import count
from llq.solver.jit import njit
from llq.solver.literature import engine
from llq.solver.literature.engine import HANDS, LIVE, LOG, LOGGED, PLAYERS, SHOWN, TURN
from llq.solver.literature.matches.lineup import play_on
from llq.solver.literature.players import make_ask
from llq.solver.literature.rules import HALF, HALF_SIZE, MOST_HALF_SUITS
from llq.solver.literature.scratch import Scratch

_APART = np.uint64(0xD1B54A32D192ED03)  # between a play-out's streams


class Worth(IntEnum):
    """Features of a team's position value, each minus the opponents'."""

    LEAD = 0
    """Half suits that it has."""
    CARDS = 1
    """Cards in play, of six."""
    WHOLE = 2
    """Half suits in play held entirely by the team."""
    TURN = 3
    """The turn."""
    TAKES = 4
    """Turn sign times the shown cards available to the mover, of six."""
    REACH = 5
    """Turn sign times the half suits in the mover's hand, of nine."""
    PROSPECTS = 6
    """Shown cards that each player could take on turn, of six."""


WORTHS = len(Worth)


@njit(_nrt=False)
def play_out(
    row: Ints,
    code: int,
    kinds: Ints,
    weights: Singles,
    after: Ints,
    sources: Uints,
    scratch: Scratch,
    bits: np.uint64,
    limit: int,
) -> None:
    """Continue a game after an ask, until ``limit`` asks, in the copy ``after``, (1, ROW).

    ``bits`` decide what chance brings, in the streams ``sources``, (1, 1 + players).
    """
    for column in range(LOG + row[LOGGED]):
        after[0, column] = row[column]
    for stream in range(sources.shape[1]):
        sources[0, stream] = bits + np.uint64(stream) * _APART
    make_ask(after[0], code)
    play_on(kinds, weights, after, sources, limit, scratch, True)


@njit(_nrt=False)
def describe(row: Ints, team: int, out: Floats) -> None:
    """Compute a position's value features for a team; the row holds all hands."""
    mover, players = row[TURN], row[PLAYERS]
    out[:] = 0
    out[Worth.LEAD] = engine.claims_won(row, team) - engine.claims_won(row, 1 - team)
    if not row[LIVE]:
        return
    sign = 1.0 if mover & 1 == team else -1.0
    out[Worth.TURN] = sign
    for half in range(MOST_HALF_SUITS):
        cards = HALF << HALF_SIZE * half
        if not row[LIVE] & cards:
            continue
        team_cards = 0
        for seat in range(team, players, 2):
            team_cards += count(row[HANDS + seat] & cards)
        out[Worth.CARDS] += (2 * team_cards - HALF_SIZE) / HALF_SIZE
        out[Worth.WHOLE] += (team_cards == HALF_SIZE) - (team_cards == 0)
        for seat in range(players):
            if not row[HANDS + seat] & cards:
                continue
            shown = 0
            for opponent in range(1 - (seat & 1), players, 2):
                shown += count(row[SHOWN + opponent] & cards)
            takes = shown / HALF_SIZE
            out[Worth.PROSPECTS] += takes if seat & 1 == team else -takes
            if seat == mover:
                out[Worth.TAKES] += sign * takes
                out[Worth.REACH] += sign / MOST_HALF_SUITS
