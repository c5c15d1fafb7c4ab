"""Folder of the tables shipped with llq."""

from pathlib import Path


def standard_folder() -> Path:
    """Return the folder of the tables shipped with llq, never a default build target."""
    root = Path(__file__).resolve().parent.parent
    installed = root / "standard_tables"  # as a module, tables would hide llq.tables
    return installed if installed.is_dir() else root / "tables"
