"""Dominion: what the API answers."""

from __future__ import annotations

from fastapi import APIRouter

__all__ = ["api"]

api = APIRouter()
