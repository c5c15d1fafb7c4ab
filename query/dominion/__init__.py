"""Dominion: lookups, strategies, and the thesis's claims and figures."""
