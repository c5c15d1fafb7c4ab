"""Menus as text and files, and where they go wrong in the race."""
