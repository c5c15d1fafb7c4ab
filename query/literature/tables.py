"""Literature's three tables, as what goes through the tables of all games takes them."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Any, NamedTuple

from llq.query.literature import match_table, opening_table, policies
from llq.query.literature.opening_sql import opening_relations, opening_views
from llq.query.literature.sql import match_relations, match_views, policy_relations
from llq.store.database import Relation, View
from llq.store.schema import TableSpec

__all__ = ["BY_NAME", "TableKind"]


class TableKind(NamedTuple):
    """One kind of table."""

    spec_like: Callable[[TableSpec], TableSpec]
    """What today's code would build with a table's parameters."""
    remedy: Callable[[TableSpec], str]
    """What to do about a table that is refused."""
    open: Callable[[], Any]
    content: Callable[[Any], tuple[tuple[Relation, ...], tuple[View, ...]]]
    """What a table puts into a database."""


BY_NAME = MappingProxyType(
    {
        "literature-policies": TableKind(
            policies.policies_spec_like,
            policies.policies_remedy,
            policies.open_literature_policies,
            lambda table: (policy_relations(table), ()),
        ),
        "literature-matches": TableKind(
            match_table.matches_spec_like,
            match_table.matches_remedy,
            match_table.open_literature_matches,
            lambda table: (match_relations(table), match_views()),
        ),
        "literature-openings": TableKind(
            opening_table.openings_spec_like,
            opening_table.openings_remedy,
            opening_table.open_literature_openings,
            lambda table: (opening_relations(table), opening_views()),
        ),
    }
)
"""The kinds of table by name."""
