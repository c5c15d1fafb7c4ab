"""``python -m llq``: the ``llq`` command."""

from llq.cli.entry import run

if __name__ == "__main__":
    run()
