"""SQL relations and views of Dominion's tables, described in ``relations.toml``."""

from collections.abc import Mapping
from pathlib import Path

from llq.query.tables.relations import Columns, Relations
from llq.query.tables.stored_table import StoredTable
from llq.store.database import Relation, View

_FILE = Path(__file__).with_name("relations.toml")


def relations_and_views(
    table: StoredTable, kind: str, words: Mapping[str, str], parts: Mapping[str, Columns]
) -> tuple[Relation | View, ...]:
    """Return a table's relations by part, then the views of its ``kind``, with their comments."""
    described = Relations(_FILE, table, kind, words)
    relations = (described.relation(part, columns) for part, columns in parts.items())
    return *relations, *described.views()
