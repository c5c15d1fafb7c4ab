"""Numeric settings of built-in players, as used by kernels."""

from enum import IntEnum

from llq.solver.sueca.rules import RULES


class Kind(IntEnum):
    """Kernel branch per strategy; [1]_ is the thesis cited in `players`."""

    USER = -1
    """Custom player, whose answer the game awaits."""
    RANDOM = 0
    """Any legal card [1]_, section 5.1."""
    OBLIGATED_TRUMP = 1
    """Trump if available when void in the suit led, else any legal card [1]_, section 5.2."""
    ALWAYS_HIGH = 2
    """The legal card worth most points, ties broken at random [1]_, section 5.3."""
    MONTE_CARLO = 3
    """Card with the best result in random games [1]_, chapter 6."""
    PIMC = 4
    """Card with the best open-hand result over sampled deals."""
    POLICY = 5
    """The fitted rule of thumb by itself."""
    STRONG = 6
    """Card with the best result in policy games on inferred hands."""
    NETWORK = 7
    """The trained network by itself."""


class Choice(IntEnum):
    """The statistic that a Monte Carlo player maximizes."""

    BEST_GAME = 0
    """Highest points in a single game: the thesis's Normal."""
    MEAN = 1
    """The mean: its Average and Extra."""
    WHOLE_MEAN = 2
    """Mean rounded down, as in integer division."""


class Source(IntEnum):
    """Source of a Monte Carlo player's hidden hands."""

    DRAWN = 0
    """Uniform draws from all hands consistent with the player's observations."""
    SHUFFLED = 1
    """Limited shuffling for consistent hands, falling back on the true hands [1]_, section 6.2."""
    SHUFFLED_ASIDE = 2
    """Likewise, but a suit that two players lack goes to the third first."""
    TRUE = 3
    """True hands, which no player may see."""


KIND, LIMITED, CHOICE, SHUFFLES, PLAYOUTS, SOURCE, LIMIT, APART = range(8)
DEALS, OPEN_FROM, TRIED, POWER, MIXTURE, STEPS, PAIRED, STAKES = range(8, 16)
"""Columns of a player's settings, int64 of shape (COLUMNS,); see `players.Strategy`.

The last begins what each result of a game is worth, from all tricks lost to all won.
"""
COLUMNS = STAKES + 2 * RULES.sweep_games + 1
