"""``llq serve``: the server of pages, the API, and tools of assistants."""

from __future__ import annotations

from typing import Annotated

import typer

from llq.cli.options import SecondsOption
from llq.cli.output.printing import Format, FormatOption, messages, print_rows, print_text
from llq.query.optional_imports import needed


def serve_command(
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 for any free one.")] = 8000,
    host: Annotated[
        str,
        typer.Option(
            help="Address to listen on; by default only this machine can reach the pages."
        ),
    ] = "127.0.0.1",
    seconds: SecondsOption = 20.0,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(help="A name by which browsers may ask, as behind a proxy; once for each."),
    ] = None,
    mcp: Annotated[
        bool, typer.Option("--mcp", help="Serve assistants too, at /mcp; see llq help mcp.")
    ] = False,
    form: FormatOption = Format.table,
) -> None:
    """Serve the pages and the API to browsers and bots until Ctrl-C.

    It needs FastAPI: pip install 'llq[serve]'; --mcp needs 'llq[mcp]'.

    For example:

      llq serve

      llq serve --port 8080 --seconds 60
    """

    def print_addresses(address: str) -> None:
        if form is Format.table:
            print_text(f"pages: {address}")
            print_text(f"API:   {address}/api/v1, described by {address}/openapi.json")
            if mcp:
                print_text(f"MCP:   {address}/mcp")
        else:
            assistants = {"mcp": f"{address}/mcp"} if mcp else {}
            print_rows([{"pages": address, "api": f"{address}/api/v1"} | assistants], form)
        messages.print("Ctrl-C stops it.")

    server = needed("mcp" if mcp else "serve", "llq.web.server")
    server.serve(
        host, port, seconds=seconds, allow_hosts=allow_host or (), mcp=mcp,
        started=print_addresses, report=messages.print,
    )  # fmt: skip
    messages.print("Stopped.")
