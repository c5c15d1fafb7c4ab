"""SQL relations and views of stored tables, described in TOML files.

A section ``[kind.part]`` has the comment on a relation or view, its columns' meanings, the paper of
published figures, and for a view the query; ``[kind.columns]`` has meanings that hold in all
relations of the kind. A name is that of the table and the part unless the section has its own.
Words in braces are the table's.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from llq.query.tables.stored_table import Source, StoredTable
from llq.store.database import Relation, View

Columns = Mapping[str, Source | tuple[Source, str]]
"""Relation columns by name: sources, some with a comment of their own."""


class Relations(NamedTuple):
    """A table's relations and views, made from its arrays and from their descriptions."""

    file: Path
    """The descriptions."""
    table: StoredTable
    kind: str
    """Section of the descriptions: the kind of table."""
    words: Mapping[str, str]
    """Words for the braces there; ``name`` begins the names of all relations."""

    def relation(self, part: str, columns: Columns) -> Relation:
        """Return a relation; a column bare of text takes its comment from the descriptions."""
        kind = _descriptions(self.file)[self.kind]
        comments = self._comments(kind.get("columns", {}) | kind[part]["columns"])
        described = dict(columns)
        for name, source in columns.items():
            if name in comments and not isinstance(source, tuple):
                described[name] = source, comments[name]
        name, comment = f"{self.words['name']}_{part}", self._filled(kind[part]["comment"])
        return self.table.relation(name, described, comment, paper=kind[part].get("paper", ""))

    def views(self, *parts: str) -> Iterator[View]:
        """Yield some views over the relations, by default all."""
        kind = _descriptions(self.file)[self.kind]
        for part in parts or [part for part in kind if "sql" in kind[part]]:
            view = kind[part]
            name = self._filled(view.get("name", f"{{name}}_{part}"))
            sql, comment = self._filled(view["sql"]), self._filled(view["comment"])
            yield View(name, sql, comment, self._comments(view["columns"]))

    def _comments(self, texts: Mapping[str, str]) -> dict[str, str]:
        return {self._filled(name): self._filled(text) for name, text in texts.items()}

    def _filled(self, text: str) -> str:
        return text.format(**self.words)


@cache
def _descriptions(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text("utf-8"))
