"""Matches from both sides, and games that are shown."""

import shlex

import numpy as np
import pytest

import llq
from llq.errors import IllegalAction, IllegalState, UnknownGame, UnknownStrategy
from llq.query.literature.matches.matches import match
from llq.query.literature.play.record import show
from llq.solver.literature.matches.match import play_games
from llq.solver.literature.rules import find_rules
from tests.custom_players import First


def test_the_numbers_are_those_of_both_halves_of_the_match():
    """Wins, half suits, asks and errors follow from the games with either team in even seats."""
    result = match("greedy", "possible", 80, 2)
    forth = play_games(["greedy", "possible"] * 2, 40, 2)
    back = play_games(["possible", "greedy"] * 2, 40, 2)
    won = np.array([forth.winner == 0, back.winner == 1])
    lost = np.array([forth.winner == 1, back.winner == 0])
    counts = won.sum(), 80 - (won | lost).sum(), lost.sum()
    assert (result.wins, result.draws, result.losses) == counts
    half_suits = forth.half_suits, back.half_suits[:, ::-1]
    lead = np.mean([team - other for team, other in (games.T for games in half_suits)], axis=0)
    assert result.lead == pytest.approx(lead.mean())
    assert result.lead_error == pytest.approx(np.std(lead, ddof=1) / np.sqrt(40))
    assert result.half_suits == tuple(np.mean(half_suits, axis=(0, 1)))
    assert result.win_prob == won.mean()
    assert result.standard_error == pytest.approx(np.std(won.mean(axis=0), ddof=1) / np.sqrt(40))
    asks = np.array([forth.asks, back.asks])
    assert result.asks == asks.mean()
    for name in ("hits", "ask_backs", "back_claims", "wrong_claims"):
        total = getattr(forth, name).sum(axis=0) + getattr(back, name).sum(axis=0)[::-1]
        scale = asks.sum() if name == "hits" else 1
        assert getattr(result, name) == tuple(total / scale), name
    # the error of a share of decided games, by leaving out one deal at a time
    decided = (won + lost).sum(axis=0)
    wins = won.sum(axis=0)
    shares = (wins.sum() - wins) / (decided.sum() - decided)
    jackknife = np.sqrt(39 / 40 * ((shares - shares.mean()) ** 2).sum())
    assert result.decided_prob == wins.sum() / decided.sum()
    assert result.decided_error == pytest.approx(jackknife, rel=0.05)


def test_the_command_plays_the_match_again():
    """What a match says makes it again does, and objects have none."""
    result = match("greedy,possible,random", "possible", 8, 4, rules="pagat", limit=90)
    words = shlex.split(result.command)
    assert words[:5] == ["llq", "literature", "match", "greedy,possible,random", "possible"]
    options = " ".join(words[5:])
    assert options == "-n 12 --seed 4 --rules pagat --players 6 --limit 90"
    assert match(First(), "greedy", 4).command is None
    assert (result.first, result.second) == ("greedy,possible,random", "possible")
    assert result.to_dict()["first"] == "greedy,possible,random"


def test_custom_players_take_part():
    """An object plays alone or beside others, and in a shown game as in the match."""
    result = match([First(), "possible"], "random", 6, 2)
    assert (result.first, result.second) == ("first,possible", "random")
    shown = show(First(), "possible", 2, number=1)
    played = play_games([First(), "possible"] * 2, 2, 2)
    assert shown.half_suits == tuple(played.half_suits[1].tolist())


def test_a_game_that_is_given_up_is_a_draw():
    """Games without an end by the limit count as draws and are told apart."""
    result = match("random", "random", 10, 1, limit=5)
    assert (result.wins, result.draws, result.losses, result.given_up) == (0, 10, 0, 10)
    assert (result.decided_prob, result.decided_error, result.asks) == (None, None, 5)
    assert "of those decided" not in str(result)


def test_a_game_is_shown_up_to_a_move():
    """The first moves of a game are the same however many are shown."""
    complete = show("greedy", "possible", 6)
    assert complete.is_over
    for moves in (0, 1, 17, len(complete.game.moves) - 1):
        part = show("greedy", "possible", 6, moves=moves)
        assert part.game.moves == complete.game.moves[:moves]
        assert part.hands == complete.hands
    assert llq.literature.positions.record(complete.game.position).moves == complete.game.moves


def test_matches_that_cannot_be_are_refused():
    """A wrong team, number or variant is told as such."""
    for change, error, reason in [
        ({"first": "nobody"}, UnknownStrategy, "'nobody' is not a player"),
        ({"first": "greedy,greedy,greedy"}, UnknownStrategy, "a team is one player for all its"),
        ({"first": "os:path"}, UnknownStrategy, "'os:path' is not a player: it needs"),
        ({"games": 2}, IllegalState, "two deals of 2 games each; got 2 games"),
        ({"rules": "whist"}, UnknownGame, "unknown variant 'whist'"),
        ({"players": 5}, IllegalState, "for 4, 6 or 8 players; got 5"),
        ({"rules": find_rules(), "players": 6}, IllegalState, "the rules are for 4 players, not"),
        ({"limit": 0}, IllegalState, "a game has 1 to 1000 asks"),
    ]:
        with pytest.raises(error, match=reason):
            match(**({"first": "greedy", "second": "possible", "games": 4} | change))


def test_games_that_cannot_be_shown_are_refused():
    """A wrong seat or number of moves is told as such, and so is a player who cheats."""
    with pytest.raises(IllegalState, match="there are seats 0 to 3; got 4"):
        show("greedy", "greedy", me=4)
    with pytest.raises(IllegalState, match="games and moves must be non-negative integers"):
        show("greedy", "greedy", moves=-1)

    class Cheat(First):
        def choose(self, view, random):
            return 0, "AS"

    with pytest.raises(IllegalAction, match="first asks seat 0 for AS, which is not legal"):
        show(Cheat(), Cheat())
