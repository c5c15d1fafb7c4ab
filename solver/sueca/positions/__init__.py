"""Mover's views, and samples of hidden hands."""
