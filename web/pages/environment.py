"""Page templates with their filters and globals."""

from collections.abc import Sequence
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from llq.query.text.html import bar
from llq.query.version import __version__
from llq.web.games import Link
from llq.web.pages.cards import coloured
from llq.web.pages.player_titles import player_title, with_titles


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
        "signs": coloured,
        "words": words,
        "capital": capital,
        "sentence": sentence,
    }
    environment.tests["within"] = _is_within
    parts = environment.get_template("parts.html").module
    environment.globals |= {name: part for name, part in vars(parts).items() if name[0] != "_"}
    return environment


def words(name: str) -> str:
    """Return a name as words, such as ``Throne room`` for ``throne_room``."""
    return name.replace("_", " ").capitalize()


def capital(text: str) -> str:
    """Return a text with its first letter capitalised."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """Return a library message as a sentence, capitalised and punctuated.

    >>> sentence("seats are 0 to 3; got 9"), sentence("Did you mean 'table'?")
    ('Seats are 0 to 3; got 9.', "Did you mean 'table'?")
    """
    return capital(text) + ("" if text.endswith((".", "?", "!", ":")) else ".")


def _is_within(path: str, links: Sequence[Link]) -> bool:
    """Return whether a page is in a menu, or below the menu's first page."""
    is_below = f"{path}/".startswith(f"{links[0].path}/")
    return is_below or any(link.path == path for link in links)


def _percent(share: float, digits: int = 2) -> str:
    return f"{share:.{digits}%}"
