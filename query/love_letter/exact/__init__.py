"""Matches computed exactly, and the study of a variant."""
