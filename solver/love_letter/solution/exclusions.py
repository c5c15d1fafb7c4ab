"""Memories of what a player's card cannot be, or was asked for in vain, told from public plays.

A set of cards is kept about the hand of each player. A guess that misses adds its card to the set
about the opponent, unless they are behind a Handmaid; discarding to a Prince and swapping hands
empty the sets of whom they concern.

*Missed guesses* stay until then. *Exclusions* are certain: a player who plays a card outside their
set may have kept the one drawn, and their set is emptied; one who plays a card of their set has
just drawn it, and kept the other. Besides, a player who plays a card for which the Countess would
have had to be played does not keep the Countess.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from llq.solver.love_letter.rounds.rule_tables import may_do
from llq.solver.love_letter.rules import Argument, Rules
from llq.solver.love_letter.turn import (
    DISCARDS_OWN,
    DISCARDS_THEIRS,
    HITS,
    PROTECTS,
    SWAPS,
    is_forced,
)

_NOTHING: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Exclusions:
    """What is kept, told from the mover's side; cards as indices."""

    theirs: frozenset[int] = _NOTHING
    """About the opponent's card."""
    mine: frozenset[int] = _NOTHING
    """About the card that the mover had before drawing."""
    last: int | None = None
    """The opponent's last action, where it is kept; else that action if it was a Handmaid."""

    def describe(self, rules: Rules) -> str:
        """Return what is kept in words."""
        sets = (("the opponent's hand", self.theirs), ("the mover's", self.mine))
        parts = [
            f"{whose} without {', '.join(rules.cards[card].name for card in sorted(cards))}"
            for whose, cards in sets
            if cards
        ]
        if self.last is not None:
            parts.append(rules.describe(rules.actions[self.last]))
        return "; ".join(parts)


def keep_missed(rules: Rules, state: Hashable, action: int) -> Hashable:
    """Return the state of missed guesses after an action."""
    return _step(rules, state, action, is_certain=False, keeps_last=False)


def exclude(rules: Rules, state: Hashable, action: int) -> Hashable:
    """Return the state of exclusions after an action."""
    return _step(rules, state, action, is_certain=True, keeps_last=False)


def keep_missed_and_last(rules: Rules, state: Hashable, action: int) -> Hashable:
    """Return the state of missed guesses and the last action after an action."""
    return _step(rules, state, action, is_certain=False, keeps_last=True)


def exclude_and_keep_last(rules: Rules, state: Hashable, action: int) -> Hashable:
    """Return the state of exclusions and the last action after an action."""
    return _step(rules, state, action, is_certain=True, keeps_last=True)


def _step(
    rules: Rules, state: Hashable, action: int, *, is_certain: bool, keeps_last: bool
) -> Hashable:
    assert isinstance(state, Exclusions)
    game, kinds = rules.arrays, range(len(rules.cards))
    card, argument = rules.plays[action]
    is_guarded = state.last is not None and bool(may_do(rules, state.last, 0) & PROTECTS)
    may = may_do(rules, action, is_guarded)
    mine, theirs = state.mine, state.theirs
    if is_certain:
        mine = mine if card in mine else _NOTHING
        mine |= {other for other in kinds if is_forced(game, other, card)}
    if may & DISCARDS_OWN:
        mine = _NOTHING
    elif may & HITS:
        theirs |= {argument}
    elif may & DISCARDS_THEIRS:
        theirs = _NOTHING
    elif may & SWAPS:
        mine = theirs = _NOTHING
    if not _can_be(rules, mine, theirs):
        return state
    last = action if keeps_last or may & PROTECTS else None
    return Exclusions(mine, theirs, last)  # told by the other player


def _can_be(rules: Rules, mine: frozenset[int], theirs: frozenset[int]) -> bool:
    """Return whether there are enough cards to name as many in vain."""
    guesses = sum(c.copies for c in rules.cards if c.effect.row.argument == Argument.CARD)
    named = [one for cards in (mine, theirs) for one in cards if not _yields(rules, one)]
    return len(named) <= guesses


def _yields(rules: Rules, card: int) -> bool:
    return any(is_forced(rules.arrays, card, other) for other in range(len(rules.cards)))
