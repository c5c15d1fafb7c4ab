"""What a player thinks of every ask he may make."""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple

from llq.errors import IllegalState
from llq.solver.literature import knowledge
from llq.solver.literature.players import Kind, Strategy, ask_of, list_asks, make_table
from llq.solver.literature.position import Position
from llq.solver.literature.rules import card_name

__all__ = ["Values", "values_of"]


class Values(NamedTuple):
    """The values of asks, and what they are."""

    values: tuple[float, ...]
    """One each of ``position.legal``."""
    meaning: str
    """What a value is, in words."""


_CHANCE = "the chance to get the card"
_MEANINGS = {
    "article": "the network's reward for the ask, without noise",
    "compact": "the half suits in play that your team can expect",
}


def values_of(position: Position, strategy: Strategy) -> Values:
    """Return what a player thinks of every ask he may make in a position.

    A learnt policy's values are its own. Built-in players rank asks by chance: greedy by the
    chance to get the card; possible and random choose alike, each ask they consider.

    Raises
    ------
    IllegalState
        The policy was learnt for another number of players.
    """
    if strategy.policy is not None:
        return _policy_values(position, strategy)
    chances = [position.chance(target, card) for target, card in position.legal]
    if strategy.kind == Kind.GREEDY or not chances:
        return Values(tuple(chances), _CHANCE)
    considered = [strategy.kind == Kind.RANDOM or chance > 0 for chance in chances]
    if not any(considered):
        considered = [True] * len(chances)
    share = 1 / sum(considered)
    return Values(tuple(share * choice for choice in considered), "the chance that he asks for it")


def _policy_values(position: Position, strategy: Strategy) -> Values:
    """Return the values of a learnt policy."""
    policy = strategy.policy
    assert policy is not None  # for mypy
    rules = position.rules
    learnt_for = policy.recipe.get("players", rules.players)
    if learnt_for != rules.players:
        raise IllegalState(
            f"{strategy.name} was learnt for {learnt_for} players; this game has {rules.players}"
        )
    table = make_table(rules.players)
    row = position.row.copy()
    value_asks = import_module(f"llq.solver.literature.{policy.learner}").value_asks
    if policy.learner == "article":
        knowledge.look(row, position.seat, table.mind.own)
        asks = list_asks(row, False, table)
        value_asks(row, policy.weights, asks, table)
    else:
        asks = value_asks(row, policy.weights, table)
    values = {}
    for code, value in zip(table.asks[:asks], table.values[:asks], strict=True):
        target, card = ask_of(int(code))
        values[target, card_name(card, rules.pack)] = float(value)
    return Values(tuple(values[ask] for ask in position.legal), _MEANINGS[policy.learner])
