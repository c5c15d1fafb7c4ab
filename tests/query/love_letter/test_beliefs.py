"""Beliefs by name and by state, and what is refused."""

import pytest

import llq
from llq.errors import IllegalAction, IllegalState, UnknownStrategy

DECK = "deck-2-1-1-0-1-0-1-1"
Action = llq.love_letter.Action
beliefs, beliefs_after = llq.love_letter.beliefs, llq.love_letter.beliefs_after


def test_beliefs_add_up_and_first_turns_know_nothing():
    """In a round's first turn the chances are uniform; later they are what was played."""
    first = beliefs(1, 8, "strategic", variant=DECK)
    assert all(one.chance == pytest.approx(one.uniform) for one in first.cards)
    later = beliefs(1, 5, "strategic", seen=[2], opponent_knows=5, variant=DECK)
    assert sum(one.chance for one in later.cards) == pytest.approx(1)
    assert sum(one.uniform for one in later.cards) == pytest.approx(1)
    assert {one.card: one.chance for one in later.cards}["Guard"] == 0  # it would have been played
    assert 0 < later.reached < 1
    told = beliefs(
        1, 5, "strategic", seen=[2], opponent_knows=5, last=Action("Priest"), variant=DECK
    )
    assert told.reached == pytest.approx(later.reached)
    assert "after Priest" in str(told)
    assert told.to_dict()["policy"] == "strategic"


def test_a_whole_history_says_what_the_opponent_may_hold():
    """A custom player may ask in its turn; an opponent who is not the policy is told apart."""
    found = []

    class Asker:
        name = "asker"

        def choose(self, view, random):
            found.append(beliefs_after(view.history, "strategic", variant=DECK))
            return random.choice(view.legal)

    llq.love_letter.match("strategic", Asker(), 10, variant=DECK)
    assert all(sum(one.chance for one in each.cards) == pytest.approx(1) for each in found)
    assert found[0].reached is None
    with pytest.raises(IllegalState, match="what strategic never plays"):
        llq.love_letter.match("random", Asker(), 50, variant=DECK)


@pytest.mark.parametrize(
    ("more", "error", "reason"),
    [
        ({"policy": "best"}, UnknownStrategy, "unknown player 'best'"),
        ({"policy": "table_discards"}, IllegalState, "minds discard totals"),
        ({"last": Action("King")}, IllegalState, "never come to this state after King"),
        ({"last": Action("Jester")}, IllegalAction, "has no action"),
        ({"seen": [8, 8]}, IllegalState, "the deck has 1 Princess"),
        ({"variant": "batman"}, IllegalState, "tokens"),
    ],
)
def test_mistakes_are_refused(more, error, reason):
    """Each is refused with what was asked and the remedy."""
    with pytest.raises(error, match=reason):
        beliefs(1, 5, **({"policy": "strategic", "variant": DECK} | more))


def test_a_history_of_another_variant_is_none():
    """Cards that the variant does not have are said so."""
    history = llq.love_letter.History(True, (), "Bilbo", "Guard", ())
    with pytest.raises(IllegalState, match="no history of"):
        beliefs_after(history, "strategic", variant=DECK)
