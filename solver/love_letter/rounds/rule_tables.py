"""A variant's rules as tuples and dictionaries, for fast play in plain Python."""

from functools import lru_cache, reduce
from itertools import product
from operator import or_
from typing import NamedTuple

import numpy as np

from llq.solver.array_types import Bools
from llq.solver.love_letter.rules import Play, Rules
from llq.solver.love_letter.turn import is_barred, legal_numbers, resolve


class RuleTables(NamedTuple):
    """A variant's rules."""

    cards: tuple[tuple[int, int], ...]  # Effect and number, by card.
    # Possible consequences, by action and Handmaid: `turn.resolve` over all pairs of cards; nothing
    # for targets a Handmaid rules out.
    may: tuple[tuple[int, int], ...]
    # Legal actions, by the hand's two cards and Handmaid.
    legal: dict[tuple[int, int, int], list[int]]


@lru_cache(maxsize=16)
def tabulate(rules: Rules) -> RuleTables:
    """Return a variant's rules as tables."""
    cards = range(len(rules.cards))
    rows = tuple((int(card.effect), card.number) for card in rules.cards)

    def possible(play: Play, maid: int) -> int:
        if is_barred(rules.arrays, *play, maid):
            return 0
        return reduce(or_, (resolve(rows, *play, *hands, maid) for hands in product(cards, cards)))

    return RuleTables(
        cards=rows,
        may=tuple((possible(play, 0), possible(play, 1)) for play in rules.plays),
        legal={
            (*hand, maid): list(legal_numbers(rules, *hand, bool(maid)))
            for hand in product(cards, cards)
            for maid in (0, 1)
        },
    )


def may_do(rules: Rules, action: int, maid: int) -> int:
    """Return an action's possible consequences (bits of `Consequence`), none behind a Handmaid."""
    return tabulate(rules).may[action][maid]


@lru_cache(maxsize=8)
def legal_table(rules: Rules) -> Bools:
    """Return (cards, cards, 2, choices): what is legal with two cards and a Handmaid."""
    cards = len(rules.cards)
    legal = np.zeros((cards, cards, 2, len(rules.action_numbers)), dtype=np.bool_)
    for hand_and_maid, actions in tabulate(rules).legal.items():
        legal[hand_and_maid][actions] = True
    return legal
