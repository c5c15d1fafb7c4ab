"""Page rendering: Jinja templates within the common frame."""

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from jinja2 import Environment
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from llq.errors import Busy
from llq.web.games import Link, web_games
from llq.web.http.problems import RETRY, Headers, problem_response
from llq.web.pages.environment import template_environment

STATIC = Path(__file__).parent.parent / "static"
SHARED_LINKS = (
    Link("/sql", "SQL", "Ask the whole database, with the questions of the manual at hand."),
    Link("/tables", "Tables", "What is stored, how it was computed, and its hashes."),
)


def render(
    request: Request,
    template: str,
    *,
    problem: Mapping[str, Any] | None = None,
    status: int | None = None,
    **context: Any,
) -> HTMLResponse:
    """Render a template into an HTML response.

    ``template`` is a file below ``templates``, such as ``love_letter/explorer.html``. The status
    of ``problem`` is the page's by default; while the server is busy the page asks again by itself.
    """
    page = _environment().get_template(template)
    status = status or (problem["status"] if problem else 200)
    headers = {}
    if problem and problem["title"] == Busy.__name__:
        problem = {**problem, "detail": f"{problem['detail']}; this page does so by itself"}
        headers = RETRY | {"refresh": RETRY["retry-after"]}
    body = page.render(path=request.url.path, problem=problem, **context)
    return HTMLResponse(body, status, headers)


def render_problem(request: Request, details: dict[str, Any], headers: Headers = None) -> Response:
    """Return a problem as JSON, or HTML for browsers."""
    is_browser = "text/html" in request.headers.get("accept", "")
    if is_browser and not request.url.path.startswith("/api/"):
        return render(request, "problem.html", problem=details)
    return problem_response(details, headers)


@cache
def _environment() -> Environment:
    environment = template_environment()
    environment.globals |= {"static": _static, "menu": _menu()}
    return environment


@cache
def _static(name: str) -> str:
    """Return a static file's address, which changes with its content."""
    return f"/static/{name}?{sha256((STATIC / name).read_bytes()).hexdigest()[:8]}"


@cache
def _menu() -> tuple[tuple[str, tuple[Link, ...]], ...]:
    return (*((game.title, web.links) for game, web in web_games()), ("Database", SHARED_LINKS))
