"""tables/README.md and tables/standard.json: what is published of the tables that come with llq.

``python -m tests.standard_tables`` writes both from the files, after ``llq build --all --folder
tables``; read the diff before you commit it.
"""

import json
import os

from llq.query.games import all_kinds
from llq.query.tables.build_times import PUBLISHED, build_takes, in_rough_words
from llq.query.tables.standard_set import bytes_text, table_facts
from llq.store.locate import SUFFIX, VARIABLE
from llq.store.shipped import standard_folder
from llq.store.tables import open_table

README = "README.md"


def write_pages(folder):
    """Write a folder's published data on standard tables, hashes and times, and its page."""
    infos = _infos(folder)
    said = {
        info.spec.name: {
            "content_hash": info.content_hash,
            "parameters": dict(info.spec.parameters),
            "seconds": round(info.provenance.seconds, 1),
            "version": info.spec.version,
        }
        for info in infos
    }
    (folder / PUBLISHED).write_text(f"{json.dumps(said, indent=1, sort_keys=True)}\n", "utf-8")
    (folder / README).write_text(readme(folder), "utf-8")


def readme(folder):
    """Return the page that describes the tables of a folder, from the files' metadata."""
    infos = _infos(folder)
    size = sum(info.size_bytes for info in infos)
    parts = [
        "# The standard set\n\n"
        f"{len(infos)} tables that come with llq, {bytes_text(size)} in all. This page is "
        "written by `python -m tests.standard_tables`; `llq verify-files --rebuild` recomputes "
        "the tables, or a share of each, and compares them.\n"
    ]
    for info in infos:
        lines = table_facts(info)
        for name in ("Command", "Content"):
            lines[name] = f"`{lines[name]}`"
        takes = build_takes(info.spec.name)  # of tables built beside other work measured again
        if takes and not takes.startswith(in_rough_words(info.provenance.seconds)):
            lines["Took"] += f"; measured again: {takes}"
        parts.append(
            f"\n## {info.spec.name}\n\n| | |\n|---|---|\n"
            + "".join(f"| {name} | {text} |\n" for name, text in lines.items())
        )
    return "".join(parts)


def _infos(folder):
    """Return the metadata of the standard tables of a folder."""
    found = []
    for kind in all_kinds():
        for name in kind.standard:
            path = folder / f"{name}{SUFFIX}"
            if path.exists():
                with open_table(path) as table:
                    found.append(table.info)
    return found


if __name__ == "__main__":
    os.environ[VARIABLE] = str(standard_folder())
    write_pages(standard_folder())
