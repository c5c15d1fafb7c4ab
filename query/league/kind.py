"""The kind of table that every game's league is; naming it loads nothing of any game."""

from __future__ import annotations

from llq.query.table_kinds import TableKind, deferred, named
from llq.query.tables.build_times import build_takes


def league_kind(game: str, deals: int | None = None) -> TableKind:
    """Return the kind of a game; ``deals`` are those of the table that comes with llq."""
    module = game.replace("-", "_")
    here, table = f"llq.query.{module}.league", f"{module}-league"
    stored = "".join(word.capitalize() for word in module.split("_"))
    return TableKind(
        name=f"{game}-league",
        title="Every pair of some players from every seat, and each beside strangers",
        takes=build_takes(table),
        files=table,
        stored=f"{here}:{stored}League",
        build=deferred(f"{here}:build_league"),
        resumes=True,
        standard={table: {"deals": deals} if deals else {}},
        blocks=deferred(f"{here}:league_job"),
        relations=deferred("llq.query.league.table:league_relations"),
        views=deferred("llq.query.league.table:league_views"),
        names={table: (f"{module}_league", *named(f"{module}_league", "pair deal"))},
        accuracy="simulated; standard errors in the columns ending in _error",
    )
