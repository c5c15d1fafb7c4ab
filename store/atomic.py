"""Atomic file replacement, and locks between writers."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import time
from typing import TYPE_CHECKING

from llq.errors import LlqError, TableNotWritable

if TYPE_CHECKING:
    from filelock import FileLock

_LOCK = ".lock"
_BEGINNING_SECONDS = 60
"""Grace period for a temporary folder without a lock."""


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield a temporary path that replaces `path` once the block succeeds.

    The temporary file is alone in a hidden folder beside `path`, so that whatever its writer leaves
    next to it (a write-ahead log) goes as well. On any failure `path` is as it was before. A
    process killed meanwhile leaves only the hidden folder, whose name ends in ``.tmp``; the next
    writer of the same file removes it.
    """
    with _refusing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        _remove_abandoned(path)
        with tempfile.TemporaryDirectory(
            prefix=f".{path.name}.", suffix=".tmp", dir=path.parent, ignore_cleanup_errors=True
        ) as folder:
            lock, _ = _lock(Path(folder, _LOCK))
            try:
                temporary = Path(folder, path.name)
                yield temporary
                _sync(temporary)
                temporary.replace(path)
            finally:
                lock.release()
        _sync(path.parent)


@contextmanager
def exclusive(path: Path) -> Iterator[bool]:
    """Hold the lock of `path` during the block; yield whether another process held it first.

    A process that dies releases it. The empty lock file stays beside `path`, hidden.
    """
    with _refusing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        lock, waited = _lock(path.parent / f".{path.name}{_LOCK}")
    try:
        yield waited
    finally:
        lock.release()


@contextmanager
def _refusing(path: Path) -> Iterator[None]:
    """Turn the system's refusals to write a file into `TableNotWritable`."""
    try:
        yield
    except LlqError:
        raise
    except OSError as error:
        reason = error.strerror or " ".join(str(error).split())
        raise TableNotWritable(
            f"{path}: cannot be written ({reason}); choose a folder and a disk that take it"
        ) from error


def _lock(file: Path) -> tuple[FileLock, bool]:
    """Return an acquired lock, and whether another process held it first.

    Where the file system has no locks nothing is held: everybody may write.
    """
    from filelock import FileLock, Timeout  # here, as reading needs no lock

    lock, waited = FileLock(file), False
    with suppress(NotImplementedError):
        try:
            lock.acquire(timeout=0)
        except Timeout:
            lock.acquire()
            waited = True
    return lock, waited


def _remove_abandoned(path: Path) -> None:
    """Remove abandoned temporary folders of a file: all whose lock nobody holds."""
    from filelock import FileLock

    for folder in path.parent.glob(f".{path.name}.*.tmp"):
        try:
            if (folder / _LOCK).exists():
                with FileLock(folder / _LOCK, timeout=0):
                    pass
            elif time() - folder.stat().st_mtime < _BEGINNING_SECONDS:
                continue
        except (OSError, NotImplementedError):  # it is held, already gone, or not ours
            continue
        shutil.rmtree(folder, ignore_errors=True)


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
