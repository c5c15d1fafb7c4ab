"""Matches from both sides, and games that are shown."""

import shlex

import numpy as np
import pytest

import llq
from llq.errors import IllegalAction, IllegalState, UnknownGame, UnknownStrategy
from llq.query.literature.matches import match_literature
from llq.query.literature.record import show_literature
from llq.solver.literature.match import play_games
from llq.solver.literature.rules import find_rules


class First:
    """A player of one's own: the first ask that may get the card."""

    name = "first"

    def choose(self, position, random):
        """Return an ask."""
        return next((one for one in position.legal if position.chance(*one)), position.legal[0])


def test_teams_that_change_names_change_the_sign():
    """A match the other way round has the same games: every number is the other team's."""
    there = match_literature("greedy", "possible", 60, 3)
    back = match_literature("possible", "greedy", 60, 3)
    assert (there.wins, there.ties, there.losses) == (back.losses, back.ties, back.wins)
    assert there.difference == -back.difference > 0
    assert there.standard_error == back.standard_error > 0
    assert there.decided == pytest.approx(1 - back.decided)
    assert there.decided_error == pytest.approx(back.decided_error)
    for name in ("half_suits", "hits", "ask_backs", "back_claims", "wrong_claims"):
        assert getattr(there, name) == getattr(back, name)[::-1]
    assert (there.asks, there.asks_error) == (back.asks, back.asks_error)


def test_a_greedy_team_is_exactly_as_good_as_itself():
    """Against itself a team has on every deal what the other has: no difference and no error."""
    duel = match_literature("greedy", "greedy", 40, 5)
    assert (duel.score, duel.difference, duel.standard_error, duel.z) == (0.5, 0, 0, 0)
    assert duel.wins == duel.losses
    assert duel.decided == 0.5
    assert duel.decided_error == 0


def test_the_numbers_are_those_of_both_halves_of_the_match():
    """Wins, half suits, asks and errors follow from the games with either team in even seats."""
    duel = match_literature("greedy", "possible", 200, 2)
    there = play_games(["greedy", "possible"] * 2, 100, 2)
    back = play_games(["possible", "greedy"] * 2, 100, 2)
    won = np.array([there.winner == 0, back.winner == 1])
    lost = np.array([there.winner == 1, back.winner == 0])
    assert (duel.wins, duel.losses, duel.ties) == (won.sum(), lost.sum(), 200 - (won | lost).sum())
    lead = np.array(
        [
            there.half_suits[:, 0] - there.half_suits[:, 1],
            back.half_suits[:, 1] - back.half_suits[:, 0],
        ]
    ).mean(axis=0)
    assert duel.difference == pytest.approx(lead.mean())
    assert duel.standard_error == pytest.approx(np.std(lead, ddof=1) / 10)
    assert duel.asks == np.concatenate([there.asks, back.asks]).mean()
    assert duel.ask_backs[0] == there.ask_backs[:, 0].sum() + back.ask_backs[:, 1].sum()
    assert duel.wrong_claims[1] == there.wrong_claims[:, 1].sum() + back.wrong_claims[:, 0].sum()
    # the error of a share of decided games, by leaving out one deal at a time
    decided = (won + lost).sum(axis=0)
    wins = won.sum(axis=0)
    shares = (wins.sum() - wins) / (decided.sum() - decided)
    jackknife = np.sqrt(99 / 100 * ((shares - shares.mean()) ** 2).sum())
    assert duel.decided == wins.sum() / decided.sum()
    assert duel.decided_error == pytest.approx(jackknife, rel=0.05)


def test_the_command_plays_the_match_again():
    """What a match says makes it again does, and objects have none."""
    duel = match_literature("greedy,possible,random", "possible", 8, 4, rules="pagat", limit=90)
    words = shlex.split(duel.command)
    assert words[:5] == ["llq", "literature", "match", "greedy,possible,random", "possible"]
    options = " ".join(words[5:])
    assert options == "-n 8 --seed 4 --rules pagat --players 6 --limit 90"
    assert match_literature(First(), "greedy", 4).command is None
    assert duel.names == ("greedy,possible,random", "possible")
    assert duel.to_dict()["team"] == "greedy,possible,random"


def test_players_of_ones_own_take_part():
    """An object plays alone or beside others, and in a shown game as in the match."""
    duel = match_literature([First(), "possible"], "random", 6, 2)
    assert duel.team == ("first", "possible")
    shown = show_literature(First(), "possible", 2, number=1)
    played = play_games([First(), "possible"] * 2, 2, 2)
    assert shown.half_suits == tuple(played.half_suits[1].tolist())


def test_a_game_that_is_given_up_is_a_tie():
    """Games without an end by the limit count as ties and are told apart."""
    duel = match_literature("random", "random", 10, 1, limit=5)
    assert (duel.wins, duel.ties, duel.losses, duel.given_up) == (0, 10, 0, 10)
    assert (duel.decided, duel.decided_error, duel.asks) == (None, None, 5)
    assert "of those decided" not in str(duel)


def test_a_game_is_shown_up_to_a_move():
    """The first moves of a game are the same however many are shown."""
    whole = show_literature("greedy", "possible", 6)
    assert whole.is_over
    for moves in (0, 1, 17, len(whole.game.moves) - 1):
        part = show_literature("greedy", "possible", 6, moves=moves)
        assert part.game.moves == whole.game.moves[:moves]
        assert part.hands == whole.hands
    assert llq.literature.record(whole.game.position).moves == whole.game.moves


@pytest.mark.parametrize(
    ("change", "error", "reason"),
    [
        ({"team": "nobody"}, UnknownStrategy, "'nobody' is no"),
        ({"team": "greedy,greedy,greedy"}, UnknownStrategy, "a team is one player for all its"),
        ({"team": "os:path"}, UnknownStrategy, "'os:path' is not a player: it needs"),
        ({"games": 2}, IllegalState, "two deals of two games each; 2 games are too few"),
        ({"rules": "whist"}, UnknownGame, "'whist' is no variant"),
        ({"players": 5}, IllegalState, "for 4, 6 or 8 players; got 5"),
        ({"rules": find_rules(), "players": 6}, IllegalState, "the rules are for 4 players, not"),
        ({"limit": 0}, IllegalState, "a game has 1 to 1000 asks"),
        ({"threads": 0}, IllegalState, "threads are 1 or more"),
    ],
)
def test_matches_that_cannot_be_are_refused(change, error, reason):
    """A wrong team, number or variant is told as such."""
    with pytest.raises(error, match=reason):
        match_literature(**({"team": "greedy", "other": "possible", "games": 4} | change))


@pytest.mark.parametrize("play", [match_literature, show_literature])
def test_who_is_no_player_and_what_is_no_seed_is_refused_first(play):
    """No player is who cannot choose or is not named by text; no seed what is no whole number."""
    numbered = First()
    numbered.name = 5
    for player in (numbered, First, object(), None):
        with pytest.raises(UnknownStrategy, match="is not a player: it needs a name and choose"):
            play([player, "greedy"], "possible")
    for seed in ("a", 1.5, -1):
        with pytest.raises(IllegalState, match="a seed must be a non-negative integer"):
            play("greedy", "possible", seed=seed)


def test_games_that_cannot_be_shown_are_refused():
    """A wrong seat or number of moves is told as such, and so is a player who cheats."""
    with pytest.raises(IllegalState, match="there are seats 0 to 3; got 4"):
        show_literature("greedy", "greedy", me=4)
    with pytest.raises(IllegalState, match="games and moves are numbers from 0 on"):
        show_literature("greedy", "greedy", moves=-1)

    class Cheat(First):
        def choose(self, position, random):
            return 0, "AS"

    with pytest.raises(IllegalAction, match="first asks seat 0 for AS, which is not legal"):
        show_literature(Cheat(), Cheat())
