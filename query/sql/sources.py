"""Origins of relations and views: the `SOURCES` relation."""

from collections.abc import Iterable
from typing import Any

import duckdb
import numpy as np

from llq.query.sql.table_cache import BuiltTable
from llq.store import database
from llq.store.schema import canonical_json, rules_name

SOURCES = "source"
_COMMENT = "Where each view comes from: one row a relation or view that llq made."
_COLUMNS: dict[str, tuple[type, str]] = {
    "name": (str, "the relation or view"),
    "table_file": (str, "the table file it is laid out from"),
    "content_hash": (str, "SHA-256 of that table's content, which a second build has too"),
    "rules": (str, "edition of the rules and version of their encoding"),
    "command": (str, "builds the table"),
    "seed": (int, "of the table's random numbers; NULL where there are none"),
    "games": (int, "sample size, in games of each match or opening; NULL where there is none"),
    "accuracy": (str, "how exact the numbers are, or which columns hold their standard errors"),
    "paper": (object, "the publication whose figures these are; NULL where llq computed them"),
    "created": (str, "when the table was built, in UTC"),
    "seconds": (float, "how long that took"),
    "versions": (str, "of llq, Python and the packages that numbers go through, as JSON"),
    "machine": (str, "that built it: processor, cores and operating system, as JSON"),
}


def origins(
    connection: duckdb.DuckDBPyConnection, tables: Iterable[BuiltTable]
) -> list[dict[str, Any]]:
    """Return each attached relation's or view's origin, sorted by name."""
    rows = []
    for table in tables:
        info, kind = table.info, table.kind
        spec, provenance = info.spec, info.provenance
        row = {
            "table_file": info.path.name,
            "content_hash": info.content_hash,
            "rules": rules_name(spec.rules_id, spec.rules_version),
            "command": provenance.command or kind.table.command_of(spec),
            "seed": spec.parameters.get("seed"),
            "games": spec.parameters.get("games"),
            "accuracy": kind.accuracy,
            "created": provenance.created,
            "seconds": provenance.seconds,
            "versions": canonical_json(dict(provenance.versions)),
            "machine": canonical_json(dict(provenance.machine)),
        }
        rows += [
            {**row, "name": content.name, "paper": content.paper or None}
            for content in database.contents(connection, table.name)
        ]
    return sorted(rows, key=lambda row: str(row["name"]))


def source_relation(
    connection: duckdb.DuckDBPyConnection, tables: Iterable[BuiltTable]
) -> database.Relation:
    """Return the attached tables' origins as a `SOURCES` relation."""
    rows = origins(connection, tables)
    columns: dict[str, Any] = {}
    for name, (kind, _) in _COLUMNS.items():
        values = [row[name] for row in rows]
        if kind is int:
            is_null = [value is None for value in values]
            columns[name] = np.ma.array([value or 0 for value in values], np.uint64, mask=is_null)
        else:
            columns[name] = np.array(values, kind)
    words = {name: description for name, (_, description) in _COLUMNS.items()}
    return database.Relation(SOURCES, columns, _COMMENT, words)
