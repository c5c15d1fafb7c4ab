"""What the player to move sees, and draws of the hands that are not seen."""
