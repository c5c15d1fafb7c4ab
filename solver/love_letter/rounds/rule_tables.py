"""A variant's rules as plain Python needs them to play fast: as tuples and dictionaries."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.turn import is_barred, is_forced

__all__ = ["RuleTables", "tabulate"]


class RuleTables(NamedTuple):
    """A variant's rules."""

    plays: tuple[tuple[int, int], ...]
    """By action, the card and its argument."""
    effects: tuple[int, ...]
    cards: tuple[tuple[int, int], ...]
    """By card, its effect and number."""
    numbers: tuple[int, ...]
    values: tuple[int, ...]
    payoffs: tuple[float, ...]
    legal: dict[tuple[int, int, int], list[int]]
    """By hand, the lower card first, and Handmaid."""


@lru_cache(maxsize=16)
def tabulate(rules: Rules) -> RuleTables:
    """Return a variant's rules as tables."""
    game, cards = rules.arrays, range(len(rules.cards))
    legal = {
        (low, high, maid): [
            action
            for action, (card, argument) in enumerate(rules.plays)
            if card in (low, high)
            and not is_forced(game, low + high - card, card)
            and not is_barred(game, card, argument, maid)
        ]
        for low in cards
        for high in cards[low:]
        for maid in (0, 1)
    }
    return RuleTables(
        plays=tuple((play.card, play.argument) for play in rules.plays),
        effects=tuple(game.effects.tolist()),
        cards=tuple((int(card.effect), card.number) for card in rules.cards),
        numbers=tuple(game.numbers.tolist()),
        values=tuple(game.values.tolist()),
        payoffs=tuple(game.payoff_hit.tolist()),
        legal=legal,
    )
