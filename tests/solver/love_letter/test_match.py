"""Matches: seeds, threads, custom players and the published figures."""

from functools import partial
from math import sqrt

import numpy as np
import pytest

from llq.errors import IllegalAction, IllegalState, UnknownStrategy
from llq.solver.love_letter.match import MatchOptions, simulate
from llq.solver.love_letter.rules import Action
from llq.solver.love_letter.variants import BATMAN, CLASSIC
from tests.custom_players import Careless


class Cheat:
    """A custom player that guesses Guard."""

    name = "cheat"

    def choose(self, view, random):
        return Action("Guard", guess="Guard")


class Reader:
    """A custom player that plays the solver's policy."""

    name = "reader"

    def __init__(self, space, policy):
        self.space, self.policy = space, policy

    def choose(self, view, random):
        return view.rules.actions[self.policy[self.space.rank(view.state)]]


@pytest.mark.parametrize("pair", [("random", "strategic"), ("monte_carlo", "table")])
def test_a_match_depends_on_its_seed_alone(pair, classic_solution):
    """One thread and three give the same match, another seed another."""

    def play(seed, threads):
        games = 3000 if "random" in pair else 40
        options = MatchOptions(policy=classic_solution.actions)
        return simulate(CLASSIC, *pair, games, seed, options, threads=threads)

    assert play(5, 1) == play(5, 3)
    assert play(5, 2).first_wins != play(6, 2).first_wins


def test_games_do_not_depend_on_their_number():
    """A longer match begins with the games of a shorter one."""
    done = []
    play = partial(simulate, CLASSIC, "random", "random", progress=lambda *step: done.append(step))
    shorter, longer = (play(games, 9) for games in (4096, 4097))
    assert longer.first_wins - shorter.first_wins in (0, 1)
    assert longer.second_wins - shorter.second_wins in (0, 1)
    assert done == [(4096, 4096), (4096, 4097), (4097, 4097)]


def test_random_against_random_as_published():
    """50,000 games agree with Table 1 of Huibers (2016) within the errors of both."""
    games, thesis_games = 50_000, 1_000_000
    result = simulate(CLASSIC, "random", "random", games, 2016)
    assert result.first_wins + result.second_wins + result.draws == games
    for wins, published in ((result.first_wins, 516_016), (result.second_wins, 483_867)):
        p = (wins + published) / (games + thesis_games)
        error = sqrt(p * (1 - p) * (1 / games + 1 / thesis_games))
        assert abs(wins / games - published / thesis_games) < 4 * error


def test_tokens_of_guesses_are_counted():
    """Each game gives its winner one token, and one more by a guess of anyone but Robin."""
    games = 20_000
    result = simulate(BATMAN, "strategic", "random", games, 1)
    rates = (result.first_wins / games, result.second_wins / games)
    # Tokens are 0, 1 or 2 a game, which fixes the error from the mean and the win rate.
    for mean, error, rate in zip(result.tokens, result.tokens_error, rates, strict=True):
        assert mean > rate
        squares = rate + 3 * (mean - rate)
        assert error == pytest.approx(sqrt((squares - mean**2) / games))
    classic = simulate(CLASSIC, "strategic", "random", games, 1)
    assert (classic.first_wins, classic.draws) == (result.first_wins, result.draws)
    assert classic.tokens is classic.tokens_error is None


def test_a_fixed_opening_hand(classic_solution):
    """With Baron and Princess to open, the Table player wins every game, as it should."""
    options = MatchOptions(hand=(7, 2), policy=classic_solution.actions)
    result = simulate(CLASSIC, "table", "random", 1000, 1, options)
    assert result.first_wins == 1000


@pytest.mark.parametrize("rival", ["random", "strategic", "monte_carlo", "table", Careless()])
def test_a_custom_player_meets_every_player(rival, classic_solution):
    """In both seats all games are played, and the same again with the same seed."""
    options = MatchOptions(policy=classic_solution.actions, playouts=10)
    for pair in ((Careless(), rival), (rival, Careless())):
        results = [simulate(CLASSIC, *pair, 40, 3, options) for _ in range(2)]
        assert results[0] == results[1]
        assert results[0].first_wins + results[0].second_wins + results[0].draws == 40
        assert "careless" in (results[0].first, results[0].second)


def test_a_custom_player_sees_what_a_built_in_one_sees(classic_space, classic_solution):
    """A custom player that looks its states up in the table plays the Table player's very games."""
    options = MatchOptions(policy=classic_solution.actions)
    reader = Reader(classic_space, options.policy)
    custom = simulate(CLASSIC, reader, reader, 500, 4, options)
    built_in = simulate(CLASSIC, "table", "table", 500, 4, options)
    assert (custom.first_wins, custom.draws) == (built_in.first_wins, built_in.draws)


def test_wrong_arguments_and_actions_are_refused():
    """Errors say what is wrong: of an illegal action its player, the state and what is legal."""
    with pytest.raises(IllegalAction, match=r"cheat chose Action\(card=.Guard.*State\(.*legal are"):
        simulate(CLASSIC, Cheat(), "random", 10, 1)
    with pytest.raises(UnknownStrategy, match="needs a policy"):
        simulate(CLASSIC, "table", "random", 10, 1)
    for options, message in [
        (MatchOptions(policy=np.zeros(3, dtype=np.uint8)), "has 3 entries"),
        *((MatchOptions(hand=hand), "cannot deal") for hand in ((7, 7), (0, 8), (-1, 2))),
        (MatchOptions(face_up=13), "0 to 12 cards"),
    ]:
        with pytest.raises(IllegalState, match=message):
            simulate(CLASSIC, "table", "random", 10, 1, options)
