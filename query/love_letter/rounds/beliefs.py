"""Beliefs after a whole round, of any policy that goes by states and by what was played.

Bayes' rule turn by turn: how likely each card is in the opponent's hand, times how likely they drew
what they may have drawn and then played what they did, and how likely the player drew what they
drew.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from llq.solver.love_letter.responses.round_replay import Round
from llq.solver.love_letter.rounds.record import History, PastTurn
from llq.solver.love_letter.rules import Action, Rules
from llq.solver.love_letter.table.states import UNKNOWN, State
from llq.solver.love_letter.views import legal_actions

Chances = Callable[[State, Sequence[Action]], NDArray[np.float64]]
"""The chance of each legal action of a state, after the public actions of the round so far."""


def follow_policy(rules: Rules, history: History, chances: Chances) -> NDArray[np.float64] | None:
    """Return how likely the opponent holds each card; None if the policy never plays as they did.

    Parameters
    ----------
    history
        The round as the player saw it, which is taken to be possible; ``drawn`` is empty where it
        is not the player's turn.
    chances
        The opponent's policy.
    """
    followed = _Followed(rules, history, chances)
    for turn in history.turns:
        followed.take(turn)
    if history.drawn:
        followed.draw(history.drawn)
    total = followed.weights.sum()
    return followed.weights / total if total > 0 else None


class _Followed:
    """What is known and believed, turn by turn."""

    def __init__(self, rules: Rules, history: History, chances: Chances) -> None:
        self.rules, self.chances = rules, chances
        self.known = Round(rules, history.face_up, history.dealt)
        self.kinds = self.known.kinds
        self.past: list[Action] = []
        self.weights = self._left(self.known.card)

    def draw(self, drawn: str) -> None:
        """Weigh each card of the opponent's by how likely the player drew what they drew."""
        kind = self.kinds[drawn]
        left = self._left(self.known.card)[kind]
        self.weights = self.weights * (left - (np.arange(len(self.weights)) == kind))

    def take(self, turn: PastTurn) -> None:
        """Go on by one turn."""
        known, mine = self.known, self.known.card
        if turn.is_own:
            self.draw(turn.drawn or "")
            known.play(turn, turn.drawn or "")
            if turn.has_missed:
                self.weights[self.kinds[turn.action.guess or ""]] = 0.0
        else:
            self._watch(turn.action)
            known.watch(turn)
        self.past.append(turn.action)
        if turn.discarded is not None:
            self._redraw(turn, hits_player=turn.gained is not None)
        elif turn.gained is not None:
            self._only(turn.gained)
            total, self.weights = self.weights.sum(), np.zeros(len(self.weights))
            self.weights[known.opponent if turn.is_own else mine] = total
        elif turn.seen is not None:
            self._only(turn.seen)

    def _watch(self, action: Action) -> None:
        """Weigh what the opponent may hold by how likely they draw and play what they did."""
        known, rules = self.known, self.rules
        found = np.zeros(len(self.weights))
        for held in np.flatnonzero(self.weights).tolist():
            left = self._left(known.card, held)
            for drawn in np.flatnonzero(left > 0).tolist():
                low, high = sorted((held, drawn))
                card = rules.card(action.card)
                if card not in (low, high):
                    continue
                state = self._their_state(low, high, held)
                legal = legal_actions(rules, state)
                if action not in legal:
                    continue
                chance = self.chances(state, self.past)[legal.index(action)]
                kept = high if card == low else low
                found[kept] += self.weights[held] * left[drawn] * chance
        self.weights = found

    def _their_state(self, low: int, high: int, held: int) -> State:
        """Return a turn of the opponent's as they see it."""
        known = self.known
        unseen = known.unseen.copy()
        unseen[low] -= 1
        unseen[high] -= 1
        hand_known = 0
        if known.opponent >= 0:
            hand_known = 1 if held == low else 2
        mine = known.card if known.is_exposed else UNKNOWN
        return State(low, high, tuple(unseen), mine, known.own_maid, known.is_exposed, hand_known)

    def _redraw(self, turn: PastTurn, *, hits_player: bool) -> None:
        """Take in what a Prince made someone discard and draw."""
        if hits_player:
            kind = self.kinds[turn.gained or ""]
            left = self.known.unseen[kind]
            self.weights = self.weights * (left - (np.arange(len(self.weights)) == kind))
        else:
            self._only(turn.discarded)
            self.weights = self.weights.sum() * self._left(self.known.card)

    def _only(self, card: str | None) -> None:
        """Leave the opponent one card."""
        kind = self.kinds[card or ""]
        weight = self.weights[kind]
        self.weights = np.zeros(len(self.weights))
        self.weights[kind] = weight

    def _left(self, *held: int) -> NDArray[np.float64]:
        """Return the copies of each card that are neither seen nor among some held."""
        left = np.array(self.known.unseen, dtype=np.float64)
        for card in held:
            left[card] -= 1
        return left
