"""How templates are rendered, on the server and for the site without one."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from llq.query.version import __version__
from llq.web.pages.cards import with_signs
from llq.web.players import player_title


def template_environment() -> Environment:
    """Return the templates, with the filters and names that all pages have."""
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent.parent / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["version"] = __version__
    environment.filters |= {"percent": _percent, "player": player_title, "signs": with_signs}
    return environment


def _percent(share: float, digits: int = 2) -> str:
    return f"{share:.{digits}%}"
