"""Sueca's views: the table's numbers under names, and the thesis's rows beside them."""

from operator import attrgetter

import numpy as np
import pytest

import llq
from llq.query.published_figures import published
from llq.query.sueca.matches.matches import match

pytestmark = pytest.mark.usefixtures("matches_file")


@pytest.fixture(scope="module")
def connection(matches_file, tmp_path_factory):
    """Return a connection to the database of this table."""
    folder = tmp_path_factory.mktemp("matches")
    (folder / matches_file.name).symlink_to(matches_file)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LLQ_TABLES", str(folder))
        with llq.connect() as connection:
            yield connection


@pytest.fixture(scope="module")
def peeking(tmp_path_factory):
    """Return a connection to a small table with both Monte Carlo players, and the table."""
    folder = tmp_path_factory.mktemp("peeking")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LLQ_TABLES", str(folder))
        patch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        llq.sueca.matches.build(2, 3, ("R", "mc_peek", "MC"))
        with llq.connect() as connection:
            yield connection, llq.sueca.matches.open()


def test_every_combination_has_its_numbers(connection, sueca_matches):
    """The view has each combination once, with the table's numbers and the command."""
    rows = connection.execute("SELECT * FROM sueca_match ORDER BY combination").fetchnumpy()
    seats = zip(*(rows[seat] for seat in ("north", "west", "south", "east")), strict=True)
    assert tuple(seats) == sueca_matches.combinations
    assert np.array_equal(rows["mean_ns"], sueca_matches.mean)
    assert np.array_equal(rows["mean_ns_error"], sueca_matches.mean_error)
    assert np.array_equal(rows["q95"], sueca_matches.quantile[:, 4])
    assert set(rows["command"]) == {sueca_matches.command}
    assert set(rows["rules"]) == {match("R,R", "R,R", 4).rules} == {"sueca/carreiro-2016 v1"}


def test_shares_of_games_add_up(connection):
    """Wins, draws and losses, and the histograms, are of all games; games won are their sums."""
    rows = connection.execute(
        """
        SELECT m.win_prob + m.draw_prob
                   + sum(d.share) FILTER (d.points < 60),
               sum(d.share), sum(d.points * d.share) - m.mean_ns
        FROM sueca_match m JOIN sueca_distribution d USING (combination)
        GROUP BY m.combination, m.win_prob, m.draw_prob, m.mean_ns"""
    ).fetchall()
    assert len(rows) == 81
    assert np.array(rows) == pytest.approx(np.tile([1, 1, 0], (81, 1)), abs=1e-12)
    games = connection.execute(
        """
        SELECT sum(share), sum(games_won * share) - (games_ns - games_we),
               games_ns / (games_ns + games_we) - games_won_share
        FROM sueca_match m JOIN sueca_game_won USING (combination)
        GROUP BY combination, games_ns, games_we, games_won_share"""
    ).fetchall()
    assert np.array(games) == pytest.approx(np.tile([1, 0, 0], (81, 1)), abs=1e-12)


def test_pairs_are_the_table_s_differences(connection, sueca_matches):
    """Every two combinations that differ in one seat are there, as the library has them."""
    rows = connection.execute(
        "SELECT combination, other, difference, standard_error, unpaired_error, z, seat, player, "
        "instead_of FROM sueca_paired"
    ).fetchall()
    assert len(rows) == len({row[:2] for row in rows}) == 81 * 4 * 2
    seats = ("north", "west", "south", "east")
    numbers_of = attrgetter("difference", "standard_error", "unpaired_error", "z")
    for first, second, *numbers, seat, player, instead in rows:
        combination, changed = sueca_matches.combinations[first], sueca_matches.combinations[second]
        assert [a == b for a, b in zip(combination, changed, strict=True)].count(False) == 1
        assert (combination[seats.index(seat)], changed[seats.index(seat)]) == (player, instead)
        expected = numbers_of(sueca_matches.difference(combination, changed))
        assert numbers == pytest.approx(expected, rel=1e-12)


def test_teams_are_means_over_their_arrangements(connection, sueca_matches):
    """Six teams meet six; a mean is that of its arrangements, its error that of their sum."""
    rows = connection.execute(
        "SELECT team_ns, team_we, arrangements, mean_ns, mean_ns_error, least, most FROM sueca_team"
    ).fetchall()
    assert len(rows) == 36
    assert sum(row[2] for row in rows) == 81
    for team_ns, team_we, arrangements, mean, error, least, most in rows:
        pairs = [tuple(sorted(team.split(" & "))) for team in (team_ns, team_we)]
        at = [
            place
            for place, (n, w, s, e) in enumerate(sueca_matches.combinations)
            if [tuple(sorted((n, s))), tuple(sorted((w, e)))] == pairs
        ]
        means = sueca_matches.mean[at]
        assert len(at) == arrangements
        assert (mean, least, most) == pytest.approx((means.mean(), means.min(), means.max()))
        variance = sueca_matches.covariance[np.ix_(at, at)].mean() / sueca_matches.games
        assert error == pytest.approx(variance**0.5)


def test_published_rows_are_as_printed(connection):
    """All 281 rows stand as printed; the three misprints and the repeats are marked."""
    rows = connection.execute(
        "SELECT published_table, north, south, team2_first, team2_second, score_ns, score_ew, "
        "standard_deviation "
        "FROM sueca_carreiro_2016_match ORDER BY row"
    ).fetchall()
    wanted = [
        (*list(row.values())[:5], *(float(row[name]) for name in ("score_ns", "score_ew", "sd")))
        for row in published("sueca_carreiro_2016_ch7")
    ]
    assert rows == wanted
    counts = (
        "SELECT count(*) FILTER (misprint), count(*) FILTER (NOT repeat) "
        "FROM sueca_carreiro_2016_match"
    )
    assert connection.execute(counts).fetchall() == [(3, 256)]


def test_rows_without_monte_carlo_are_found_again(connection):
    """Every printed mean without a Monte Carlo player is ours within the errors of both."""
    rows = connection.execute(
        "SELECT published, mean_ns, mean_ns_error, published_standard_deviation, z, "
        "honest_mean_ns, misprint FROM sueca_carreiro_2016_compared WHERE NOT repeat"
    ).fetchall()
    assert len(rows) == 81
    for printed, mean, error, deviation, z, honest, is_misprint in rows:
        assert honest == mean  # nobody in it could peek
        if is_misprint:
            assert z is None
        else:
            variance = error**2 + deviation**2 / 1e6 + 0.1**2 / 12
            assert z == pytest.approx((mean - printed) / variance**0.5)
            assert abs(z) < 4.5


def test_the_thesis_s_player_peeks_and_the_honest_one_stands_beside(peeking):
    """In the reproduction MC is mc_peek, and the honest number is mc_extra's in its seats."""
    connection, table = peeking
    rows = connection.execute(
        "SELECT mean_ns, honest_mean_ns FROM sueca_carreiro_2016_compared "
        "WHERE north = 'random' AND west = 'mc_peek' AND south = 'random' AND east = 'random' "
        "AND NOT repeat"
    ).fetchall()
    wanted = [table.lookup(f"R,{player},R,R").mean for player in ("mc_peek", "mc_extra")]
    assert rows == [tuple(wanted)]
    count = "SELECT count(*) FROM sueca_carreiro_2016_compared WHERE NOT repeat"
    assert connection.execute(count).fetchall() == [(16,)]
