"""How templates are rendered, on the server and for the site without one."""

from __future__ import annotations

from pathlib import Path

from jinja2 import ChoiceLoader, DictLoader, Environment, FileSystemLoader, StrictUndefined

from llq.query.text.html import bar
from llq.query.version import __version__
from llq.web.pages.cards import with_signs
from llq.web.players import player_title, with_titles


def template_environment(*, is_served: bool = True) -> Environment:
    """Return the templates, with the filters and names that all pages have.

    Those of a site without a server have its frame, and leave out what only a server answers.
    """
    folder = FileSystemLoader(Path(__file__).parent.parent / "templates")
    frame = {} if is_served else {"base.html": '{% extends "site/base.html" %}'}
    environment = Environment(
        loader=ChoiceLoader([DictLoader(frame), folder]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals |= {"version": __version__, "svg_bar": bar, "is_served": is_served}
    environment.filters |= {
        "percent": _percent,
        "player": player_title,
        "titles": with_titles,
        "signs": with_signs,
        "capital": capital,
        "sentence": sentence,
    }
    return environment


def capital(text: str) -> str:
    """Return a text with a capital first; a name keeps its others."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """Return a message of the library as a sentence: with a capital first, and a full stop.

    >>> sentence("seats are 0 to 3; got 9"), sentence("Did you mean 'table'?")
    ('Seats are 0 to 3; got 9.', "Did you mean 'table'?")
    """
    return capital(text) + ("" if text.endswith((".", "?", "!", ":")) else ".")


def _percent(share: float, digits: int = 2) -> str:
    return f"{share:.{digits}%}"
