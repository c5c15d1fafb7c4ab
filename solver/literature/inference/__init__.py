"""What a player knows for certain, and the exact chances of the rest."""
