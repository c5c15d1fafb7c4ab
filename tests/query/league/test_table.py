"""Leagues, stored: the file, SQL and the page say what the league says."""

from itertools import pairwise
from math import hypot
from operator import attrgetter

import pytest

from llq.query.games import GAMES, find_kind_by_name, game_part
from llq.query.league.league import LeagueGame
from llq.query.sql.database import open_connection
from llq.store.shipped import standard_folder
from tests.query.league.test_league import PAIRS


@pytest.mark.parametrize("game", GAMES)
def test_a_table_holds_the_league_that_is_played(game, tmp_path):
    """Blocks, which are pairings, give the numbers of the whole league, in every game."""
    kind, of = find_kind_by_name(f"{game}-league"), game_part(game, "league").LEAGUE
    assert isinstance(of, LeagueGame)
    path = kind.table.build(4, 3, PAIRS[game], (), tmp_path, threads=1)
    table, played = kind.table.load(path.stem, path), of.play(PAIRS[game], 4, 3)
    assert table.league.standings == played.standings
    assert table.league.results == played.results
    assert (table.league.rules, table.league.unit) == (played.rules, played.unit)
    assert table.command.startswith(f"llq build {game}-league -n 4 --seed 3")


@pytest.mark.parametrize("game", GAMES)
def test_sql_has_the_standings_and_the_pairs(game, monkeypatch, tmp_path):
    """The views' means, errors and intervals are those of the library, computed apart in SQL."""
    name = f"{game.replace('-', '_')}-league"
    view, path = name.replace("-", "_"), tmp_path / f"{name}.h5"
    path.symlink_to(standard_folder() / path.name)
    monkeypatch.setenv("LLQ_TABLES", str(tmp_path))
    league = find_kind_by_name(f"{game}-league").table.load(name, path).league
    with open_connection() as connection:
        columns = "rank, player, score, score_error, low, high, lead, lead_error"
        rows = connection.execute(
            f"SELECT {columns}, beside_score, beside_error FROM {view} ORDER BY rank"
        ).fetchall()
        pairs = connection.execute(
            f"SELECT score, score_error, low, high, lead, lead_error FROM {view}_pair "
            "ORDER BY is_beside, first, second"
        ).fetchall()
    for row, standing in zip(rows, league.standings, strict=True):
        for value, expected in zip(row, vars(standing).values(), strict=True):
            assert value == (expected if isinstance(expected, str) else pytest.approx(expected))
    order = attrgetter("first", "second")
    results = sorted(league.results, key=lambda pair: (pair.beside != pair.first, *order(pair)))
    for row, result in zip(pairs, results, strict=True):
        numbers = (result.score, result.score_error, result.low, result.high)
        assert row == pytest.approx((*numbers, result.lead, result.lead_error))


def test_what_is_stored_ranks_as_measured_elsewhere(monkeypatch):
    """Better players stand higher, by more than four errors, as each game's own studies have it."""
    monkeypatch.setenv("LLQ_TABLES", str(standard_folder()))
    orders = {
        "literature": ("strong", "withholder", "greedy", "article", "possible", "random"),
        "sueca": ("mc_extra", "rules", "random"),
        "dominion": ("optimal", "picky", "greedy", "random"),
        "love-letter": ("table", "strategic", "random"),
    }
    for game, order in orders.items():
        table = find_kind_by_name(f"{game}-league").table.open(standard_folder())
        standings = {standing.player: standing for standing in table.league.standings}
        for better, worse in pairwise(standings[player] for player in order):
            error = hypot(better.score_error, worse.score_error)
            assert better.score - worse.score > 4 * error
