"""Best responses: what an opponent who knows a policy wins against it."""
