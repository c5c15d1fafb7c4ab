"""Exit codes of the ``llq`` command, besides 0."""

FAILURE = 1  # after a right command line: a damaged table, a full disk
MISTAKE = 2  # after a wrong one: an unknown name, an impossible hand
INTERRUPTED = 130  # after Ctrl-C, as in shells
