"""Advice: the value of every card, of deals, and games looked back on."""
