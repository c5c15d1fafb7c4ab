"""One kingdom card beside money: what it saves, and what to buy."""
