"""Monte Carlo players: random games and open hands over sampled deals."""
