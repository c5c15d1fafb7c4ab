"""A game analysed: every choice of a seat, with what the advice says it cost."""

import pytest

import llq
from llq.errors import IllegalState, UnknownStrategy

PLAYER = "mc_extra:4x1"


def test_an_analysis_has_the_advice_of_every_choice():
    """Each choice's cost is the advice's, asked for at that moment; forced cards are no choice."""
    record = llq.sueca.play(["random"] * 4, seed=3)
    for seat in (0, 3):
        expected = []
        state = llq.sueca.new_game(seed=3)
        for card in record.state.played:
            if state.current_player == seat and len(state.legal_actions()) > 1:
                advice = llq.sueca.advise(state.view(), PLAYER, 5)
                costs = {value.text: value.cost for value in advice.actions}
                trick = 1 + len(state.played) // 4
                expected.append((trick, state.action_text(card), costs[state.action_text(card)]))
            state.apply(card)
        found = [
            (one.trick, one.chosen.text, one.cost)
            for one in llq.sueca.analyse(record, seat, player=PLAYER, seed=5).cards
        ]
        assert sorted(found) == expected
        assert [cost for *_, cost in found] == sorted((cost for *_, cost in found), reverse=True)


@pytest.mark.parametrize("front", [llq.sueca, llq.literature])
def test_only_games_of_its_own_and_their_seats_are_analysed(front):
    """Another game's record, or a fifth seat, is refused with the reason."""
    with pytest.raises(IllegalState, match="love-letter"):
        front.analyse(llq.love_letter.play(["random", "random"], seed=1), 0)
    with pytest.raises(IllegalState, match="seats are 0 to 3"):
        front.analyse(front.play(["random"] * 4, seed=1), 4)


@pytest.mark.long
def test_strong_judges_unless_another_is_named():
    """Without a player the advice is that of `advise`; rules compares no cards and is refused."""
    record = llq.sueca.play(["rules", "strong:20/4"] * 2, seed=1)
    judged = llq.sueca.analyse(record, 1).cards[0].answer
    assert judged.player == "strong:5000/6"
    assert judged.to_dict() == llq.sueca.advise(judged.position).to_dict()
    with pytest.raises(UnknownStrategy, match="rules does not advise"):
        llq.sueca.analyse(record, 1, player="rules")
