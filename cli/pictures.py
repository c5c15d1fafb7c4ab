"""Where pictures go: a file, or a folder with one file a figure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from llq.errors import LlqError

__all__ = ["make_folder", "picture_paths"]


def picture_paths(figures: Iterable[str], output: Path) -> Iterator[tuple[str, Path]]:
    """Yield each figure with its file; of one figure ``output`` may be the file itself.

    Raises
    ------
    LlqError
        The folder cannot be made.
    """
    names = list(figures)
    if len(names) == 1 and output.suffix:
        yield names[0], output
        return
    make_folder(output)
    for name in names:
        yield name, output / f"{name}.png"


def make_folder(folder: Path) -> None:
    """Make a folder for pictures.

    Raises
    ------
    LlqError
        It cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LlqError(f"{folder}: no pictures can be written here ({error})") from error
