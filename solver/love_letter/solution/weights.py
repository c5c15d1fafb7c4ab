"""A memory of how likely each card is in either hand, by the cards played beside it.

A player who plays a card keeps the one beside it. Two cards are as likely to be held and drawn in
either order, so that keeping ``c`` beside ``p`` multiplies what is thought of the hand to::

    weight'(c) = (weight(c) + weight(p)) × chance that a player with both plays p

Of two cards the lower one is taken to be played three times of four; what the rules force is
certain. Weights are kept in two levels: *hardly*, less than half the largest, which goes on as a
tenth, and *likely*. Besides, the last card that was named in vain of each hand is kept. A hand that
is discarded or swapped is as likely to be any card. To keep every card named among the weights
makes tens of thousands of states.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from llq.solver.love_letter.rounds.rule_tables import may_do
from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.turn import (
    DISCARDS_OWN,
    DISCARDS_THEIRS,
    HITS,
    PROTECTS,
    SWAPS,
    is_forced,
)

_HARDLY, _LIKELY = 0.1, 1.0
_LOW_PLAYED = 0.75  # of two cards, the lower one
_HALF = 0.5


class Hand(NamedTuple):
    """What is kept of a hand."""

    hardly: frozenset[int] = frozenset()
    """Cards that it hardly is, as indices."""
    missed: int | None = None
    """The last card named in vain."""


_ANY = Hand()


@dataclass(frozen=True, slots=True)
class Weights:
    """What is kept, told from the mover's side."""

    theirs: Hand = _ANY
    """The opponent's hand."""
    mine: Hand = _ANY
    """The card that the mover had before drawing, as the opponent thinks of it."""
    is_guarded: bool = False
    """Whether the opponent's last action was a Handmaid."""

    def describe(self, rules: Rules) -> str:
        """Return what is kept in words."""
        parts = []
        for whose, hand in (("the opponent's hand", self.theirs), ("the mover's", self.mine)):
            names = [rules.cards[card].name for card in sorted(hand.hardly)]
            parts += [f"{whose} hardly {', '.join(names)}"] if names else []
            if hand.missed is not None:
                parts.append(f"{whose} asked for {rules.cards[hand.missed].name}")
        return "; ".join([*parts, *["Handmaid"] * self.is_guarded])


def weigh_hands(rules: Rules, state: Hashable, action: int) -> Hashable:
    """Return the state of the weights after an action."""
    assert isinstance(state, Weights)
    card, argument = rules.plays[action]
    may = may_do(rules, action, state.is_guarded)
    mine = Hand(_keep(rules, state.mine.hardly, card), state.mine.missed)
    theirs = state.theirs
    if may & DISCARDS_OWN:
        mine = _ANY
    elif may & HITS:
        theirs = theirs._replace(missed=argument)
    elif may & DISCARDS_THEIRS:
        theirs = _ANY
    elif may & SWAPS:
        mine = theirs = _ANY
    return Weights(mine, theirs, bool(may & PROTECTS))  # told by the other player


@lru_cache(maxsize=1 << 16)
def _keep(rules: Rules, hardly: frozenset[int], played: int) -> frozenset[int]:
    """Return the cards that a hand hardly is after a card was played beside it."""
    before = [_HARDLY if card in hardly else _LIKELY for card in range(len(rules.cards))]
    weights = [
        (before[kept] + before[played]) * _chance_to_play(rules, played, kept)
        for kept in range(len(before))
    ]
    return frozenset(card for card, one in enumerate(weights) if one < _HALF * max(weights))


def _chance_to_play(rules: Rules, played: int, kept: int) -> float:
    """Return how likely a player with two cards is taken to play one of them."""
    game = rules.arrays
    if is_forced(game, kept, played):
        return 0.0
    if kept == played or is_forced(game, played, kept):
        return 1.0
    return _LOW_PLAYED if played < kept else 1.0 - _LOW_PLAYED
