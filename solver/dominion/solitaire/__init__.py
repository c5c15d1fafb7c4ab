"""Solitaire Dominion: exact solution, strategies and simulated games."""
