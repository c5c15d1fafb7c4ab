"""Matches: games between four players, on common deals."""
