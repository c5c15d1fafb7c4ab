"""Observations: the state of what a player sees and knows."""

import pytest

import llq
from llq.errors import IllegalState, UnknownCard, UnknownGame
from llq.query.love_letter.notation import read_cards
from llq.query.love_letter.observation import held_after_exchange, situation
from llq.solver.love_letter.table.states import State
from llq.solver.love_letter.variants import CLASSIC, HOBBIT, rules


@pytest.mark.parametrize(
    ("hand", "seen", "state"),
    [
        ((8, 1), {}, State(0, 7, (4, 2, 2, 2, 2, 1, 1, 0))),
        (
            ("King", 3),
            {
                "seen": ["Priest", 1, 1, 4],
                "opponent": "countess",
                "opponent_knows": 6,
                "handmaid": True,
            },
            State(2, 5, (3, 1, 1, 1, 2, 0, 1, 1), 6, True, True, 2),
        ),
        ((1, 8), {"seen": {1: 2, "Prince": 1}}, State(0, 7, (2, 2, 2, 2, 1, 1, 1, 0))),
        ((1, 8), {"face_up": [1, 1, 5]}, State(0, 7, (2, 2, 2, 2, 1, 1, 1, 0))),
        (
            (2, 2),
            {"seen": [3], "opponent_knows": 2},
            State(1, 1, (5, 0, 1, 2, 2, 1, 1, 1), hand_known=1),
        ),
    ],
)
def test_open_cards_leave_the_unseen(hand, seen, state):
    """Lists and copies by card are one thing; knowledge goes to the sorted hand, a pair's first."""
    assert situation(CLASSIC, hand, **seen) == (state, 0)


def test_the_front_makes_the_state_that_its_table_takes(classic):
    """`state` by the variant's name and a table's own give one state, which the table knows."""
    facts = {"seen": ["priest", 1], "opponent": "countess"}
    state = llq.love_letter.state((1, 8), **facts)
    assert state == classic.state((1, 8), **facts)
    assert classic.lookup(state).value == 1.0
    with pytest.raises(UnknownGame):
        llq.love_letter.state((1, 8), variant="tempest")


def test_impossible_situations_are_refused_with_the_reason():
    """Each way in which a situation breaks the rules has its own words."""
    for hand, seen, facts, reason in [
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
            situation(CLASSIC, hand, seen=seen, **facts)


@pytest.mark.parametrize("facts", [{"seen": [9]}, {"opponent": "Jester"}, {"opponent_knows": 0}])
def test_unknown_cards_are_refused_wherever_they_stand(facts):
    """A card that does not exist is refused in every argument."""
    with pytest.raises(UnknownCard):
        situation(CLASSIC, (1, 8), **facts)


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
