"""Matches: many games on common deals, and one of them move by move."""
