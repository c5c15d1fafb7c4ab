"""``llq export-site``: the explorers as files that any host can serve."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from llq.cli.options import ReplaceOption
from llq.cli.output.printing import Format, FormatOption, messages, print_rows, progress_bar, shown


def export_site_command(
    folder: Annotated[Path, typer.Argument(help="The folder; made if it is missing.")],
    replace: ReplaceOption = False,
    duckdb_wasm: Annotated[
        Path | None,
        typer.Option(
            metavar="NODE_MODULES",
            help="For a page of SQL: the folder where npm has installed @duckdb/duckdb-wasm.",
        ),
    ] = None,
    form: FormatOption = Format.table,
) -> None:
    """Write the explorers and stored tables of all games as files that any host can serve.

    Explorers answer in the browser, from tables that they load once and check by SHA-256; no server
    runs anything. With DuckDB-Wasm, which npm installs, a page queries every view in SQL too. It
    needs pip install 'llq[serve]'.

    For example:

      llq export-site site

      python -m http.server --directory site

      npm install @duckdb/duckdb-wasm

      llq export-site site --duckdb-wasm node_modules
    """
    from llq.query.optional_imports import needed

    module = needed("serve", "llq.web.site", only=("jinja2", "fastapi"))
    with progress_bar(f"Exporting {shown(folder, 200)}") as progress:
        site = module.export_site(
            folder, replace=replace, duckdb_wasm=duckdb_wasm, progress=progress
        )
    rows = [
        {
            "table": name,
            "content": table["content_hash"][:12],
            "download_bytes": sum(column["bytes"] for column in table["columns"].values()),
            "rules": table["rules_id"],
        }
        for name, table in site.manifest["tables"].items()
    ]
    print_rows(rows, form)
    size = sum(site.sizes.values())
    messages.print(f"{shown(folder, 200)}: {len(site.sizes)} files, {size:,} bytes.")
