"""Default limits of the table of strategies, for help texts that load no solver."""

TURNS, MEAN_TURNS, HAZARDS = 100, 250, 31
"""Longest game with all scores and with a mean, in turns; games that end with chance 1/1 … 1/31."""
