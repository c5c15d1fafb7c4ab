"""Empty views, described in the manual, that stand for a table not laid out yet."""

from functools import cache

from llq.query.sql.manual import ViewText, views
from llq.query.sql.table_cache import BuiltTable
from llq.store.database import comments_on, quoted


def outlines(table: BuiltTable) -> dict[str, str]:
    """Return SQL that creates a table's views without rows, as described in the manual.

    Empty if the manual lacks a view, as for other variants.
    """
    names = [
        name
        for name in table.kind.views_of(table.info.spec.name)
        if table.kind.is_apart(name) == table.is_apart
    ]
    is_known = _manual().keys() >= {*names}
    return {name: outline(name) for name in names} if is_known else {}


def outline(name: str) -> str:
    """Return SQL that creates an empty view, with the manual's comments."""
    view = _manual()[name]
    empty = ", ".join(f"NULL::{column.type} AS {quoted(column.name)}" for column in view.columns)
    created = f"CREATE OR REPLACE VIEW {quoted(name)} AS SELECT {empty} WHERE false"
    words = {column.name: column.comment for column in view.columns}
    return ";".join([created, *comments_on("VIEW", name, view.comment, words)])


@cache
def _manual() -> dict[str, ViewText]:
    return {view.name: view for view in views()}
