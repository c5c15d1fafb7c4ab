"""Shape of the optimal policy: thresholds in turns to go, and where passing matters.

With enough coins the best action is a threshold: treasure while many turns are to come, victory
cards from some turn on. That is not a theorem here but a count over every deck. It is why a policy
stored as two bits a band, turns to go varying fastest, shrinks so well: gzip makes 28 kB of all
31-turn actions and 7 MB of the 184 MB for 100 turns.
"""

from dataclasses import dataclass

import numpy as np

from llq.errors import IllegalState
from llq.solver.dominion.model import Model, Purchase
from llq.solver.dominion.players import StrategyName, weights
from llq.solver.dominion.rules import Rules
from llq.solver.dominion.solitaire.action_scoring import actions
from llq.solver.dominion.solitaire.solver import Codes, Solution, guide, sweep
from llq.solver.dominion.solitaire.states import DeckSpace


@dataclass(frozen=True)
class BandShape:
    """How the optimal action in one money band depends on turns to go, over all decks.

    Parameters
    ----------
    band
        Coins, such as ``"3-4"``.
    decks
        Decks with a turn to go.
    thresholds
        Decks whose action is VICTORY up to some number of turns to go (or never), TREASURE above
        (or never), and never PASS.
    states
        Decks with each number of turns to go.
    passing
        States in which passing is strictly better than any card.
    """

    band: str
    decks: int
    thresholds: int
    states: int
    passing: int

    @property
    def is_threshold(self) -> bool:
        """Whether the band's whole policy is one number a deck."""
        return self.thresholds == self.decks


def band_shapes(solution: Solution) -> tuple[BandShape, ...]:
    """Return the shape of the policy in each money band.

    Raises
    ------
    IllegalState
        The solution was made without codes.

    Examples
    --------
    >>> from llq.solver.dominion.variants import rules
    >>> from llq.solver.dominion.solitaire.solver import solve
    >>> for shape in band_shapes(solve(rules(), 12, codes=True)):
    ...     print(shape.band, shape.is_threshold, shape.passing)
    0-1 False 1583
    2 False 168
    3-4 True 0
    5 True 0
    6-7 True 0
    8+ True 0
    """
    space, model = solution.space, solution.model
    if len(solution.codes) != space.states:
        raise IllegalState("this solution has no actions: solve with codes=True")
    bands = len(model.band_from)
    thresholds, passing = np.zeros(bands, int), np.zeros(bands, int)
    for size in range(space.turns):
        here = solution.codes[space.state_start(size) : space.state_start(size + 1)]
        rows = here.reshape(space.rows(size), -1)
        for band in range(bands):
            action = actions(rows, band)
            falls = (action[:, 1:] <= action[:, :-1]).all(1) & (action != Purchase.PASS).all(1)
            thresholds[band] += int(falls.sum())
            passing[band] += int((action == Purchase.PASS).sum())
    decks = space.shell_start(space.turns)
    return tuple(
        BandShape(model.band_name(b), decks, int(thresholds[b]), space.states, int(passing[b]))
        for b in range(bands)
    )


def limit_codes(game: Rules, turns: int, threads: int | None = None) -> Codes:
    """Return the actions of Monte Carlo with infinitely many playouts, as ``Solution.codes``."""
    model = Model(game)
    space = DeckSpace(model.dims, turns)
    codes = np.zeros(space.states, model.code_type)
    table = weights(model, StrategyName.RANDOM)
    with sweep(model, turns, threads) as shells:
        for shell, _, shell_codes in guide(model, table, turns, shells, turns):
            first = space.state_start(shell.size)
            codes[first : first + shell.rows * shell.length] = shell_codes.ravel()
    return codes
