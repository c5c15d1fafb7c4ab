"""Background compilation of kernels at server start.

The first start after an installation compiles for minutes; later ones load what was compiled.
"""

import gc
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from time import monotonic

from llq.errors import LlqError
from llq.solver.compiler_process import compile_elsewhere, kernel_folder
from llq.web.games import web_games


def warm_up(report: Callable[[str], None] = lambda _: None) -> None:
    """Start background preparation of every game's kernels and tables.

    Kernels are compiled in a child process, so that the server does not keep their memory.
    ``report`` gets sentences: what is prepared, and when it is.
    """
    try:
        kernel_folder()
    except LlqError as error:
        report(f"{error}; until then the first page of each kind compiles.")
        return
    compile_elsewhere()
    titles = ", ".join(game.title for game, _ in web_games())
    report(f"Preparing {titles}: minutes after an installation (or llq warm-up), seconds later.")
    Thread(target=_prepare, args=(report,), name="warm-up", daemon=True).start()


def _prepare(report: Callable[[str], None]) -> None:
    begun = monotonic()
    for _, web in web_games():
        with suppress(LlqError):  # a request for what is missing gets the error
            web.warm_up()
    gc.collect()
    gc.freeze()  # permanent objects: exclude them from later collections
    report(f"Prepared in {monotonic() - begun:.0f} s.")
