"""What a player sees of a game: facts, chances, and the public record."""
