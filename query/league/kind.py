"""League table kind of every game, without loading any game."""

from llq.query.table_kinds import TableKind, named
from llq.query.tables.build_times import build_takes


def league_kind(game: str, deals: int | None = None) -> TableKind:
    """Return a game's league table kind; ``deals`` is the standard table's size."""
    module = game.replace("-", "_")
    table = f"{module}-league"
    return TableKind(
        name=f"{game}-league",
        title="Every pair of some players from every seat, and each beside strangers",
        takes=build_takes(table),
        class_name=f"llq.query.{module}.league:{game.title().replace('-', '')}League",
        resumes=True,
        standard={table: {"deals": deals} if deals else {}},
        names={table: (f"{module}_league", *named(f"{module}_league", "pair deal"))},
        accuracy="simulated; standard errors in the columns ending in _error",
    )
