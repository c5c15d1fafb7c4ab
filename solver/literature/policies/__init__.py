"""Learners and their training: the article's network and the strong player's weights."""
