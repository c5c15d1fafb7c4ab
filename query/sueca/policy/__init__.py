"""The policy of Sueca, fitted and stored."""
