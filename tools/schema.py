"""docs/sql-schema.md: every relation and view of the database, made from its comments.

It needs the tables of `TABLES`.
"""

from collections.abc import Iterator
from pathlib import Path

from llq.query.sql.database import Connection, open_connection
from tools.examples import ROOT

PAGE = ROOT / "docs" / "sql-schema.md"
TABLES = {
    "Love Letter, solved": "love_letter-classic",
    "Love Letter, solved by discards": "love_letter-deck-2-1-0-1-1-1-0-1-discards",
    "Love Letter, openings by discards": "love_letter-classic-discards-openings",
    "Love Letter, openings of the 2019 edition": "love_letter-2019-openings",
    "Love Letter, policy of the 2019 edition": "love_letter-2019-policy",
    "Love Letter, studied": "love_letter-classic-study",
    "Love Letter, the solution": "love_letter-classic-solution",
    "Love Letter, exploitability": "love_letter-classic-exploitability",
    "Love Letter, the league": "love_letter-league",
    "Dominion, solved": "dominion-31",
    "Dominion, strategies": "dominion-strategies",
    "Dominion, kingdom cards": "dominion-kingdom",
    "Dominion, the race": "dominion-race",
    "Dominion, the league": "dominion-league",
    "Sueca, matches": "sueca-matches",
    "Sueca, the policy": "sueca-policy",
    "Sueca, the league": "sueca-league",
    "Literature, policies": "literature-policies",
    "Literature, the league": "literature-league",
}
"""The table that stands for each kind, by its heading; a small deck's has the classic's views."""

_INTRODUCTION = """\
# What SQL can ask

Every relation and view of the database, from the comments that it keeps: `llq sql --schema` lists
those of the tables that are built, `llq sql --schema NAME` the columns of one. How to ask:
[sql.md](sql.md).

Other variants of Love Letter have these views under their own name (`love_letter_hobbit…`), other
lengths of Dominion under theirs (`dominion_100_policy`).
Written by `python -m tools.update schema`.
"""


def generate(part: str, *, check: bool) -> Iterator[tuple[Path, bytes]]:
    """Yield the page, of the tables that there are."""
    with open_connection(large=True) as connection:
        parts = [_INTRODUCTION, "## Where the numbers come from\n"]
        parts.append(_described(connection, "source"))
        for title, table in TABLES.items():
            names = connection.execute(
                "SELECT name FROM source WHERE table_file = ? ORDER BY ALL", [f"{table}.h5"]
            ).fetchall()
            parts.append(f"## {title}\n")
            parts += [_described(connection, name) for (name,) in names]
    text = "\n".join(parts).replace("deck_2_1_0_1_1_1_0_1", "classic")
    yield PAGE, text.encode()


def _described(connection: Connection, name: str) -> str:
    """Return the section of one relation or view."""
    condition = "database_name = current_database()"
    (comment,) = connection.execute(
        f"SELECT comment FROM duckdb_tables() WHERE {condition} AND table_name = $name UNION ALL "
        f"SELECT comment FROM duckdb_views() WHERE {condition} AND view_name = $name",
        {"name": name},
    ).fetchone()
    columns = connection.execute(
        "SELECT column_name, data_type, comment FROM duckdb_columns() "
        f"WHERE {condition} AND table_name = ? ORDER BY column_index",
        [name],
    ).fetchall()
    rows = [f"| `{column}` | {kind} | {text} |" for column, kind, text in columns]
    head = [f"### {name}", "", comment, "", "| column | type | |", "|---|---|---|"]
    return "\n".join([*head, *rows, ""])
