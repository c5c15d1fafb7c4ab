"""Best responses: brackets, exploitability, and the player ``exploiter``."""
