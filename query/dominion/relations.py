"""SQL relations and views of Dominion's tables, described in ``relations.toml``."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from llq.query.tables.stored_table import Source, StoredTable
from llq.store.database import Relation, View


class Relations(NamedTuple):
    """A table's relations and views, made from its arrays and from their descriptions."""

    table: StoredTable
    kind: str
    """The kind of table, as ``relations.toml`` has it."""
    words: Mapping[str, str]
    """Words for the braces there; ``name`` begins the names of all relations."""

    def relation(self, part: str, columns: Mapping[str, Source | tuple[Source, str]]) -> Relation:
        """Return a relation; a column bare of text takes its comment from ``relations.toml``."""
        described = _descriptions()[self.kind][part]
        comments = described["columns"]
        sources: dict[str, Source | tuple[Source, str]] = {}
        for name, source in columns.items():
            if isinstance(source, tuple) or name not in comments:
                sources[name] = source
            else:
                sources[name] = source, self._filled(comments[name])
        comment = self._filled(described["comment"])
        return self.table.relation(f"{self.words['name']}_{part}", sources, comment)

    def views(self) -> Iterator[View]:
        """Yield the views over the relations."""
        for part, described in _descriptions()[self.kind].items():
            if "sql" in described:
                sql, comment = self._filled(described["sql"]), self._filled(described["comment"])
                yield View(f"{self.words['name']}_{part}", sql, comment, described["columns"])

    def _filled(self, text: str) -> str:
        return text.format(**self.words)


@cache
def _descriptions() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("relations.toml").read_text("utf-8"))
