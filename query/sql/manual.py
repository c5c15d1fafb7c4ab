"""The manual's SQL part: questions, views and columns.

The pages ``docs/sql-….md`` come with llq as they are.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

_QUESTION = re.compile(
    r"^## (?P<number>\w+)\. (?P<title>.+?)$\n+(?P<text>.*?)```sql\n(?P<query>.*?)\n```$",
    re.MULTILINE | re.DOTALL,
)
_VIEW = re.compile(
    r"^### (?P<name>\w+)$\n\n(?P<comment>.+?)\n\n\| column \| type \| \|\n\|---\|---\|---\|\n"
    r"(?P<columns>(?:\|.*\n)*)",
    re.MULTILINE,
)
_COLUMN = re.compile(r"^\| `(.+?)` \| (.+?) \| (.*) \|$", re.MULTILINE)

_PAGES = {
    "Love Letter": "sql-love-letter.md",
    "Dominion": "sql-dominion.md",
    "Sueca": "sql-sueca.md",
    "Literature": "sql-literature.md",
}
"""The page of questions about each game."""


@dataclass(frozen=True)
class SqlQuestion:
    """A question of the manual."""

    group: str
    """The game that it is about."""
    number: str
    """Number in the manual, such as ``D3``."""
    title: str
    text: str
    """Explanation before the query, as Markdown."""
    query: str


@dataclass(frozen=True)
class ViewColumn:
    """A column's name, type and meaning."""

    name: str
    type: str
    comment: str


@dataclass(frozen=True)
class ViewText:
    """A view or relation: group, name, meaning of a row, and columns."""

    group: str
    name: str
    comment: str
    columns: tuple[ViewColumn, ...]


@cache
def questions() -> tuple[SqlQuestion, ...]:
    """Return the manual's questions, in order."""
    return tuple(
        SqlQuestion(group, *(match[part].strip() for part in ("number", "title", "text", "query")))
        for group, page in _PAGES.items()
        for match in _QUESTION.finditer(_text(page))
    )


@cache
def views() -> tuple[ViewText, ...]:
    """Return the manual's views and relations, in order."""
    return tuple(
        ViewText(
            group,
            match["name"],
            match["comment"],
            tuple(ViewColumn(*parts) for parts in _COLUMN.findall(match["columns"])),
        )
        for group, section in _sections("sql-schema.md")
        for match in _VIEW.finditer(section)
    )


def empty_views(names: Iterable[str]) -> dict[str, str]:
    """Return SQL that creates views without rows, by name, with the manual's comments.

    They stand for tables that are not laid out yet. Empty if the manual lacks one of them, as for
    other variants.
    """
    names, described = [*names], {view.name: view for view in views()}
    if not described.keys() >= {*names}:
        return {}
    return {name: _empty_view(described[name]) for name in names}


def _empty_view(view: ViewText) -> str:
    from llq.store.database import comments_on, quoted  # numpy, which completion does without

    empty = ", ".join(f"NULL::{column.type} AS {quoted(column.name)}" for column in view.columns)
    created = f"CREATE OR REPLACE VIEW {quoted(view.name)} AS SELECT {empty} WHERE false"
    words = {column.name: column.comment for column in view.columns}
    return ";".join([created, *comments_on("VIEW", view.name, view.comment, words)])


def _sections(page: str) -> Iterator[tuple[str, str]]:
    for section in re.split(r"^## ", _text(page), flags=re.MULTILINE)[1:]:
        title, _, body = section.partition("\n")
        yield title, body


def _text(page: str) -> str:
    return (files("llq.manual") / page).read_text("utf-8")
