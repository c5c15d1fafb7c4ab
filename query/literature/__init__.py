"""Literature: advice, policies, matches, openings and their tables."""
