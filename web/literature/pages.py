"""Literature: its pages."""

from __future__ import annotations

from fastapi import APIRouter

from llq.web.games import Link

__all__ = ["LINKS", "pages"]

pages = APIRouter()

LINKS = (Link("/literature", "Explorer", "Any game: who has which card, and what to ask for."),)
