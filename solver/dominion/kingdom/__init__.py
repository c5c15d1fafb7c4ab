"""One kingdom card with money, fresh hands: its facts, its hands, and what it saves."""
