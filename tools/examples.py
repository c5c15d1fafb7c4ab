"""The commands and queries in README.md and docs/: what they are and what they print."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from tools import serving

ROOT = Path(__file__).parent.parent
PAGES = (ROOT / "README.md", *sorted((*ROOT.glob("docs/*.md"), *ROOT.glob("docs/measured/*.md"))))

_CONSOLE = re.compile(r"^```console\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
_SQL = re.compile(
    r"^```sql\n(?P<query>.*?)^```\n+```text\n(?P<output>.*?)^```$", re.MULTILINE | re.DOTALL
)


class Example(NamedTuple):
    """A command, what the page says it prints, and where in the page that stands."""

    command: str
    output: str
    start: int
    end: int


def examples(text: str) -> Iterator[Example]:
    """Yield the examples of a page: console blocks, and SQL blocks with their answer."""
    for block in _CONSOLE.finditer(text):
        position = block.start("body")
        for part in re.split(r"^(?=\$ )", block["body"], flags=re.MULTILINE):
            first, _, output = part.partition("\n")
            if first.startswith("$ "):
                start = position + len(first) + 1
                yield Example(first.removeprefix("$ "), output, start, position + len(part))
            position += len(part)
    for block in _SQL.finditer(text):
        yield Example(f'llq sql "{block["query"].strip()}"', block["output"], *block.span("output"))


def run(
    command: str, *, before: Path | None = None, environment: Mapping[str, str] | None = None
) -> str:
    """Return what a command prints on stdout, lines without trailing blanks.

    Programs are looked for in ``before`` first; ``environment`` is added to that of this process,
    and for a command that asks a server the address of one, as ``LLQ_URL``.
    """
    folders = [*([str(before)] if before else []), str(Path(sys.executable).parent)]
    path = os.pathsep.join([*folders, os.environ["PATH"]])
    asks = {"LLQ_URL": serving.address()} if "$LLQ_URL" in command else {}
    process = subprocess.run(
        command,
        shell=True,
        check=False,
        cwd=ROOT,
        env=os.environ | {"PATH": path, "COLUMNS": "80"} | asks | dict(environment or {}),
        capture_output=True,
        text=True,
    )
    assert process.returncode in (0, 1, 2), process.stderr
    lines = process.stdout.splitlines()
    if process.returncode:  # else it is progress, of a slow machine, which is not an answer
        lines += [line for line in process.stderr.splitlines() if not line.endswith("…")]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def generate(part: str, *, check: bool) -> Iterator[tuple[Path, bytes]]:
    """Yield each page, or the one of a name, and what it holds with today's outputs."""
    for page in PAGES:
        if part in ("", page.name):
            text = page.read_text("utf-8")
            for example in sorted(examples(text), key=lambda example: -example.start):
                text = text[: example.start] + run(example.command) + text[example.end :]
            yield page, text.encode()
