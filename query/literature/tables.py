"""Literature's three tables, as what goes through the tables of all games takes them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from types import MappingProxyType
from typing import Any, NamedTuple

from llq.errors import TableMissing
from llq.query.literature import match_table, opening_table, policies
from llq.query.literature.opening_sql import opening_relations, opening_views
from llq.query.literature.sql import match_relations, match_views, policy_relations
from llq.store.database import Relation, View
from llq.store.schema import TableSpec
from llq.store.tables import TableInfo

__all__ = ["BY_NAME", "BuiltTable", "TableKind", "open_built"]


class TableKind(NamedTuple):
    """One kind of table."""

    spec_like: Callable[[TableSpec], TableSpec]
    """What today's code would build with a table's parameters."""
    remedy: Callable[[TableSpec], str]
    """What to do about a table that is refused."""
    open: Callable[[], Any]
    relations: Callable[[Any], tuple[Relation, ...]]
    views: Callable[[], tuple[View, ...]]


class BuiltTable(NamedTuple):
    """A table that is there, opened."""

    info: TableInfo
    relations: Callable[[], tuple[Relation, ...]]
    views: Callable[[], tuple[View, ...]]


BY_NAME = MappingProxyType(
    {
        "literature-policies": TableKind(
            policies.policies_spec_like,
            policies.policies_remedy,
            policies.open_literature_policies,
            policy_relations,
            tuple,
        ),
        "literature-matches": TableKind(
            match_table.matches_spec_like,
            match_table.matches_remedy,
            match_table.open_literature_matches,
            match_relations,
            match_views,
        ),
        "literature-openings": TableKind(
            opening_table.openings_spec_like,
            opening_table.openings_remedy,
            opening_table.open_literature_openings,
            opening_relations,
            opening_views,
        ),
    }
)
"""The kinds of table by name."""


def open_built() -> list[BuiltTable]:
    """Return every table of Literature's that is there, opened."""
    found = []
    for kind in BY_NAME.values():
        with suppress(TableMissing):
            table = kind.open()
            found.append(BuiltTable(table.info, _bound(kind.relations, table), kind.views))
    return found


def _bound(
    relations: Callable[[Any], tuple[Relation, ...]], table: Any
) -> Callable[[], tuple[Relation, ...]]:
    return lambda: relations(table)
