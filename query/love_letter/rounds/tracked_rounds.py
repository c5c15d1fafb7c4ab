"""Round at a real table, followed line by line: the part that both notations share.

`FollowedRound` has the words I and they, `FollowedParty` numbered seats.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from llq.errors import IllegalState
from llq.solver.love_letter.rules import Rules

Choice = TypeVar("Choice")
"""Action in a two-player or multiplayer round."""


class Continuation(NamedTuple):
    """A play's possible continuation."""

    text: str
    """Short description; empty without new information."""
    line: str
    """Turn text to append to the round."""


class Play(NamedTuple, Generic[Choice]):
    """An action possible in the current turn."""

    action: Choice
    text: str
    outcomes: tuple[Continuation, ...]


class RoundWords(NamedTuple):
    """Followed round as a page and the terminal show it."""

    title: str
    heading: str
    """The round's beginning, in one line."""
    lines: tuple[str, ...]
    hand: tuple[str, ...]
    """Card names of the pending choice; empty out of turn."""
    example: str
    prompt: str
    mover: str
    """The mover, out of the player's turn."""
    ending: str
    seats: dict[int, str]
    """Relative names of the other seats, in playing order; none where two play."""
    assumptions: dict[str | None, str]
    """Assumed policies of the other players and their descriptions, default first."""


class BeliefTable(NamedTuple):
    """Chances of hidden cards: a row per card, a column per hand or reasoning."""

    title: str
    headings: Sequence[str]
    """Columns without bars begin with ``#``."""
    rows: list[tuple[str, list[float]]]
    meanings: dict[str, str]
    text: str
    """The likely cards in words, one hand per line."""
    note: str
    """Note on turns that the policy never plays; empty if none."""


class TrackedRound(ABC, Generic[Choice]):
    """Followed round from one player's view; subclasses have the words of their notation."""

    @property
    @abstractmethod
    def rules(self) -> Rules:
        """The rules of the variant."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether the round has ended."""

    @property
    @abstractmethod
    def is_own_turn(self) -> bool | None:
        """Whether the player moves next, None if either may begin."""

    @property
    @abstractmethod
    def is_to_choose(self) -> bool:
        """Whether the player's choice is pending."""

    @property
    def draws(self) -> list[str]:
        """Possible draws by card name, empty out of turn."""
        if self.is_over or self.is_to_choose or self.is_own_turn is False:
            return []
        return [card.name for card in self.rules.cards if self._fits(f"I draw {card.name}")]

    @property
    def plays(self) -> list[Play[Choice]]:
        """The mover's plays with their possible results.

        Out of the player's turn these are the opponents'; where either may begin, too.
        """
        if self.is_over or (self.is_own_turn and not self.is_to_choose):
            return []
        plays = []
        for action, text, line in self._choices():
            outcomes: dict[frozenset[str], Continuation] = {}
            for result, ending in self._endings(action, line):
                words = frozenset(ending.split())  # cards drawn in either order are listed once
                if words not in outcomes and self._fits(line + ending):
                    outcomes[words] = Continuation(result, line + ending)
            if outcomes:
                plays.append(Play(action, text, tuple(outcomes.values())))
        return plays

    def report(self, policy: str | None) -> dict[str, Any]:
        """Return the round, its beliefs, advice and judged moves as plain data, for JSON."""
        from llq.query.love_letter.rounds.analysis import analyse  # which imports this module

        followed: Any = self
        advice = self.advise(policy).to_dict() if self.is_to_choose else None
        return self._facts(policy) | {"advice": advice, "moves": analyse(followed).to_dict()}

    @abstractmethod
    def advise(self, policy: str | None) -> Any:
        """Return the best play, if the other players follow a policy."""

    @abstractmethod
    def _facts(self, policy: str | None) -> dict[str, Any]:
        """Return the round and its beliefs as plain data."""

    def _fits(self, line: str) -> bool:
        """Return whether a line may come next."""
        try:
            self._check(line)
        except IllegalState:
            return False
        return True

    @abstractmethod
    def _check(self, line: str) -> None:
        """Raise IllegalState unless a line may come next."""

    @abstractmethod
    def _choices(self) -> Iterator[tuple[Choice, str, str]]:
        """Yield the mover's actions, each in words for the player, and its line without result."""

    @abstractmethod
    def _endings(self, action: Choice, line: str) -> list[tuple[str, str]]:
        """Return a play's possible results, in words and as line endings."""
