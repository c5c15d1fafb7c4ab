"""Sueca policies: fitting, training, inputs, games and inference."""
