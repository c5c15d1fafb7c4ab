"""The two-player race for the Provinces of Dominion, solved."""
