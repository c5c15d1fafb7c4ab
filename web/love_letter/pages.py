"""Love Letter: its pages."""

from __future__ import annotations

from fastapi import APIRouter

from llq.web.games import Link

__all__ = ["LINKS", "pages"]

pages = APIRouter()

LINKS = (Link("/love-letter", "Explorer", "Any hand: every play with its chance to win."),)
