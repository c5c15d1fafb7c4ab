"""The database as a data set folder as hubs expect it: Parquet, a card, checksums.

The card is the README that hubs show: what each file holds, column by column, how it was made, how
exact it is, the licence, how to cite it and how to load it.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import NamedTuple

from llq.errors import IllegalState
from llq.query.sql.database import Connection, Working, open_connection
from llq.query.sql.exports import exported_names, not_exported, require_folder, write_parquet
from llq.query.version import __version__
from llq.store.atomic import replacing
from llq.store.database import quoted

CARD = "README.md"
SUMS = "SHA256SUMS"
_DATA = "data"
_MARK = "<!-- written by llq export parquet --dataset -->"
_FEW = 10_000
_SCALES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (10**6, "100K<n<1M"),
           (10**7, "1M<n<10M"), (10**8, "10M<n<100M"), (10**9, "100M<n<1B"))  # fmt: skip


SIZES = ("opening", "standard", "whole")
"""How much a data set has: views of at most 10,000 rows, every view of the tables that are laid out
without being asked for, or the large tables too."""


class _View(NamedTuple):
    """A view: its name, what a row is, its rows, and its columns' names, types and comments."""

    name: str
    comment: str
    rows: int
    columns: list[tuple[str, str, str]]
    origin: dict[str, str]


def export_dataset(
    folder: str | os.PathLike[str],
    size: str = "standard",
    *,
    replace: bool = False,
    working: Working = lambda _: nullcontext(),
) -> tuple[Path, ...]:
    """Write a data set folder: Parquet files, a card and checksums; return the files.

    Parameters
    ----------
    folder
        The folder, made if the one above it exists.
    size
        How much of the database it has, one of `SIZES`.
    replace
        Whether files that llq did not write are replaced too.
    working
        As in `open_connection`.

    Raises
    ------
    IllegalState
        There is no such size.
    TableMissing
        No table has been built; the message has the command.
    TableNotWritable
        The folder cannot be written to, or a file there is not of an earlier data set.
    """
    if size not in SIZES:
        raise IllegalState(f"the size of a data set is one of {', '.join(SIZES)}; got {size!r}")
    folder = Path(folder)
    require_folder(folder)
    card = folder / CARD
    if card.exists() and not replace and _MARK not in card.read_text("utf-8", "replace"):
        raise not_exported(card)
    large = size == "whole"
    with open_connection(read_only_files=False, large=large, working=working) as connection:
        views = {view.name: view for view in _views(connection)}
        if size == "opening":
            views = {name: view for name, view in views.items() if view.rows <= _FEW}
        files = write_parquet(
            connection,
            folder / _DATA,
            views,
            replace=replace,
            working=working,
            about=lambda name: _metadata(views[name]),
        )
    with replacing(card) as temporary:
        temporary.write_text(_card(list(views.values()), size), "utf-8")
    written = (*files, card)
    with replacing(folder / SUMS) as temporary:
        lines = (f"{_sha256(path)}  {path.relative_to(folder).as_posix()}\n" for path in written)
        temporary.write_text("".join(lines), "utf-8")
    return (*written, folder / SUMS)


def _views(connection: Connection) -> Iterator[_View]:
    """Yield the views of an export with what the database says of them."""
    plain = connection.plain
    origins = {
        name: {"table": file, "content": content, "rules": rules, "accuracy": accuracy,
               "command": command, "paper": paper}
        for name, file, content, rules, accuracy, command, paper in plain.execute(
            "SELECT name, table_file, content_hash, rules, accuracy, command, paper FROM source"
        ).fetchall()
    }  # fmt: skip
    comments = dict(
        plain.execute(
            "SELECT table_name, comment FROM duckdb_tables() UNION ALL "
            "SELECT view_name, comment FROM duckdb_views() WHERE NOT internal"
        ).fetchall()
    )
    for name in exported_names(connection):
        query = "SELECT column_name, data_type, coalesce(comment, '') FROM duckdb_columns() "
        columns = plain.execute(query + "WHERE table_name = ? ORDER BY column_index", [name])
        listed = list(dict.fromkeys(columns.fetchall()))
        counted = connection.execute(f"SELECT count(*) FROM {quoted(name)}").fetchone()
        origin = {key: text or "" for key, text in origins.get(name, {}).items()}
        yield _View(name, comments.get(name) or "", counted[0] if counted else 0, listed, origin)


def _metadata(view: _View) -> dict[str, str]:
    """Return what the metadata of a view's file says of it."""
    columns = {name: comment for name, _, comment in view.columns if comment}
    said = {"comment": view.comment, "columns": json.dumps(columns, ensure_ascii=False)}
    return said | {name: text for name, text in view.origin.items() if text}


def _card(views: list[_View], size: str) -> str:
    """Return the card: what hubs read, then what people do."""
    rows = sum(view.rows for view in views)
    scale = next((name for most, name in _SCALES if rows < most), "n>1B")
    example = next((v.name for v in views if v.name.endswith("opening")), views[0].name)
    lines = [
        "---",
        "license: mit",
        "pretty_name: What to play in four card games",
        "tags: [games, card-games, game-theory, strategy, tabular]",
        f"size_categories: [{scale}]",
        "configs:",
        *(
            line
            for view in views
            for line in (
                f"- config_name: {view.name}",
                f"  data_files: {_DATA}/{view.name}.parquet",
            )
        ),
        "---",
        "",
        _MARK,
        "",
        "# What to play in four card games",
        "",
        "Solved and simulated tables of Love Letter, Dominion, Sueca and Literature, written by "
        f"llq {__version__} (size class *{size}*): {len(views)} files, {rows:,} rows. A row's "
        "numbers are exact or carry a standard error; the column *accuracy* says which.",
        "",
        "## Load it",
        "",
        "```python",
        "from datasets import load_dataset",
        f'rows = load_dataset("FOLDER", "{example}")["train"]',
        "```",
        "",
        "```r",
        f'rows <- arrow::read_parquet("FOLDER/{_DATA}/{example}.parquet")',
        "```",
        "",
        "```sql",
        f"FROM 'FOLDER/{_DATA}/{example}.parquet' LIMIT 3;  -- in DuckDB",
        "```",
        "",
        f"`sha256sum --quiet -c {SUMS}` checks the files. Each file's metadata has what a row is, "
        "its columns, its table's hash and the command that makes it again.",
        "",
        "## How it was made, and how exact it is",
        "",
        "| file | rows | table | rules | accuracy | made by |",
        "|---|---|---|---|---|---|",
        *(
            f"| `{view.name}` | {view.rows:,} | {view.origin.get('table', '')} "
            f"{view.origin.get('content', '')[:12]} | {view.origin.get('rules', '')} | "
            f"{view.origin.get('accuracy') or view.origin.get('paper', '')} | "
            f"`{view.origin.get('command') or 'llq export'}` |"
            for view in views
        ),
        "",
        "## Licence and citation",
        "",
        "The tables are under the MIT licence, as llq is. Figures of publications (files named "
        "after authors and year) are their authors': cite those beside llq.",
        "",
        "```bibtex",
        "@software{llq, title = {llq: a precomputed strategy database for card games}, "
        f"version = {{{__version__}}}}}",
        "```",
        "",
        "## Columns",
    ]
    for view in views:
        lines += [
            "",
            f"### {view.name}",
            "",
            view.comment,
            "",
            "| column | type | |",
            "|---|---|---|",
        ]
        lines += [
            f"| `{name}` | {kind} | {comment.replace('|', chr(92) + '|')} |"
            for name, kind, comment in view.columns
        ]
    return "\n".join(lines) + "\n"


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
