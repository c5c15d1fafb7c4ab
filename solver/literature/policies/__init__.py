"""Learners: the article's network and a compact one, and how both are trained."""
