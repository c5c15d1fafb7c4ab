"""Rounds played move by move: engines, OpenSpiel, and hints for a person."""
