"""Sueca's place on the web."""

from __future__ import annotations

from llq.web.games import WebGame
from llq.web.sueca.api import api, built_in_team
from llq.web.sueca.kernels import load
from llq.web.sueca.pages import LINKS, pages

__all__ = ["WEB"]

WEB = WebGame(api=api, pages=pages, links=LINKS, check_player=built_in_team, warm_up=load)
