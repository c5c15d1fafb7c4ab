"""Valuation of a position's asks by a player."""

from random import Random
from typing import NamedTuple

from llq.solver.literature.actions import Ask
from llq.solver.literature.inference import knowledge
from llq.solver.literature.matches.lineup import line_up
from llq.solver.literature.players import Kind, Player, Strategy, choose_ask, list_asks
from llq.solver.literature.policies import article, strong
from llq.solver.literature.positions.position import Position
from llq.solver.literature.rules import HALF, HALF_SIZE, find_card
from llq.solver.literature.scratch import make_scratch

_CHANCE = "the chance to get the card"
_QUICK_CHANCE = "the approximate chance to get the card"
_CHOICE = "1 for the ask that the player makes, 0 for every other"
_MEANINGS = {
    "article": "the network's reward for the ask, without noise",
    "strong": "the half suits that the ask is worth, less what any ask is",
}


class Values(NamedTuple):
    """The values of asks, and their meaning."""

    values: tuple[float, ...]
    """Values in the order of ``position.legal``."""
    considered: tuple[bool, ...]
    """Whether the player considers each ask; the best considered ask is chosen."""
    meaning: str
    """Meaning of a value, in words."""


def values_of(position: Position, strategy: Strategy | Player) -> Values:
    """Return the values of a position's legal asks, as seen by a player.

    A learnt policy's values are its own. Greedy's is the chance to get the card, quick's the
    approximate one; possible and random choose alike among the asks that they consider. Of a custom
    player only the choice is known, with a generator seeded by 0.
    """
    legal = position.legal
    if not isinstance(strategy, Strategy):
        chosen = choose_ask(strategy, position, Random(0)) if legal else None
        considered = tuple(ask == chosen for ask in legal)
        return Values(tuple(map(float, considered)), considered, _CHOICE)
    considered = tuple(_is_considered(position, strategy.kind, ask) for ask in legal)
    if not any(considered):
        considered = (True,) * len(legal)
    if strategy.policy is not None:
        values = _policy_values(position, strategy)
        return Values(values, considered, _MEANINGS[strategy.policy.learner])
    if strategy.kind in (Kind.QUICK, Kind.WITHHOLDER):
        chances, pack = position.perspective.quick_chances, position.rules.pack
        quick = tuple(float(chances[target, find_card(card, pack)]) for target, card in legal)
        return Values(quick, considered, _QUICK_CHANCE)
    if strategy.kind == Kind.GREEDY or not legal:
        return Values(tuple(position.chance(*ask) for ask in legal), considered, _CHANCE)
    share = 1 / sum(considered)
    values = tuple(share * choice for choice in considered)
    return Values(values, considered, "the chance that the player makes that ask")


def _is_considered(position: Position, kind: Kind, ask: Ask) -> bool:
    perspective, card = position.perspective, find_card(ask.card, position.rules.pack)
    if kind in (Kind.POSSIBLE, Kind.ARTICLE):
        return perspective.chance(ask.player, card) > 0
    if kind == Kind.CERTAIN:
        return bool(perspective.view.holds(ask.player) >> card & 1)
    if kind == Kind.WITHHOLDER:
        half = card // HALF_SIZE
        shown = perspective.shown(position.seat) >> HALF_SIZE * half & HALF
        return bool(shown) or perspective.needs(position.seat, half)
    return True


def _policy_values(position: Position, strategy: Strategy) -> tuple[float, ...]:
    rules, row = position.rules, position.row.copy()
    weights = line_up([strategy] * rules.players, rules).weights[0]
    if not position.legal:  # another player's hand, which is not known, has no values
        return ()
    scratch = make_scratch(rules.players)
    count = list_asks(row, False, scratch)
    if strategy.kind == Kind.ARTICLE:
        knowledge.infer(row, position.seat, scratch.inference.own)
        article.value_asks(row, weights, count, scratch)
    else:
        strong.value_asks(row, weights, count, scratch)
    return tuple(scratch.values[:count].tolist())
