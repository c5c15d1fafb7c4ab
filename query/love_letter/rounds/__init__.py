"""Rounds as people write them: notation, analysis, beliefs and drills."""
