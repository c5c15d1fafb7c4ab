"""Dominion's table of strategies as a file: its columns, and how far it goes by default."""

from __future__ import annotations

from llq.solver.dominion.players import SIMPLE, StrategyName
from llq.solver.dominion.variants import rules
from llq.store.schema import Column, TableSpec

__all__ = [
    "HAZARDS",
    "HAZARD_STRATEGIES",
    "MEAN_TURNS",
    "SHARE_TURNS",
    "STRATEGIES",
    "TOLERANCE",
    "TURNS",
    "build_command",
    "strategies_spec",
]


STRATEGIES = (*SIMPLE, StrategyName.MONTE_CARLO_LIMIT, StrategyName.OPTIMAL)
"""The strategies that depend on the state alone."""

HAZARD_STRATEGIES = (*SIMPLE, StrategyName.OPTIMAL)
"""Those of them that need no clock."""

SHARE_TURNS = (15, 25, 31)
"""Lengths of the games whose actions by turn are kept: those of the thesis's figures 6 to 8."""

TURNS, MEAN_TURNS, HAZARDS = 100, 250, 31
"""How far a table goes by default: see `strategies_spec`."""

_MOST_CHANCE = 1 + 1e-9
"""A sum of chances, rounded."""

TOLERANCE = 1e-2
"""Greatest width, in points, of a bracket in a game that ends by chance."""


def strategies_spec(turns: int, mean_turns: int, hazards: int) -> TableSpec:
    """Return what today's code would build.

    Parameters
    ----------
    turns
        Longest game whose distribution of scores is kept.
    mean_turns
        Longest game whose mean is kept.
    hazards
        Games that end with chance 1/1 … 1/``hazards`` after each turn are kept.
    """
    game = rules()
    return TableSpec(
        game="dominion",
        variant="strategies",
        rules_id="dominion/van-der-heijden-2014",
        rules_version=game.version,
        parameters={
            "turns": turns,
            "mean_turns": mean_turns,
            "hazards": hazards,
            "tolerance_points": TOLERANCE,
            "strategies": ",".join(STRATEGIES),
        },
        version=1,
        columns=(
            Column(
                "mean",
                "float64",
                ("strategy", "turns"),
                "points",
                "Exact expected final score.",
                shape=(len(STRATEGIES), mean_turns + 1),
                least=0.0,
            ),
            Column(
                "probability",
                "float64",
                ("strategy", "turns", "score"),
                "probability",
                "Exact chance of each final score.",
                shape=(len(STRATEGIES), turns + 1, "scores"),
                least=0.0,
                most=_MOST_CHANCE,
            ),
            Column(
                "share",
                "float64",
                ("strategy", "game", "turn", "action"),
                "probability",
                "Exact chance of passing, a treasure, a victory card; games of 15, 25, 31 turns.",
                shape=(len(STRATEGIES), len(SHARE_TURNS), max(SHARE_TURNS), 3),
                least=0.0,
                most=_MOST_CHANCE,
            ),
            Column(
                "hazard",
                "float64",
                ("strategy", "turns expected, less one", "bound"),
                "points",
                "Lower and upper bound of the expected score where each turn is the last with "
                "chance 1/k.",
                shape=(len(HAZARD_STRATEGIES), hazards, 2),
                least=0.0,
            ),
        ),
    )


def build_command(spec: TableSpec) -> str:
    """Return the command that builds a table of the same numbers."""
    return (
        "llq build dominion-strategies --turns {turns} --mean-turns {mean_turns} "
        "--hazards {hazards}"
    ).format(**spec.parameters)
