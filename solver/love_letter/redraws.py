"""Rounds indistinguishable to a player from the actual one, even after hidden second choices.

Two cards that the player has not seen change places, among those drawn and those left, and what
others kept by an exchange is chosen again; where the player would have seen anything else, nothing
is changed. The chain of such swaps begins with the round itself, and comes near to the chances
given what was seen, where orders of the cards and second choices are equally likely.
"""

from abc import abstractmethod
from random import Random
from typing import Self

from llq.errors import IllegalAction
from llq.solver.game_states import CHANCE, GameState

_SWAPS = 60


class SwappingState(GameState):
    """A round that redraws hidden cards by swapping them."""

    @property
    @abstractmethod
    def undrawn(self) -> list[int]:
        """Cards not drawn so far, in the deck or aside."""

    @property
    @abstractmethod
    def is_second_choice(self) -> bool:
        """Whether the mover chooses among cards that an exchange has drawn."""

    @abstractmethod
    def sees_draw(self, player: int) -> bool:
        """Return whether a player sees the card that chance is about to bring."""

    @abstractmethod
    def begun_anew(self) -> Self:
        """Return a round with the same rules before its first draw, left to the caller."""

    def resample(self, player: int, random: Random) -> Self:
        """Return a round indistinguishable to the player, with hidden cards redrawn."""
        self._check_player(player)
        cards: list[int] = []
        hidden: list[int] = []
        world = self.begun_anew()
        for move in self.moves:
            if world.current_player == CHANCE and len(world.undrawn) > 1:
                if not world.sees_draw(player):
                    hidden.append(len(cards))
                cards.append(move)
            world.apply(move)
        hidden += range(len(cards), len(cards) + len(world.undrawn))
        cards += world.undrawn
        seen = self._seen_by(player)
        for _ in range(_SWAPS):
            i, j = random.choices(hidden, k=2)
            if cards[i] == cards[j]:
                continue
            cards[i], cards[j] = cards[j], cards[i]
            swapped = self._replayed(cards, player, random)
            if swapped is not None and swapped._seen_by(player) == seen:
                world = swapped
            else:
                cards[i], cards[j] = cards[j], cards[i]
        return world.with_stream(None if self._stream is None else random.getrandbits(64))

    def _seen_by(self, player: int) -> tuple[int, str, list[float]]:
        """Return everything that lets a player tell rounds apart."""
        return self.current_player, self.information_state(player), self.returns()

    def _replayed(self, cards: list[int], player: int, random: Random) -> Self | None:
        """Return the round replayed with other draws; None if that makes an action illegal."""
        world, draws = self.begun_anew(), iter(cards)
        for move in self.moves:
            if world.current_player == CHANCE:
                is_open = len(world.undrawn) > 1
                world.apply(next(draws) if is_open else world.chance_outcomes()[0][0])
            elif world.is_second_choice and world.current_player != player:
                world.apply(random.choice(world.legal_actions()))
            else:
                try:
                    world.apply(move)
                except IllegalAction:
                    return None
        return world
