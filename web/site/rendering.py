"""The pages of the site, and the scripts and styles that they load."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from markupsafe import Markup

from llq.query.love_letter.table.hand_matrix import hand_values
from llq.query.love_letter.table.openings import cached_openings
from llq.query.sql.manual import questions
from llq.solver.love_letter.variants import CLASSIC, MODERN
from llq.web.love_letter.card_faces import faces
from llq.web.pages.charts import Series, line_chart
from llq.web.pages.environment import template_environment
from llq.web.site.served_pages import site_games, stored_pages, with_files

_WEB = Path(__file__).parent.parent
_CODE = Path(__file__).parent / "code"
_SERVED = tuple(_WEB / "static" / name for name in ("llq.css", "icon.svg", "cards.svg", "busy.js"))
_DIGITS = 16
_FILE_NOTICE = b"""if (location.protocol === "file:") {
  const status = document.getElementById("status");
  status.className = "notice bad";
  status.textContent =
    "This page was opened from a file, and browsers let no such page read tables. Serve its " +
    "folder, as with python -m http.server, and open http://localhost:8000";
}"""
"""A script in the page itself: browsers load none for a page from a file."""
_ANSWERING = {"/": "index.html", "/love-letter": "love-letter.html", "/dominion": "dominion.html"}
"""Templates of pages that the site alone has."""


def code_files() -> dict[str, bytes]:
    """Return scripts and styles by name, in a folder named after the hash of them all."""
    found = {path.name: path.read_bytes() for path in sorted([*_CODE.glob("*.*"), *_SERVED])}
    whole = sha256()
    for name, content in found.items():
        whole.update(f"{name} {sha256(content).hexdigest()}\n".encode())
    return {f"code-{whole.hexdigest()[:_DIGITS]}/{name}": c for name, c in found.items()}


def page_files(
    code: Mapping[str, bytes],
    manifest: Mapping[str, Any],
    manifest_hash: str,
    scores: Sequence[float],
) -> dict[str, bytes]:
    """Return the pages by name.

    Parameters
    ----------
    code
        From `code_files`.
    manifest, manifest_hash
        What ``manifest.json`` holds, and its SHA-256.
    scores
        Dominion's expected score by the length of the game, from none.
    """
    dominion = manifest["tables"]["dominion-31"]["rules"]["cards"]
    addresses = {file.partition("/")[2]: file for file in code}
    arrow = manifest["sql"]["code"]["arrow"] if manifest["sql"] else ""
    imports = f'{{"imports": {{"apache-arrow": "./{arrow}"}}}}'
    environment, games = template_environment(is_served=False), site_games()
    environment.globals |= {
        "games": games,
        "code": addresses,
        "static": addresses.__getitem__,  # as the server's templates name files
        "integrity": {file: _integrity(content) for file, content in code.items()},
        "file_notice": Markup(_FILE_NOTICE.decode()),
        "file_notice_hash": _integrity(_FILE_NOTICE),
        "imports": Markup(imports),
        "imports_hash": _integrity(imports.encode()),
        "manifest": manifest,
        "manifest_hash": manifest_hash,
        "faces": faces(CLASSIC).values(),
        "openings": _openings(),
        "questions": questions(),
        "starting_deck": {card["name"]: card["start"] for card in dominion},
        "steps": {card["name"]: ("?", "?") for card in dominion},  # set by the script
        "score_chart": line_chart(
            "Expected final score by length of the game",
            [Series("best play", list(enumerate(scores)))],
            x_label="turns",
            y_label="points",
        ),
    }
    pages = stored_pages(environment, games)
    asking = {"/sql": "sql.html"} if manifest["sql"] else {}
    for path, name in (_ANSWERING | asking).items():
        pages[name] = environment.get_template(f"site/{name}").render(path=path).encode()
    return with_files(pages)


def _openings() -> list[tuple[str, str, str, float]]:
    """Return the first turns of 2019 with no cards face up: the hand, its best play and value."""
    names = [card.name for card in MODERN.cards]
    rows = zip(names, hand_values(cached_openings(MODERN)), strict=True)
    return [
        (first, second, MODERN.describe(found.action), found.value)
        for place, (first, values) in enumerate(rows)
        for second, found in zip(names[place:], values[place:], strict=True)
        if found is not None
    ]


def _integrity(content: bytes) -> str:
    """Return a file's hash as browsers take it."""
    return f"sha256-{b64encode(sha256(content).digest()).decode()}"
