"""Kernels compiled in the background once the server is up, so that no answer waits for all.

The first start after an installation compiles for a minute; later ones load what was compiled.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from threading import Event, Thread

from starlette.requests import Request
from starlette.responses import Response

from llq.solver.compiler_process import compile_elsewhere
from llq.web.games import web_games
from llq.web.pages.rendering import render

_PATIENCE_SECONDS = 0.7
"""How long a page waits for kernels before it says that it waits."""

_under_way: dict[str, Event] = {}


def warm_up() -> None:
    """Start to make every game's kernels ready, then its tables, and return at once.

    They are compiled in a child process, so that the server does not keep what that takes.
    """
    compile_elsewhere()
    games = list(web_games())
    jobs = {game.name: web.warm_up for game, web in games if web.warm_up is not None}
    reads = [web.read_ahead for _, web in games if web.read_ahead is not None]
    _under_way.update((name, Event()) for name in jobs)
    Thread(target=_run, args=(jobs, reads), name="warm-up", daemon=True).start()


def _run(jobs: dict[str, Callable[[], None]], reads: list[Callable[[], None]]) -> None:
    for name, job in jobs.items():
        try:
            job()
        finally:
            _under_way.pop(name).set()
    for read in reads:
        read()
    gc.collect()
    gc.freeze()  # all this stays: what collects garbage need not look through it again and again


def warming_page(request: Request, game: str) -> Response | None:
    """Return a page that asks for patience and comes again, None where kernels are ready.

    A server that nobody told to warm up compiles while the first request waits.
    """
    event = _under_way.get(game)
    if event is None or event.wait(_PATIENCE_SECONDS):
        return None
    page = render(request, "warming.html", status=202)
    page.headers.update({"refresh": "2", "retry-after": "2", "cache-control": "no-store"})
    return page
