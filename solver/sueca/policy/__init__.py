"""Policies for Sueca, fitted and trained: what they see, their games, and what they infer."""
