"""Sueca: its pages."""

from __future__ import annotations

from fastapi import APIRouter

from llq.web.games import Link

__all__ = ["LINKS", "pages"]

pages = APIRouter()

LINKS = (Link("/sueca", "Explorer", "Any hand: every card with what it is worth."),)
