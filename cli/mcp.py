"""``llq mcp``: tools of an assistant at standard input and output."""

import os
import sys

from llq.cli.options import SecondsOption
from llq.cli.output.printing import messages
from llq.query.optional_imports import needed


def mcp_command(seconds: SecondsOption = 20.0) -> None:
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
