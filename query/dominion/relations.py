"""SQL relations and views of Dominion's tables, described in ``relations.toml``."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from llq.query.tables.stored_table import Source, StoredTable
from llq.store.database import Relation, View

Columns = Mapping[str, Source | tuple[Source, str]]
"""Relation columns by name: sources, some with a comment of their own."""


def described_relations(
    table: StoredTable, kind: str, words: Mapping[str, str], parts: Mapping[str, Columns]
) -> tuple[Relation | View, ...]:
    """Return a table's relations by part, then the views of its ``kind``, with their comments.

    ``words`` fill the braces of ``relations.toml``; ``name`` begins the names of all relations.
    """
    relations: list[Relation | View] = []
    views: list[Relation | View] = []
    for part, description in _descriptions()[kind].items():
        name, comment = f"{words['name']}_{part}", description["comment"].format(**words)
        if "sql" in description:
            sql = description["sql"].format(**words)
            views.append(View(name, sql, comment, description["columns"]))
            continue
        columns: dict[str, Any] = {**parts[part]}
        for column, text in description["columns"].items():
            columns[column] = columns[column], text.format(**words)
        relations.append(table.relation(name, columns, comment))
    return *relations, *views


@cache
def _descriptions() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("relations.toml").read_text("utf-8"))
