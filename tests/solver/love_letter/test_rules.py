"""The rules as data."""

import pytest

from llq.errors import UnknownCard, UnknownGame
from llq.solver.love_letter.rules import Action
from llq.solver.love_letter.variants import CLASSIC, find_rules


def test_classic_deck_is_the_published_one():
    """The deck has sixteen cards in the counts that the rules print."""
    assert CLASSIC.copies == (5, 2, 2, 2, 2, 1, 1, 1)
    assert CLASSIC.deck_size == 16
    assert [card.number for card in CLASSIC.cards] == [1, 2, 3, 4, 5, 6, 7, 8]


def test_actions_are_in_the_order_that_decides_ties():
    """Actions go by card, then guess, then opponent before self, each once."""
    assert len(CLASSIC.actions) == 7 + 1 + 1 + 1 + 2 + 1 + 1 + 1
    assert list(CLASSIC.actions) == sorted(set(CLASSIC.actions))
    assert all(action.argument != 0 for action in CLASSIC.actions if action.card == 0)


def test_first_action_brackets_the_actions_of_each_card():
    """The kernels' index of actions agrees with the list of actions."""
    first = CLASSIC.arrays.first_action
    for card in range(8):
        of_card = CLASSIC.actions[first[card] : first[card + 1]]
        assert {action.card for action in of_card} == {card}


@pytest.mark.parametrize(("name", "card"), [(1, 0), ("8", 7), ("princess", 7), (" Guard ", 0)])
def test_cards_are_found_by_number_and_name(name, card):
    """A card may be named by its number or by its name in any case."""
    assert CLASSIC.card(name) == card


@pytest.mark.parametrize("name", [0, 9, "Joker", "", -1, 1.5])
def test_unknown_cards_are_refused_with_the_list_of_cards(name):
    """A card that does not exist is refused, and the message lists those that do."""
    with pytest.raises(UnknownCard, match="1 Guard, 2 Priest"):
        CLASSIC.card(name)


def test_actions_in_words():
    """An action is described by names, with its guess or target."""
    assert CLASSIC.describe(Action(0, 2)) == "Guard, guessing Baron"
    assert CLASSIC.describe(Action(4, 0)) == "Prince on the opponent"
    assert CLASSIC.describe(Action(4, 1)) == "Prince on yourself"
    assert CLASSIC.describe(Action(6)) == "Countess"


def test_unknown_variants_are_refused():
    """A variant that does not exist is refused by name."""
    with pytest.raises(UnknownGame, match=r"'tempest'.*classic"):
        find_rules("tempest")
