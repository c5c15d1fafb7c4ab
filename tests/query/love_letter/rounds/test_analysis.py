"""What the moves of a round cost, most costly first."""

import json
from random import Random

import pytest

import llq
from llq.love_letter import analyse, new_game
from llq.love_letter.table import build as build_table
from llq.query.play.agents import PlayedGame

TINY = "deck-2-1-0-0-0-0-0-1"


pytestmark = pytest.mark.usefixtures("standard_tables")


def random_round(seed, lots, face_up=0):
    """Return a round of two players who draw lots."""
    state = new_game(seed, face_up=face_up)
    while not state.is_terminal:
        state.apply(lots.choice(state.legal_actions()))
    return PlayedGame(("one", "other"), state)


def test_costs_of_a_round_worked_by_hand():
    """Of Guard and Priest the Guard at the Princess wins for certain, the Priest one in four.

    Two Guards, a Priest and a Princess: the other Guard and the Princess are the opponent's card
    and the aside card, and the deck is empty after the first turn. A Guard guessing the Princess
    hits her, or is followed by Priest against Guard. Guessing the Priest wins against the Guard
    alone. The Priest leaves a Guard, which loses to the Princess and is equal to the Guard.
    """
    build_table(TINY)
    expected = {
        "Guard, guessing Princess": (1.0, 0.0),
        "Guard, guessing Priest": (0.5, 0.5),
        "Priest": (0.25, 0.75),
    }
    for text, (value, cost) in expected.items():
        state = new_game(variant=TINY)
        for card in (0, 1, 7):  # the first player's two, and the Princess to the second
            state.apply(card)
        state.apply(next(a for a in state.legal_actions() if state.action_text(a) == text))
        analysis = analyse(PlayedGame(("one", "other"), state))
        (move,) = analysis.moves
        assert (move.turn, move.chosen.text) == (1, text)
        assert (move.chosen.value, move.cost) == pytest.approx((value, cost))
        assert move.best.text == "Guard, guessing Princess"
        assert analysis.cost == move.cost


@pytest.mark.parametrize("face_up", [0, 3])
def test_each_cost_is_that_of_a_lookup(face_up):
    """The cost of each move is that of `llq.lookup` for its view, and the largest stands first."""
    lots, table = Random(3), llq.love_letter.table.open()
    for seed in range(4):
        played = random_round(seed, lots, face_up)
        analysis = analyse(played, 1)
        turns = [number for number, state in enumerate(played.states) if state.current_player == 1]
        assert sorted(move.turn - 1 for move in analysis.moves) == turns
        costs = [move.cost for move in analysis.moves]
        assert costs == sorted(costs, reverse=True)
        for move in analysis.moves:
            before = played.states[move.turn - 1]
            answer = table.answer(before.view().state)
            action = before.rules.actions[played.state.moves[len(before.moves)]]
            chosen = next(play for play in answer.actions if play.action == action)
            assert (chosen.value, chosen.cost) == (move.chosen.value, move.cost)
        assert json.loads(json.dumps(analysis.to_dict()))["cost"] == analysis.cost


def test_a_round_as_one_player_saw_it_has_the_same_costs():
    """The view before a player's last turn has the costs of all turns before it."""
    lots = Random(4)
    for seed in range(8):
        played = random_round(seed, lots)
        own = [state for state in played.states if state.current_player == 0]
        by_turn = {move.turn: move for move in analyse(played).moves}
        moves = analyse(own[-1].view()).moves
        assert len(moves) == len(own) - 1
        for move in moves:
            assert move.cost == by_turn[move.turn].cost
            assert move.answer == by_turn[move.turn].answer
