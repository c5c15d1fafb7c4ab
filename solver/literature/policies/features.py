"""Terms of an ask's value to the strong player, and the number of its weights."""

from enum import IntEnum

from llq.solver.literature.inference.reading import SIGNS


class Feature(IntEnum):
    """Terms of an ask's value; *there* is the card's half suit."""

    # Of a hit, times its chance
    HIT = 0
    """1."""
    HIT_MINE = 1
    """The asker's cards there, of six."""
    HIT_MATES = 2
    """Team mates' expected cards there, of six."""
    HIT_THEIRS = 3
    """Opponents' expected cards there besides this card, of six."""
    HIT_CLAIMS = 4
    """Whether the asker could claim at once."""
    HIT_PLACED = 5
    """Squared team cards there that the asker could place, of six."""
    HIT_PUBLIC = 6
    """Likewise that everybody could place: what team mates can prove."""
    HIT_KNOWN = 7
    """Whether everyone knew where the card is: the hit tells nothing."""
    HIT_BACK = 8
    """Largest chance of an opponent able to ask there afterwards."""
    HIT_WHOLE = 9
    """Squared expected team cards there after a hit, of six."""
    # Of a miss, times its chance
    MISS_SURE = 10
    """Target's sure threats, of six cards."""
    MISS_GUESS = 11
    """The target's best guess."""
    MISS_BACK = 12
    """Chance that the target may ask there."""
    MISS_BACK_MINE = 13
    """Likewise times the asker's unshown cards there, of six."""
    MISS_SIZE = 14
    """Target's hand size, relative to a dealt hand."""
    MISS_FINDS = 15
    """Whether the asker could then place the card with an opponent."""
    MISS_OURS = 16
    """Whether the asker could then place the card in the team."""
    MISS_NARROWS = 17
    """Reciprocal number of other possible holders."""
    MISS_THERE = 18
    """The target's sure threats there, of six cards."""
    # Of either
    NEW = 19
    """Whether the ask first reveals the asker's presence there."""
    NEW_MINE = 20
    """Likewise times the asker's cards there, of six."""
    NEW_MATES = 21
    """Likewise times those expected of team mates, of six."""
    NEW_THEIRS = 22
    """Likewise times those expected of opponents, of six."""
    TELLS = 23
    """Whether the ask newly reveals that the asker lacks the card."""
    SURE = 24
    """Whether the hit is certain."""
    SQUARE = 25
    """The square of the chance."""
    MINE = 26
    """The asker's cards there, of six."""
    TEAM = 27
    """Squared expected team cards there, of six."""
    LATEST = 28
    """Whether the asker's latest ask was there."""
    PLACED = 29
    """Cards of certain location there, of six."""


FEATURES = len(Feature)
WEIGHTS = SIGNS + FEATURES
"""Of the signs, then of the features."""
