"""A variant's rules as tuples and dictionaries, for fast play in plain Python."""

from functools import lru_cache, reduce
from operator import or_
from typing import NamedTuple

from llq.solver.love_letter.rules import Play, Rules
from llq.solver.love_letter.turn import is_barred, resolve
from llq.solver.love_letter.views import action_numbers


class RuleTables(NamedTuple):
    """A variant's rules."""

    plays: tuple[tuple[int, int], ...]
    """Card and argument, by action."""
    effects: tuple[int, ...]
    cards: tuple[tuple[int, int], ...]
    """Effect and number, by card."""
    numbers: tuple[int, ...]
    values: tuple[int, ...]
    may: tuple[tuple[int, int], ...]
    """Possible consequences, by action and Handmaid: `turn.resolve` over all pairs of cards;
    nothing for targets a Handmaid rules out."""
    payoffs: tuple[float, ...]
    legal: dict[tuple[int, int, int], list[int]]
    """Legal actions, by hand (lower card first) and Handmaid."""


@lru_cache(maxsize=16)
def tabulate(rules: Rules) -> RuleTables:
    """Return a variant's rules as tables."""
    game, cards = rules.arrays, range(len(rules.cards))
    legal = {
        (low, high, maid): list(action_numbers(rules, low, high, bool(maid)))
        for low in cards
        for high in cards[low:]
        for maid in (0, 1)
    }
    rows = tuple((int(card.effect), card.number) for card in rules.cards)

    def may(play: Play, maid: int) -> int:
        if is_barred(game, *play, maid):
            return 0
        outcomes = (resolve(rows, *play, kept, theirs, maid) for kept in cards for theirs in cards)
        return reduce(or_, outcomes, 0)

    return RuleTables(
        plays=tuple((play.card, play.argument) for play in rules.plays),
        effects=tuple(game.effects.tolist()),
        cards=rows,
        numbers=tuple(game.numbers.tolist()),
        values=tuple(game.values.tolist()),
        may=tuple((may(play, 0), may(play, 1)) for play in rules.plays),
        payoffs=tuple(game.payoff_hit.tolist()),
        legal=legal,
    )


def may_do(rules: Rules, action: int, maid: int) -> int:
    """Return an action's possible consequences (bits of `Consequence`), none behind a Handmaid."""
    return tabulate(rules).may[action][maid]
