"""Sueca on the web."""
