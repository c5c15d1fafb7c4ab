"""Duplicate matches and their summary tables."""
