"""Custom players, as a user writes them."""


class First:
    """The first legal action: a player of one's own."""

    name = "first"

    def choose(self, view, random):
        return view.legal[0]


class Careless:
    """Any legal action, at random."""

    name = "careless"

    def choose(self, view, random):
        return random.choice(view.legal)
