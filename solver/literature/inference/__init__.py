"""A player's certain knowledge, and exact chances for everything else."""
