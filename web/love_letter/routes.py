"""Love Letter's place on the web."""

from __future__ import annotations

from llq.web.games import WebGame
from llq.web.love_letter.api import api
from llq.web.love_letter.kernels import load
from llq.web.love_letter.pages import LINKS, pages

__all__ = ["WEB"]

WEB = WebGame(api=api, pages=pages, links=LINKS, warm_up=load)
