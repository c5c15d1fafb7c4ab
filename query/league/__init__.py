"""Leagues of any game: every pair of players on common deals, played, stored and in SQL."""
