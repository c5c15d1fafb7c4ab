"""The solved table: states and their ranks, leads, reach and backward induction."""
