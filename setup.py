"""The packages of llq: every folder of code at the top lies below ``llq``."""

from pathlib import Path

from setuptools import setup

FOLDERS = {f"llq.{name}": name for name in ("cli", "query", "solver", "store", "web")} | {
    "llq": "src/llq",
    "llq.manual": "docs",
    "llq.standard_tables": "tables",
}
PACKAGES = [
    ".".join([name, *file.parent.relative_to(folder).parts])
    for name, folder in FOLDERS.items()
    for file in sorted(Path(folder).rglob("__init__.py"))
]

if __name__ == "__main__":
    setup(package_dir=FOLDERS, packages=PACKAGES)
