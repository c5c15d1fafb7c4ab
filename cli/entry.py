"""The ``llq`` script: Ctrl-C is one line even while modules are imported."""

import sys

__all__ = ["INTERRUPTED", "run"]

INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells have it."""


def run() -> None:
    """Import the command line and run it."""
    try:
        from llq.cli.main import main
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        sys.exit(INTERRUPTED)
    main()
