"""Exact values of policies: one against another, and how often each state is reached."""
