"""Players of Literature by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llq.solver.literature.players import Strategy

__all__ = ["strategy_names", "strategy_of"]


def strategy_of(name: str) -> Strategy:
    """Return a player by name.

    Raises
    ------
    UnknownStrategy
        There is no such player.
    """
    from llq.solver.literature.players import find_strategy

    return find_strategy(name)


def strategy_names() -> tuple[str, ...]:
    """Return the names of all players."""
    from llq.solver.literature.players import STRATEGIES

    return tuple(STRATEGIES)
