"""Progress of long work, displayed in Python."""

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

from llq.query.text.html import chances_panel


def show_progress(label: str) -> Callable[[int, int], None]:
    """Return a progress display, for the ``progress`` argument of long computations.

    In a Jupyter notebook it is a bar, redrawn in place; elsewhere stderr has a line for each tenth.

    Parameters
    ----------
    label
        What is being done.

    Examples
    --------
    >>> import llq
    >>> shown = llq.show_progress("Match")
    >>> llq.love_letter.match("random", "random", games=20, progress=shown).games
    20
    """
    show, steps = (_bar(), 100) if _is_notebook() else (_line, 10)
    last = -1

    def progress(done: int, total: int) -> None:
        nonlocal last
        step = steps * done // max(total, 1)
        if step != last:
            last = step
            show(label, step / steps)

    return progress


def _is_notebook() -> bool:
    """Return whether a Jupyter kernel of IPython runs this process."""
    get_shell = getattr(sys.modules.get("IPython"), "get_ipython", None)
    return hasattr(get_shell() if get_shell else None, "kernel")


def _bar() -> Callable[[str, float], None]:
    """Return a function that draws and updates one notebook bar."""
    display = import_module("IPython.display")
    handle: Any = display.DisplayHandle()
    draw = handle.display

    def show(label: str, share: float) -> None:
        nonlocal draw
        html = chances_panel("", "", ("", "done"), [((label, f"{share:.0%}"), share)])
        draw(display.HTML(html))
        draw = handle.update

    return show


def _line(label: str, share: float) -> None:
    print(f"{label}: {share:.0%}", file=sys.stderr, flush=True)
