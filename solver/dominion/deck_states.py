"""Games of Dominion whose chance draws hands card by card, from decks that nobody hides."""

from collections.abc import Sequence
from random import Random
from typing import Self

from llq.errors import IllegalAction
from llq.solver.dominion.rules import HAND_SIZE, Action
from llq.solver.game_states import CHANCE, GameState
from llq.solver.splitmix import next_bits, scale


class DeckState(GameState):
    """Game with chance outcomes that are card numbers."""

    game = "dominion"
    title: str
    """The game's name in messages."""
    walk: Sequence[int]
    """The cards in the kernels' order of drawing from a pile."""
    bought: tuple[str | None, ...]
    """Card bought by each action, None by passing."""
    values: tuple[int, ...]
    """Coin value of each card."""
    hand: list[int]
    """Card counts of the mover's hand."""
    pile: list[int]
    """Card counts of the mover's draw pile."""
    discard: list[int]
    """Cards put away, to be shuffled when the pile is empty; unused where hands are fresh."""
    turn: int
    """The turn being played, those of both players counted; the first is 1."""
    _mover = 0

    @property
    def coins(self) -> int:
        """The money in the mover's hand."""
        return sum(n * value for n, value in zip(self.hand, self.values, strict=True))

    def find_action(self, action: Action) -> int:
        """Return an action's number."""
        if isinstance(action, Action) and action.card in self.bought:
            return self.bought.index(action.card)
        raise IllegalAction(f"{action!r} is not an action of {self.title}")

    def action_of(self, action: int) -> Action:
        """Return an action in words."""
        return Action(self.bought[action])

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

    def _begin(self, deck: Sequence[int], stream: int | None) -> None:
        """Shuffle a deck for the first turn; the stream, if any, draws its hand."""
        self.pile, self.hand, self.discard = [*deck], [0] * len(deck), [0] * len(deck)
        self.turn, self.moves, self.current_player = 1, [], CHANCE
        self._stream = stream
        if stream is not None:
            self._draw_all()

    def _drawable(self) -> list[int]:
        return self.pile if any(self.pile) else self.discard

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

    def _take_outcome(self, outcome: int) -> None:
        if not any(self.pile):
            self.pile, self.discard = self.discard, [0] * len(self.hand)
        self.pile[outcome] -= 1
        self.hand[outcome] += 1
        if sum(self.hand) == HAND_SIZE:
            self.current_player = self._mover

    def resample(self, player: int, random: Random) -> Self:
        """Return a copy with different future draws; past draws are public."""
        self._check_player(player)
        return self.copy().with_stream(None if self._stream is None else random.getrandbits(64))
