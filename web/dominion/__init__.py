"""Dominion on the web."""
