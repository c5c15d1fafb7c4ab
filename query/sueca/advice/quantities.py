"""Deal properties with simulated values, and the default adviser."""

from enum import StrEnum

HANDS = 5000
"""Default number of drawn hands, and number of deals solved exhaustively."""


def adviser(hands: int = HANDS) -> str:
    """Return the default adviser for a number of hands, such as ``strong:5000/6``."""
    return f"strong:{hands}/6"


ADVISER = adviser()
"""The default player behind advice."""


class Quantity(StrEnum):
    """A measurable quantity of a deal."""

    TRUMPS = "trumps"
    """Trumps in North's hand; the thesis's Table 4.4."""
    TEAM_TRUMPS = "team-trumps"
    """Trumps of North and South; its Table 4.6."""
    POINTS = "points"
    """Points in North's hand."""
    TEAM_POINTS = "team-points"
    """Combined points of North and South; its Table 4.7."""
    LEAD = "lead"
    """Leading the first trick, on the same deals; its Table 4.1."""
    DEALER = "dealer"
    """Dealing by the rules: the dealer's card sets trumps, and opponents lead."""
    TRUMP_CARD = "trump-card"
    """Having the dealer's card in the team, North leading in any case; its Table 4.3."""
