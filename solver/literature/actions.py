"""Actions of Literature with cards by name, and moves that were made, with cards as numbers."""

from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Asked:
    """A player asked another for a card."""

    seat: int
    target: int
    card: int
    held: bool
    """Whether the target had it."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """A player claimed a half suit."""

    seat: int
    half_suit: int
    claimed: tuple[int, ...]
    """Claimed holder of each card, lowest card first."""
    actual: tuple[int, ...]
    """Actual holder of each card."""

    @property
    def is_right(self) -> bool:
        """Whether the claimed holders are the actual ones."""
        return self.claimed == self.actual


@dataclass(frozen=True, slots=True)
class Passed:
    """A player without cards passed the turn."""

    seat: int
    target: int
    """Seat that received the turn."""


Move = Asked | Claimed | Passed
"""Any move, with what it told everyone."""
