"""Matches on the same deals from both sides, and their table."""
