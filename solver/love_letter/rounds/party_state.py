"""A round for two to six players, move by move in plain Python, from the functions of `referee`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalAction
from llq.solver.array_types import Shorts
from llq.solver.love_letter.rounds import action_text, referee
from llq.solver.love_letter.rounds.action_text import PartyAction
from llq.solver.love_letter.rounds.round_state import RoundState
from llq.solver.love_letter.rules import Rules


@dataclass(frozen=True)
class PartyView:
    """The mover's view at a multiplayer table, in words."""

    rules: Rules
    seat: int
    """Seat of the mover, counted from the seat with the first turn."""
    hand: tuple[str, ...]
    """The cards in hand, by name; three where a Chancellor's player chooses."""
    legal: tuple[PartyAction, ...]
    alive: tuple[int, ...]
    """Seats still in the round."""
    protected: tuple[int, ...]
    """Seats that cannot be aimed at."""
    known: Mapping[int, str]
    """Other players' cards known to the mover, by seat."""
    unseen: Mapping[str, int]
    """Copies of each card not seen by the mover, by name."""


class PartyState(RoundState):
    """A round for two to six players."""

    game = "love-letter"
    bounds = (("hand", 0, 3), ("unseen", 0, 99), ("totals", 0, 127), ("deck", 0, 99))

    def __init__(
        self, rules: Rules, players: int, face_up: int | None = None, stream: int | None = None
    ) -> None:
        self.party = referee.party(rules, players, face_up)
        super().__init__(rules, referee.plain_party(rules, players, face_up), stream)

    @property
    def row(self) -> list[int]:
        """The round, as `referee` has it."""
        return self._row

    @classmethod
    def of_options(cls, options: Mapping[str, Any], stream: int | None) -> Self:
        """Return a new game of some `options`."""
        players = options["players"]
        rules = referee.party_rules(options["variant"], players)
        return cls(rules, players, options["face_up"], stream)

    @property
    def options(self) -> dict[str, Any]:
        """Edition, number of players and number of face-up cards."""
        face_up = self._table.setup[referee.FACE_UP]
        return {"variant": self.rules.variant, "face_up": face_up, "players": self.players}

    def legal_actions(self) -> list[int]:
        """Return the mover's legal actions, ascending; empty at chance nodes and after the end."""
        return referee.legal_numbers(self._table, self.row)

    def find_action(self, action: PartyAction) -> int:
        """Return an action's number, given in words."""
        for number in self.legal_actions():
            if self.action(number) == action:
                return number
        raise IllegalAction(f"no such action here: {action!r:.80}")

    def action_text(self, action: int) -> str:
        """Return an action in words."""
        return action_text.describe(self.rules, self.party, self.row, action)

    def view(self) -> PartyView:
        """Return what the mover sees, in words."""
        row, seat, names = self.row, self.row[referee.MOVER], self._names
        hand = tuple(self.held_names(seat))
        unseen = {name: row[referee.REST + card] for card, name in enumerate(names)}
        known = {}
        for other in referee.seats_in(row[referee.ALIVE]):
            if other != seat and self.knows_card(seat, other):
                known[other] = names[row[referee.HAND + other]]
        for name in (*hand, *known.values()):
            unseen[name] -= 1
        return PartyView(
            rules=self.rules,
            seat=seat,
            hand=hand,
            legal=tuple(map(self.action, self.legal_actions())),
            alive=tuple(referee.seats_in(row[referee.ALIVE])),
            protected=tuple(referee.seats_in(row[referee.MAIDS])),
            known=known,
            unseen=unseen,
        )

    def observation(self, player: int) -> dict[str, NDArray[Any]]:
        """Return what a player sees now, in int16 arrays by name.

        ``hand`` (cards,) copies in hand; ``unseen`` (cards,) copies that were not seen by all, less
        those in hand; then by seat, counted from the player on: ``known`` (seats - 1, cards) 1 for
        a card of another that the player knows; ``alive``, ``protected`` and ``spies`` (seats,) 0
        or 1; ``totals`` (seats,) of discarded numbers; ``knows_mine`` (seats,) 1 for who knows the
        player's card; ``deck`` (1,) cards in it.
        """
        self._check_player(player)
        row, kinds = self.row, len(self.rules.cards)
        order = [(player + step) % self.players for step in range(self.players)]
        hand = np.zeros(kinds, dtype=np.int16)
        for card in self._hand(player):
            hand[card] += 1
        known = np.zeros((self.players - 1, kinds), dtype=np.int16)
        for place, other in enumerate(order[1:]):
            if self.knows_card(player, other):
                known[place, row[referee.HAND + other]] = 1

        def bits(field: int) -> Shorts:
            return np.array([row[field] >> seat & 1 for seat in order], dtype=np.int16)

        return {
            "hand": hand,
            "unseen": np.array(row[referee.REST : referee.REST + kinds], dtype=np.int16) - hand,
            "known": known,
            "alive": bits(referee.ALIVE),
            "protected": bits(referee.MAIDS),
            "spies": bits(referee.SPIES),
            "totals": np.array([row[referee.TOTAL + seat] for seat in order], dtype=np.int16),
            "knows_mine": bits(referee.KNOWN + player),
            "deck": np.array([max(self.deck_left, 0)], dtype=np.int16),
        }

    def observation_text(self, player: int) -> str:
        """Return what a player sees now, in words."""
        self._check_player(player)
        row, names = self.row, self._names
        cards = " and ".join(names[card] for card in self._hand(player))
        parts = [f"seat {player}, hand {cards or 'none'}"]
        for other in range(self.players):
            facts = []
            if not row[referee.ALIVE] >> other & 1:
                facts = ["out"]
            elif other != player:
                if self.knows_card(player, other):
                    facts.append(f"holds {names[row[referee.HAND + other]]}")
                if row[referee.MAIDS] >> other & 1:
                    facts.append("protected")
            if facts:
                parts.append(f"{other} {', '.join(facts)}")
        left = [
            f"{row[referee.REST + card]} {name}"
            for card, name in enumerate(names)
            if row[referee.REST + card]
        ]
        return "; ".join([*parts, f"not put down {', '.join(left)}", f"deck {self.deck_left}"])

    def information_state(self, player: int) -> str:
        """Return a player's information state for the round, with cards and actions by number."""
        self._check_player(player)
        parts = [str(player)]
        view = [0] * referee.ROW
        for row in [*self.rows, self.row]:
            referee.see(row, player, view)
            facts = (
                *view[referee.CARD : referee.GONE + 1],
                *view[referee.HAND : referee.HAND + self.players],
                view[referee.DRAWN],
                *view[referee.EXTRA : referee.EXTRA + 2],
            )
            part = ".".join(str(int(number)) for number in facts)
            if part != parts[-1]:
                parts.append(part)
        return " ".join(parts)

    def returns(self) -> list[float]:
        """Return each player's tokens of the round; zeros before its end."""
        return [*self.tokens()]

    def action(self, number: int) -> PartyAction:
        """Return an action of the mover by number."""
        return action_text.action_of(self.rules, self.party, self.row, number)

    def _undealt(self) -> Self:
        """Return a round of the same rules before the first draw, which the caller brings."""
        return type(self)(self.rules, self.players, self.options["face_up"])

    def _hand(self, seat: int) -> list[int]:
        return referee.hand_cards(self.row, seat)
