"""In-memory tables, reread after file replacement."""

from functools import lru_cache
from pathlib import Path
from typing import Any

from llq.query.games import find_kind
from llq.store.locate import file_state


def load_cached_table(name: str) -> Any:
    """Return the table of a file's name, reread if the file has changed since the last call."""
    path = find_kind(name).table.find(name)
    return _read(path, file_state(path))


@lru_cache(maxsize=4)
def _read(path: Path, _state: tuple[int, ...]) -> Any:
    return find_kind(path.stem).table.load(path.stem, path)
