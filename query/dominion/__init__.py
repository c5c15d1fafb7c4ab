"""One-player Dominion of treasures and victory cards, solved exactly."""
