"""Duplicate matches."""

import numpy as np
import pytest

from llq.errors import IllegalState, UnknownStrategy
from llq.query.sueca.matches import matches as duels
from llq.query.sueca.matches.matches import match
from tests.custom_players import First


def in_full(team):
    """Return the names of a team's two players, which are one name where they are alike."""
    names = team.split(",")
    return names * (2 // len(names))


PAIRS = [("A,A", "R,R"), ("A,R", "T,T"), ("A,R", "T,R"), ("MC:3x2,R", "A,T")]


@pytest.mark.parametrize(("team", "other"), PAIRS)
def test_teams_that_change_names_change_the_sign(team, other):
    """A match the other way round has the same games: differences are the other's, exactly."""
    forth, back = match(team, other, 80, 3), match(other, team, 80, 3)
    assert forth.lead == -back.lead != 0
    assert forth.lead_error == back.lead_error > 0
    assert (forth.wins, forth.draws, forth.losses) == (back.losses, back.draws, back.wins)
    assert forth.win_prob == back.loss_prob
    assert forth.game_points_lead == -back.game_points_lead


@pytest.mark.parametrize("team", ["R,R", "A,A", "A,R", "MC:3x2,MC:3x2"])
def test_a_team_is_exactly_as_good_as_itself(team):
    """Against itself a team has what the other has on every deal: no difference and no error."""
    duel = match(team, team, 60, 5)
    assert (duel.points[0], duel.lead, duel.lead_error, duel.z) == (60, 0, 0, 0)
    assert duel.win_prob == duel.loss_prob


@pytest.mark.parametrize(
    ("team", "other", "games"), [("A,A", "R,R", 2), ("A,R", "R,R", 4), ("A,R", "T,A", 4)]
)
def test_every_player_holds_every_hand(monkeypatch, team, other, games):
    """A deal is played until each player of either team has sat in every seat, as often."""
    seatings = []
    play = duels.play_games

    def spy(seats, *args, **kwargs):
        seatings.append([player.name for player in seats])
        return play(seats, *args, **kwargs)

    monkeypatch.setattr(duels, "play_games", spy)
    duel = match(team, other, 20, 1)
    assert duel.games == duel.deals * games == 20
    assert len(seatings) == games
    for seat in range(4):
        sitters = sorted(names[seat] for names in seatings)
        assert sitters == sorted(names[0] for names in seatings)
    for names in seatings:
        assert {tuple(sorted(names[::2])), tuple(sorted(names[1::2]))} == {
            tuple(sorted(in_full(duel.first))),
            tuple(sorted(in_full(duel.second))),
        }


def test_results_are_those_of_the_games():
    """Means, shares and errors are those computed by hand from the same games."""
    duel = match("A,A", "R,R", 400, 9)
    forth = duels.play_games(["A", "R", "A", "R"], 200, 9)
    back = duels.play_games(["R", "A", "R", "A"], 200, 9)
    points = np.array([forth.points.astype(int), 120 - back.points.astype(int)])
    lead = (2 * points - 120).mean(axis=0)
    assert duel.points[0] == points.mean()
    assert duel.lead == pytest.approx(lead.mean(), abs=1e-12)
    assert duel.lead_error == pytest.approx(lead.std(ddof=1) / 200**0.5, rel=1e-12)
    low, high = duel.interval
    assert low < duel.lead < high
    assert high - low == pytest.approx(3.92 * duel.lead_error, rel=1e-9)
    assert duel.z == pytest.approx(duel.lead / duel.lead_error)
    assert duel.win_prob == (points > 60).mean()
    assert duel.draw_prob == (points == 60).mean()
    tricks = np.array([forth.tricks, 10 - back.tricks.astype(int)])
    scored = np.where(tricks == 10, 4, (points > 60) * 1 + (points > 90))
    assert duel.game_points[0] == scored.mean()
    conceded = np.where(tricks == 0, 4, (points < 60) * 1 + (points < 30))
    assert duel.game_points[1] == conceded.mean()


@pytest.mark.long
def test_the_interval_covers():
    """Of 60 matches' 95 % intervals 52 or more hold the difference: fewer come once in 350."""
    truth = match("A,A", "R,R", 20_000, 10**6).lead
    results = [match("A,A", "R,R", 120, seed) for seed in range(60)]
    covered = sum(duel.interval[0] <= truth <= duel.interval[1] for duel in results)
    assert 52 <= covered <= 60
    scores = [(duel.lead - truth) / duel.lead_error for duel in results]
    assert abs(np.mean(scores)) < 4 / 60**0.5


def test_players_of_ones_own_sit_in_both_teams(tmp_path, monkeypatch):
    """A class of one's own plays by name or as an object, with or against built-in players."""
    (tmp_path / "mine_sueca.py").write_text(
        "class Mine:\n"
        "    name = 'mine'\n"
        "    def choose(self, position, random):\n"
        "        return position.legal[0]\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    by_name = match("mine_sueca:Mine,R", "R,mine_sueca:Mine", 8, 1)
    assert (by_name.first, by_name.second) == ("mine,random", "random,mine")
    assert by_name.command == "llq sueca match mine_sueca:Mine,R R,mine_sueca:Mine -n 8 --seed 1"
    lowest = First()
    meant = match([lowest, lowest], "R,R", 4, 1)
    assert (meant.games, meant.command) == (4, None)
    twins = match((lowest, First()), ["random", "R"], 8, 1)  # not known to be alike
    assert (twins.games, twins.lead) == (8, meant.lead)


def test_the_command_makes_the_match_again():
    """The result says the command line that gives it, whole deals and options included."""
    duel = match("MC:2x2,R", "A,A", 9, 6, trump_from="last")
    assert duel.games == 12
    assert duel.command == "llq sueca match MC:2x2,R A,A -n 12 --seed 6 --trump-from last"
    assert duel.to_dict()["first"] == "mc_extra:2x2,random"
    assert "12 games on 3 deals, seed 6" in str(duel)


def test_what_cannot_be_played_is_refused():
    """A team, a number of games or an option that is none is refused in words."""
    for team, games, options, error, reason in [
        ("A,A,A", 10, {}, UnknownStrategy, "a player for both seats, or two, .* names 3"),
        ("", 10, {}, UnknownStrategy, "names 0"),
        ("A,nowhere:Player", 10, {}, UnknownStrategy, "no player 'nowhere:Player'"),
        ("A,random:Random", 10, {}, UnknownStrategy, "write random"),
        ("A,json:JSONDecoder", 10, {}, UnknownStrategy, "it needs a name and choose"),
        ("A,A", 2, {}, IllegalState, "two deals"),
        ("A,A", 10, {"trump_from": "middle"}, IllegalState, "random, first, last"),
    ]:
        with pytest.raises(error, match=reason):
            match(team, "R,R", games, **options)


def test_a_single_player_sits_in_both_seats():
    """One player, by name or custom, is the team of two of it."""
    assert match(First(), "R", 4).points == match([First()] * 2, "R,R", 4).points
    assert match("A", ["R"], 20).points == match("A,A", "R,R", 20).points
