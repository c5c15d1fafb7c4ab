"""Rounds that go move by move: draws from a pool, and redraws of cards that a player cannot see.

A redraw swaps two cards that the player has not seen, among those drawn and those left, and makes
again what others chose to keep; where the player would have seen anything else, nothing is changed.
The chain of such swaps begins with the round itself, and comes near to the chances given what was
seen, where orders of the cards and second choices are equally likely.
"""

from abc import abstractmethod
from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any, Self

from llq.errors import IllegalAction, IllegalState
from llq.solver.game_states import CHANCE, GameState
from llq.solver.love_letter.rules import Rules
from llq.solver.splitmix import next_bits, scale

_SWAPS = 60


class RoundState(GameState):
    """A round of any number of players."""

    rules: Rules

    @property
    @abstractmethod
    def undrawn(self) -> list[int]:
        """Cards not drawn so far, in the deck or aside."""

    @property
    @abstractmethod
    def _drawable(self) -> list[int]:
        """Cards that the next draw may bring, all equally likely."""

    @property
    def _spends_last_draw(self) -> bool:
        """Whether even a single drawable card takes a number of the stream."""
        return False

    @property
    @abstractmethod
    def is_second_choice(self) -> bool:
        """Whether the mover chooses among cards that an exchange has drawn."""

    @abstractmethod
    def sees_draw(self, player: int) -> bool:
        """Return whether a player sees the card that chance is about to bring."""

    @abstractmethod
    def _undealt(self) -> Self:
        """Return a round with the same rules before its first draw, left to the caller."""

    @abstractmethod
    def _hand(self, seat: int) -> list[int]:
        """Return the cards in a player's hand."""

    @abstractmethod
    def _take(self, place: int) -> int:
        """Move the drawable card at a place to its destination, and return the card."""

    @abstractmethod
    def _set_pool(self, pool: list[int]) -> None:
        """Replace the pool by the same cards in another order."""

    @property
    def _names(self) -> list[str]:
        return [card.name for card in self.rules.cards]

    def held_names(self, player: int) -> list[str]:
        """Return the names of the cards in a player's hand."""
        return [self._names[card] for card in self._hand(player)]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the possible next cards with their chances."""
        if self.current_player != CHANCE:
            return []
        counts = Counter(self._drawable)
        return [(card, copies / counts.total()) for card, copies in sorted(counts.items())]

    def _take_outcome(self, outcome: int) -> None:
        self._take(self._drawable.index(outcome))

    def _draw(self) -> int:
        place, count = 0, len(self._drawable)
        if count > 1 or self._spends_last_draw:
            assert self._stream is not None  # for mypy: only such a game draws
            self._stream, bits = next_bits(self._stream)
            place = scale(bits, count)
        return self._take(place)

    def _order(self) -> dict[str, Any]:
        return {"pool": self.undrawn}

    def _set_order(self, plain: Mapping[str, Any]) -> None:
        pool, left = plain.get("pool"), len(self.undrawn)
        current = self._order()["pool"]
        if (
            not isinstance(pool, list)
            or sorted(map(str, pool[:left])) != sorted(map(str, current[:left]))
            or pool[left:] != current[left:]
        ):
            raise IllegalState(f"the pool of the game does not hold what its moves left: {pool!r}")
        self._set_pool(pool[:])

    def resample(self, player: int, random: Random) -> Self:
        """Return a round indistinguishable to the player, with hidden cards redrawn."""
        self._check_player(player)
        cards: list[int] = []
        hidden: list[int] = []
        world = self._undealt()
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
        world, draws = self._undealt(), iter(cards)
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
