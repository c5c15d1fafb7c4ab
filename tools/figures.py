"""The figures and tables in README.md and docs/ that benchmarks have measured.

A figure of `benchmarks/speed.json` stands between ``<!-- speed NAME -->`` and ``<!-- -->``, which
no reader sees; a group of the rows that a module of `benchmarks` has measured after
``<!-- strength GROUP -->`` or the like.
"""

import json
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from tools.examples import PAGES, ROOT

_SPEED = re.compile(r"(<!-- speed (\w+) -->).*?<!-- -->")
_ROWS = re.compile(r"(<!-- (strength|races) (\w+) -->\n).*?\n<!-- -->", re.DOTALL)
_MEASURED = {"strength": "benchmarks.sueca_strong", "races": "benchmarks.dominion_race_cards"}


def generate(part: str, *, check: bool) -> Iterator[tuple[Path, bytes]]:
    """Yield each page, or the one of a name, and what it holds with today's figures."""
    speeds = json.loads((ROOT / "benchmarks" / "speed.json").read_text("utf-8"))
    for page in PAGES:
        if part in ("", page.name):
            text = page.read_text("utf-8")
            text = _SPEED.sub(lambda mark: f"{mark[1]}{speeds[mark[2]]['shown']}<!-- -->", text)
            yield page, _ROWS.sub(_rows, text).encode()


def _rows(mark: re.Match[str]) -> str:
    return f"{mark[1]}{import_module(_MEASURED[mark[2]]).markdown(mark[3])}\n<!-- -->"
