"""Literature: notation, advice, matches."""
