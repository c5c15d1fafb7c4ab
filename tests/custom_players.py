"""Custom players, as a user writes them."""


class Careless:
    """Any legal action, at random."""

    name = "careless"

    def choose(self, view, random):
        return random.choice(view.legal)
