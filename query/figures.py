"""Pictures by matplotlib (the ``plot`` extra), drawn without a screen."""

from __future__ import annotations

import os
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

from llq.errors import LlqError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["OKABE_ITO", "add_caption", "new_figure", "save_figure"]

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


def add_caption(figure: Figure, text: str) -> None:
    """Write a caption below a figure, folded to its width."""
    folded = fill(text, int(15 * figure.get_figwidth()))
    figure.supxlabel(folded, x=0.01, ha="left", fontsize=8, color="0.3")


def save_figure(figure: Figure, path: str | os.PathLike[str], dots_per_inch: int = 110) -> Path:
    """Write a figure and return its file.

    Parameters
    ----------
    path
        The file; its ending says the format, such as ``.png`` or ``.svg``.
    dots_per_inch
        Of a picture in dots.

    Raises
    ------
    LlqError
        The file cannot be written.
    """
    try:
        figure.savefig(path, dpi=dots_per_inch)
    except (OSError, ValueError) as error:
        raise LlqError(f"{path}: the picture cannot be written ({error})") from error
    return Path(path)
