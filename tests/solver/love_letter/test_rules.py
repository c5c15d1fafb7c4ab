"""The rules as data."""

import pytest

from llq.errors import IllegalState, UnknownCard, UnknownGame
from llq.solver.love_letter.rules import Action
from llq.solver.love_letter.variants import (
    ARCHER,
    BATMAN,
    BIG,
    CLASSIC,
    HOBBIT,
    VARIANTS,
    custom_deck,
    find_rules,
)


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


def test_decks_of_the_variants():
    """Each variant has the cards that its sources give."""
    assert list(VARIANTS) == ["classic", "hobbit", "big", "batman", "archer"]
    assert (HOBBIT.deck_size, HOBBIT.copies) == (17, (1, 5, 2, 1, 1, 2, 2, 1, 1, 1))
    assert [card.number for card in HOBBIT.cards] == [0, 1, 2, 3, 3, 4, 5, 6, 7, 8]
    assert [card.value for card in HOBBIT.cards] == [7, 1, 2, 3, 3, 4, 5, 6, 7, 8]
    assert BIG.copies == (10, 4, 4, 4, 4, 2, 1, 1)
    assert BATMAN.copies == ARCHER.copies == CLASSIC.copies
    assert [card.guess_tokens for card in BATMAN.cards] == [0, 1, 1, 0, 1, 1, 1, 1]
    assert {rules.unit for rules in VARIANTS.values()} == {"win probability", "token lead"}
    for rules in VARIANTS.values():
        assert find_rules(rules.variant) is rules


def test_a_number_of_two_cards_names_neither():
    """Legolas and Tauriel share the 3 and are named by name."""
    with pytest.raises(UnknownCard, match=r"more than one card 3.*3 Legolas, 3 Tauriel"):
        HOBBIT.card(3)
    assert HOBBIT.card("tauriel") == HOBBIT.card("Legolas") + 1
    assert HOBBIT.card(0) == 0


def test_a_deck_of_ones_own():
    """Counts make a variant that is found again by its name."""
    rules = custom_deck([5, 2, 2, 2, 2, 1, 0, 3])
    assert rules.variant == "deck-5-2-2-2-2-1-0-3"
    assert rules.copies == (5, 2, 2, 2, 2, 1, 0, 3)
    assert find_rules(rules.variant) == rules


@pytest.mark.parametrize(
    ("copies", "message"),
    [
        ([], "eight|8 whole numbers.*got nothing"),
        ([5, 2], "got 5,2"),
        ([5, 2, 2, 2, 2, 1, 1, -1], "0 to 99"),
        ([5, 2, 2, 2, 2, 1, 1, 100], "0 to 99"),
        ([5, 2, 2, 2, 2, 1, 1, 1.5], "whole numbers"),
        ([1, 0, 0, 1, 0, 0, 0, 1], "needs 4 cards.*has 3"),
    ],
)
def test_a_deck_that_cannot_be_played_is_refused(copies, message):
    """The message says what a deck is and what was given."""
    with pytest.raises(IllegalState, match=message):
        custom_deck(copies)
    with pytest.raises((IllegalState, UnknownGame)):
        find_rules("deck-" + "-".join(map(str, copies)))
