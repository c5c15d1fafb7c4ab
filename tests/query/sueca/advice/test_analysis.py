"""A game analysed: every choice of a seat, with what the advice says it cost."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

import llq
from llq.errors import IllegalState, UnknownStrategy
from llq.query.sueca.matches.rubbers import playing_for
from llq.query.sueca.play.visible_moves import board
from llq.solver.sueca.game_state import action_of
from llq.solver.sueca.players import choose_card, find_strategy
from llq.solver.sueca.rules import SEATS

PLAYER = "mc_extra:4x1"


def test_an_analysis_has_the_advice_of_every_choice():
    """Each choice's cost is the advice's, asked for at that moment; forced cards are no choice."""
    record = llq.sueca.play(["random"] * 4, seed=3)
    for seat in range(SEATS):
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


def test_a_game_of_a_rubber_is_judged_and_hinted_by_it():
    """West is told of West and East's games first; a position has North and South's first."""
    state = llq.sueca.new_game(1, rubber="0-3", leader=1)
    assert state.view().rubber == (0, 3)
    assert board(state, 1).splitlines()[0].endswith("points 0 to 0   rubber 3 to 0")
    hint = llq.sueca.advise(state.view(), PLAYER)
    assert "rubber 3-0" in hint.facts
    plain = replace(state.view(), rubber=None)
    assert (
        hint.objective != llq.sueca.advise(plain, PLAYER).objective == "card points, and 15 a game"
    )
    record = llq.sueca.play(["random"] * 4, seed=1, rubber="0-3")
    judged = llq.sueca.analyse(record, 1, player=PLAYER).cards[0].answer
    assert judged.objective == hint.objective == "card points, and 112 for the rubber"
    assert judged.position.rubber == (0, 3)


def test_strong_plays_for_the_rubber_of_a_game():
    """Its card is that of the stakes at 3-3, where any game won is the rubber; at times another."""
    differ = 0
    for seed in range(300):
        cards = llq.sueca.play(["random"] * 4, seed=seed).state.played[: 28 + seed % 8]
        chosen = []
        for rubber in ("", "3-3"):
            state = llq.sueca.new_game(seed, rubber=rubber)
            for card in cards:
                state.apply(card)
            chosen.append(llq.sueca.agent("strong", seed=seed).choose(state))
        stream = np.array([Random(seed).getrandbits(64)], dtype=np.uint64)
        player = playing_for(find_strategy("strong"), (3, 3))
        assert chosen[1] == action_of(choose_card(state.row(), player, stream))
        differ += chosen[0] != chosen[1]
    assert differ


def test_only_games_of_sueca_and_their_seats_are_analysed():
    """Another game's record, or a fifth seat, is refused with the reason."""
    with pytest.raises(IllegalState, match="love-letter"):
        llq.sueca.analyse(llq.love_letter.play(["random", "random"], seed=1), 0)
    with pytest.raises(IllegalState, match="seats are 0 to 3"):
        llq.sueca.analyse(llq.sueca.play(["random"] * 4, seed=1), 4)


def test_strong_judges_unless_another_is_named():
    """Without a player the advice is that of `advise`; rules compares no cards and is refused."""
    record = llq.sueca.play(["rules", "strong:20/4"] * 2, seed=1)
    judged = llq.sueca.analyse(record, 1).cards[0].answer
    assert judged.player == "strong:5000/6"
    assert judged.to_dict() == llq.sueca.advise(judged.position).to_dict()
    with pytest.raises(UnknownStrategy, match="rules does not advise"):
        llq.sueca.analyse(record, 1, player="rules")
