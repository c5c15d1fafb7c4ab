"""Sueca: the thesis's figures beside ours."""
