"""Leagues in every game: all pairs on common deals, with stored results and SQL views."""
