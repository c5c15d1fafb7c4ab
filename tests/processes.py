"""Fresh processes of Python."""

import os
import subprocess
import sys
from pathlib import Path


def run_python(
    code: str, *words: object, check: bool = True, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run code in a fresh process, at the top of the repository; return what it printed."""
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, words)],
        env=os.environ | environment,
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
        check=check,
    )
