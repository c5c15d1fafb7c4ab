"""Page templates with their filters and globals."""

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from llq.query.text.html import bar
from llq.query.version import __version__
from llq.web.pages.cards import with_signs
from llq.web.players import player_title, with_titles


def template_environment() -> Environment:
    """Return the template environment shared by all pages, with the macros of ``parts.html``."""
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent.parent / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals |= {"version": __version__, "svg_bar": bar}
    environment.filters |= {
        "percent": _percent,
        "player": player_title,
        "titles": with_titles,
        "signs": with_signs,
        "capital": capital,
        "sentence": sentence,
    }
    parts = environment.get_template("parts.html").module
    environment.globals |= {name: part for name, part in vars(parts).items() if name[0] != "_"}
    return environment


def capital(text: str) -> str:
    """Return a text with its first letter capitalised."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """Return a library message as a sentence, capitalised and punctuated.

    >>> sentence("seats are 0 to 3; got 9"), sentence("Did you mean 'table'?")
    ('Seats are 0 to 3; got 9.', "Did you mean 'table'?")
    """
    return capital(text) + ("" if text.endswith((".", "?", "!", ":")) else ".")


def _percent(share: float, digits: int = 2) -> str:
    return f"{share:.{digits}%}"
