"""Tables in memory, reread after their files are replaced."""

from collections.abc import Callable
from functools import lru_cache, wraps
from pathlib import Path
from time import monotonic
from typing import Any, ParamSpec, TypeVar

from llq.query.games import find_kind
from llq.store.locate import file_state

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


def load_cached_table(name: str) -> Any:
    """Return the table of a file's name, reread if the file has changed since the last call."""
    path = find_kind(name).table.find(name)
    return _read(path, file_state(path))


def recheck_each_second(find: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Return a cached table finder that checks for replacement once a second."""

    @lru_cache(maxsize=16)
    def find_in(_second: int, *words: Any, **options: Any) -> Result:
        return find(*words, **options)

    @wraps(find)
    def find_now(*words: Any, **options: Any) -> Result:
        return find_in(int(monotonic()), *words, **options)

    return find_now


@lru_cache(maxsize=4)
def _read(path: Path, _state: tuple[int, ...]) -> Any:
    return find_kind(path.stem).table.load(path.stem, path)
