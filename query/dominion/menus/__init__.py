"""Menus as text and files, where they go wrong in the race, and better thresholds."""
