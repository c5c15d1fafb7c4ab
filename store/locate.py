"""Locating table files: search order, listing, and the folder for builds.

An explicit path wins; else the folder that ``LLQ_TABLES`` names, by default the user's data folder;
then the tables that came with llq, unless ``LLQ_STANDARD_TABLES`` is ``no``. A table that is
refused, such as one that an older llq built, does not hide a sound one that came with this llq.
"""

import os
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile

from platformdirs import user_data_path

from llq.errors import LlqError, TableLeftOut, TableMissing, TableNotWritable
from llq.store.schema import TableSpec
from llq.store.shipped import standard_folder
from llq.store.tables import REMEDY, Expected, Remedy, TableFile, TableInfo, open_table

VARIABLE = "LLQ_TABLES"
STANDARD_VARIABLE = "LLQ_STANDARD_TABLES"
SUFFIX = ".h5"

_refusals: dict[tuple[Path, tuple[int, ...], int], str] = {}
"""Refusal messages by path, file state and expected version; empty when accepted."""


@dataclass(frozen=True)
class ListedTable:
    """A listed table file, sound or unsound."""

    name: str
    """The file's name without its ending."""
    path: Path
    size_bytes: int
    info: TableInfo | None
    """The file's metadata; None if unsound."""
    error: LlqError | None
    """The file's problem, if any."""

    @property
    def content_hash(self) -> str | None:
        """Stated content hash; None for an unsound table."""
        return None if self.info is None else self.info.content_hash


def table_folders() -> tuple[Path, ...]:
    """Return the table folders in search order; builds go to the first."""
    first = user_data_path("llq", appauthor=False)
    if chosen := os.environ.get(VARIABLE):
        try:
            first = Path(chosen).expanduser()
        except RuntimeError as error:
            raise TableNotWritable(
                f"{VARIABLE} is {chosen}: there is no such user; set it to a folder"
            ) from error
    if os.environ.get(STANDARD_VARIABLE) == "no" or first == standard_folder():
        return (first,)
    return (first, standard_folder())


def file_state(path: Path) -> tuple[int, ...]:
    """Return a file's cache key, changed by any write or replacement.

    A copied file can have the size and the time of change of another, but not its inode, nor the
    time of its last change of status.
    """
    status = path.stat() if os.path.exists(path) else path.lstat()  # noqa: PTH110 - as below
    return (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)


def table_path(name: str, explicit: str | os.PathLike[str] | None = None) -> Path:
    """Return a table's existing path, or its path once built.

    If ``explicit`` is given, a file or an existing folder, only it is searched.
    """
    paths = _candidates(name, explicit)
    return next((path for path in paths if _exists(path)), paths[0])


def find_table(
    name: str,
    explicit: str | os.PathLike[str] | None = None,
    *,
    expected: Expected = None,
    remedy: Remedy = REMEDY,
) -> Path:
    """Return the path of an existing table.

    ``explicit`` is as in `table_path`, the keywords as in `llq.store.tables.open_table`. If the
    first of two tables of the name would be refused and the second, which came with llq, would not,
    the second is returned, and a warning, `TableLeftOut`, says why the first is refused.
    """
    paths = _candidates(name, explicit)
    existing = [path for path in paths if _exists(path)]
    if not existing:
        places = ", ".join(map(str, paths))
        remedy_text = remedy if isinstance(remedy, str) else remedy(None)
        missing = TableMissing(f"{name}: no such table at {places}; {remedy_text}")
        missing.table = name
        raise missing
    if len(existing) > 1 and expected is not None:
        first, standard = existing
        refusal = _refusal(first, expected, remedy)
        if refusal and not _refusal(standard, expected, remedy):
            message = f"{refusal}; until then the table that came with llq answers"
            warnings.warn(message, TableLeftOut, stacklevel=2)
            return standard
    return existing[0]


def writable_folder(explicit: str | os.PathLike[str] | None = None) -> Path:
    """Return the build folder, created if missing."""
    folder = table_folders()[0] if explicit is None else Path(explicit)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):  # some folders, such as /proc, only seem writable
            return folder
    except PermissionError:
        reason = "permission denied"
    except (OSError, ValueError) as error:  # the latter of a null character
        reason = getattr(error, "strerror", None) or str(error)
    raise TableNotWritable(
        f"{folder}: no tables can be built here ({reason}); "
        f"set {VARIABLE} to a folder that can be written to"
    )


def list_tables(opened: Callable[[Path], TableFile] = open_table) -> Iterator[ListedTable]:
    """Yield all table files of the search folders, sound or unsound.

    ``opened`` opens a file, or raises what is wrong with it.
    """
    for folder in filter(_is_folder, table_folders()):
        for path in sorted(folder.glob(f"*{SUFFIX}")):
            info, refusal = None, None
            try:
                with opened(path) as table:
                    info = table.info
            except LlqError as error:
                refusal = error
            size = file_state(path)[2] if _exists(path) else 0
            yield ListedTable(path.stem, path, size, info, refusal)


def _candidates(name: str, explicit: str | os.PathLike[str] | None) -> tuple[Path, ...]:
    """Return a table's possible paths, in search order."""
    if explicit is None:
        folders = table_folders()
    elif _is_folder(explicit) and Path(explicit).suffix != SUFFIX:
        folders = (Path(explicit),)
    else:
        return (Path(explicit),)
    return tuple(folder / f"{name}{SUFFIX}" for folder in folders)


def _refusal(path: Path, expected: Expected, remedy: Remedy) -> str:
    """Return the reason for refusing a table; empty if accepted."""
    key = None
    if isinstance(expected, TableSpec):  # what a function expects may depend on other files
        key = path, file_state(path), expected.version
        if key in _refusals:
            return _refusals[key]
    refusal = ""
    try:
        open_table(path, expected, remedy=remedy).close()
    except LlqError as error:
        refusal = str(error)
    if key:
        _refusals[key] = refusal
    return refusal


def _is_folder(path: str | os.PathLike[str]) -> bool:
    """Return whether a folder exists; False for impossible paths."""
    return os.path.isdir(path)  # noqa: PTH112 - Path.is_dir raises for what no path can be


def _exists(path: Path) -> bool:
    """Return whether a file or dangling link exists; False in unreadable folders."""
    return os.path.lexists(path)  # Path.exists raises PermissionError
