"""Game rules in the project's own words."""

from collections.abc import Callable
from typing import Any

from fastapi import Request, Response

from llq.web.games import Link
from llq.web.pages.rendering import render


def rules_link(game: str) -> Link:
    """Return the menu link of a game's rules."""
    return Link(f"/{game}/rules", "Rules", "How the game is played, in a minute.")


def rules_page(game: str, **context: Any) -> Callable[[Request], Response]:
    """Return a handler for a game's rules template."""
    template = f"{game.replace('-', '_')}/rules.html"

    def show_rules(request: Request) -> Response:
        return render(request, template, **context)

    return show_rules
