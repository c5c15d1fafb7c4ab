"""Move-by-move solitaire Dominion in plain Python, the counterpart of `match_kernels`.

Action 0 passes and action ``1 + c`` buys card ``c`` of ``Rules.cards``; chance draws the five cards
of each hand, one by one.
"""

from collections.abc import Mapping
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.solver.dominion.deck_states import DeckState
from llq.solver.dominion.model import Model
from llq.solver.dominion.rules import FixedLength, Rules
from llq.solver.dominion.state import State
from llq.solver.dominion.variants import rules as standard_rules
from llq.solver.game_states import CHANCE, MOST_COUNT, TERMINAL
from llq.solver.splitmix import next_bits


def game_stream(seed: int, number: int) -> int:
    """Return the initial stream of a numbered game, as in `match_kernels.play`."""
    return next_bits(next_bits(seed)[1] ^ number)[1]


class DominionState(DeckState):
    """Solitaire game of a fixed number of turns, with a draw pile if ``real``, else fresh hands."""

    bounds = tuple(
        (name, 0, MOST_COUNT)
        for name in ("deck", "hand", "pile", "discard", "coins", "turns_to_go")
    )
    players = 1

    def __init__(
        self, rules: Rules, turns: int | None = None, real: bool = False, stream: int | None = None
    ) -> None:
        if turns is None and isinstance(rules.end, FixedLength):
            turns = rules.end.turns
        if type(turns) is not int or turns < 1:
            raise IllegalState(f"a game has one turn or more; got {turns!r}")
        self.rules, self.turns, self.real = rules, turns, bool(real)
        self.title, self.bought = rules.name, (None, *rules.place)
        self.values = tuple(card.value for card in rules.cards)
        self.walk = sorted(range(len(rules.cards)), key=Model(rules).class_of.__getitem__)
        self.deck = list(rules.start)
        """Card counts of the deck, the hand included."""
        self.action_count = len(self.bought)
        self._begin(rules.start, stream)

    @classmethod
    def of_options(cls, options: Mapping[str, Any], stream: int | None) -> Self:
        """Return a new game of some `options`."""
        if options["variant"] != "solitaire":
            raise IllegalState(f"{options['variant']!r} is not the game of one player, solitaire")
        text = options.get("rules")
        rules = standard_rules() if text is None else Rules.from_toml(text)
        return cls(rules, options["turns"], options["real"], stream)

    @property
    def options(self) -> dict[str, Any]:
        """Options: variant, turns, whether the pile is kept, and custom rules if any."""
        plain = {"variant": "solitaire", "turns": self.turns, "real": self.real}
        return plain if self.rules == standard_rules() else plain | {"rules": self.rules.to_toml()}

    def legal_actions(self) -> list[int]:
        """Return the legal action numbers: pass, and every affordable card."""
        if self.current_player < 0:
            return []
        coins = self.coins
        return [0, *(1 + c for c, card in enumerate(self.rules.cards) if card.cost <= coins)]

    def _play(self, action: int) -> None:
        if action:
            self.deck[action - 1] += 1
        if self.real:
            self.discard = [*map(sum, zip(self.discard, self.hand, strict=True))]
            if action:
                self.discard[action - 1] += 1
        else:
            self.pile = self.deck[:]
        self.turn += 1
        self.current_player = TERMINAL if self.turn > self.turns else CHANCE
        if self.current_player == CHANCE:
            self.hand = [0] * len(self.deck)

    def view(self) -> State:
        """Return what the player sees."""
        return State(self.rules, tuple(self.deck), self.coins, self.turn, self.turns)

    def observation(self, player: int) -> dict[str, NDArray[Any]]:
        """Return what the player sees now.

        Returns
        -------
        dict
            ``deck``, ``hand``, ``pile`` and ``discard`` (cards,) copies; ``coins`` (1,) in hand;
            ``turns_to_go`` (1,). All int16.
        """
        self._check_player(player)
        counts = {
            "deck": self.deck,
            "hand": self.hand,
            "pile": self.pile,
            "discard": self.discard,
            "coins": [self.coins],
            "turns_to_go": [self.turns - self.turn + 1],
        }
        return {name: np.array(count, dtype=np.int16) for name, count in counts.items()}

    def observation_text(self, player: int) -> str:
        """Return what the player sees now, in words."""
        self._check_player(player)
        return str(self.view())

    def information_state(self, player: int) -> str:
        """Return the observed history as text: every draw and purchase."""
        self._check_player(player)
        return " ".join(map(str, self.moves))

    def returns(self) -> list[float]:
        """Return the deck's final points; zero before the end."""
        return [float(self.rules.points(tuple(self.deck))) if self.is_terminal else 0.0]
