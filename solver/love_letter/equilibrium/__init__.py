"""Equilibria of small decks: the game tree with perfect recall, and what solves it."""
