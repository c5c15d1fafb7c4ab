"""Exit codes of the ``llq`` command, besides 0."""

FAILURE = 1
"""After a right command line whose work failed: a damaged table, a full disk."""

MISTAKE = 2
"""After a command line that cannot be answered: an unknown name, an impossible hand."""

INTERRUPTED = 130
"""After Ctrl-C, as in shells."""
