"""A player's view of a game: facts, chances and the public record."""
