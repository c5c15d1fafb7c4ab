"""Matches of two players, played and computed."""

import json
from types import SimpleNamespace

import numpy as np
import pytest

import llq
from llq.errors import IllegalState, UnknownState, UnknownStrategy
from llq.solver.dominion.rules import Action
from llq.solver.dominion.variants import rules
from tests.oracles import dominion as oracle
from tests.solver.dominion.conftest import simple_choice

pytestmark = pytest.mark.usefixtures("dominion_file")

Z = 4.5  # a chance of 7e-6 for each comparison


ESTATES = SimpleNamespace(
    name="Estates", choose=lambda view, _: Action("estate" if view.coins >= 2 else None)
)


@pytest.mark.parametrize(
    ("first", "second", "turns"),
    [("optimal", "picky", 31), ("random", "greedy", 31), ("expensive", "greedy", 4)],
)
def test_games_played_confirm_the_exact_chances(first, second, turns):
    """Wins, draws, the lead and both means of seeded games are within chance of the exact ones."""
    played = llq.dominion.match(first, second, 10_000, 3, turns=turns)
    exact = llq.dominion.strategies.match(first, second, turns)
    assert abs(played.win_prob - exact.win_prob) < Z * played.standard_error
    assert abs(played.score - exact.score) < Z * played.score_error
    assert abs(played.lead - exact.lead) < Z * played.lead_error
    for mean, error, expected in zip(
        played.mean_score, played.mean_score_error, exact.mean_score, strict=True
    ):
        assert abs(mean - expected) < Z * error
    draws = np.sqrt(exact.draw_prob * (1 - exact.draw_prob) / 10_000)
    assert abs(played.draw_prob - exact.draw_prob) < Z * draws


def test_a_match_is_two_simulations_of_one_seed():
    """The lead is the mean difference of the two players' own games, game by game."""
    first, second = (
        llq.dominion.strategies.simulate(name, 9, 300, 5) for name in ("greedy", "random")
    )
    played = llq.dominion.match("greedy", "random", 300, 5, turns=9)
    ahead = first.scores - second.scores
    assert played.lead == pytest.approx(ahead.mean())
    assert played.lead_error == pytest.approx(ahead.std(ddof=1) / np.sqrt(300))
    assert played.mean_score == pytest.approx((first.mean, second.mean))
    next_one = np.roll(second.scores, -1)
    counts = [(first.scores > next_one).sum(), (first.scores == next_one).sum()]
    assert [played.wins, played.draws] == counts
    assert played.wins + played.draws + played.losses == played.games == 300


def test_exact_chances_are_those_of_full_decks():
    """Four turns of Greedy and Picky, every pair of final scores of the oracle's full decks."""
    greedy, picky = (
        oracle.final_scores(rules(), simple_choice(rules(), name), 4)
        for name in ("greedy", "picky")
    )
    win = sum(p * q for a, p in greedy.items() for b, q in picky.items() if a > b)
    draw = sum(p * q for a, p in greedy.items() for b, q in picky.items() if a == b)
    exact = llq.dominion.strategies.match("greedy", "picky", 4)
    assert (exact.win_prob, exact.draw_prob) == pytest.approx((float(win), float(draw)))
    mean = float(sum(a * p for a, p in greedy.items()))
    assert exact.lead == pytest.approx(mean - exact.mean_score[1])


def test_tables_and_custom_players_take_part(dominion_table):
    """A table plays as the optimum does; a custom player's games confirm its exact score."""
    by_table = llq.dominion.match(dominion_table, "random", 200, 4, turns=10)
    by_name = llq.dominion.match("optimal", "random", 200, 4, turns=10)
    assert (by_table.first, by_table.command) == ("dominion-31", None)
    assert (by_table.wins, by_table.lead) == (by_name.wins, by_name.lead)
    played = llq.dominion.match(ESTATES, "greedy", 500, 4, turns=3)
    exact = llq.dominion.strategies.score(ESTATES, 3)
    assert abs(played.mean_score[0] - exact) <= Z * played.mean_score_error[0]
    computed = llq.dominion.strategies.match(ESTATES, "greedy", 3)
    assert computed.mean_score[0] == pytest.approx(exact)
    with pytest.raises(UnknownState, match=r"dominion-31\.h5 does not hold the whole policy"):
        llq.dominion.match(dominion_table, "random", 200, turns=32)


def test_a_match_as_plain_data_and_in_words():
    """JSON has every field, pairs as the first's and the second's; a line of text has the lead."""
    played = llq.dominion.match("greedy", "random", 50, 1, turns=4, real=True)
    plain = json.loads(json.dumps(played.to_dict()))
    assert plain["command"] == ("llq dominion match greedy random -n 50 --seed 1 --turns 4 --real")
    assert plain["first_mean_score"] == played.mean_score[0]
    assert (plain["unit"], plain["real"], plain["turns"]) == ("points", True, 4)
    assert str(played).startswith("greedy v random: first wins 0.")
    assert json.loads(json.dumps(llq.dominion.strategies.match("greedy", "random", 2).to_dict()))


def test_mistakes_are_found_before_any_game(monkeypatch):
    """A wrong second player is refused before the first has played."""
    monkeypatch.setattr("llq.query.dominion.matches.play_games", None)
    for second, error in (("nobody", UnknownStrategy), (object(), UnknownStrategy)):
        with pytest.raises(error):
            llq.dominion.match("picky", second, 100)
    with pytest.raises(IllegalState, match="at least one turn"):
        llq.dominion.strategies.match("picky", "greedy", 0)
    with pytest.raises(UnknownStrategy, match="depends on the state alone"):
        llq.dominion.strategies.match("picky", "monte_carlo", 3)
