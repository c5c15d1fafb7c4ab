"""Love Letter: its pages."""

from __future__ import annotations

from fastapi import APIRouter

from llq.web.games import Link
from llq.web.love_letter.playing import playing

__all__ = ["LINKS", "pages"]

pages = APIRouter()
pages.include_router(playing)

LINKS = (
    Link("/love-letter", "Explorer", "Any hand: every play with its chance to win."),
    Link("/love-letter/play", "Play", "A round against any player, your moves judged at its end."),
)
