"""Replay of a round from one player's memory: the states of that player's decisions."""

from collections.abc import Iterable
from typing import NamedTuple

from llq.solver.love_letter.rounds.record import History, PastTurn, observed_state
from llq.solver.love_letter.rules import Consequence, Rules
from llq.solver.love_letter.table.states import UNKNOWN, State


class OpponentTurn(NamedTuple):
    """An opponent's turn, with the player's knowledge at its start."""

    unseen: tuple[int, ...]  # Copies of each card not publicly seen, including both hands.
    card: int  # The player's own card.
    opponent: int  # The opponent's card, UNKNOWN unless known to the player.
    action: int  # The opponent's play, as a number of ``Rules.actions``.


class Decision(NamedTuple):
    """A turn of the player's own."""

    state: State
    lead: int  # The player's discard total less the opponent's.
    last_turn: OpponentTurn | None  # The turn before; None in the round's first.
    action: int  # The player's action; -1 if still to be chosen.


def replay(rules: Rules, history: History) -> list[Decision]:
    """Return the player's own turns so far, the last of them still to be played."""
    replayed = ReplayedRound(rules, history.face_up, history.dealt)
    decisions = []
    for turn in history.turns:
        if turn.is_own:
            if turn.drawn is None:
                raise KeyError("an own turn without the card drawn")
            action = rules.action_numbers[turn.action]
            decisions.append(replayed.decision(turn.drawn, action))
            replayed.play(turn, turn.drawn)
        else:
            replayed.watch(turn)
    return [*decisions, replayed.decision(history.drawn, -1)]


class ReplayedRound:
    """The player's knowledge, turn by turn; cards are given as in `History`."""

    def __init__(self, rules: Rules, face_up: Iterable[str], dealt: str) -> None:
        self.rules = rules
        self.kinds = {card.name: kind for kind, card in enumerate(rules.cards)}
        self.unseen = list(rules.copies)  # as in `OpponentTurn`
        for name in face_up:
            self.unseen[self.kinds[name]] -= 1
        self.card = self.kinds[dealt]
        self.opponent = UNKNOWN
        self.is_exposed = False  # whether the opponent knows the player's card
        self.lead = 0
        self.maid = self.own_maid = False  # the opponent's protection, and the player's
        self.last_turn: OpponentTurn | None = None

    def decision(self, drawn: str, action: int) -> Decision:
        """Return the player's turn that begins with a draw."""
        state = observed_state(
            self.unseen, self.card, self.kinds[drawn], self.opponent, maid=self.maid,
            is_exposed=self.is_exposed,
        )  # fmt: skip
        return Decision(state, self.lead, self.last_turn, action)

    def play(self, turn: PastTurn, drawn: str) -> None:
        """Play a turn of the player's own."""
        card = self.rules.plays[self.rules.action_numbers[turn.action]].card
        if card == self.card:  # of two equal cards the known one counts as gone
            self.card, self.is_exposed = self.kinds[drawn], False
        self._discard(card, 1)
        self._settle(turn)
        self.maid, self.own_maid = False, self._can(card, Consequence.PROTECTS)

    def watch(self, turn: PastTurn) -> None:
        """Play a turn of the opponent's."""
        action = self.rules.action_numbers[turn.action]
        card = self.rules.plays[action].card
        self.last_turn = OpponentTurn(tuple(self.unseen), self.card, self.opponent, action)
        if card == self.opponent or self._can(card, Consequence.EXCHANGES):
            self.opponent = UNKNOWN
        self._discard(card, -1)
        self._settle(turn)
        self.maid, self.own_maid = self._can(card, Consequence.PROTECTS), False

    def _settle(self, turn: PastTurn) -> None:
        """Apply a play's effects on hands and knowledge."""
        if turn.gained is not None:
            if turn.discarded is not None:
                self._discard(self.kinds[turn.discarded], 1)
            elif not turn.returned:  # both hands changed
                self.opponent = UNKNOWN
            self.card, self.is_exposed = self.kinds[turn.gained], False
        elif turn.discarded is not None:
            self._discard(self.kinds[turn.discarded], -1)
            self.opponent = UNKNOWN
        if turn.seen is not None:
            self.opponent = self.kinds[turn.seen]
        self.is_exposed |= turn.is_exposed

    def _can(self, card: int, consequence: Consequence) -> bool:
        return bool(self.rules.cards[card].effect.row.may & consequence)

    def _discard(self, card: int, sign: int) -> None:
        """Lay a card out, a player's own with sign 1, an opponent's with -1."""
        self.unseen[card] -= 1
        self.lead += sign * self.rules.cards[card].number
