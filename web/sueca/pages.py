"""Sueca: its pages."""

from __future__ import annotations

from fastapi import APIRouter

from llq.web.sueca import explorer, play

__all__ = ["LINKS", "pages"]

pages = APIRouter()
pages.add_api_route("", explorer.show_explorer)
pages.add_api_route("/play", play.show_play)

LINKS = (explorer.LINK, play.LINK)
