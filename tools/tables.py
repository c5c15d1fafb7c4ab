"""tables/README.md and tables/standard.json: what is published of the tables that come with llq.

Both are made from the files, after ``llq build --all --folder tables``.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from llq.query.games import all_kinds
from llq.query.tables.build_times import PUBLISHED, build_takes, rough_duration
from llq.query.tables.descriptions import bytes_text, table_facts
from llq.store.locate import SUFFIX
from llq.store.shipped import standard_folder
from llq.store.tables import TableInfo, open_table


def generate(part: str, *, check: bool) -> Iterator[tuple[Path, bytes]]:
    """Yield the published data of the standard tables, hashes and times, then their page."""
    folder = standard_folder()
    infos = []
    for path in (folder / f"{name}{SUFFIX}" for kind in all_kinds() for name in kind.standard):
        if path.exists():
            with open_table(path) as table:
                infos.append(table.info)
    published = {
        info.spec.name: {
            "content_hash": info.content_hash,
            "parameters": dict(info.spec.parameters),
            "seconds": round(info.provenance.seconds, 1),
            "version": info.spec.version,
        }
        for info in infos
    }
    yield folder / PUBLISHED, f"{json.dumps(published, indent=1, sort_keys=True)}\n".encode()
    yield folder / "README.md", _page(infos).encode()


def _page(infos: Sequence[TableInfo]) -> str:
    """Return the page that describes some tables, from their metadata."""
    size = sum(info.size_bytes for info in infos)
    parts = [
        "# The standard set\n\n"
        f"{len(infos)} tables that come with llq, {bytes_text(size)} in all. This page is "
        "written by `python -m tools.update tables`; `llq verify-files --rebuild` recomputes "
        "the tables, or a share of each, and compares them.\n"
    ]
    for info in infos:
        lines = table_facts(info)
        for name in ("Command", "Content"):
            lines[name] = f"`{lines[name]}`"
        takes = build_takes(info.spec.name)  # of tables built beside other work measured again
        if takes and not takes.startswith(rough_duration(info.provenance.seconds)):
            lines["Took"] += f"; measured again: {takes}"
        parts.append(
            f"\n## {info.spec.name}\n\n| | |\n|---|---|\n"
            + "".join(f"| {name} | {text} |\n" for name, text in lines.items())
        )
    return "".join(parts)
