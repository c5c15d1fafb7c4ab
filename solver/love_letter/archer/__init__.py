"""Archer: the variant whose players may know the card set aside."""
