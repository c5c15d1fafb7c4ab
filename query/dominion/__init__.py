"""Dominion with money, solved exactly: a game of one, the race of two, one kingdom card."""
