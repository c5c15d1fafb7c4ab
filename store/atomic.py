"""Atomic file replacement, and locks between writers."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import time

from llq.errors import LlqError, TableNotWritable

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
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _remove_abandoned(path)
        with (
            tempfile.TemporaryDirectory(
                prefix=f".{path.name}.", suffix=".tmp", dir=path.parent, ignore_cleanup_errors=True
            ) as folder,
            _hold(Path(folder, _LOCK)),
        ):
            temporary = Path(folder, path.name)
            yield temporary
            _sync(temporary)
            temporary.replace(path)
        _sync(path.parent)
    except LlqError:
        raise
    except OSError as error:
        reason = error.strerror or " ".join(str(error).split())
        raise TableNotWritable(
            f"{path}: cannot be written ({reason}); choose a folder and a disk that take it"
        ) from error


@contextmanager
def exclusive(path: Path) -> Iterator[bool]:
    """Hold the lock of `path` during the block; yield whether another process held it first.

    A process that dies releases it. The empty lock file stays beside `path`, hidden.
    """
    from filelock import FileLock, Timeout

    lock = FileLock(path.parent / f".{path.name}{_LOCK}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            lock.acquire(timeout=0)
            waited = False
        except Timeout:
            lock.acquire()
            waited = True
    except NotImplementedError:  # the file system has no locks: everybody may build
        waited = False
    except OSError as error:
        raise TableNotWritable(
            f"{path}: cannot be written ({error.strerror}); choose a folder and a disk that take it"
        ) from error
    try:
        yield waited
    finally:
        lock.release()


@contextmanager
def _hold(file: Path) -> Iterator[None]:
    """Hold a lock, released if the process dies; do nothing on file systems without locks."""
    from filelock import FileLock  # here, as reading needs no lock

    lock = FileLock(file)
    try:
        lock.acquire()
    except NotImplementedError:
        yield
        return
    try:
        yield
    finally:
        lock.release()


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
