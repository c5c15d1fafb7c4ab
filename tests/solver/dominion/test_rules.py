"""Games as data: what Definition 2.1 demands, and the TOML they are written in."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from llq.errors import IllegalState, UnknownCard
from llq.solver.dominion.rules import Card, ConstantChance, FixedLength, Rules
from tests.solver.dominion.conftest import games


def test_dominion_is_section_6(game):
    """The game that ships has the costs, values, points and starting deck of section 6."""
    figures = {c.name: (c.cost, c.value, c.points) for c in game.cards}
    assert figures == {
        "copper": (0, 1, 0),
        "silver": (3, 2, 0),
        "gold": (6, 3, 0),
        "estate": (2, 0, 1),
        "duchy": (5, 0, 3),
        "province": (8, 0, 6),
    }
    assert game.deck({"copper": 7, "estate": 3}) == game.start
    assert game.start_points == 3
    assert all(card.source for card in game.cards)


@settings(deadline=None, max_examples=20)
@given(
    games(), st.sampled_from([FixedLength(0), FixedLength(250), ConstantChance(Fraction(1, 31))])
)
def test_toml_round_trip(small, end):
    """What is written is what is read."""
    game = Rules('a "b" \\', small.treasures, small.victories, small.start, end)
    assert Rules.from_toml(game.to_toml()) == game


def test_a_game_against_definition_2_1_is_refused(game):
    """A wrong figure, a missing field and one that means nothing are errors, never a guess."""
    for old, new in [
        ("cost = 3", "cost = -3"),
        ("cost = 3", "cost = 3.5"),
        ("cost = 3", "price = 3"),
        ("value = 2", "points = 2"),
        ("start = 7", "start = 1"),
        ("start = 7", 'start = "7"'),
        ("start = 7", "start = -7"),
        ("turns = 31", "turns = -1"),
        ("turns = 31", ""),
        ('kind = "fixed"', 'kind = "never"'),
        ('kind = "fixed"\nturns = 31', 'kind = "chance"\nalpha = "0"'),
        ('kind = "fixed"\nturns = 31', 'kind = "chance"\nalpha = "often"'),
        ("victories.estate", "victories.copper"),
        ('name = "dominion"', 'name = "dominion"\nplayers = 2'),
        ("[end]", "[end"),
    ]:
        text = game.to_toml().replace('"copper"', "copper").replace('"estate"', "estate")
        assert old in text
        with pytest.raises(IllegalState):
            Rules.from_toml(text.replace(old, new, 1))


def test_kinds_of_cards_are_kept_apart():
    """A treasure has no points and a victory card no value (sections 2.1.1 and 2.1.2)."""
    with pytest.raises(IllegalState):
        Card("harem", True, 6, value=2, points=2)
    with pytest.raises(IllegalState):
        Card("harem", False, 6, value=2, points=2)


@pytest.mark.parametrize(
    ("counts", "error"),
    [({"curse": 5}, UnknownCard), ({"copper": 4}, IllegalState), ({"copper": -1}, IllegalState)],
)
def test_decks_are_checked(game, counts, error):
    """Unknown cards, negative counts and fewer than five cards are errors (Definition 2.2)."""
    with pytest.raises(error):
        game.deck(counts)
