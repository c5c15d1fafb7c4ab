"""``llq serve`` and ``llq mcp``: servers of pages, the API, and tools of an assistant."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from llq.cli.output.printing import Format, FormatOption, messages, print_rows, print_text
from llq.query.optional_imports import needed

_SecondsOption = Annotated[
    float, typer.Option(min=0.1, max=3600, help="Seconds that an answer may take.")
]


def serve_command(
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 for any free one.")] = 8000,
    host: Annotated[
        str,
        typer.Option(
            help="Address to listen on; by default only this machine can reach the pages."
        ),
    ] = "127.0.0.1",
    seconds: _SecondsOption = 20.0,
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


def mcp_command(seconds: _SecondsOption = 20.0) -> None:
    """Serve an assistant at standard input and output, by the Model Context Protocol.

    Assistants start this command themselves; llq help mcp has the lines of their configurations.
    Over HTTP the same is at /mcp of llq serve --mcp. It needs the SDK: pip install 'llq[mcp]'.

    For example:

      llq mcp

      llq mcp --seconds 60
    """
    server = needed("mcp", "llq.web.mcp.server")
    messages.print("Speaking MCP at standard input and output; Ctrl-C stops it.")
    server.serve_stdio(seconds=seconds)
    sys.stderr.flush()
    os._exit(0)  # a thread that still compiles does not survive the interpreter's own exit
