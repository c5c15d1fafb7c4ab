"""What the manual says of SQL: its questions, and the views with their columns.

The pages ``docs/sql-….md`` come with llq as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
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
class Question:
    """A question of the manual."""

    group: str
    """The game that it is about."""
    number: str
    """Its number there, such as ``D3``."""
    title: str
    text: str
    """What else the manual says before the query, as Markdown."""
    query: str


@dataclass(frozen=True)
class Column:
    """A column: its name, its type and what it holds."""

    name: str
    type: str
    comment: str


@dataclass(frozen=True)
class ViewText:
    """A view or relation: its group, its name, what one row is, and its columns."""

    group: str
    name: str
    comment: str
    columns: tuple[Column, ...]


@cache
def questions() -> tuple[Question, ...]:
    """Return the questions of the manual in its order."""
    return tuple(
        Question(group, *(match[part].strip() for part in ("number", "title", "text", "query")))
        for group, page in _PAGES.items()
        for match in _QUESTION.finditer(_text(page))
    )


@cache
def views() -> tuple[ViewText, ...]:
    """Return the views and relations of the tables that the manual describes, in its order."""
    return tuple(
        ViewText(
            group,
            match["name"],
            match["comment"],
            tuple(Column(*parts) for parts in _COLUMN.findall(match["columns"])),
        )
        for group, section in _sections("sql-schema.md")
        for match in _VIEW.finditer(section)
    )


def _sections(page: str) -> Iterator[tuple[str, str]]:
    """Yield the heading and the text of each section of a page."""
    for section in re.split(r"^## ", _text(page), flags=re.MULTILINE)[1:]:
        title, _, body = section.partition("\n")
        yield title, body


def _text(page: str) -> str:
    return (files("llq.manual") / page).read_text("utf-8")
