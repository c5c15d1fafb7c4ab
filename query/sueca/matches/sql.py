"""SQL relations and views of the table of matches, described in ``relations.toml``."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from llq.query.published_figures import published
from llq.query.sueca.matches.combination_games import GAME_POINTS, QUANTILES
from llq.query.sueca.matches.table import MatchTable
from llq.query.tables.relations import Relations
from llq.query.tables.stored_table import Source
from llq.solver.sueca.rules import RULES, TOTAL_POINTS, Seat
from llq.store.database import Relation, View
from llq.store.schema import rules_name

_FILE = Path(__file__).with_name("relations.toml")
_SEATS = tuple(seat.name.lower() for seat in Seat)
_LETTERS = {"R": "random", "MC": "mc_peek", "T": "obligated_trump", "A": "always_high"}

# The thesis heads the second team "E & W" and no more. Its first is West: a Monte Carlo player
# takes more in the East, which plays last to North's lead, and so does the thesis's when it stands
# second. R and R score 46.8 against R MC and 47.3 against MC R; 60,000 games of seed 1 give 46.7
# and 47.3 with the first in the West, hence 47.3 and 46.7 with it in the East. All 22 pairs that
# were played, of 27 whose second team alone has a Monte Carlo player, one, say the same.
_PRINTED_SEATS = {"north": "north", "west": "team2_first", "south": "south", "east": "team2_second"}

_PRINTED_GAMES = 1_000_000
_REPEATS_FROM = 17
"""Tables 7.17 and later repeat rows of earlier ones."""


def matches_sql(table: MatchTable) -> Iterable[Relation | View]:
    """Return results, counts, teams and pairs, and the thesis's rows beside them."""
    return (
        _matches(table),
        _histogram(table, "distribution", "points", range(TOTAL_POINTS + 1), table.points),
        _histogram(table, "game_won", "games_won", GAME_POINTS, table.game_points),
        _teams(table),
        _pairs(table),
        _published(table),
        *_relations(table).views(),
    )


def _relations(table: MatchTable) -> Relations:
    return Relations(_FILE, table, "matches", {"name": "sueca"})


def _matches(table: MatchTable) -> Relation:
    """Return the results, one row a combination."""
    count, spec = len(table.seats), table.info.spec
    shares = table.game_points / table.games
    kinds = np.array(GAME_POINTS)
    games_ns, games_we = shares @ np.maximum(kinds, 0), shares @ np.maximum(-kinds, 0)
    decided = games_ns + games_we
    won_share = np.divide(games_ns, decided, out=np.full(count, np.nan), where=decided > 0)
    team_ns, team_we = _team_names(table)
    return _relations(table).relation(
        "match",
        {
            "combination": np.arange(count, dtype=np.uint16),
            **_seated(table, slice(None)),
            "team_ns": team_ns,
            "team_we": team_we,
            "mean_ns": "mean",
            "mean_ns_error": "mean_error",
            "standard_deviation": "standard_deviation",
            **{
                f"q{round(100 * quantile):02d}": points
                for quantile, points in zip(QUANTILES, table.quantile.T, strict=True)
            },
            "win_prob": "win_prob",
            "draw_prob": table.points[:, RULES.win_above] / table.games,
            "games_ns": games_ns,
            "games_we": games_we,
            "games_won_share": np.ma.masked_invalid(won_share),
            "tricks_ns": "tricks",
            **_sample(table),
            "rules": np.array(rules_name(spec.rules_id, spec.rules_version)),
            "command": np.array(table.command),
        },
    )


def _seated(table: MatchTable, rows: slice | NDArray[np.intp]) -> dict[str, Source]:
    names = np.array(table.players)
    return {seat: names[table.seats[rows, place]] for place, seat in enumerate(_SEATS)}


def _sample(table: MatchTable) -> dict[str, Source]:
    """Return the number of games and the seed behind every row."""
    return {"games": np.uint32(table.games), "seed": np.uint64(table.seed)}


def _histogram(
    table: MatchTable, part: str, column: str, values: Sequence[int], counts: NDArray[np.uint32]
) -> Relation:
    """Return the nonzero counts beside their values."""
    row, place = np.nonzero(counts)
    games = counts[row, place]
    return _relations(table).relation(
        part,
        {
            "combination": row.astype(np.uint16),
            **_seated(table, row),
            column: np.array(values, dtype=np.int8 if min(values) < 0 else np.uint8)[place],
            "games": games,
            "share": games / table.games,
        },
    )


def _teams(table: MatchTable) -> Relation:
    """Return team against team, averaged over who of a team sits where."""
    (team_ns, team_we), index, counts = np.unique(
        _team_names(table), axis=1, return_inverse=True, return_counts=True
    )
    weights = np.zeros((len(counts), len(table.seats)))
    weights[index, np.arange(len(table.seats))] = 1 / counts[index]
    variance = np.einsum("ti,ij,tj->t", weights, table.covariance, weights, optimize=True)
    is_arrangement = weights > 0
    return _relations(table).relation(
        "team",
        {
            "team_ns": team_ns,
            "team_we": team_we,
            "arrangements": counts.astype(np.uint8),
            "mean_ns": weights @ table.mean,
            "mean_ns_error": np.sqrt(np.maximum(variance, 0) / table.games),
            "least": np.where(is_arrangement, table.mean, np.inf).min(axis=1),
            "most": np.where(is_arrangement, table.mean, -np.inf).max(axis=1),
            "win_prob": weights @ table.win_prob,
            **_sample(table),
        },
    )


def _pairs(table: MatchTable) -> Relation:
    """Return every two combinations that differ in one seat, both ways round."""
    differs = table.seats[:, None, :] != table.seats[None, :, :]
    first, second = np.nonzero(differs.sum(axis=2) == 1)
    seat = differs[first, second].argmax(axis=1)
    names, variances = np.array(table.players), table.covariance.diagonal()
    unpaired_variance = variances[first] + variances[second]
    variance = unpaired_variance - 2 * table.covariance[first, second]
    difference = table.mean[first] - table.mean[second]
    error = np.sqrt(np.maximum(variance, 0) / table.games)
    z = np.divide(difference, error, out=np.full(len(first), np.nan), where=error > 0)
    return _relations(table).relation(
        "paired",
        {
            "combination": first.astype(np.uint16),
            "other": second.astype(np.uint16),
            **_seated(table, first),
            "seat": np.array(_SEATS)[seat],
            "player": names[table.seats[first, seat]],
            "instead_of": names[table.seats[second, seat]],
            "mean_ns": table.mean[first],
            "other_mean_ns": table.mean[second],
            "difference": difference,
            "standard_error": error,
            "unpaired_error": np.sqrt(unpaired_variance / table.games),
            "z": np.ma.masked_invalid(z),
            **_sample(table),
        },
    )


def _team_names(table: MatchTable) -> NDArray[np.str_]:
    """Return both teams' names in each combination, in player order: (2, combinations)."""
    teams = (np.sort(table.seats[:, parity::2], axis=1).tolist() for parity in (0, 1))
    return np.array(
        [[" & ".join(table.players[player] for player in pair) for pair in team] for team in teams]
    )


def _published(table: MatchTable) -> Relation:
    """Return chapter 7's rows as printed, and who sat where."""
    rows = published("sueca_carreiro_2016_ch7")
    printed = {name: np.array([row[name] for row in rows]) for name in rows[0]}
    deviation = printed["sd"].astype(float)
    numbers = np.array([int(row["table"].partition(".")[2]) for row in rows])
    return _relations(table).relation(
        "carreiro_2016_match",
        {
            "row": np.arange(len(rows), dtype=np.uint16),
            "published_table": printed["table"],
            **{name: printed[name] for name in ("north", "south", "team2_first", "team2_second")},
            "score_ns": printed["score_ns"].astype(float),
            "score_ew": printed["score_ew"].astype(float),
            "standard_deviation": deviation,
            "games": np.uint32(_PRINTED_GAMES),
            "repeat": numbers >= _REPEATS_FROM,
            "misprint": deviation == 60,
            **{
                f"{seat}_player": np.array([_LETTERS[row[name]] for row in rows])
                for seat, name in _PRINTED_SEATS.items()
            },
        },
    )
