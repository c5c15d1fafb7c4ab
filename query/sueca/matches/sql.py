"""Sueca's relations and views for SQL."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from llq.query.published_figures import published
from llq.query.sueca.matches.table import GAME_POINTS, QUANTILES, MatchTable
from llq.query.tables.stored_table import Source
from llq.solver.sueca.rules import RULES, TOTAL, Seat
from llq.store.database import Relation, View
from llq.store.schema import rules_name

Columns = dict[str, tuple[Source, str]]

_SEATS = tuple(seat.name.lower() for seat in Seat)
_SEATED = {name: f"strategy in the {name.title()}" for name in _SEATS}

_COMBINATION = "number of the combination of strategies, as in sueca_match"
_SEED = "of the deals' random numbers"
_MEAN_NS = "mean points of North and South, of 120"
_WIN_PROB = "share of games with more than 60 points for North and South"

_PEEKING, _HONEST = "mc_peek", "mc_extra"
"""The thesis's Monte Carlo player, and its honest counterpart without peeking."""
_LETTERS = {"R": "random", "MC": _PEEKING, "T": "obligated_trump", "A": "always_high"}

# The thesis heads the second team "E & W" and no more. Its first is West: a Monte Carlo player
# takes more in the East, which plays last to North's lead, and so does the thesis's when it stands
# second. R and R score 46.8 against R MC and 47.3 against MC R; 60,000 games of seed 1 give 46.7
# and 47.3 with the first in the West, hence 47.3 and 46.7 with it in the East. All 22 pairs that
# were played, of 27 whose second team alone has a Monte Carlo player, one, say the same.
_COLUMNS = ("north", "team2_first", "south", "team2_second")

_PRINTED_GAMES = 1_000_000
_PRINTED_STEP = 0.1
_REPEATS_FROM = 17
"""Tables 7.17 and later repeat rows of earlier ones."""


def matches_sql(table: MatchTable) -> Iterable[Relation | View]:
    """Return results, counts, teams and pairs, and the thesis's rows beside them."""

    def players(matches: str, honest: bool = False) -> str:
        """Return the SQL condition that selects a printed row's combination."""
        names = [f"p.{seat}_player" for seat in _SEATS]
        if honest:
            names = [f"replace({name}, '{_PEEKING}', '{_HONEST}')" for name in names]
        places = [f"{matches}.{seat}" for seat in _SEATS]
        return " AND ".join(f"{a} = {b}" for a, b in zip(places, names, strict=True))

    return (
        _matches(table),
        *_histograms(table),
        _teams(table),
        _pairs(table),
        _published(table),
        View(
            "sueca_carreiro_2016_compared",
            f"""
            SELECT p.published_table, p.north_player AS north, p.west_player AS west,
                   p.south_player AS south, p.east_player AS east, p.score_ns AS published,
                   m.mean_ns, m.mean_ns_error, m.mean_ns - p.score_ns AS difference,
                   CASE WHEN NOT p.misprint THEN (m.mean_ns - p.score_ns)
                       / sqrt(m.mean_ns_error ** 2 + p.standard_deviation ** 2 / p.games
                              + {_PRINTED_STEP} ** 2 / 12)
                   END AS z,
                   p.standard_deviation AS published_standard_deviation, m.standard_deviation,
                   h.mean_ns AS honest_mean_ns, h.mean_ns_error AS honest_mean_ns_error,
                   h.mean_ns - p.score_ns AS honest_difference, p.repeat, p.misprint,
                   coalesce(m.games, h.games) AS games, coalesce(m.seed, h.seed) AS seed
            FROM sueca_carreiro_2016_match p
            LEFT JOIN sueca_match m ON {players("m")}
            LEFT JOIN sueca_match h ON {players("h", honest=True)}
            WHERE m.games IS NOT NULL OR h.games IS NOT NULL
            ORDER BY p.row""",
            "Chapter 7's rows beside ours: its Monte Carlo player is mc_peek in mean_ns and "
            "mc_extra in honest_mean_ns. z is in standard errors of both sides and of the "
            "rounding to 0.1; misprints have none. All rows are of the same deals, so that "
            "their z lean one way together.",
            {
                **_SEATED,
                "published": "mean points of North and South in the thesis",
                "mean_ns": "mean points of North and South here",
                "difference": "mean_ns - published",
                "z": "difference in standard errors; NULL for a misprint",
                "published_standard_deviation": "of the points of a game in the thesis",
                "standard_deviation": "of the points of a game here",
                "honest_mean_ns": f"mean_ns with {_HONEST} in place of {_PEEKING}",
                "honest_mean_ns_error": "standard error of honest_mean_ns",
                "honest_difference": "honest_mean_ns - published",
                "games": "games of the combination here",
            },
        ),
    )


def _matches(table: MatchTable) -> Relation:
    """Return the results, one row a combination."""
    count, spec = len(table.seats), table.info.spec
    shares = table.game_points / table.games
    kinds = np.array(GAME_POINTS)
    games_ns, games_we = shares @ np.maximum(kinds, 0), shares @ np.maximum(-kinds, 0)
    decided = games_ns + games_we
    won_share = np.divide(games_ns, decided, out=np.full(count, np.nan), where=decided > 0)
    rules = np.array(rules_name(spec.rules_id, spec.rules_version))
    return table.relation(
        "sueca_match",
        {
            "combination": (np.arange(count, dtype=np.uint16), _COMBINATION),
            **_seated(table, slice(None)),
            **_teams_of(*_team_names(table)),
            "mean_ns": ("mean", "mean points of North and South; the others have the rest of 120"),
            "mean_ns_error": ("mean_error", "standard error of mean_ns"),
            "standard_deviation": (
                "standard_deviation",
                "of the points of North and South in a game",
            ),
            **{
                f"q{round(100 * q):02d}": (
                    table.quantile[:, place],
                    f"points of North and South not exceeded in {q:.0%} of the games, the least "
                    "such number",
                )
                for place, q in enumerate(QUANTILES)
            },
            "win_prob": ("win_prob", _WIN_PROB),
            "draw_prob": (
                table.points[:, RULES.win_above] / table.games,
                "share of games with 60 points for both",
            ),
            "games_ns": (
                games_ns,
                "games won by North and South a game played: 1, above 90 points 2, for all tricks "
                "4",
            ),
            "games_we": (games_we, "likewise by West and East"),
            "games_won_share": (
                np.ma.masked_invalid(won_share),
                "games_ns / (games_ns + games_we)",
            ),
            "tricks_ns": ("tricks", "mean tricks of North and South"),
            **_sample(table, "games of the combination"),
            "rules": (rules, "edition of the rules and version of their encoding"),
            "command": (np.array(table.command), "builds a table of the same numbers"),
        },
        "The result of four strategies in the four seats, North leading, trumps by lot; of all "
        "combinations on the same deals.",
    )


def _seated(table: MatchTable, rows: slice | NDArray[np.intp]) -> Columns:
    """Return the strategy in each seat of some combinations."""
    names = np.array(table.players)
    return {
        seat: (names[table.seats[rows, place]], _SEATED[seat]) for place, seat in enumerate(_SEATS)
    }


def _teams_of(team_ns: NDArray[np.str_], team_we: NDArray[np.str_]) -> Columns:
    return {
        "team_ns": (team_ns, "North's and South's strategies, in either order"),
        "team_we": (team_we, "West's and East's strategies, in either order"),
    }


def _sample(table: MatchTable, games: str) -> Columns:
    """Return the number of games and the seed behind every row."""
    return {"games": (np.uint32(table.games), games), "seed": (np.uint64(table.seed), _SEED)}


def _histograms(table: MatchTable) -> Iterable[Relation]:
    """Yield relations of the counts that are not zero."""
    for name, column, values, counts, meaning, comment in (
        (
            "sueca_distribution",
            "points",
            np.arange(TOTAL + 1, dtype=np.uint8),
            table.points,
            "points of North and South, 0 to 120",
            "Games of a combination by points of North and South.",
        ),
        (
            "sueca_game_won",
            "games_won",
            np.array(GAME_POINTS, dtype=np.int8),
            table.game_points,
            "what the game counts: 1, 2 or 4 for North and South, negative for West and East, 0 "
            "where the points are shared",
            "Games of a combination by what they count for North and South.",
        ),
    ):
        row, place = np.nonzero(counts)
        games = counts[row, place]
        yield table.relation(
            name,
            {
                "combination": (row.astype(np.uint16), _COMBINATION),
                **_seated(table, row),
                column: (values[place], meaning),
                "games": (games, "games that count so much"),
                "share": (games / table.games, "of all games of the combination"),
            },
            comment,
        )


def _teams(table: MatchTable) -> Relation:
    """Return team against team, averaged over who of a team sits where."""
    matches = _team_names(table)
    teams, index, counts = np.unique(matches, axis=1, return_inverse=True, return_counts=True)
    weights = np.zeros((len(counts), len(table.seats)))
    weights[index, np.arange(len(table.seats))] = 1 / counts[index]
    variance = np.einsum("ti,ij,tj->t", weights, table.covariance, weights, optimize=True)
    is_arrangement = weights > 0
    least = np.where(is_arrangement, table.mean, np.inf).min(axis=1)
    most = np.where(is_arrangement, table.mean, -np.inf).max(axis=1)
    return table.relation(
        "sueca_team",
        {
            **_teams_of(*teams),
            "arrangements": (counts.astype(np.uint8), "ways to sit: 1, 2 or 4"),
            "mean_ns": (weights @ table.mean, _MEAN_NS),
            "mean_ns_error": (
                np.sqrt(np.maximum(variance, 0) / table.games),
                "standard error of mean_ns, whose arrangements share their deals",
            ),
            "least": (least, "mean points of the arrangement in which North and South score least"),
            "most": (most, "mean points of the arrangement in which they score most"),
            "win_prob": (weights @ table.win_prob, _WIN_PROB),
            **_sample(table, "games of each arrangement"),
        },
        "Team against team, North leading: means over the ways in which each team can sit.",
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
    unpaired_error = np.sqrt(unpaired_variance / table.games)
    z = np.divide(difference, error, out=np.full(len(first), np.nan), where=error > 0)
    return table.relation(
        "sueca_paired",
        {
            "combination": (first.astype(np.uint16), _COMBINATION),
            "other": (second.astype(np.uint16), "number of the combination with the other player"),
            **_seated(table, first),
            "seat": (np.array(_SEATS)[seat], "the seat in which they differ"),
            "player": (names[table.seats[first, seat]], "strategy there in the combination"),
            "instead_of": (names[table.seats[second, seat]], "strategy there in the other"),
            "mean_ns": (table.mean[first], _MEAN_NS),
            "other_mean_ns": (table.mean[second], "the same of the other combination"),
            "difference": (difference, "mean_ns - other_mean_ns"),
            "standard_error": (error, "standard error of the difference game by game"),
            "unpaired_error": (unpaired_error, "what it would be on independent deals"),
            "z": (np.ma.masked_invalid(z), "difference / standard_error; NULL where that is 0"),
            **_sample(table, "games of each combination"),
        },
        "Two combinations that differ in one seat: the points that a player there adds to North "
        "and South instead of another, on the same deals.",
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

    def printed(column: str) -> NDArray[np.str_]:
        return np.array([row[column] for row in rows])

    def player(column: str) -> NDArray[np.str_]:
        return np.array([_LETTERS[row[column]] for row in rows])

    numbers = [int(row["table"].partition(".")[2]) for row in rows]
    score_ns, score_ew, deviation = (
        printed(column).astype(float) for column in ("score_ns", "score_ew", "sd")
    )
    letters = "by the thesis's letters"
    return table.relation(
        "sueca_carreiro_2016_match",
        {
            "row": (np.arange(len(rows), dtype=np.uint16), "order in print, from 0"),
            "published_table": (printed("table"), "number of the thesis's table"),
            "north": (printed("north"), f"first player of North and South, {letters}"),
            "south": (printed("south"), f"second player of North and South, {letters}"),
            "team2_first": (printed("team2_first"), f"first player of the other team, {letters}"),
            "team2_second": (
                printed("team2_second"),
                f"second player of the other team, {letters}",
            ),
            "score_ns": (score_ns, "mean points of North and South"),
            "score_ew": (score_ew, "mean points of the other team"),
            "standard_deviation": (deviation, "of the points of a game"),
            "games": (np.uint32(_PRINTED_GAMES), "games played"),
            "repeat": (np.array(numbers) >= _REPEATS_FROM, "whether an earlier table has the row"),
            "misprint": (deviation == 60, "whether the deviation reads 60.0 as the scores do"),
            "north_player": (player("north"), "strategy in the North"),
            "west_player": (
                player("team2_first"),
                "team2_first: strategy in the West, an order found by the scores",
            ),
            "south_player": (player("south"), "strategy in the South"),
            "east_player": (player("team2_second"), "team2_second: strategy in the East"),
        },
        "Simulated results of four strategies as printed, and the strategy in each seat.",
        paper="Carreiro (2016), tables 7.1 to 7.21",
    )
