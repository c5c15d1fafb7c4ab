"""A `LiteratureState` as the kernels' row, what its players know, and its deals.

A row is made by repeating the moves, from the last row that was made of the game.
"""

from __future__ import annotations

from functools import cache
from random import Random

import numpy as np
from numpy.typing import NDArray

from llq.solver.literature import engine
from llq.solver.literature.engine import HANDS, NEEDS, PENDING, SHOWN
from llq.solver.literature.game_state import LiteratureState
from llq.solver.literature.inference import knowledge, posterior
from llq.solver.literature.inference.knowledge import View
from llq.solver.literature.log import decode_holders, encode_holders
from llq.solver.literature.position import Position, observe
from llq.solver.literature.rules import IN_HALF, cards_of
from llq.solver.literature.scratch import Inference, make_inference

__all__ = ["certain_claim", "draw_hands", "row_of", "view_of"]


def row_of(state: LiteratureState) -> NDArray[np.int64]:
    """Return a game as a row of `engine`, int64."""
    return _row(state).copy()


def _row(state: LiteratureState) -> NDArray[np.int64]:
    """Return the row that is kept with a game: not to be changed, a copy may share it."""
    row: NDArray[np.int64]
    if state.cached_row is None:
        row, made = engine.new_row(state.rules), 0
        row[HANDS : HANDS + state.players] = state.dealt
        engine.begin(row, state.first)
    else:
        row, made = state.cached_row
        if made == len(state.events):
            return row
        row = row.copy()
    for kind, seat, target, card, held, said, true in state.events[made:]:
        if kind == "ask":
            engine.ask(row, target, card, held)
        elif kind == "pass":
            engine.pass_turn(row, target)
        else:
            engine.claim(row, seat, target, encode_holders(said), encode_holders(true))
    state.cached_row = row, len(state.events)
    return row


def view_of(state: LiteratureState, player: int) -> Position:
    """Return what a player sees."""
    return observe(row_of(state), state.rules, player)


def certain_claim(state: LiteratureState, seat: int, half: int) -> tuple[int, ...] | None:
    """Return who holds a half suit if a player knows all to be of their team, else None."""
    row, view = _row(state), _inference(state.players).own
    knowledge.infer(row, seat, view)
    found = int(knowledge.certain_claim(row, seat, half, view))
    return None if found < 0 else decode_holders(found)


def draw_hands(state: LiteratureState, player: int, random: Random) -> list[int]:
    """Return hands that agree with all that a player knows, each card by its exact chances."""
    row, space = row_of(state), _inference(state.players)
    row[PENDING] = -1
    for seat in range(state.players):
        if seat != player:
            row[HANDS + seat] = 0
    view, chances = space.own, space.chances
    unknown = cards_of(_learn(row, player, view))
    random.shuffle(unknown)
    while unknown:
        posterior.find_chances(row, view, chances)
        card = unknown.pop()
        odds = chances.held[: state.players, card].tolist()
        (seat,) = random.choices(range(state.players), odds)
        row[SHOWN + seat] |= 1 << card
        row[NEEDS + seat] &= ~(1 << card // IN_HALF)
        unsure = _learn(row, player, view)
        unknown = [card for card in unknown if unsure >> card & 1]
    held: list[int] = view.held[: state.players].tolist()
    return held


def _learn(row: NDArray[np.int64], player: int, view: View) -> int:
    """Fill in what a player knows, and return the cards that the player cannot place."""
    knowledge.infer(row, player, view)
    sure = 0
    for held in view.held.tolist():
        sure |= held
    return int(row[engine.LIVE]) & ~sure


@cache
def _inference(players: int) -> Inference:
    return make_inference(players)
