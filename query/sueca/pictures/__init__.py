"""Pictures of matches and of deal values."""
