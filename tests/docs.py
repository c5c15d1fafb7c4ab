"""The examples in README.md and docs/: what they run and what they say comes out.

``python -m tests.docs`` runs them all and writes the output that they gave into the pages;
``python -m tests.docs sql.md:love_letter love-letter.md`` those of some pages, of one only the
commands that hold a word.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from tests import serving

ROOT = Path(__file__).parent.parent
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))

_CONSOLE = re.compile(r"^```console\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
_SQL = re.compile(
    r"^```sql\n(?P<query>.*?)^```\n+```text\n(?P<output>.*?)^```$", re.MULTILINE | re.DOTALL
)

_SPEED = re.compile(r"(<!-- speed (\w+) -->).*?<!-- -->")
_ROWS = re.compile(r"(<!-- (strength|races) (\w+) -->\n).*?\n<!-- -->", re.DOTALL)
_MEASURED = {"strength": "benchmarks.sueca_strong", "races": "benchmarks.dominion_race_cards"}


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


def with_figures(text: str) -> str:
    """Return a page with the figures and tables that benchmarks have written.

    A figure of `benchmarks/speed.json` stands between ``<!-- speed NAME -->`` and ``<!-- -->``,
    which no reader sees; a group of the rows that a module of `benchmarks` has measured after
    ``<!-- strength GROUP -->`` or the like.
    """
    speeds = json.loads((ROOT / "benchmarks" / "speed.json").read_text("utf-8"))
    text = _SPEED.sub(lambda found: f"{found[1]}{speeds[found[2]]['shown']}<!-- -->", text)

    def rows(found: re.Match[str]) -> str:
        shown = import_module(_MEASURED[found[2]]).markdown(found[3])
        return f"{found[1]}{shown}\n<!-- -->"

    return _ROWS.sub(rows, text)


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
    done = subprocess.run(
        command,
        shell=True,
        check=False,
        cwd=ROOT,
        env=os.environ | {"PATH": path, "COLUMNS": "80"} | asks | dict(environment or {}),
        capture_output=True,
        text=True,
    )
    assert done.returncode in (0, 1, 2), done.stderr
    said = done.stderr if done.returncode else ""  # progress, of a slow machine, is not an answer
    errors = [line for line in said.splitlines() if not line.endswith("…")]
    text = "\n".join([*done.stdout.splitlines(), *errors])
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines())


def main(chosen: list[str]) -> None:
    """Write the output of the examples into their pages, all or by ``page`` and ``page:word``."""
    words = dict(name.partition(":")[::2] for name in chosen)
    for page in PAGES:
        if chosen and page.name not in words:
            continue
        text = page.read_text(encoding="utf-8")
        for example in sorted(examples(text), key=lambda e: -e.start):
            if words.get(page.name, "") in example.command:
                text = text[: example.start] + run(example.command) + text[example.end :]
        page.write_text(with_figures(text), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
