"""The numbers by which kernels know a built-in player."""

from __future__ import annotations

from enum import IntEnum

from llq.solver.sueca.rules import RULES


class Kind(IntEnum):
    """The kernel's branch for a strategy; [1]_ is the thesis that `players` names."""

    USER = -1
    """A custom player: the game waits for the answer."""
    RANDOM = 0
    """Any legal card [1]_, section 5.1."""
    OBLIGATED_TRUMP = 1
    """A trump if the player cannot follow suit and has one, else any legal card [1]_, section 5.2.
    """
    ALWAYS_HIGH = 2
    """The legal card worth most points, ties broken at random [1]_, section 5.3."""
    MONTE_CARLO = 3
    """The card that does best in random games [1]_, chapter 6."""
    PIMC = 4
    """The card that does best with open hands, over hands drawn for the others."""
    POLICY = 5
    """The fitted rule of thumb by itself."""
    STRONG = 6
    """The card that does best in games by the policy, on hands inferred by it."""
    NETWORK = 7
    """The trained network by itself."""


class Choice(IntEnum):
    """The statistic that a Monte Carlo player maximizes."""

    BEST_GAME = 0
    """The most points in a single game: the thesis's Normal."""
    MEAN = 1
    """The mean: its Average and Extra."""
    WHOLE_MEAN = 2
    """The mean without its fraction, as by integer division."""


class Source(IntEnum):
    """Where a Monte Carlo player's hands of the others come from."""

    DRAWN = 0
    """Uniform draws from all hands that agree with what the player has seen."""
    SHUFFLED = 1
    """Shuffled until they agree, up to a limit, and then the true ones [1]_, section 6.2."""
    SHUFFLED_ASIDE = 2
    """Likewise, but a suit that two players lack goes to the third first."""
    TRUE = 3
    """The true ones, which no player may see."""


(
    KIND,
    LIMITED,
    CHOICE,
    SHUFFLES,
    PLAYOUTS,
    SOURCE,
    LIMIT,
    APART,
    DEALS,
    OPEN_FROM,
    TRIED,
    POWER,
    MIXTURE,
    STEPS,
    PAIRED,
    STAKES,
) = range(16)
"""Columns of a player's settings, int64 of shape (COLUMNS,); see `players.Strategy`.

The last begins what each result of a game is worth, from all tricks lost to all won.
"""
COLUMNS = STAKES + 2 * RULES.sweep_games + 1
