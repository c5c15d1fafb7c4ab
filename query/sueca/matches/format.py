"""Sueca's table of matches as a file: its columns, and its contents by default."""

from __future__ import annotations

from collections.abc import Sequence

from llq.solver.sueca.rules import HAND_SIZE, RULES, SEATS, TOTAL
from llq.store.schema import Column, TableSpec

__all__ = ["GAMES", "GAME_POINTS", "PLAYERS", "QUANTILES", "build_command", "matches_spec"]

PLAYERS = ("random", "mc_peek", "obligated_trump", "always_high", "mc_extra")
"""The thesis's four strategies in its order, and the Monte Carlo player that does not peek."""

GAMES = 100_000

GAME_POINTS = (-4, -2, -1, 0, 1, 2, 4)
"""Games that North and South can win by one game; those of West and East are negative."""

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


def matches_spec(games: int, seed: int, players: Sequence[str]) -> TableSpec:
    """Return what today's code would build.

    Parameters
    ----------
    games, seed
        Games of each combination, and the seed of their deals.
    players
        Names of the strategies, in the order of their indices.
    """
    each, rows = ("combination",), "combinations"
    points = f"points of North and South, 0 to {TOTAL}"
    return TableSpec(
        game="sueca",
        variant="matches",
        rules_id=RULES.rules_id,
        rules_version=RULES.version,
        parameters={"games": games, "seed": seed, "players": ",".join(players)},
        version=1,
        columns=(
            Column(
                "seats", "uint8", (*each, "seat"), "index of a player", "North, W, S, East.",
                shape=(rows, SEATS), most=len(players) - 1,
            ),
            Column(
                "mean", "float64", each, points, "Mean of a game.",
                shape=(rows,), least=0.0, most=TOTAL,
            ),
            Column(
                "standard_deviation", "float64", each, points, "Standard deviation of a game.",
                shape=(rows,), least=0.0, most=TOTAL,
            ),
            Column(
                "mean_error", "float64", each, points, "Standard error of the mean.",
                shape=(rows,), least=0.0, most=TOTAL,
            ),
            Column(
                "quantile", "uint8", (*each, "5, 25, 50, 75, 95 %"), points, "Of a game.",
                shape=(rows, len(QUANTILES)), most=TOTAL,
            ),
            Column(
                "win_prob", "float64", each, "share", "Games with more than 60 points.",
                shape=(rows,), least=0.0, most=1.0,
            ),
            Column(
                "tricks", "float64", each, "tricks", "Mean number of North's and South's.",
                shape=(rows,), least=0.0, most=HAND_SIZE,
            ),
            Column(
                "points", "uint32", (*each, "points"), "games", "Games with each number.",
                shape=(rows, TOTAL + 1), most=games,
            ),
            Column(
                "game_points",
                "uint32",
                (*each, "games won: -4, -2, -1, 0, 1, 2, 4"),
                "games",
                "Games that count this many for North and South.",
                shape=(rows, len(GAME_POINTS)),
                most=games,
            ),
            Column(
                "covariance",
                "float64",
                (*each, "combination"),
                "points squared",
                "Covariance of two combinations' points in games of the same deal.",
                shape=(rows, rows),
                least=-(TOTAL**2),
                most=TOTAL**2,
            ),
        ),
    )  # fmt: skip


def build_command(spec: TableSpec) -> str:
    """Return the command that builds a table of the same numbers."""
    command = "llq build sueca-matches -n {games} --seed {seed}".format(**spec.parameters)
    players = spec.parameters["players"]
    return command if players == ",".join(PLAYERS) else f"{command} --players {players}"
