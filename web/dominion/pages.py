"""Dominion: its pages."""

from __future__ import annotations

from fastapi import APIRouter

from llq.web.games import Link

__all__ = ["LINKS", "pages"]

pages = APIRouter()

LINKS = (Link("/dominion", "Explorer", "Any deck: every buy with what it is worth."),)
