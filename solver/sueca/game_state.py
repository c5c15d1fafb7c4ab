"""Move-by-move game of Sueca in plain Python, the counterpart of the kernels' `engine`.

An action is a card's number, ``10 * suit + rank``. The deal is chance: first the cards, ten for
each seat in turn, then the trump suit by lot or the card that the dealer shows. A game with a
stream has the deal that matches have from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalAction, IllegalState, UnknownCard, UnknownGame
from llq.solver.array_types import Ints
from llq.solver.card_masks import cards_of, mask_of
from llq.solver.game_states import CHANCE, TERMINAL, DealtState
from llq.solver.splitmix import next_bits, random_card, random_cards, scale
from llq.solver.sueca import rules
from llq.solver.sueca.rules import Seat, TrumpFrom, card_name, find_card

if TYPE_CHECKING:
    from llq.solver.sueca.positions.position import Position

_VARIANT = rules.RULES.variant
_SUITS = [0x3FF << 10 * suit for suit in range(4)]  # the actions of each suit, as masks


def action_of(card: int) -> int:
    """Return the action that plays a card.

    >>> action_of(find_card("7H"))
    18
    """
    return 10 * (card >> 4) + (card & 15)


def card_of(action: int) -> int:
    """Return the card that an action plays."""
    return action // 10 << 4 | action % 10


class SuecaState(DealtState):
    """A game of ten tricks; partners sit across."""

    game = "sueca"
    bounds = (("points", 0, rules.TOTAL_POINTS),)
    players = rules.SEATS
    action_count = rules.CARDS

    def __init__(
        self,
        trump_from: TrumpFrom | str = TrumpFrom.RANDOM,
        leader: int = 0,
        stream: int | None = None,
    ) -> None:
        if trump_from not in list(TrumpFrom):
            raise IllegalState(f"trumps are chosen by {', '.join(TrumpFrom)}; got {trump_from!r}")
        if leader not in range(rules.SEATS):
            raise IllegalState(f"seats are 0 to {rules.SEATS - 1}; got {leader!r}")
        self.trump_from, self.first = TrumpFrom(trump_from), leader
        self.dealer = (leader - rules.RULES.leader_after_dealer) % rules.SEATS
        self.hands = [0] * rules.SEATS
        """Each seat's cards, as masks of actions."""
        self.dealt: tuple[int, ...] = ()
        """The hands as dealt."""
        self.trump, self.shown = -1, -1
        self.leader = leader
        self.trick: list[int] = []
        self.played: list[int] = []
        """Current trick and all cards played, as actions in order."""
        self.voids = [0] * rules.SEATS
        self.score, self.tricks = 0, 0
        """Points and tricks of North and South."""
        self.moves = []
        self.current_player = CHANCE
        self._stream = stream
        self._draw_all()

    @classmethod
    def of_options(cls, options: Mapping[str, Any], stream: int | None) -> Self:
        """Return a new game of some `options`."""
        if options["variant"] != _VARIANT:
            raise UnknownGame(f"unknown variant {options['variant']!r} of Sueca; choose {_VARIANT}")
        return cls(TrumpFrom(options["trump_from"]), options["leader"], stream)

    @property
    def options(self) -> dict[str, Any]:
        """Options: variant, trump choice and first leader."""
        return {"variant": _VARIANT, "trump_from": str(self.trump_from), "leader": self.first}

    # The moves

    def legal_actions(self) -> list[int]:
        """Return the mover's legal actions, following suit if possible."""
        if self.current_player < 0:
            return []
        hand = self.hands[self.current_player]
        following = hand & _SUITS[self.trick[0] // 10] if self.trick else 0
        return cards_of(following or hand)

    def _play(self, action: int) -> None:
        seat, suit = self.current_player, action // 10
        self.hands[seat] ^= 1 << action
        self.played.append(action)
        self.trick.append(action)
        if suit != self.trick[0] // 10:
            self.voids[seat] |= 1 << self.trick[0] // 10
        if len(self.trick) < rules.SEATS:
            self.current_player = (seat + 1) % rules.SEATS
            return
        self.leader = (self.leader + self._winning_place(self.trick)) % rules.SEATS
        if self.leader % 2 == 0:
            self.score += _points_of(self.trick)
            self.tricks += 1
        self.trick = []
        self.current_player = self.leader if len(self.played) < rules.CARDS else TERMINAL

    def _winning_place(self, trick: list[int]) -> int:
        return rules.winning_place(list(map(card_of, trick)), self.trump)

    # Chance

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the next chance outcomes: cards to deal, then a trump suit or shown card."""
        if self.current_player != CHANCE:
            return []
        if len(self.moves) < rules.CARDS:
            undealt = sorted({*range(rules.CARDS)} - {*self.moves})
            return [(card, 1 / len(undealt)) for card in undealt]
        if self.trump_from == TrumpFrom.RANDOM:
            return [(suit, 1 / 4) for suit in range(4)]
        return [(card, 1 / rules.HAND_SIZE) for card in cards_of(self.hands[self.dealer])]

    def _take_outcome(self, outcome: int) -> None:
        dealt = len(self.moves)
        if dealt <= rules.CARDS:
            self.hands[(dealt - 1) // rules.HAND_SIZE] |= 1 << outcome
            return
        self.dealt = tuple(self.hands)
        if self.trump_from == TrumpFrom.RANDOM:
            self.trump = outcome
        else:
            self.trump, self.shown = outcome // 10, outcome
        self.current_player = self.leader

    def _deal(self, stream: int) -> None:
        stream, bits = next_bits(stream)
        trump = scale(bits, 4)
        stream, team = random_cards(stream, rules.DECK_MASK, 2 * rules.HAND_SIZE)
        stream, north = random_cards(stream, team, rules.HAND_SIZE)
        stream, west = random_cards(stream, rules.DECK_MASK ^ team, rules.HAND_SIZE)
        hands = (north, west, team ^ north, rules.DECK_MASK ^ team ^ west)
        if self.trump_from != TrumpFrom.RANDOM:
            stream, shown = random_card(stream, hands[self.dealer])
            trump = action_of(shown)
        self._stream = stream
        cards = [action_of(card) for hand in hands for card in cards_of(hand)]
        for outcome in [*cards, trump]:
            self.moves.append(outcome)
            self._take_outcome(outcome)

    # What is seen

    def row(self) -> Ints:
        """Return a game in progress as an `engine` row, int64."""
        from llq.solver.sueca import engine

        row = np.zeros(engine.ROW, dtype=np.int64)
        shown = (-1, -1) if self.shown < 0 else (card_of(self.shown), self.dealer)
        engine.start(row, self.first, self.trump, *shown)
        played, trick = list(map(card_of, self.played)), list(map(card_of, self.trick))
        row[engine.HANDS : engine.HANDS + rules.SEATS] = [
            sum((hand >> 10 * suit & _SUITS[0]) << 16 * suit for suit in range(4))
            for hand in self.hands
        ]
        row[engine.VOIDS : engine.VOIDS + rules.SEATS] = self.voids
        row[engine.LEADER], row[engine.SCORE] = self.leader, self.score
        row[engine.TRICKS] = self.tricks
        row[engine.PLAYED] = mask_of(played)
        row[engine.TURN], row[engine.LOG : engine.LOG + len(played)] = len(played), played
        row[engine.TRICK_SIZE], row[engine.TRICK : engine.TRICK + len(trick)] = len(trick), trick
        return row

    def view(self) -> Position:
        """Return the position that the mover sees."""
        from llq.solver.sueca.positions.position import observe

        return observe(self.row())

    def find_action(self, action: str) -> int:
        """Return the action that plays the named card."""
        try:
            return action_of(find_card(action))
        except (UnknownCard, AttributeError):
            raise IllegalAction(f"{action!r} is not a card of Sueca, such as AS or 7H") from None

    def action_text(self, action: int) -> str:
        """Return the card that an action plays, such as ``7H``."""
        return card_name(card_of(action))

    def observation(self, player: int) -> dict[str, NDArray[Any]]:
        """Return a player's current observation, numbering seats from the player on.

        Returns
        -------
        dict
            ``hand`` (40,) 1 for each card held; ``trick`` and ``played`` (4, 40) 1 for each card
            that a seat has in the trick, and in earlier ones; ``voids`` (4, 4) 1 for each suit that
            a seat failed to follow; ``trump`` (4,); ``shown`` (40,) the dealer's card; ``points``
            (2,) of the player's team and of the other. All int8.
        """
        self._check_player(player)
        trick, played = np.zeros((2, rules.SEATS, rules.CARDS), dtype=np.int8)
        for seat, card in self._plays():
            cards = trick if card in self.trick else played
            cards[(seat - player) % rules.SEATS, card] = 1
        seats = [(player + step) % rules.SEATS for step in range(rules.SEATS)]
        parts = {
            "hand": [self.hands[player] >> card & 1 for card in range(rules.CARDS)],
            "trick": trick,
            "played": played,
            "voids": [[self.voids[seat] >> suit & 1 for suit in range(4)] for seat in seats],
            "trump": [suit == self.trump for suit in range(4)],
            "shown": [card == self.shown for card in range(rules.CARDS)],
            "points": [self._points(player), self._points(player + 1)],
        }
        return {name: np.array(part, dtype=np.int8) for name, part in parts.items()}

    def _plays(self) -> list[tuple[int, int]]:
        leader = self.first
        plays: list[tuple[int, int]] = []
        for start in range(0, len(self.played), rules.SEATS):
            trick = self.played[start : start + rules.SEATS]
            plays += (((leader + place) % rules.SEATS, card) for place, card in enumerate(trick))
            leader = (leader + self._winning_place(trick)) % rules.SEATS
        return plays

    def _points(self, player: int) -> int:
        """Return the points that a player's team has taken."""
        if player % 2 == 0:
            return self.score
        return _points_of(self.played[: len(self.played) - len(self.trick)]) - self.score

    def observation_text(self, player: int) -> str:
        """Return what a player sees now, in words."""
        self._check_player(player)
        hand = self._names(cards_of(self.hands[player]))
        table = self._names(self.trick) or "nothing"
        trump = rules.SUIT_SYMBOLS[self.trump] if self.trump >= 0 else "not chosen"
        points = self._points(player), self._points(player + 1)
        return (
            f"{Seat(player).name[0]}: {hand}; trumps {trump}; on the table {table}; "
            f"points {points[0]} to {points[1]}"
        )

    def information_state(self, player: int) -> str:
        """Return the observed history as text: dealt hand, trumps and cards played."""
        self._check_player(player)
        hand = self._names(cards_of((self.dealt or self.hands)[player]))
        return f"{player}|{hand}|{self.trump}|{self.shown}|{self._names(self.played)}"

    def _names(self, actions: list[int]) -> str:
        return " ".join(map(self.action_text, actions))

    def returns(self) -> list[float]:
        """Return each player's team points minus the opponents' points."""
        if self.current_player != TERMINAL:
            return [0.0] * rules.SEATS
        lead = float(2 * self.score - rules.TOTAL_POINTS)
        return [lead, -lead] * 2

    def resample(self, player: int, random: Random) -> Self:
        """Return a random game indistinguishable to the player, uniform over consistent deals."""
        self._check_redraw(player)
        hands = self._draw_hands(player, random)
        for seat, card in self._plays():
            hands[seat] |= 1 << card
        redealt = type(self)(self.trump_from, self.first)
        trump = self.trump if self.shown < 0 else self.shown
        dealt = [card for hand in hands for card in cards_of(hand)]
        for move in (*dealt, trump, *self.played):
            redealt.apply(move)
        return redealt.with_stream(None if self._stream is None else random.getrandbits(64))

    def _draw_hands(self, player: int, random: Random) -> list[int]:
        """Return random hands, as action masks, consistent with a player's observations."""
        from llq.solver.sueca.positions import sampling

        stream = np.array([random.getrandbits(64)], dtype=np.uint64)
        (others,) = sampling.draw_hands(self.row(), player, 1, stream)
        hands = self.hands[:]
        for step, cards in enumerate(others.tolist(), start=1):
            hands[(player + step) % rules.SEATS] = mask_of(map(action_of, cards_of(cards)))
        return hands


def _points_of(actions: list[int]) -> int:
    return sum(rules.POINTS[action % 10] for action in actions)
