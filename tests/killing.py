"""Programs that are killed where they say that they are."""

import subprocess
import sys
from pathlib import Path

__all__ = ["kill_at"]


def kill_at(line: str, code: str, *arguments: object) -> None:
    """Run Python code until it prints a line, then kill it."""
    with subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        cwd=Path(__file__).parents[1],
        stdout=subprocess.PIPE,
        text=True,
    ) as run:
        assert run.stdout is not None
        is_there = f"{line}\n" in run.stdout
        run.kill()
    assert is_there
