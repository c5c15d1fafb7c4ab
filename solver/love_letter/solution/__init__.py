"""Policies with a little public memory: table states, and what was played last."""
