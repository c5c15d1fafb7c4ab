"""Leagues: pairings are matches, a deal is played from every seat, and errors are over deals."""

import json
from itertools import permutations

import numpy as np
import pytest
from typer.testing import CliRunner

import llq
from llq.cli.main import app
from llq.errors import IllegalState, UnknownStrategy
from llq.query.duplicate_match import seatings_of
from llq.query.games import GAMES, game_part
from llq.query.league.league import League, Pairing, pairings_of
from tests.custom_players import Careless

PAIRS = {
    "love-letter": ("strategic", "random"),
    "dominion": ("picky", "random"),
    "sueca": ("rules", "random"),
    "literature": ("quick", "possible"),
}
"""Two players of each game."""


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_league_of_its_matches(game):
    """A pairing has the score and the error of the match on the same deals, in every game."""
    league_game = game_part(game, "league").LEAGUE
    league = league_game.play(PAIRS[game], 20, 7, beside=False)
    (result,) = league.results
    first, second = PAIRS[game]
    if game == "love-letter":
        forth, back = (league_game.match(*pair, 20, 7) for pair in (PAIRS[game], PAIRS[game][::-1]))
        assert result.score == pytest.approx((forth.score + 1 - back.score) / 2)
        return
    teams = {"sueca": (f"{first},{first}", f"{second},{second}")}.get(game, (first, second))
    match = league_game.match(*teams, 20 if game == "dominion" else 40, 7)
    assert (result.score, result.score_error) == pytest.approx((match.score, match.score_error))
    assert (result.lead, result.lead_error) == pytest.approx((match.lead, match.lead_error))


def test_everyone_holds_every_hand_alike():
    """Over a deal's seatings each player sits in every seat as often as in any other."""
    for teams in ["aa bb", "ab cc", "abb bbb", "abc ddd", "abab cccc", "ab ab"]:
        first, second = teams.split()
        seatings = seatings_of(first, second)
        assert len({*seatings}) == len(seatings)
        for player in {*teams} - {" "}:
            counts = [
                sum(seats[seat] == player for seats, _ in seatings)
                for seat in range(2 * len(first))
            ]
            assert len({*counts}) == 1
        for seats, parity in seatings:
            assert sorted(seats[parity::2]) == sorted(first)
            assert sorted(seats[1 - parity :: 2]) == sorted(second)


def test_a_players_error_is_over_deals():
    """A player's number is the mean over opponents, and its error that of the deals' means."""
    league = League(
        game="sueca", players=("a", "b", "c"), seed=1, rules="", unit="points",
        pairings=pairings_of("abc", beside=False),
        scores=np.array([[1.0, 0.5], [0.0, 0.5], [1.0, 1.0]]),  # a v b, a v c, b v c
        leads=np.array([[4.0, 2.0], [-4.0, 0.0], [1.0, 3.0]]),
    )  # fmt: skip
    assert [(row.rank, row.player) for row in league.standings] == [(1, "b"), (2, "a"), (3, "c")]
    b, a, c = league.standings
    assert (a.score, a.score_error) == (0.5, 0)  # by deal 0.5 and 0.5, though 1, 0 and 0.5, 0.5
    assert (b.score, b.score_error) == (0.625, pytest.approx(0.125))  # 0.5 and 0.75
    assert (c.score, c.lead) == (0.375, 0.0)  # leads 4 - 1 and 0 - 3, by halves 1.5 and -1.5
    assert c.lead_error == pytest.approx(1.5)


def test_a_stranger_sits_beside_every_other_kind():
    """Each player is once one among each other one's team, against that one's team."""
    league = llq.literature.league(["quick", "certain", "random"], 2, rules="pagat")
    mixed = [pairing for pairing in league.pairings if pairing.is_beside]
    assert mixed == [Pairing(*pair, True) for pair in permutations(league.players, 2)]
    match = llq.literature.match("quick,random,random", "random", 12, rules="pagat")
    place = league.pairings.index(Pairing("quick", "random", True))
    assert league.scores[place].tolist() == match.deal_scores.tolist()
    assert match.games == 12


def test_a_league_takes_your_own():
    """A custom player sits with built-in ones; no command plays such a league again."""
    league = llq.literature.league(["possible", Careless()], 4, 3)
    assert (league.players, league.command) == (("possible", "careless"), None)


def test_a_league_that_cannot_be_is_refused():
    """What is wrong with a league is said before anything is played."""
    for roster, options, error, words in [
        (["quick"], {}, IllegalState, "two players or more; got quick"),
        (["quick", "quick"], {}, IllegalState, "quick is given twice"),
        (["quick", "quik"], {}, UnknownStrategy, "'quik' is not a player"),
        (["quick", "random"], {"deals": 1}, IllegalState, "deals must be"),
        (["quick", "random"], {"rulez": "pagat"}, IllegalState, "did you mean rules"),
    ]:
        with pytest.raises(error, match=words):
            llq.literature.league(roster, **options)


def test_the_command_prints_what_the_library_returns():
    """JSON is the league, CSV its pairs or standings, and the command plays it again."""
    words = ["literature", "league", "quick", "random", "-n", "4", "--setting", "rules=pagat"]
    league = llq.literature.league(["quick", "random"], 4, rules="pagat")

    def run(*more):
        return CliRunner().invoke(app, [*words, *more]).stdout

    assert json.loads(run("--format", "json")) == json.loads(json.dumps(league.to_dict()))
    assert run("--format", "csv").splitlines()[1].startswith("quick,random,quick,1.0,")
    assert run("--format", "csv", "--standings").splitlines()[1].startswith("1,quick,1.0,")
    assert league.command.split() == ["llq", *words[:6], "--seed", "1", *words[6:]]
    assert "League of Literature" in run()
