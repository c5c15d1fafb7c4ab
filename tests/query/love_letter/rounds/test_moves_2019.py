"""Rounds of the 2019 edition move by move: what is told, asked and refused."""

import pytest

import llq
from llq.query.love_letter.play.visible_moves import describe, discards_of
from llq.query.love_letter.rounds.analysis import question_of


@pytest.fixture(scope="module")
def exchange():
    """Return a round before a Chancellor, after its draws, and after the second choice."""
    for number in range(60):
        states = llq.love_letter.play(
            ["strategic", "random"], seed=3, number=number, variant="2019-tokens"
        ).states
        for before, drawn, after in zip(states, states[1:], states[2:], strict=False):
            if drawn.extra:
                return before, drawn, after
    raise AssertionError("no Chancellor in sixty rounds")


def test_only_the_player_of_a_chancellor_is_told_the_cards(exchange):
    """The mover hears what was drawn, kept and returned; the other how many cards."""
    before, drawn, after = exchange
    mover = before.current_player
    card, keep = (
        state.moves[len(start.moves)] for start, state in ((before, drawn), (drawn, after))
    )
    names = [before.rules.cards[card].name for card in drawn.extra]
    assert all(name in describe(before, card, drawn, mover, mover)[1] for name in names)
    assert describe(before, card, drawn, 1 - mover, 1 - mover) == ("Chancellor", "draws 2 cards")
    assert describe(drawn, keep, after, mover, mover)[0] == drawn.action_text(keep)
    assert describe(drawn, keep, after, 1 - mover, 1 - mover) == ("keep one of 3", "")


def test_the_second_choice_is_a_question_of_the_library(exchange):
    """A state asks what `llq.lookup` takes: three cards, and whose discards are whose."""
    _, drawn, _ = exchange
    me = drawn.current_player
    question = question_of(drawn)
    hand = [question[key] for key in ("card_1", "card_2", "card_3")]
    assert tuple(hand) == drawn.view().hand
    assert question["chancellor"]
    assert question["discarded"] == discards_of(drawn)[me]
    assert question["discarded"][-1] == "Chancellor"
    assert "seen" not in question
