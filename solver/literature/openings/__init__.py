"""Opening asks: their kinds, their chances, and what they lead to."""
