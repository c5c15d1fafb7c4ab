"""Beliefs about the opponent's card in a round of two, by the policy that they are taken to play.

Bayes' rule turn by turn: how likely each card is in the opponent's hand, times how likely they drew
what they may have drawn and then played what they did, and how likely the player drew what they
drew.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.query.love_letter.built_in_players import SOLUTION
from llq.query.love_letter.rounds.card_beliefs import Belief, beliefs_of
from llq.query.love_letter.table.table import cached_table
from llq.solver.love_letter.responses.round_replay import ReplayedRound
from llq.solver.love_letter.rounds.record import History, PastTurn, observed_state
from llq.solver.love_letter.rules import Action, Rules
from llq.solver.love_letter.table.states import UNKNOWN, State
from llq.solver.love_letter.views import legal_actions

Chances = Callable[[State, Sequence[Action]], NDArray[np.float64]]
"""Probabilities of a state's legal actions, given the round's public actions."""


class HiddenCards(NamedTuple):
    """The opponent's hidden cards, given what they played."""

    cards: tuple[Belief, ...]
    weights: NDArray[np.float64] | None
    """(cards,) probability of each card; they sum to 1. None for an impossible round."""
    surprises: tuple[int, ...]
    """Turns, counted from 1, that the policy never plays; they tell only the possible cards."""


POLICY_NAMES = {"table": "the table", SOLUTION: "the solution"}
"""Names of the followed policies in sentences."""


def surprise_note(policy: str, turns: Sequence[int]) -> str:
    """Return a note on turns that the policy never plays; empty if none."""
    if not turns:
        return ""
    listed = ", ".join(map(str, turns))
    return (
        f"{POLICY_NAMES[policy]} never plays what they played in turn {listed}: that tells only "
        "which cards they had"
    )


def find_chances(
    rules: Rules, policy: str, face_up: int = 0, path: str | os.PathLike[str] | None = None
) -> Chances:
    """Return a policy's action probabilities: ``table``, or ``solution``, which remembers."""
    if policy == SOLUTION:
        from llq.query.love_letter.solution.table import open_solution

        solution = open_solution(rules.variant, path, face_up=face_up)
        return lambda state, past: solution.chances(state, solution.remember(past))
    if policy != "table":
        raise IllegalState(f"a round is followed by table or {SOLUTION}; got {policy!r}")
    table = cached_table(rules, path=path)

    def chances(state: State, _past: Sequence[Action]) -> NDArray[np.float64]:
        best = table.lookup(state).action
        legal = legal_actions(rules, state)
        return np.array([float(action == best) for action in legal])

    return chances


def follow_hidden(rules: Rules, history: History, chances: Chances) -> HiddenCards:
    """Return the opponent's card probabilities.

    ``chances`` is the opponent's policy; a turn that it never plays counts as if it played anything
    there. The round is as the player saw it; ``drawn`` is empty out of the player's turn.
    """
    card_filter = _HiddenCardFilter(rules, history, chances)
    for turn in history.turns:
        card_filter.take(turn)
    if history.drawn:
        card_filter.draw(history.drawn)
    known, total = card_filter.known, card_filter.weights.sum()
    own_cards = known.card, known.kinds.get(history.drawn, UNKNOWN)
    unseen = [count - own_cards.count(kind) for kind, count in enumerate(known.unseen)]
    weights = card_filter.weights / total if total > 0 else None
    surprises = () if weights is None else tuple(card_filter.surprises)
    return HiddenCards(beliefs_of(rules, unseen, known.opponent, weights), weights, surprises)


class _HiddenCardFilter:
    """Weights of the opponent's cards, turn by turn."""

    def __init__(self, rules: Rules, history: History, chances: Chances) -> None:
        self.rules, self.chances = rules, chances
        self.known = ReplayedRound(rules, history.face_up, history.dealt)
        self.kinds = self.known.kinds
        self.past: list[Action] = []
        self.surprises: list[int] = []
        self.weights = self._copies_without(self.known.card)

    def draw(self, drawn: str) -> None:
        """Update card weights by the likelihood of the player's draw."""
        kind = self.kinds[drawn]
        self._weigh_draw(kind, self._copies_without(self.known.card)[kind])

    def take(self, turn: PastTurn) -> None:
        """Go on by one turn."""
        known, own = self.known, self.known.card
        if turn.is_own:
            drawn = turn.drawn or ""
            self.draw(drawn)
            known.play(turn, drawn)
            if turn.has_missed:
                self.weights[self.kinds[turn.action.guess or ""]] = 0.0
        else:
            self._watch(turn.action)
            known.watch(turn)
        self.past.append(turn.action)
        if turn.discarded is not None and turn.gained is not None:  # the player drew again
            kind = self.kinds[turn.gained]
            self._weigh_draw(kind, known.unseen[kind])
        elif turn.discarded is not None:
            self._fix_card(turn.discarded)
            self.weights = self.weights.sum() * self._copies_without(known.card)
        elif turn.gained is not None:
            self._fix_card(turn.gained)
            total, self.weights = self.weights.sum(), np.zeros_like(self.weights)
            self.weights[known.opponent if turn.is_own else own] = total
        elif turn.seen is not None:
            self._fix_card(turn.seen)

    def _watch(self, action: Action) -> None:
        """Update card weights by the likelihood of the opponent's draw and play."""

        @cache
        def share(state: State) -> float:
            legal = legal_actions(self.rules, state)
            if action not in legal:
                return 0.0
            return float(self.chances(state, self.past)[legal.index(action)])

        weights = self._weights_after(action, share)
        if not weights.any():
            self.surprises.append(len(self.past) + 1)
            weights = self._weights_after(
                action, lambda state: float(action in legal_actions(self.rules, state))
            )
        self.weights = weights

    def _weights_after(
        self, action: Action, share: Callable[[State], float]
    ) -> NDArray[np.float64]:
        """Return weights after an opponent's turn, given each state's action probability."""
        known, played = self.known, self.rules.card(action.card)
        weights = np.zeros_like(self.weights)
        for hand in np.flatnonzero(self.weights).tolist():
            left = self._copies_without(known.card, hand)
            for drawn in np.flatnonzero(left > 0).tolist():
                if played in (hand, drawn):
                    kept = drawn if played == hand else hand
                    state = observed_state(
                        known.unseen,
                        hand,
                        drawn,
                        known.card if known.is_exposed else UNKNOWN,
                        maid=known.own_maid,
                        is_exposed=known.opponent >= 0,
                    )
                    weights[kept] += self.weights[hand] * left[drawn] * share(state)
        return weights

    def _weigh_draw(self, kind: int, left: float) -> None:
        """Weight the opponent's cards by remaining copies of a drawn card."""
        copies = left - (np.arange(len(self.kinds)) == kind).astype(np.float64)
        self.weights = self.weights * np.maximum(copies, 0.0)

    def _fix_card(self, card: str | None) -> None:
        """Leave the opponent one card."""
        self.weights = self.weights * (np.arange(len(self.kinds)) == self.kinds[card or ""])

    def _copies_without(self, *cards: int) -> NDArray[np.float64]:
        """Return unseen copies of each card, excluding given held cards."""
        left = np.array(self.known.unseen, dtype=np.float64)
        for card in cards:
            left[card] -= 1
        return left
