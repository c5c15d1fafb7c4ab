"""The fewest turns to a number of Provinces: lookups, answers, and their table."""
