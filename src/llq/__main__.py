"""``python -m llq``: the ``llq`` command."""

from llq.cli.entry import run

run()
