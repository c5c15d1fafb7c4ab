"""Values of the legal asks, as a player sees them."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import NamedTuple

from llq.solver.literature.players import Kind, Player, Strategy, choose_ask
from llq.solver.literature.policies.values import value_position
from llq.solver.literature.positions.position import Position


class Values(NamedTuple):
    """The values of asks, and what they are."""

    values: tuple[float, ...]
    """One each of ``position.legal``."""
    considered: tuple[bool, ...]
    """Whether the player considers that ask at all; it makes one of highest value of these."""
    meaning: str
    """What a value is, in words."""


_CHANCE = "the chance to get the card"
_CHOICE = "1 for the ask that the player makes, 0 for every other"
_MEANINGS = {
    "article": "the network's reward for the ask, without noise",
    "compact": "your team's chance to win less its chance to lose",
}


def values_of(position: Position, strategy: Strategy | Player) -> Values:
    """Return the values of every legal ask of a position, as a player sees them.

    A learnt policy's values are its own. Greedy's is the chance to get the card; possible and
    random choose alike among the asks that they consider. Of a custom player only the choice
    is known, with a generator seeded by 0.

    Raises
    ------
    IllegalState
        The policy was learnt for another number of players.
    IllegalAction
        A custom player makes an ask that is not legal.
    """
    if not isinstance(strategy, Strategy):
        chosen = choose_ask(strategy, position, Random(0)) if position.legal else None
        considered = tuple(ask == chosen for ask in position.legal)
        return Values(tuple(map(float, considered)), considered, _CHOICE)
    if strategy.policy is not None:
        return _policy_values(position, strategy)
    chances = [position.chance(target, card) for target, card in position.legal]
    if strategy.kind == Kind.GREEDY or not chances:
        return Values(tuple(chances), (True,) * len(chances), _CHANCE)
    considered = _any_of(strategy.kind == Kind.RANDOM or chance > 0 for chance in chances)
    share = 1 / sum(considered)
    values = tuple(share * choice for choice in considered)
    return Values(values, considered, "the chance that the player makes that ask")


def _any_of(choices: Iterable[bool]) -> tuple[bool, ...]:
    """Return choices, or all if none is one."""
    found = tuple(choices)
    return found if any(found) else (True,) * len(found)


def _policy_values(position: Position, strategy: Strategy) -> Values:
    """Return the values of a learnt policy."""
    policy = strategy.policy
    assert policy is not None  # for mypy
    values = value_position(position, strategy, every=True)
    if policy.learner == "article":
        considered = _any_of(position.chance(*ask) > 0 for ask in position.legal)
    else:
        chosen = value_position(position, strategy, every=False)
        considered = tuple(ask in chosen for ask in position.legal)
    return Values(
        tuple(values[ask] for ask in position.legal), considered, _MEANINGS[policy.learner]
    )
