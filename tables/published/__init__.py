"""Figures that the papers print, one CSV file a table."""
