"""Love Letter: its pages."""

from __future__ import annotations

from fastapi import APIRouter

from llq.web.games import Link
from llq.web.love_letter.drills import show_drills
from llq.web.love_letter.explorer import show_explorer
from llq.web.love_letter.play import playing
from llq.web.love_letter.rounds import tracking

__all__ = ["LINKS", "pages"]

pages = APIRouter()
pages.add_api_route("", show_explorer)
pages.add_api_route("/drills", show_drills)
pages.include_router(playing)
pages.include_router(tracking)

LINKS = (
    Link("/love-letter", "Explorer", "Any hand: every play with its chance to win."),
    Link("/love-letter/play", "Play", "A round against any player, your moves judged at its end."),
    Link("/love-letter/track", "At the table", "A real round, followed by what you see of it."),
    Link("/love-letter/drills", "Drills", "Positions where people go wrong most, with a score."),
)
