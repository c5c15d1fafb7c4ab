"""``llq tables`` and ``llq verify-files``: the table files."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from llq.cli.options import ThreadsOption
from llq.cli.output.printing import Format, FormatOption, messages, print_rows, progress_bar
from llq.errors import LlqError

if TYPE_CHECKING:
    from llq.store.locate import ListedTable
    from llq.store.tables import TableInfo

_COLUMNS = (
    "game", "variant", "bytes", "content_hash", "state", "seconds", "command", "seed", "resumed",
    "created", "version", "versions", "machine", "path",
)  # fmt: skip
_SHOWN = 5
"""Columns in table format; JSON and CSV add build details."""


def tables_command(form: FormatOption = Format.table) -> None:
    """List the built tables: where they are, their sizes and the hashes of their content.

    For example:

      llq tables

      llq tables --format json
    """
    from llq.query.tables.files import tables  # here, as a lookup does without every game's tables

    rows = [_table_row(table) for table in tables()]
    if form is Format.table:
        for folder in dict.fromkeys(Path(row["path"]).parent for row in rows):
            group = [row for row in rows if Path(row["path"]).parent == folder]
            summary = [{name: row[name] for name in _COLUMNS[:_SHOWN]} for row in group]
            print_rows(summary, form, title=f"Folder {folder}", as_given=True)
    else:
        print_rows(rows, form, columns=_COLUMNS)
    if not rows:
        messages.print("No tables yet; build one with: llq build love-letter")


def _table_row(table: ListedTable) -> dict[str, Any]:
    """Return a table's row; keys without a stated fact hold None."""
    game, _, variant = table.name.partition("-")
    row: dict[str, Any] = dict.fromkeys(_COLUMNS) | {
        "game": game,
        "variant": variant,
        "bytes": table.size_bytes,
        "content_hash": (table.content_hash or "")[:12],
        "state": "ok" if table.error is None else type(table.error).__name__,
        "path": str(table.path),
    }
    if table.info is None:
        return row
    origin, spec = table.info.provenance, table.info.spec
    return row | {
        "seconds": origin.seconds,
        "command": origin.command,
        "seed": spec.parameters.get("seed"),
        "resumed": origin.is_resumed,
        "created": origin.created,
        "version": spec.version,
        "versions": ", ".join(f"{name} {number}" for name, number in origin.versions.items()),
        "machine": ", ".join(map(str, origin.machine.values())),
    }


def verify_files_command(
    files: Annotated[
        list[Path] | None, typer.Argument(help="Files to check; by default every table.")
    ] = None,
    rebuild: Annotated[
        bool,
        typer.Option("--rebuild", help="Recompute tables, or a share of a long one, and compare."),
    ] = False,
    share: Annotated[
        float,
        typer.Option(min=0.0, max=1.0, help="Share of a long table's blocks to compute, by cost."),
    ] = 0.01,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Seed: the same seed gives the same result.")
    ] = None,
    within: Annotated[
        float | None,
        typer.Option(help="Leave out tables that are built whole and took more seconds than this."),
    ] = None,
    threads: ThreadsOption = 2,
    form: FormatOption = Format.table,
) -> None:
    """Check tables for damage and age; exit with 1 after a failure.

    Each is read whole and every hash is checked. If no files are named, what SQL has laid out
    of them is checked too.

    With --rebuild the numbers are recomputed and compared bit by bit: all of a table that takes
    seconds, a random share of the blocks of a longer one, by default chosen by today's date. Of
    Love Letter's solution, which has no blocks, it is the bounds of what its policy loses that are
    recomputed; --share 1 learns it again from the start.

    For example:

      llq verify-files

      llq verify-files tables/love_letter-classic.h5

      llq verify-files --rebuild --share 0.001 --seed 7
    """
    from llq.query.sql.table_cache import verify_layouts
    from llq.query.tables.files import verify_files

    with progress_bar("Checking files", transient=True):
        rows = [_file_row(path, result) for path, result in verify_files(files or None)]
    if rebuild:
        if seed is None:
            seed = int(datetime.now(UTC).strftime("%Y%m%d"))  # such as 20260131
        messages.print(f"Blocks are chosen by --seed {seed}")
        _add_rebuilds(rows, share=share, seed=seed, within=within, threads=threads)
    if not files:
        for path, damage in verify_layouts():
            finding = str(damage or "laid out for SQL, as it was written")
            rows.append({"file": str(path), "sound": damage is None, "finding": finding})
    print_rows(rows, form, columns=("file", "sound", "finding"))
    if refused := sum(not row["sound"] for row in rows):
        raise LlqError(f"refused {refused} of {len(rows)} files: not intact, or out of date")


def _file_row(path: Path, result: TableInfo | LlqError) -> dict[str, Any]:
    """Return a checked file's row: whether it is sound, and its content or the reason."""
    from llq.query.tables.files import check_published

    try:
        if isinstance(result, LlqError):
            raise result
        published = ", the published one" if check_published(result) else ""
    except LlqError as error:
        return {"file": str(path), "sound": False, "finding": str(error)}
    created, version = result.provenance.created, result.provenance.versions["llq"]
    finding = f"content {result.content_hash}{published}, built {created} by {version}"
    return {"file": str(path), "sound": True, "finding": finding}


def _add_rebuilds(rows: list[dict[str, Any]], **options: Any) -> None:
    """Recompute sound tables, as `rebuild_file` does, and add the results to their rows."""
    from llq.query.tables.rebuild import rebuild_file

    for row in rows:
        if not row["sound"]:
            continue
        with progress_bar(f"Recomputing {Path(row['file']).stem}") as progress:
            try:
                rebuilt = rebuild_file(row["file"], progress=progress, **options)
                row["sound"] = rebuilt.agrees is not False
                row["finding"] += f"; {rebuilt.finding}"
            except LlqError as error:
                row["sound"], row["finding"] = False, str(error)
