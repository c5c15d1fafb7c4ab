"""The table of matches: its numbers, and what it refuses."""

from itertools import product

import numpy as np
import pytest

from llq.errors import IllegalState, UnknownState, UnknownStrategy
from llq.query.sueca.matches import combination_games, table
from llq.query.sueca.matches.combination_games import PLAYERS, QUANTILES, combinations_of
from llq.solver.sueca.matches.match import play_games
from llq.solver.sueca.rules import RULES

GAMES, SEED = 2000, 1  # of the fixture
SOME = ("R,R,R,R", "A,T,R,R", "T,A,T,R", "A,A,A,A", "R,T,A,T")


@pytest.fixture(scope="module")
def raw():
    """Return a function that plays a combination's games anew, on other threads and blocks."""
    played = {}

    def play(combination):
        if combination not in played:
            played[combination] = play_games(combination.split(","), GAMES, SEED, threads=1)
        return played[combination]

    return play


@pytest.mark.parametrize("combination", SOME)
def test_numbers_are_those_of_the_games(sueca_matches, raw, combination):
    """Mean, deviation, quantiles, histograms and shares are NumPy's of the games themselves."""
    result, games = sueca_matches.lookup(combination), raw(combination)
    points = games.points.astype(float)
    assert (result.games, result.seed) == (GAMES, SEED)
    assert result.mean == points.mean()
    assert result.standard_deviation == pytest.approx(points.std(ddof=1), rel=1e-12)
    assert result.mean_error == pytest.approx(points.std(ddof=1) / np.sqrt(GAMES), rel=1e-12)
    quantiles = np.quantile(games.points, QUANTILES, method="inverted_cdf")
    assert result.quantile == tuple(quantiles)
    assert result.win_prob == (games.points > 60).mean()
    assert result.tricks == pytest.approx(games.tricks.mean(), rel=1e-14)
    assert np.array_equal(result.points, np.bincount(games.points, minlength=121))
    assert str(result).startswith(f"{','.join(result.players)}: {points.mean():.3f} points (s.e. ")


@pytest.mark.parametrize("combination", SOME)
def test_games_won_follow_the_rules(sueca_matches, raw, combination):
    """Each game counts 1 above 60 points, 2 above 90 and 4 for all tricks, to whoever wins it."""
    won = [
        RULES.games(points, tricks) - RULES.games(120 - points, 10 - tricks)
        for points, tricks in zip(
            raw(combination).points.tolist(), raw(combination).tricks.tolist(), strict=True
        )
    ]
    counts = sueca_matches.lookup(combination).game_points.tolist()
    assert counts == [won.count(games) for games in combination_games.GAME_POINTS]
    assert set(won) <= set(combination_games.GAME_POINTS)


def test_paired_error_is_that_of_the_differences(sueca_matches, raw):
    """The paired standard error is that of the differences game by game, for any two."""
    for first, second in product(SOME[:3], SOME[2:]):
        apart = raw(first).points.astype(float) - raw(second).points
        difference = sueca_matches.difference(first, second)
        assert difference.difference == pytest.approx(apart.mean(), abs=1e-12)
        assert difference.standard_error == pytest.approx(
            apart.std(ddof=1) / np.sqrt(GAMES), rel=1e-9
        )
        back = sueca_matches.difference(second.split(","), second.split(","))
        assert (back.difference, back.standard_error, back.z) == (0, 0, None)


def test_covariance_is_that_of_the_games(sueca_matches, raw):
    """The covariances are NumPy's, symmetric to the bit, and positive semidefinite."""
    players = [sueca_matches.lookup(combination).players for combination in SOME]
    at = [sueca_matches.combinations.index(names) for names in players]
    wanted = np.cov([raw(combination).points for combination in SOME])
    assert sueca_matches.covariance[np.ix_(at, at)] == pytest.approx(wanted, rel=1e-11)
    assert np.array_equal(sueca_matches.covariance, sueca_matches.covariance.T)
    assert np.linalg.eigvalsh(sueca_matches.covariance).min() > -1e-9


def test_common_deals_make_differences_sharper(sueca_matches):
    """One player changed, the paired error is far below that of separate deals."""
    difference = sueca_matches.difference("A,R,R,R", "R,R,R,R")
    assert difference.standard_error < 0.7 * difference.unpaired_error
    assert difference.z > 4
    assert str(difference).startswith("always_high,random,random,random less random,random,")


def test_every_combination_is_there_once(sueca_matches):
    """Three players sit down in all 81 ways, in the order of the players."""
    names = ("random", "obligated_trump", "always_high")
    assert sueca_matches.players == names
    assert sueca_matches.combinations == tuple(product(names, repeat=4))
    assert (sueca_matches.points.sum(axis=1) == GAMES).all()
    assert (sueca_matches.game_points.sum(axis=1) == GAMES).all()


def test_default_combinations_are_the_thesis_s_and_the_honest_ones():
    """All five players make the thesis's 256 combinations and 175 with an honest Monte Carlo."""
    names, combinations = combinations_of(PLAYERS)
    assert tuple(names) == PLAYERS
    assert len(combinations) == len(set(combinations)) == 431
    assert sum("mc_extra" not in seats for seats in combinations) == 256
    assert sum("mc_extra" in seats for seats in combinations) == 175
    assert not any({"mc_peek", "mc_extra"} <= set(seats) for seats in combinations)


def test_what_is_not_in_the_table_is_named(sueca_matches):
    """A combination that was not played is an error that says what was and how to get more."""
    with pytest.raises(UnknownState, match=r"no games of mc_extra,random.* 2000 games .*build"):
        sueca_matches.lookup("MC,R,R,R")
    with pytest.raises(UnknownState, match="no games of random,random"):
        sueca_matches.lookup("R,R,R")
    with pytest.raises(UnknownStrategy, match="nobody"):
        sueca_matches.lookup("nobody,R,R,R")
    for absent in ("MC,R,R,R", "R,R,R", "nobody,R,R,R"):
        assert sueca_matches.get(absent) is None
    default = sueca_matches.lookup("R,R,R,R")
    assert sueca_matches.get("MC,R,R,R", default) is default
    assert sueca_matches.get("R,R,R,R").mean == default.mean


def test_neither_blocks_nor_the_writing_of_players_matter(tmp_path, monkeypatch):
    """The same games in other blocks, of players in any order by name or letter, are one table."""
    contents = set()
    for games, combinations, players in (
        (100, combination_games.BLOCK_COMBINATIONS, ("R", "A")),
        (70, 5, ("always_high", "random", "R")),
    ):
        monkeypatch.setattr(combination_games, "BLOCK_GAMES", games)
        monkeypatch.setattr(combination_games, "BLOCK_COMBINATIONS", combinations)
        path = table.build_matches(130, 7, players, tmp_path / str(games))
        contents.add(table.open_matches(path).info.content_hash)
    assert len(contents) == 1


def test_what_makes_no_table_is_refused(tmp_path):
    """Too few games, a bad seed and unknown players are refused before anything is written."""
    for arguments, error, message in [
        ((1, 1, ("R",)), IllegalState, "games must be an integer of at least 2"),
        ((10, -1, ("R",)), IllegalState, "a seed must be a non-negative integer; got -1"),
        ((10, 1, ()), IllegalState, "one player"),
        ((10, 1, ("R", "nobody")), UnknownStrategy, "nobody"),
    ]:
        with pytest.raises(error, match=message):
            table.build_matches(*arguments, tmp_path)
        assert not list(tmp_path.iterdir())
