"""A soft rule of thumb for Sueca: what it sees, its fitted weights, its games, what it infers."""
