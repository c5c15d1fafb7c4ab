"""Players of Literature by name: built-in ones, and policies as they are stored."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from llq.errors import TableMissing, UnknownStrategy
from llq.query.literature.policies import (
    LiteraturePolicies,
    default_names,
    open_literature_policies,
    policies_remedy,
)
from llq.store.locate import find_table

if TYPE_CHECKING:
    from llq.solver.literature.players import Strategy
    from llq.solver.literature.policy import Policy

__all__ = ["strategy_names", "strategy_of", "strategy_with"]


def strategy_of(name: str) -> Strategy:
    """Return a built-in player or, by its name in the table of policies, a stored one.

    Only what is no built-in player opens a file.

    Raises
    ------
    UnknownStrategy
        There is no such player; the message lists those that there are.
    TableMissing
        He is one of those that `llq build literature-policies` makes, and there is no table.
    CorruptTable, ForeignTable, FormatTooOld, FormatTooNew, StaleTable
        The table of policies is not today's, whole and intact.
    """
    from llq.solver.literature.players import STRATEGIES

    plain = name.strip().lower()
    if (built_in := STRATEGIES.get(plain.replace("-", "_"))) is not None:
        return built_in
    stored = plain.replace("_", "-")
    try:
        policies = _policies()
    except TableMissing:
        if stored in default_names():
            raise
        raise UnknownStrategy(
            f"{name!r} is no player of Literature; those are {', '.join(STRATEGIES)} and, once "
            f"they are built, the policies {', '.join(default_names())} ({policies_remedy()})"
        ) from None
    if stored not in policies.names:
        raise UnknownStrategy(
            f"{name!r} is no player of Literature; those are {', '.join(STRATEGIES)} and the "
            f"stored policies {', '.join(policies.names)}"
        )
    return strategy_with(policies.policy(stored))


def strategy_names() -> tuple[str, ...]:
    """Return the names of all players: the built-in ones, and the policies that are stored."""
    from llq.solver.literature.players import STRATEGIES

    try:
        return (*STRATEGIES, *_policies().names)
    except TableMissing:
        return tuple(STRATEGIES)


def strategy_with(policy: Policy) -> Strategy:
    """Return the player that plays by a policy."""
    from llq.solver.literature.players import Kind, Strategy

    games = policy.recipe.get("games", 0)
    how = f"trained for {games} games" if games else "not trained"
    summary = f"the {policy.learner} learner's network, {how}"
    return Strategy(policy.name, Kind[policy.learner.upper()], summary, policy)


def _policies() -> LiteraturePolicies:
    """Return the stored policies, read once for each state of their file."""
    path = find_table("literature-policies", remedy=policies_remedy())
    state = path.stat()
    return _read(path, state.st_mtime_ns, state.st_size)


@lru_cache(maxsize=1)
def _read(path: Path, _changed: int, _size: int) -> LiteraturePolicies:
    return open_literature_policies(path)
