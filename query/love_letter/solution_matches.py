"""Exact matches of the solution: refused, with the way to play or to compute them otherwise."""

from __future__ import annotations

from typing import Any, NoReturn

from llq.errors import IllegalState
from llq.solver.love_letter.rules import Rules

__all__ = ["evaluate_solution"]


def evaluate_solution(rules: Rules, players: tuple[Any, Any], **_options: Any) -> NoReturn:
    """Refuse an exact match by the real rules.

    Joint states with a memory and with every lead in discards would be some two hundred million on
    the whole deck. `Sweeper.evaluate` computes what policies win if equal cards count as half.

    Raises
    ------
    IllegalState
        Always.
    """
    names = " ".join(one if isinstance(one, str) else "module:Player" for one in players)
    raise IllegalState(
        "exact matches are by the real rules, and a memory beside every lead in discards is too "
        f"much: play them, with a standard error: llq love-letter match {names} "
        f"--variant {rules.variant}"
    )
