"""Rules, state spaces, kernels, players, simulators and evaluators: arrays in, arrays out."""
