"""Deck-building games after van der Heijden (2014): rules, exact solver, strategies, games."""
