"""``llq tables`` and ``llq verify-files``: the table files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from llq.cli.output import Format, FormatOption, messages, print_rows
from llq.errors import LlqError

__all__ = ["tables_command", "verify_files_command"]


def tables_command(form: FormatOption = Format.table) -> None:
    """List the built tables: where they are, their sizes and the hashes of their content.

    For example:

      llq tables

      llq tables --format json
    """
    from llq.query.table_files import tables  # here, as a lookup does without every game's tables

    rows = [
        {
            "game": table.name.partition("-")[0],
            "variant": table.name.partition("-")[2],
            "bytes": table.size_bytes,
            "content_hash": (table.content_hash or "")[:12],
            "state": "ok" if table.error is None else type(table.error).__name__,
            **_place(table.path, form),
        }
        for table in tables()
    ]
    columns = ("game", "variant", "bytes", "content_hash", "state", *_place(Path(), form))
    print_rows(rows, form, columns=columns, settings=("folder",))
    if not rows:
        messages.print("No tables yet; build one with: llq build love-letter")


def _place(path: Path, form: Format) -> dict[str, str]:
    """Return where a file is; a table has the folder only, once below it if all have the same."""
    return {"folder": str(path.parent)} if form is Format.table else {"path": str(path)}


def verify_files_command(
    files: Annotated[
        list[Path] | None, typer.Argument(help="Files to check; by default every table.")
    ] = None,
    form: FormatOption = Format.table,
) -> None:
    """Check that tables are intact and up to date; exit with 1 if one is not.

    Each is read whole and every hash is checked. If no files are named, what SQL has laid out
    of them is checked too.

    For example:

      llq verify-files

      llq verify-files tables/love_letter-classic.h5
    """
    from llq.query.table_files import verify_files

    rows = []
    for path, found in verify_files(files or None):
        if isinstance(found, LlqError):
            rows.append({"file": str(path), "sound": False, "finding": str(found)})
        else:
            finding = (
                f"content {found.content_hash}, built {found.provenance.created} "
                f"by {found.provenance.versions['llq']}"
            )
            rows.append({"file": str(path), "sound": True, "finding": finding})
    if not files:
        from llq.query.layouts import verify_layouts

        for path, problem in verify_layouts():
            finding = "laid out for SQL" if problem is None else str(problem)
            rows.append({"file": str(path), "sound": problem is None, "finding": finding})
    print_rows(rows, form, columns=("file", "sound", "finding"))
    if not all(row["sound"] for row in rows):
        raise typer.Exit(1)
