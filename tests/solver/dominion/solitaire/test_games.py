"""Simulation against exact numbers, the real reshuffle rule, and players written in Python."""

from fractions import Fraction
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest

from llq.errors import IllegalAction, IllegalState, UnknownState, UnknownStrategy
from llq.query.dominion.verification import run
from llq.solver.dominion.players import SIMPLE
from llq.solver.dominion.rules import Action
from llq.solver.dominion.solitaire.custom_players import player_distribution, simulate_player
from llq.solver.dominion.solitaire.match import play_games
from llq.solver.dominion.solitaire.solver import solve
from llq.solver.dominion.solitaire.states import StatePolicy
from llq.solver.dominion.state import State
from llq.solver.dominion.strategies.evaluation import action_shares, distribution, mean_scores
from llq.solver.dominion.strategies.reshuffle import reshuffle_scores

Z = 4.5  # a chance of 7e-6 for each comparison


@pytest.fixture(scope="module")
def best_real(game):
    """Return what best play of 5 turns by the real rule scores."""
    return float(reshuffle_scores(game, "optimal", 5)[5])


class Picky:
    """Picky, as a user would write it."""

    name = "Picky"

    def choose(self, view: State, random: Random) -> Action:
        if view.coins >= 8:
            return Action("province")
        return Action("gold" if view.coins >= 6 else "silver" if view.coins >= 3 else "copper")


@pytest.mark.parametrize("real", [False, True])
@pytest.mark.parametrize("name", ["random", "picky", "monte_carlo"])
def test_a_game_is_its_seed_and_number(game, name, real):
    """Threads and the number of games played beside it do not change a game."""
    alone = play_games(game, name, 6, 70, seed=5, real=real, threads=1)
    together = play_games(game, name, 6, 90, seed=5, real=real, threads=3)
    assert (alone.scores == together.scores[:70]).all()
    assert (play_games(game, name, 6, 70, seed=6, real=real).scores != alone.scores).any()
    assert alone.counts.sum(1).tolist() == [70] * 6


@pytest.mark.parametrize("name", [*SIMPLE, "optimal"])
def test_simulation_confirms_the_exact_numbers(game, solution, name):
    """Mean, spread and every turn's actions of 4,000 games are within chance of the exact ones."""
    player = StatePolicy(31, solution.codes) if name == "optimal" else name
    played = play_games(game, player, 20, 4_000, seed=7)
    chances = distribution(game, name, 20)[20]
    points = np.arange(len(chances))
    deviation = np.sqrt(chances @ (points - chances @ points) ** 2)
    assert abs(played.z_score(mean_scores(game, name, 20)[20])) < Z
    assert played.scores.std() == pytest.approx(deviation, rel=0.05)
    shares = action_shares(game, name, 20).sum(1)
    error = np.sqrt(shares * (1 - shares) / 4_000) + 1e-5
    assert (np.abs(played.counts / 4_000 - shares) / error < Z).all()


def test_many_playouts_come_near_their_limit(game):
    """Monte Carlo scores below its limit, and closer with more playouts."""
    limit = mean_scores(game, "monte_carlo_limit", 10)[10]
    few = play_games(game, "monte_carlo", 10, 300, seed=8, playouts=3)
    many = play_games(game, "monte_carlo", 10, 100, seed=8, playouts=100)
    assert few.mean < many.mean - Z * few.standard_error
    assert abs(many.mean - limit) < 0.05 * limit


@pytest.mark.parametrize("name", [*SIMPLE, "optimal"])
def test_the_real_rule_in_two_turns_by_hand(game, name):
    """Two turns draw all ten cards: 5-2, 4-3, 3-4 or 2-5 coins, with chances 1, 5, 5 and 1 of 12.

    So the optimum and Greedy gain 4 or 2 points, 7/3 in the mean; Expensive gains 4 when the coins
    are 5 and 2; Picky never gains any.
    """
    gains = {"greedy": Fraction(7, 3), "optimal": Fraction(7, 3), "expensive": Fraction(4, 6)}
    gains |= {"picky": Fraction(0), "random": Fraction(7, 9)}
    assert reshuffle_scores(game, name, 2)[2] == pytest.approx(3 + float(gains[name]), abs=1e-12)


@pytest.mark.parametrize("name", SIMPLE)
def test_simulation_confirms_the_real_rule(game, best_real, name):
    """Simulated real games agree with the exact solution over several reshuffles."""
    exact = reshuffle_scores(game, name, 5)
    played = play_games(game, name, 5, 2_000, seed=9, real=True)
    assert abs(played.z_score(exact[5])) < Z
    assert exact[5] <= best_real


def test_the_models_policy_in_real_games(game, solution, best_real):
    """Counting cards is worth something: the model's optimum is no better than the real one."""
    played = play_games(game, StatePolicy(31, solution.codes), 5, 2_000, seed=10, real=True)
    assert played.z_score(best_real) < Z


@pytest.mark.parametrize("real", [False, True])
def test_a_users_player(game, real):
    """A player in Python scores as the compiled one does."""
    played = simulate_player(game, Picky(), 5, 200, seed=11, real=real)
    exact = reshuffle_scores(game, "picky", 5) if real else mean_scores(game, "picky", 5)
    assert abs(played.z_score(exact[5])) < Z
    assert played.strategy == "Picky"


def test_a_users_player_exactly(game):
    """On full decks, a user's Picky has the built-in one's distribution."""
    exact = distribution(game, "picky", 12)[12]
    scores = player_distribution(game, Picky(), 12)
    assert scores == pytest.approx(exact[: len(scores)], abs=1e-13)


def test_a_custom_player_sees_each_turn_and_has_numbers_of_its_own(game):
    """Turns count from 1, legal actions are those paid for, and one seed gives one game."""
    views: list[State] = []

    def choose(view: State, random: Random) -> Action:
        views.append(view)
        return random.choice(view.legal)

    player = SimpleNamespace(name="any", choose=choose)
    first, again = (simulate_player(game, player, 5, 20, seed=3) for _ in range(2))
    assert (first.scores == again.scores).all()
    assert [(view.turn, view.turns, view.turns_to_go) for view in views[:5]] == [
        (turn, 5, 6 - turn) for turn in range(1, 6)
    ]
    for view in views:
        affordable = [card.name for card in game.cards if card.cost <= view.coins]
        assert [action.card for action in view.legal] == [None, *affordable]
        assert sum(view.deck) - 10 < view.turn
    with pytest.raises(UnknownStrategy, match="uses random numbers"):
        player_distribution(game, player, 1)


def test_what_cannot_be_played_is_refused(game, solution):
    """Cards that coins do not pay for, unknown players and policies too short are errors."""
    rich = SimpleNamespace(name="Rich", choose=lambda *_: Action("province"))
    with pytest.raises(IllegalAction):
        simulate_player(game, rich, 1, 1, seed=0)
    with pytest.raises(IllegalAction):
        player_distribution(game, rich, 1)
    with pytest.raises(UnknownStrategy):
        play_games(game, "lucky", 3, 3, seed=0)
    with pytest.raises(UnknownStrategy):
        reshuffle_scores(game, "monte_carlo", 3)
    for policy_turns, turns in ((31, 32), (30, 3)):
        with pytest.raises(UnknownState):
            play_games(game, StatePolicy(policy_turns, solution.codes), turns, 3, seed=0)
    with pytest.raises(IllegalState):
        play_games(game, "picky", 3, 0, seed=0)


def test_claims_by_their_exact_numbers(game, solution):
    """The verdicts on the claims that 31 turns decide."""
    mean = {name: mean_scores(game, name, 31) for name in SIMPLE}
    greedy = run._check_short_games(mean["greedy"], solution.scores)
    assert (greedy.verdict, greedy.note[:30]) == ("fails", "Greedy is optimal up to 2 turn")
    crossing = run._check_expensive(mean["expensive"], mean["picky"])
    assert (crossing.verdict, crossing.note[:30]) == ("holds", "Expensive leads up to 15 turns")
    assert run._check_first_victory(game, None).verdict == "holds"
    assert "power 5 in the limit" in run._check_growth(game).note
    assert "324632 payouts of all games up to 31 turns take 2.6 MB" in run._check_memory(game).note


def test_the_claim_on_passing(game, solution, monkeypatch):
    """Passing costs something in 31 turns, and with 3 coins or more nobody passes.

    Scores of a hundred turns, which take seconds, are those of 31 here.
    """
    forced = SimpleNamespace(scores=np.resize(solve(game, 31, must_buy=True).scores, 101))
    monkeypatch.setattr(run, "solve", lambda *_, **__: forced)
    passing = run._check_passing(game, np.resize(solution.scores, 101), None)
    assert passing.verdict == "holds in part"
    assert "with 3 coins or more 0 times" in passing.note


def test_where_one_curve_falls_below_another_for_good():
    """The claim gives the first length from which on it is below, and fails if there is none."""
    greedy, random = np.where(np.arange(160) < 56, 1.0, 0.0), np.full(160, 0.5)
    assert "below Random from 56 turns on" in run._check_long_games(greedy, random).note
    assert run._check_long_games(random, random).verdict == "fails"
