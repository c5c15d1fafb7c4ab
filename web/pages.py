"""Pages: Jinja templates, with what every page has around it."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

from llq.query.version import __version__
from llq.web.games import Link, web_games

__all__ = ["SHARED_LINKS", "STATIC", "render"]

_HERE = Path(__file__).parent
STATIC = _HERE / "static"
SHARED_LINKS = (
    Link("/sql", "SQL", "Ask the whole database, with the questions of the manual at hand."),
    Link("/tables", "Tables", "What is stored, how it was computed, and its hashes."),
)
"""Pages of no one game."""


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals |= {"static": _static, "version": __version__, "menu": _menu()}
    environment.filters |= {"percent": _percent}
    return environment


def render(request: Request, template: str, *, status: int = 200, **context: Any) -> HTMLResponse:
    """Return a page made from a template and what it shows.

    Parameters
    ----------
    request
        ``page.path`` in templates is its path, for menus.
    template
        A file below ``templates``, such as ``love_letter/explorer.html``.
    status
        Of the answer.
    **context
        The template's variables.
    """
    page = _environment().get_template(template)
    return HTMLResponse(page.render(path=request.url.path, **context), status)


@cache
def _static(name: str) -> str:
    """Return the address of a static file, which changes when the file does."""
    return f"/static/{name}?{sha256((STATIC / name).read_bytes()).hexdigest()[:8]}"


@cache
def _menu() -> tuple[tuple[str, tuple[Link, ...]], ...]:
    return (*((game.title, web.links) for game, web in web_games()), ("Database", SHARED_LINKS))


def _percent(share: float, digits: int = 2) -> str:
    return f"{share:.{digits}%}"
