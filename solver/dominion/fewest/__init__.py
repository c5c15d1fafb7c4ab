"""Fewest expected turns to a number of Provinces: with fresh hands, and by the real rule."""
