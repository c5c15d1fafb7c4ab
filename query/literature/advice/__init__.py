"""Advice: deductions, asks, claims, explanations, and games looked back on."""
