"""Files that appear whole or not at all."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from llq.errors import LlqError, TableNotWritable

__all__ = ["replacing"]


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield a path to write to; once the block succeeds, the file there becomes `path`.

    The temporary file is alone in a hidden folder beside `path`, so that whatever its writer leaves
    next to it (a write-ahead log) goes as well. On any failure `path` is as it was before. A
    process killed meanwhile leaves only the hidden folder, whose name ends in ``.tmp``.

    Raises
    ------
    TableNotWritable
        The folder or the disk refuses the file.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(
            prefix=f".{path.name}.", suffix=".tmp", dir=path.parent, ignore_cleanup_errors=True
        ) as folder:
            temporary = Path(folder, path.name)
            yield temporary
            _sync(temporary)
            temporary.replace(path)
        _sync(path.parent)
    except LlqError:
        raise
    except OSError as error:
        reason = " ".join(str(error).split())
        raise TableNotWritable(
            f"{path}: cannot be written ({reason}); choose a folder and a disk that take it"
        ) from error


def _sync(path: Path) -> None:
    """Make a file's bytes, or a folder's names, outlive a power cut."""
    if path.is_dir() and os.name == "nt":  # Windows opens no folders and needs no such sync
        return
    # Windows syncs only what is open for writing
    descriptor = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
