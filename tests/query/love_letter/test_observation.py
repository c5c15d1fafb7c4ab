"""Observations: the state of what a player sees and knows."""

import pytest

import llq
from llq.errors import IllegalState, UnknownCard, UnknownGame
from llq.query.love_letter.notation import read_cards
from llq.query.love_letter.observation import held_after_exchange, situation
from llq.solver.love_letter.table.states import State
from llq.solver.love_letter.variants import CLASSIC, HOBBIT, rules


def test_the_opening_hand():
    """With nothing seen, everything but the hand is unseen."""
    assert situation(CLASSIC, (8, 1)).state == State(0, 7, (4, 2, 2, 2, 2, 1, 1, 0))


def test_everything_a_player_can_know():
    """Open cards leave the unseen; knowledge goes to the sorted hand."""
    known = {"opponent": "countess", "opponent_knows": 6, "handmaid": True}
    state, lead = situation(CLASSIC, ("King", 3), seen=["Priest", 1, 1, 4], **known)
    assert lead == 0
    assert state == State(2, 5, (3, 1, 1, 1, 2, 0, 1, 1), 6, True, True, 2)


def test_the_front_makes_the_state_that_its_table_takes(classic):
    """`state` by the variant's name and a table's own give one state, which the table knows."""
    seen = {"seen": ["priest", 1], "opponent": "countess"}
    found = llq.love_letter.state((1, 8), **seen)
    assert found == classic.state((1, 8), **seen)
    assert classic.lookup(found).value == 1.0
    with pytest.raises(UnknownGame):
        llq.love_letter.state((1, 8), variant="tempest")


def test_seen_cards_as_counts():
    """Copies by card and a list of cards are the same thing."""
    listed = situation(CLASSIC, (1, 8), seen=[1, 1, 5])
    assert situation(CLASSIC, (1, 8), seen={1: 2, "Prince": 1}) == listed


def test_an_exposed_pair():
    """Of two equal cards, the one that the opponent knows is the first."""
    assert situation(CLASSIC, (2, 2), seen=[3], opponent_knows=2).state.hand_known == 1


def test_impossible_situations_are_refused_with_the_reason():
    """Each way in which a situation breaks the rules has its own words."""
    for hand, seen, more, reason in [
        ((1,), (), {}, "holds two cards; got 1"),
        ((1, 2, 3), (), {}, "holds two cards; got 3"),
        ((8, 8), (), {}, "the deck has 1 Princess: 2 in the hand and 0 seen is 2"),
        ((1, 8), [8], {}, "the deck has 1 Princess: 1 in the hand and 1 seen is 2"),
        ((1, 8), [3, 3, 3], {}, "the deck has 2 Baron"),
        ((1, 8), {3: -1}, {}, "-1 copies of 3"),
        ((1, 8), "15", {}, "not the text '15'"),
        ((1, 8), (), {"handmaid": True}, "no Handmaid was seen"),
        ((1, 8), (), {"opponent": 2}, "before one of these was seen: Priest, Baron, King"),
        ((1, 8), [1, 4], {"opponent_knows": 8}, "before one of these was seen"),
        ((1, 8), [2], {"opponent_knows": 3}, "cannot know a Baron in a hand of Guard and Princess"),
        ((1, 8), [2], {"opponent": 8}, "cannot hold a Princess"),
        ((1, 3), [6], {"opponent": "King"}, "cannot hold a King: every copy is in the hand or"),
        ((1, 8), [1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6], {}, "1 cards unseen"),
    ]:
        with pytest.raises(IllegalState, match=reason):
            situation(CLASSIC, hand, seen=seen, **more)


@pytest.mark.parametrize("more", [{"seen": [9]}, {"opponent": "Jester"}, {"opponent_knows": 0}])
def test_unknown_cards_are_refused_wherever_they_stand(more):
    """A card that does not exist is refused in every argument."""
    with pytest.raises(UnknownCard):
        situation(CLASSIC, (1, 8), **more)


@pytest.mark.parametrize(
    ("rules", "texts", "cards"),
    [
        (CLASSIC, ["1,1,5", "1 1 5", " 1; 1,5 ", "guard g prince", "Guard, 1 5"], [1, 1, 5]),
        (HOBBIT, ["the one ring bard", "Bard,the one  ring", "ring; bard"], ["bard", "ring"]),
    ],
)
def test_separators_and_names_are_forgiven(rules, texts, cards):
    """However people list cards, they are the same; blanks do not separate the words of one."""
    names = [rules.cards[rules.card(card)].name for card in cards]
    for text in texts:
        assert sorted(read_cards(rules, text)) == names


def test_a_misspelt_fact_is_refused():
    """No fact of an exchange is dropped because nobody knows its name."""
    with pytest.raises(TypeError, match="oponent"):
        held_after_exchange(
            rules("2019"), ["Guard", "King", "Priest"], seen=["Chancellor"], oponent="Baron"
        )
