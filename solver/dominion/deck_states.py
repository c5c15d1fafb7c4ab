"""Games of Dominion whose chance draws hands card by card, from decks that nobody hides."""

from abc import abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Self

from llq.solver.dominion.rules import Action
from llq.solver.game_states import CHANCE, GameState
from llq.solver.splitmix import next_bits, scale


class DeckState(GameState):
    """Game with chance outcomes that are card numbers."""

    walk: Sequence[int]
    """The cards in the kernels' order of drawing from a pile."""

    @abstractmethod
    def _drawable(self) -> Sequence[int]:
        """Return the card counts of the pile for the next draw."""

    @abstractmethod
    def action_of(self, action: int) -> Action:
        """Return an action in words."""

    def action_text(self, action: int) -> str:
        """Return an action in words."""
        return str(self.action_of(action))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return each drawable card with its probability."""
        if self.current_player != CHANCE:
            return []
        pile = self._drawable()
        total = sum(pile)
        return [(card, n / total) for card, n in enumerate(pile) if n]

    def _draw(self) -> int:
        assert self._stream is not None  # for mypy: only such a game draws
        pile = self._drawable()
        self._stream, bits = next_bits(self._stream)
        left = scale(bits, sum(pile))
        for card in self.walk:
            left -= pile[card]
            if left < 0:
                break
        self._take_outcome(card)
        return card

    def resample(self, player: int, random: Random) -> Self:
        """Return a copy with different future draws; past draws are public."""
        self._check_player(player)
        return self.copy().with_stream(None if self._stream is None else random.getrandbits(64))
