"""Sueca, the four-player trick game: advice, matches, the thesis's strategies."""
