"""Matches on the same deals from every seat, and their table."""
