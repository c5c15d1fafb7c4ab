"""The folder of the tables that come with llq, for those who need no table."""

from pathlib import Path


def standard_folder() -> Path:
    """Return the folder of the tables that came with llq, in which nothing is built by default."""
    root = Path(__file__).resolve().parent.parent
    installed = root / "standard_tables"  # as a module, tables would hide llq.tables
    return installed if installed.is_dir() else root / "tables"
