"""The kind of table that every game's league is; naming it loads nothing of any game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llq.query.games import game_part
from llq.query.table_kinds import TableKind, named
from llq.query.tables.build_times import build_takes

if TYPE_CHECKING:
    from llq.query.league.table import LeagueTable


def league_kind(game: str, deals: int | None = None) -> TableKind:
    """Return the kind of a game; ``deals`` are those of the table that comes with llq."""
    module = game.replace("-", "_")
    table = f"{module}-league"

    def load() -> type[LeagueTable]:
        stored: type[LeagueTable] = game_part(game, "league").Stored
        return stored

    return TableKind(
        name=f"{game}-league",
        title="Every pair of some players from every seat, and each beside strangers",
        takes=build_takes(table),
        load=load,
        resumes=True,
        standard={table: {"deals": deals} if deals else {}},
        names={table: (f"{module}_league", *named(f"{module}_league", "pair deal"))},
        accuracy="simulated; standard errors in the columns ending in _error",
    )
