"""Love Letter's place on the web."""

from __future__ import annotations

from llq.query.love_letter.table.compiled_table import compile_usual
from llq.web.games import WebGame
from llq.web.love_letter.api import api
from llq.web.love_letter.pages import LINKS, pages
from llq.web.love_letter.preload import read_ahead

__all__ = ["WEB"]

WEB = WebGame(api=api, pages=pages, links=LINKS, warm_up=compile_usual, read_ahead=read_ahead)
