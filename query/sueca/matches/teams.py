"""The table of leads: two of one player against two of another, on common deals.

The table of matches has every combination of the thesis's players in the four seats. Players that
search harder are too slow for that: here each player sits with its like, and plays fewer games.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from llq.query.jobs.block_build import BlockJob, build_from_blocks
from llq.query.players import check_seed
from llq.query.sueca.matches.build import Block, check_players, combinations_job
from llq.query.sueca.matches.paired import SEED, differences
from llq.query.sueca.matches.table import GAME_POINTS, MatchTable, matches_options, matches_spec
from llq.solver.arguments import MOST_GAMES, check_integer
from llq.solver.sueca.rules import RULES
from llq.store.database import Relation
from llq.store.schema import TableSpec

PLAYERS = ("random", "always_high", "rules", "mc_extra", "strong")
"""Built-in players of every kind, the weaker ones first."""

GAMES = 400
_BLOCK_GAMES = 25  # some seconds of two strong teams


@dataclass(frozen=True, eq=False, repr=False)
class TeamTable(MatchTable):
    """The results of team against team, each of two players alike, as `MatchTable` has them."""

    kind = "sueca-teams"
    version = 3
    build_options = matches_options(PLAYERS)
    seating = "a player sits with its like"

    @staticmethod
    def make_spec(**options: Any) -> TableSpec:
        """Return what today's code would build; see `teams_spec`."""
        return teams_spec(**options)


def teams_spec(games: int = GAMES, seed: int = 1, players: Sequence[str] = PLAYERS) -> TableSpec:
    """Return what today's code would build; see `build_teams`."""
    return matches_spec(games, seed, players, variant="teams", version=TeamTable.version)


def build_teams(
    games: int = GAMES,
    seed: int = 1,
    players: Sequence[str] = PLAYERS,
    folder: str | os.PathLike[str] | None = None,
    *,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
    executor: Executor | None = None,
) -> Path:
    """Play every team of two alike against every other, from both sides; return the table's path.

    Parameters and errors are those of `llq.sueca.matches.build`, but for the players: they meet
    each other in all pairs.
    """
    seed = check_seed(seed)
    check_integer("games", games, 2, MOST_GAMES)
    return build_from_blocks(
        teams_job(games, seed, players),
        folder=folder,
        threads=threads,
        progress=progress,
        executor=executor,
    )


def teams_job(games: int, seed: int, players: Sequence[str]) -> BlockJob[Block]:
    """Return what `build_teams` computes and joins."""
    names = check_players(players, PLAYERS)
    pairs: list[tuple[str, ...]] = list(product(names, repeat=2))
    spec = teams_spec(games, seed, names)
    return combinations_job(
        TeamTable, spec, names, [pair * 2 for pair in pairs], block_games=_BLOCK_GAMES
    )


def open_teams(path: str | os.PathLike[str] | None = None) -> TeamTable:
    """Return the table of leads, read whole and verified.

    Parameters and errors are those of `llq.dominion.table.open`.

    Examples
    --------
    >>> import llq
    >>> lead = llq.sueca.teams.open().difference("strong,MC,strong,MC", "MC,strong,MC,strong")
    >>> lead.difference > 4 * lead.standard_error
    True
    """
    return TeamTable.load(TeamTable.kind, path)


def lead_relations(table: TeamTable) -> tuple[Relation, ...]:
    """Return each player's lead over each other, from both sides of every deal."""
    places = {seats[:2]: place for place, seats in enumerate(table.combinations)}
    pairs = [pair for pair in places if pair[0] != pair[1]]
    ours = np.array([places[pair] for pair in pairs])
    theirs = np.array([places[pair[::-1]] for pair in pairs])
    apart = differences(table, ours, theirs)
    drawn = table.points[:, RULES.win_above] / table.games
    game_points = table.game_points @ np.array(GAME_POINTS) / table.games
    count = len(pairs)
    return (
        Relation(
            "sueca_lead",
            {
                "player": np.array([first for first, _ in pairs]),
                "opponent": np.array([second for _, second in pairs]),
                "lead": apart["difference"],
                "lead_error": apart["standard_error"],
                "win_prob": (table.win_prob[ours] + 1 - table.win_prob[theirs] - drawn[theirs]) / 2,
                "draw_prob": (drawn[ours] + drawn[theirs]) / 2,
                "game_points_lead": (game_points[ours] - game_points[theirs]) / 2,
                "deals": np.full(count, table.games, dtype=np.uint32),
                "seed": np.full(count, table.seed, dtype=np.uint64),
                "command": np.full(count, table.command),
            },
            "Two of one player against two of another, trumps by lot: every deal from both sides.",
            {
                "player": "both of a team",
                "opponent": "both of the other team",
                "lead": "mean points of a game more than the opponents",
                "lead_error": "standard error of lead over the deals",
                "win_prob": "share of games with more than 60 points",
                "draw_prob": "share of games with 60 points for both",
                "game_points_lead": "mean games won less those lost: 1, above 90 points 2, for all "
                "tricks 4",
                "deals": "common deals, each played twice",
                "seed": SEED,
                "command": "builds a table of the same numbers",
            },
        ),
    )
