"""Actions of Literature, with cards and half suits by name."""

from typing import NamedTuple


class Ask(NamedTuple):
    """Ask an opponent for a card."""

    player: int
    """The opponent's seat."""
    card: str
    """Such as ``4C``."""

    def __str__(self) -> str:
        return f"ask player {self.player} for the {self.card}"


class Claim(NamedTuple):
    """Claim a half suit."""

    half_suit: str
    """Such as ``LC``."""
    holders: tuple[int, ...]
    """Claimed holder of each card, lowest card first: seats of the same team."""

    def __str__(self) -> str:
        return f"claim {self.half_suit}, held by {', '.join(map(str, self.holders))}"


class Pass(NamedTuple):
    """Pass the turn when out of cards."""

    player: int
    """Seat that receives the turn."""

    def __str__(self) -> str:
        return f"pass the turn to player {self.player}"


Action = Ask | Claim | Pass
"""Any action, as listed by views and returned by players."""
