"""The home page: a Love Letter hand to play, and what there is."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from llq.web.love_letter.home import sample_hand
from llq.web.pages.rendering import render

pages = APIRouter()


@pages.get("/")
def show_home(request: Request) -> Response:
    """Show a hand, or what a play of it was worth, and every page with what it is for."""
    return render(request, "home.html", hand=sample_hand(request.query_params))
