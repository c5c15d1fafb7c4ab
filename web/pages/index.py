"""The first page: what there is."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from llq.web.pages.rendering import render

pages = APIRouter()


@pages.get("/")
async def show_home(request: Request) -> Response:
    """Show every page with what it is for."""
    return render(request, "home.html")
