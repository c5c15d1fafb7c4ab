"""Pictures by matplotlib (the ``plot`` extra), drawn without a screen."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

from llq.errors import LlqError
from llq.store.atomic import replacing

if TYPE_CHECKING:
    from matplotlib.figure import Figure

OKABE_ITO = {
    "black": "#000000",
    "orange": "#E69F00",
    "sky blue": "#56B4E9",
    "green": "#009E73",
    "yellow": "#F0E442",
    "blue": "#0072B2",
    "vermilion": "#D55E00",
    "purple": "#CC79A7",
    "grey": "#7F7F7F",
}
"""Colours that colour-blind readers tell apart, from jfly.uni-koeln.de/color, and a grey."""

_MARK = "drawn by llq"
_MARKED_AS = {".png": "Software", ".svg": "Creator", ".pdf": "Creator"}
_MARK_BYTES = 4096


def new_figure(width_inches: float, height_inches: float) -> Figure:
    """Return an empty figure.

    Raises
    ------
    LlqError
        Matplotlib is not installed.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise LlqError(
            "pictures need matplotlib; install it with: pip install matplotlib"
        ) from None
    return Figure(figsize=(width_inches, height_inches), layout="constrained")


def picture_paths(
    figures: Iterable[str],
    output: str | os.PathLike[str],
    stem: str = "",
    *,
    replace: bool = True,
) -> tuple[Path, ...]:
    """Return the file of each figure, after checking that figures can be drawn and written there.

    Parameters
    ----------
    figures
        Names of the figures.
    output
        A folder for ``NAME.png``, made if need be; for one figure it may be the picture itself, a
        path with a suffix such as ``.png``, ``.svg`` or ``.pdf``.
    stem
        A prefix for each name in a folder.
    replace
        Whether a file that llq did not draw may be replaced.

    Raises
    ------
    LlqError
        Matplotlib is not installed, knows no such format, nothing can be written there, or a file
        is not to be replaced.
    """
    canvas = new_figure(1, 1).canvas
    names, path = list(figures), Path(output)
    is_file = len(names) == 1 and bool(path.suffix)
    if is_file and path.suffix[1:].lower() not in canvas.get_supported_filetypes():
        known = ", ".join(sorted(canvas.get_supported_filetypes()))
        raise LlqError(f"{path}: the picture cannot be written (choose a format: {known})")
    folder = path.parent if is_file else path
    try:
        if not is_file:
            folder.mkdir(parents=True, exist_ok=True)
        if not folder.is_dir() or not os.access(folder, os.W_OK) or (is_file and path.is_dir()):
            raise OSError("not a folder that can be written to")
    except (OSError, ValueError) as error:
        what = "the picture cannot be written" if is_file else "no pictures can be written here"
        raise LlqError(f"{path}: {what} ({error})") from error
    pictures = (path,) if is_file else tuple(folder / f"{stem}{name}.png" for name in names)
    for picture in () if replace else pictures:
        if (picture.exists() or picture.is_symlink()) and not _is_drawn(picture):
            raise LlqError(
                f"{picture}: llq did not draw this file, and does not replace it; choose another "
                "name, or replace it with --replace"
            )
    return pictures


def _is_drawn(picture: Path) -> bool:
    """Whether a file is a picture of llq's: it says so near its beginning or its end."""
    if picture.is_symlink() or not picture.is_file():
        return False
    with picture.open("rb") as file:
        head = file.read(_MARK_BYTES)
        file.seek(max(picture.stat().st_size - _MARK_BYTES, 0))
        return _MARK.encode() in head + file.read(_MARK_BYTES)


def add_caption(figure: Figure, text: str) -> None:
    """Write a caption below a figure, folded to its width."""
    folded = fill(text, int(15 * figure.get_figwidth()))
    figure.supxlabel(folded, x=0.01, ha="left", fontsize=8, color="0.3")


def save_figure(figure: Figure, path: str | os.PathLike[str], dots_per_inch: int = 110) -> Path:
    """Write a figure and return its file, which appears whole; a link there is replaced.

    Parameters
    ----------
    path
        The file; its suffix, such as ``.png`` or ``.svg``, determines the format.
    dots_per_inch
        The resolution of a bitmap picture.

    Raises
    ------
    LlqError
        The file cannot be written.
    """
    picture = Path(path)
    mark = _MARKED_AS.get(picture.suffix.lower())
    try:
        if not picture.parent.is_dir():
            raise FileNotFoundError("its folder is missing")
        with replacing(picture) as temporary:
            figure.savefig(temporary, dpi=dots_per_inch, metadata=mark and {mark: _MARK})
    except (LlqError, OSError, ValueError) as error:
        raise LlqError(f"{path}: the picture cannot be written ({error})") from error
    return picture
