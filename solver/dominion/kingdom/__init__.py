"""Money with a single kingdom card, by fresh hands: card data, hand outcomes and turns saved."""
