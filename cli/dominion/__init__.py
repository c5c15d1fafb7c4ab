"""The commands of Dominion."""
