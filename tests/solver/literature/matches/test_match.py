"""Matches: seeds, threads, users' players, and what comes of games."""

from dataclasses import fields
from itertools import pairwise

import numpy as np
import pytest

from llq.errors import IllegalAction, IllegalState, UnknownStrategy
from llq.solver.literature import engine
from llq.solver.literature.matches.lineup import line_up
from llq.solver.literature.matches.match import Games, play_games
from llq.solver.literature.matches.single_game import play_game
from llq.solver.literature.rules import find_rules
from tests.custom_players import Careless as AnyAsk
from tests.oracles.literature import Ask, Referee
from tests.solver.literature.games import check, dealt, flags_of, follow, move_of, names

R, P, G = "random", "possible", "greedy"


class Witness:
    """One of the users' players of a game who follow it in its log."""

    name = "witness"

    def __init__(self, rules):
        self.rules, self.moves, self.turns = rules, [], 0

    def choose(self, position, random):
        self.turns += 1
        log = position.row[engine.LOG : engine.LOG + position.row[engine.LOGGED]]
        self.moves = [move_of(entry, self.rules.pack) for entry in log]
        return random.choice(position.legal)


class Careless:
    """A custom player that asks for what it may not."""

    name = "careless"

    def __init__(self, wrong):
        self.wrong = wrong

    def choose(self, position, random):
        return self.wrong(position)


def check_equal(match, *parts):
    """Check that a match went like some others one after another."""
    for name in (field.name for field in fields(Games)):
        joined = np.concatenate([getattr(part, name) for part in parts])
        np.testing.assert_array_equal(getattr(match, name), joined)


def referee_of(seats, seed, number, rules):
    """Return the referee who saw a game of a match, played by itself."""
    game = play_game(line_up(seats, rules), rules, seed, number)
    hands = [names(hand, rules.pack) for hand in game.hands]
    referee = Referee(flags_of(rules), hands, int(game.row[engine.FIRST]), rules.pack)
    follow(game.row, referee)
    check(game.row, referee)
    return referee


def test_games_are_what_a_referee_saw():
    """Every column of 4 games is right by a referee who follows them move by move."""
    for seats, rules in [
        ((P, R, P, R), find_rules()),
        ((P, P, G, R), find_rules("pagat", 4)),
        ((P, R, P, P, R, P), find_rules("pagat")),
    ]:
        games = play_games(seats, 4, 5, rules=rules)
        for game in range(4):
            referee = referee_of(seats, 5, game, rules)
            owned = list(referee.owners.values())
            assert games.starter[game] == referee.first
            assert games.half_suits[game].tolist() == [owned.count(0), owned.count(1)]
            assert games.finished[game] == referee.is_over()
            assert games.asks[game] == sum(isinstance(move, Ask) for move in referee.moves)
            assert games.hits[game].tolist() == referee.hits()
            assert games.wrong_claims[game].tolist() == referee.wrong_claims()
            backs, claimed = referee.ask_backs()
            assert games.ask_backs[game].tolist() == backs
            assert games.back_claims[game].tolist() == claimed
            won = (owned.count(0) > owned.count(1)) - (owned.count(0) < owned.count(1))
            assert games.winner[game] == ({1: 0, 0: -1, -1: 1}[won] if referee.is_over() else -1)


@pytest.mark.parametrize("seats", [(P, G, R, P), (P, AnyAsk(), R, P)])
def test_no_result_depends_on_threads_or_on_how_games_are_split(seats):
    """One thread or four, at once or in parts, on other lengths: the same games."""
    number = 60 if isinstance(seats[1], str) else 6
    match = play_games(seats, number, 3, threads=1)
    check_equal(match, play_games(seats, number, 3, threads=4))
    cuts = [0, 1, number // 3, number]
    parts = [play_games(seats, last - start, 3, first=start) for start, last in pairwise(cuts)]
    check_equal(match, *parts)
    assert (play_games(seats, number, 4).asks != match.asks).any()


def test_deals_do_not_depend_on_who_plays():
    """Game by game the same seat begins whoever plays."""
    firsts = [play_games((name,) * 4, 300, 8).starter for name in (R, P)]
    np.testing.assert_array_equal(*firsts)
    assert set(firsts[0].tolist()) == {0, 1, 2, 3}


def test_a_users_player_plays_what_a_built_in_one_could():
    """Users' players see the whole log; the games they play are legal to the last move."""
    for rules in (find_rules(), find_rules("pagat", 6)):
        witnesses = [Witness(rules) for _ in range(rules.players)]
        games = play_games(witnesses, 1, 2, rules=rules, limit=1000)
        assert games.finished.all()
        last = max(witnesses, key=lambda witness: len(witness.moves))
        asks = sum(isinstance(move, Ask) for move in last.moves)
        assert asks + 1 == games.asks[0] == sum(witness.turns for witness in witnesses)
        _, referee = dealt(rules, 2)
        for move in last.moves:
            referee.repeat(move)


def test_an_illegal_ask_is_refused():
    """The message names the player, its ask, and what it may ask, of a long list eight."""
    message = r"careless asks seat .* for .*; seat \d may ask \d for"
    for wrong in [
        lambda position: (position.seat, position.legal[0][1]),
        lambda position: (position.legal[0][0], position.hand[0]),
        lambda position: (position.legal[0][0], "XX"),
        lambda position: ((position.seat + 2) % 4, position.legal[0][1]),
        lambda position: (17, position.legal[0][1]),
        lambda position: position.legal[0][::-1],
    ]:
        with pytest.raises(IllegalAction, match=message):
            play_games([Careless(wrong), *[P] * 3], 3, 1)
    with pytest.raises(IllegalAction, match=r"(\d for \w\w, ){7}\d for \w\w and others$"):
        play_games([Careless(lambda _: (0, "AS"))] * 4, 1, 1)


def test_a_game_given_up_has_no_winner():
    """After the limit of asks a game is not finished, and nobody's."""
    games = play_games([P] * 4, 50, 1, limit=10)
    assert (games.asks == 10).all()
    assert not games.finished.any()
    assert (games.winner == -1).all()
    longer = play_games([P] * 4, 50, 1, limit=1000)
    assert longer.finished.all()
    assert (longer.asks > 10).all()


def test_progress_is_told():
    """Progress goes up to all games, in order."""
    steps = []
    play_games([R] * 4, 600, 1, progress=lambda done, total: steps.append((done, total)))
    assert [total for _, total in steps] == [600] * len(steps)
    done = [number for number, _ in steps]
    assert done == sorted(done)
    assert done[-1] == 600


def test_impossible_matches_are_refused():
    """The message says what was asked and what is possible."""
    for change, message in [
        ({"seats": [P] * 3}, "the rules are for 4 players; got 3"),
        ({"rules": find_rules("pagat")}, "the rules are for 6 players; got 4"),
        ({"games": 0}, "games must be a positive integer; got 0"),
        ({"threads": 0}, "threads must be a positive integer; got 0"),
        ({"limit": 0}, "a game has 1 to 1000 asks; got a limit of 0"),
        ({"limit": 1001}, "a game has 1 to 1000 asks; got a limit of 1001"),
    ]:
        with pytest.raises(IllegalState, match=message):
            play_games(**{"seats": [P] * 4, "games": 1, "seed": 1, **change})
    with pytest.raises(UnknownStrategy, match="'me' is not a strategy of Literature; those are"):
        play_games([P, "me", P, P], 1, 1)


@pytest.mark.long
def test_greedy_beats_possible_beats_random():
    """Knowing more wins more: significantly, over 400 games on either side's seats."""
    for better, worse in ((P, R), (G, P)):
        won = lost = 0
        for seats, team in (((better, worse) * 2, 0), ((worse, better) * 2, 1)):
            winner = play_games(seats, 200, 9, rules=find_rules()).winner
            won += (winner == team).sum()
            lost += (winner == 1 - team).sum()
        assert won - lost > 5 * np.sqrt(won + lost)
