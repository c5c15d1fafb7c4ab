"""Matches of many games on common deals, and single games move by move."""
