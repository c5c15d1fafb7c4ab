"""Tables that pages keep in memory until their files are replaced."""

from __future__ import annotations

from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from llq.query.games import find_kind
from llq.store.locate import file_state, find_table


def kept_table(name: str) -> Any:
    """Return the table of a file's name, reread if the file has changed since the last call."""
    kind = find_kind(name)
    path = find_table(name, expected=kind.spec_like, remedy=partial(kind.remedy, name))
    return _read(path, file_state(path))


@lru_cache(maxsize=4)
def _read(path: Path, _state: tuple[int, ...]) -> Any:
    return find_kind(path.stem).open(path)
