"""A game of Literature analysed: costs worked out by hand, and the advice of every moment."""

import json
from math import comb

import pytest

import llq
from llq.literature import analyse, game
from llq.solver.literature.actions import Ask
from tests.query.literature.positions.test_notation import HAND


def test_an_ask_costs_the_chance_that_it_gave_up():
    """Player 1 lacks the 4D and has another low diamond; then any other card is likeliest there."""
    analysis = analyse(game(HAND, 2, "1>2 4D -; 2>3 4C -"))
    hands = comb(35, 12) - comb(30, 12)
    likeliest = (comb(34, 11) - comb(29, 11)) / hands  # the 4C among 1's, who has a low diamond
    (ask,) = analysis.asks
    assert (ask.move, ask.chosen.action, ask.held) == (2, Ask(3, "4C"), False)
    elsewhere = (1 - likeliest) / 2
    best = max(likeliest, elsewhere)
    assert ask.cost == pytest.approx(best - elsewhere, abs=1e-12)
    assert ask.best.target == (1 if likeliest > elsewhere else 3)
    assert analysis.expected_hits == pytest.approx(elsewhere, abs=1e-12)
    assert (analysis.hits, analysis.claims, analysis.missed) == (0, (), ())


def test_a_claim_is_judged_by_what_its_player_knew():
    """Of 40 unseen cards three are with one mate in 8·7·6 of 40·39·38 deals, split in 8·8·7."""
    line = "2 claims LC 0:456 2:A23 wrong 1:4 2:A23 3:56"
    analysis = analyse(game("C:A23 D:T H:345 S:Q", 2, line, players=6, rules="somani"))
    (claim,) = analysis.claims
    ways = 40 * 39 * 38
    assert not claim.is_right
    assert claim.chance == pytest.approx(8 * 7 * 6 / ways, rel=1e-12)
    assert claim.cost == pytest.approx(8 * 7 * (8 - 6) / ways, rel=1e-9)
    assert f"move 1: {line}, at 0.6%; likeliest was LC" in str(analysis)


def test_a_certain_claim_is_missed_in_each_turn_that_does_something_else():
    """Who has got the last low club may claim; two asks come before the claim that was certain."""
    moves = "2>1 4C +; 2>1 5C +; 2>1 6C +; 2>1 TC -; 1>2 9H -; 2>3 TC -; 3>2 9S -"
    analysis = analyse(game(HAND, 2, f"{moves}; 2 claims LC 2:A23456"))
    (missed,) = analysis.missed
    assert (missed.move, missed.turns, missed.claim.text) == (4, 2, "LC 2:A23456")
    assert analysis.claims == ()
    assert analysis.hits == 3
    assert {ask.move for ask in analysis.asks if ask.held} == {1, 2, 3}


@pytest.mark.parametrize("claims", ["known", "free"])
def test_a_played_game_has_the_advice_of_every_moment(claims):
    """Costs are those of the advice asked for turn by turn; the player's record has the same."""
    played = llq.literature.play(["possible", "greedy"] * 2, seed=3, claims=claims)
    expected = []
    for before, after in zip(played.states, played.states[1:], strict=False):
        action = before.action_of(after.moves[len(before.moves)])
        if before.current_player == 2 and isinstance(action, Ask):
            advice = llq.literature.advise(before.view())
            cost = next(value.cost for value in advice.actions if value.action == action)
            expected.append((len(before.events) + 1, cost))
    analysis = analyse(played, 2)
    assert sorted((ask.move, ask.cost) for ask in analysis.asks) == expected
    costs = [round(ask.cost, 9) for ask in analysis.asks]
    assert costs == sorted(costs, reverse=True)
    assert analysis.missed == ()  # players claim at once
    from_view = analyse(llq.literature.positions.record(played.state.view(2)))
    assert from_view.to_dict()["asks"] == analysis.to_dict()["asks"]
    assert json.loads(json.dumps(analysis.to_dict()))["cost"] == analysis.cost
