"""Games as one player sees them: notation, cards, moves and history."""
