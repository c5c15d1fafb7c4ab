"""The race of two: situations, answers, matches, and its table."""
