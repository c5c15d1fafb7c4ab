"""Exact values of policies against each other, and reach probabilities of states."""
