"""What a pair of policies does in a round that plain tables cannot: bluffs and mixed plays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.solver.love_letter.equilibrium.expansion import unpack_all
from llq.solver.love_letter.equilibrium.solver import Floats, belief_weights, plan_of
from llq.solver.love_letter.equilibrium.tree import GameTree
from llq.solver.love_letter.rules import Argument, Effect

_MIXED = 0.01
_GUESSING = [effect for effect in Effect if effect.row.argument == Argument.CARD]


class Habits(NamedTuple):
    """Mean numbers of a player's turns in a round, of those with more than one play to choose."""

    turns: float
    mixed: float
    """Turns in which at least two plays have a chance of 1 % or more."""
    guesses: float
    """Guesses that, by what both players know, may hit."""
    bluffs: float
    """Guesses that their player knows will miss and the opponent does not, where another guess
    may hit."""
    mixed_guesses: float
    """Guesses in turns in which at least two of them have a chance of 1 % or more."""


def count_habits(tree: GameTree, player: int, chances: tuple[Floats, Floats]) -> Habits:
    """Return the habits of one player of two policies that meet."""
    moves, game = tree.players[player], tree.game
    if not len(moves.parent):
        return Habits(0.0, 0.0, 0.0, 0.0, 0.0)
    actions = np.diff(moves.first)
    infoset = np.repeat(np.arange(len(moves.parent)), actions)
    pool, low, high, theirs, maid, _ = unpack_all(moves.state)
    reach = belief_weights(tree, player, chances[1 - player]) / tree.orders
    plan = plan_of(tree, player, chances[player])[1:]
    often = reach[infoset] * plan
    chance = chances[player][1:]
    card, argument = game.plays[moves.play[1:]].T
    kept = (low + high)[infoset] - card
    left = pool[infoset] // game.stride[argument] % (game.copies[argument] + 1)
    is_open = (left > 0) | (theirs[infoset] == argument) | (kept == argument)
    is_guess = np.isin(game.effects[card], _GUESSING) & (maid[infoset] == 0) & is_open
    can_hit = (moves.mask[infoset] >> argument) & 1 == 1
    guessable = sum(1 << i for i, e in enumerate(game.effects.tolist()) if e not in _GUESSING)
    is_bluff = is_guess & ~can_hit & (moves.mask[infoset] & guessable != 0)
    is_played = chance >= _MIXED

    def several(which: NDArray[np.bool_]) -> NDArray[np.bool_]:
        counts = np.bincount(infoset, weights=which & is_played, minlength=len(actions))
        return counts[infoset] > 1

    has_choice = (actions > 1)[infoset]
    return Habits(
        turns=float(often[has_choice].sum()),
        mixed=float(often[several(np.ones(len(chance), dtype=bool))].sum()),
        guesses=float(often[is_guess].sum()),
        bluffs=float(often[is_bluff].sum()),
        mixed_guesses=float(often[is_guess & several(is_guess)].sum()),
    )
