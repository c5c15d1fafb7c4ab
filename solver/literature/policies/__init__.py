"""Learners: the article's network and the strong player's weights, and how both are trained."""
