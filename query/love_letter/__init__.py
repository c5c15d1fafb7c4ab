"""Love Letter: lookups, players, simulation and the thesis's figures."""
