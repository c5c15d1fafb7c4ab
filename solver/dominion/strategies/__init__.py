"""Exact scores of strategies: means, distributions, games of chance."""
