"""Sueca: rules, engine, players, solvers."""
