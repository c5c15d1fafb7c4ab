"""Pictures of training, matches and openings."""
