"""The thesis on Dominion checked, claim by claim."""
