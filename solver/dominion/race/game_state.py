"""Move-by-move race of Dominion in plain Python, the counterpart of `play_races`.

An action is a `Buy`; chance draws the five cards of each hand, one by one. Decks are open.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.solver.dominion.deck_states import DeckState
from llq.solver.dominion.race.rules import COSTS, POINTS, Buy, Seat, capped_race
from llq.solver.dominion.rules import Action, deck_words
from llq.solver.game_states import CHANCE, MOST_COUNT, TERMINAL

CARDS = ("copper", "silver", "gold", "estate", "duchy", "province")
"""Card order of all deck counts."""

VALUES = (1, 2, 3, 0, 0, 0)
"""Coin value of each card in ``CARDS``."""

CARD_POINTS = (0, 0, 0, POINTS[Buy.ESTATE], POINTS[Buy.DUCHY], POINTS[Buy.PROVINCE])
"""Victory points of each card in ``CARDS``."""

BOUGHT = (None, 3, 1, 4, 2, 5)
"""By `Buy`, the card's place in ``CARDS``."""

SOLD = 4
"""First index in ``CARDS`` of pile-limited cards."""

GOLD_BELOW = 2
"""Difference by which a player's room for Gold is smaller than that for Silver."""

MOST_TURNS = 1000
"""Turns after which a game of two players who pass for ever is shared."""


class RaceView(NamedTuple):
    """Mover's observation, with card counts by name."""

    mine: dict[str, int]
    theirs: dict[str, int]
    left: dict[str, int]
    """Victory cards for sale."""
    coins: int
    seat: Seat
    legal: tuple[Action, ...]


class RaceState(DeckState):
    """A race to the last Province."""

    title = "the race"
    bounds = (
        ("decks", 0, MOST_COUNT),
        ("hand", 0, 5),
        ("left", 0, MOST_COUNT),
        ("lead", -MOST_COUNT, MOST_COUNT),
    )
    players = 2
    action_count = len(Buy)
    walk, values = range(len(CARDS)), VALUES
    bought = (None, *(buy.card for buy in Buy if buy))

    def __init__(self, silver: int = 10, real: bool = False, stream: int | None = None) -> None:
        if type(silver) is not int or silver < GOLD_BELOW:
            raise IllegalState(f"room for silver is {GOLD_BELOW} or more; got {silver!r}")
        self.race = capped_race(silver, silver - GOLD_BELOW)
        self.silver, self.real = silver, bool(real)
        side = self.race.first
        start: tuple[int, ...] = (side.copper, side.silver, side.gold, side.victory, 0, 0)
        self.decks = [start, start]
        """Card counts of both players' decks."""
        self._waiting = start, (0,) * len(CARDS)  # the other player's pile and discard pile
        self.left = [self.race.duchies, self.race.provinces]
        """Duchies and Provinces for sale."""
        self._mover, self._won = 0, 0.5
        self._begin(start, stream)

    @classmethod
    def of_options(cls, options: Mapping[str, Any], stream: int | None) -> Self:
        """Return a new game of some `options`."""
        if options["variant"] != "race":
            raise IllegalState(f"{options['variant']!r} is not the game of two players, race")
        return cls(options["silver"], options["real"], stream)

    @property
    def options(self) -> dict[str, Any]:
        """Options: variant, room for Silver, and whether draw piles are kept."""
        return {"variant": "race", "silver": self.silver, "real": self.real}

    def legal_actions(self) -> list[int]:
        """Return the legal action numbers: pass, and every affordable card for sale."""
        if self.current_player < 0:
            return []
        coins, deck, side = self.coins, self.decks[self._mover], self.race.first
        duchies, provinces = self.left
        is_for_sale = {
            Buy.PASS: True,
            Buy.ESTATE: False,
            Buy.SILVER: deck[1] < side.silver_room,
            Buy.DUCHY: duchies > 0,
            Buy.GOLD: deck[2] < side.gold_room,
            Buy.PROVINCE: provinces > 0,
        }
        return [int(buy) for buy in Buy if is_for_sale[buy] and COSTS[buy] <= coins]

    def _play(self, action: int) -> None:
        me, card = self._mover, BOUGHT[action]
        gained = [int(place == card) for place in range(len(CARDS))]
        self.decks[me] = _sum(self.decks[me], gained)
        put_away = tuple(self.pile), _sum(self.discard, self.hand, gained)
        if card is not None and card >= SOLD:
            self.left[card - SOLD] -= 1
        self.hand = [0] * len(CARDS)
        if not self.left[1]:
            lead = self.points(0) - self.points(1)
            self._won = float(lead > 0)
            if lead == 0:
                self._won = 0.0 if me == 0 else 0.5  # of equals, who had fewer turns wins
        is_over = not self.left[1] or self.turn >= MOST_TURNS
        self.turn += 1
        self._mover = 1 - me
        self.current_player = TERMINAL if is_over else CHANCE
        (pile, discard), self._waiting = self._waiting, put_away
        self.pile, self.discard = [*(pile if self.real else self.decks[1 - me])], [*discard]

    def points(self, seat: int) -> int:
        """Return the points in a player's deck."""
        return sum(n * points for n, points in zip(self.decks[seat], CARD_POINTS, strict=True))

    def view(self) -> RaceView:
        """Return what the mover sees."""
        me = self._mover
        left = dict(zip(("province", "duchy"), reversed(self.left), strict=True))
        legal = tuple(map(self.action_of, self.legal_actions()))
        return RaceView(self._named(me), self._named(1 - me), left, self.coins, Seat(me), legal)

    def _named(self, seat: int) -> dict[str, int]:
        """Return a player's cards by name."""
        return {card: n for card, n in zip(CARDS, self.decks[seat], strict=True) if n}

    def observation(self, player: int) -> dict[str, NDArray[Any]]:
        """Return what a player sees now.

        Returns
        -------
        dict
            ``decks`` (2, 6) copies in the own and the other deck, in the order of ``CARDS``;
            ``hand`` (6,) zeros out of turn; ``left`` (2,) Duchies and Provinces for sale;
            ``lead`` (1,) in points; ``first`` (1,) whether the player began. All int16.
        """
        self._check_player(player)
        observation = {
            "decks": [self.decks[player], self.decks[1 - player]],
            "hand": self.hand if self._mover == player else [0] * len(CARDS),
            "left": self.left,
            "lead": [self.points(player) - self.points(1 - player)],
            "first": [player == 0],
        }
        return {name: np.array(value, dtype=np.int16) for name, value in observation.items()}

    def observation_text(self, player: int) -> str:
        """Return what a player sees now, in words."""
        self._check_player(player)
        own, other = (deck_words(self._named(seat)) for seat in (player, 1 - player))
        coins = f"{self.coins} coins" if self._mover == player else "the opponent's turn"
        return f"{own}; theirs {other}; left {self.left[1]} province; {coins}"

    def information_state(self, player: int) -> str:
        """Return the observed history as text: draws and purchases of both players."""
        self._check_player(player)
        return f"{player}: " + " ".join(map(str, self.moves))

    def returns(self) -> list[float]:
        """Return payouts by player: win 1, loss -1, shared win 0."""
        first = 2 * self._won - 1 if self.is_terminal else 0.0
        return [first, 0 - first]


def _sum(*counts: Iterable[int]) -> tuple[int, ...]:
    return tuple(map(sum, zip(*counts, strict=True)))
