"""The same random games from the kernels, in a batch, and move by move in plain Python."""

import numpy as np

from llq.solver.literature.actions import Passed
from llq.solver.literature.batch import LiteratureBatch
from llq.solver.literature.engine import LOG
from llq.solver.literature.log import decode_move
from llq.solver.literature.rules import CARDS

__all__ = ["flat", "play_both"]


def flat(state, player):
    """Return a player's observation as a batch has it."""
    return np.concatenate([array.ravel() for array in state.observation(player).values()])


def play_both(batch, new_game, games):
    """Play at least so many games to their ends both ways; return how many games and moves.

    ``new_game`` takes a game's number. Every mover, observation, legal action and result must be
    the same.
    """
    states = [new_game(number) for number in range(batch.size)]
    ends = moves = 0
    while ends < games:
        for index, state in enumerate(states):
            mover = state.current_player
            assert mover == batch.players[index]
            assert (flat(state, mover) == batch.observations[index]).all()
            assert state.legal_actions() == np.flatnonzero(batch.masks[index]).tolist()
        actions = batch.random_actions()
        batch.step(actions)
        for index, state in enumerate(states):
            state.apply(int(actions[index]))
            moves += 1
            is_known = not isinstance(batch, LiteratureBatch) or _follow(batch, index, state)
            assert not is_known or state.is_terminal == batch.ended[index]
            if batch.ended[index]:
                assert not is_known or batch.rewards[index].tolist() == state.returns()
                states[index] = new_game(int(batch.numbers[index]))
                ends += 1
    return ends, moves


def _follow(batch, index, state):
    """Make the passes and claims that the kernels made; return whether they are known."""
    while not state.is_terminal and state.legal_actions()[0] >= CARDS * state.players:
        if batch.ended[index]:
            return False  # the row is of the next game
        move = decode_move(int(batch.rows[index, LOG + len(state.events)]))
        words = state.action_of
        legal = state.legal_actions()
        if isinstance(move, Passed):
            numbers = (number for number in legal if words(number).player == move.target)
        else:
            numbers = (number for number in legal if words(number).holders == move.claimed)
        state.apply(next(numbers))
    return True
