"""Sueca's relations and views for SQL."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.query.published_figures import published
from llq.query.sueca.matches.table import GAME_POINTS, QUANTILES, MatchTable
from llq.solver.sueca.rules import RULES, TOTAL, Seat
from llq.store.database import Relation, View
from llq.store.schema import rules_name

SEAT_NAMES = tuple(seat.name.lower() for seat in Seat)

COMBINATION = "number of the combination of strategies, as in sueca_match"
SEATED = {name: f"strategy in the {name.title()}" for name in SEAT_NAMES}
SEED = "of the deals' random numbers"
_MEAN_NS = "mean points of North and South, of 120"
_DIFFERENCE = {
    "standard_error": "standard error of the difference game by game",
    "unpaired_error": "what it would be on independent deals",
    "z": "difference / standard_error; NULL where that is 0",
    "games": "games of each combination",
    "seed": SEED,
}

PEEKING, HONEST = "mc_peek", "mc_extra"
"""The thesis's Monte Carlo player, and its honest counterpart without peeking."""
_LETTERS = {"R": "random", "MC": PEEKING, "T": "obligated_trump", "A": "always_high"}

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
        names = [f"p.{seat}_player" for seat in SEAT_NAMES]
        if honest:
            names = [f"replace({name}, '{PEEKING}', '{HONEST}')" for name in names]
        places = [f"{matches}.{seat}" for seat in SEAT_NAMES]
        return " AND ".join(f"{a} = {b}" for a, b in zip(places, names, strict=True))

    return (
        _matches(table),
        *_histograms(table),
        teams_relation(table),
        paired_relation(table),
        _published(),
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
                **SEATED,
                "published": "mean points of North and South in the thesis",
                "mean_ns": "mean points of North and South here",
                "difference": "mean_ns - published",
                "z": "difference in standard errors; NULL for a misprint",
                "published_standard_deviation": "of the points of a game in the thesis",
                "standard_deviation": "of the points of a game here",
                "honest_mean_ns": f"mean_ns with {HONEST} in place of {PEEKING}",
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
    names = np.array(table.players)
    return Relation(
        "sueca_match",
        {
            "combination": np.arange(count, dtype=np.uint16),
            **{seat: names[table.seats[:, place]] for place, seat in enumerate(SEAT_NAMES)},
            "team_ns": team_names(table, 0),
            "team_we": team_names(table, 1),
            "mean_ns": table.mean,
            "mean_ns_error": table.mean_error,
            "standard_deviation": table.standard_deviation,
            **{f"q{round(100 * q):02d}": table.quantile[:, k] for k, q in enumerate(QUANTILES)},
            "win_prob": table.win_prob,
            "draw_prob": table.points[:, RULES.win_above] / table.games,
            "games_ns": games_ns,
            "games_we": games_we,
            "games_won_share": np.ma.masked_invalid(
                np.divide(games_ns, decided, out=np.full(count, np.nan), where=decided > 0)
            ),
            "tricks_ns": table.tricks,
            "games": np.full(count, table.games, dtype=np.uint32),
            "seed": np.full(count, table.seed, dtype=np.uint64),
            "rules": np.full(count, rules_name(spec.rules_id, spec.rules_version)),
            "command": np.full(count, table.command),
        },
        "The result of four strategies in the four seats, North leading, trumps by lot; of all "
        "combinations on the same deals.",
        {
            "combination": COMBINATION,
            **SEATED,
            "team_ns": "North's and South's strategies, in either order",
            "mean_ns": "mean points of North and South; the others have the rest of 120",
            "mean_ns_error": "standard error of mean_ns",
            "team_we": "West's and East's strategies, in either order",
            "standard_deviation": "of the points of North and South in a game",
            **{
                f"q{round(100 * q):02d}": f"points of North and South not exceeded in {q:.0%} of "
                "the games, the least such number"
                for q in QUANTILES
            },
            "win_prob": "share of games with more than 60 points for North and South",
            "draw_prob": "share of games with 60 points for both",
            "games_ns": "games won by North and South a game played: 1, above 90 points 2, for "
            "all tricks 4",
            "games_we": "likewise by West and East",
            "games_won_share": "games_ns / (games_ns + games_we)",
            "tricks_ns": "mean tricks of North and South",
            "games": "games of the combination",
            "seed": SEED,
            "rules": "edition of the rules and version of their encoding",
            "command": "builds a table of the same numbers",
        },
    )


def _histograms(table: MatchTable) -> tuple[Relation, Relation]:
    """Return the counts that are not zero."""

    def relation(
        name: str, column: str, values: NDArray[Any], counts: NDArray[Any], meaning: str, doc: str
    ) -> Relation:
        row, place = np.nonzero(counts)
        games = counts[row, place]
        return Relation(
            name,
            {
                "combination": row.astype(np.uint16),
                **{word: names[table.seats[row, seat]] for seat, word in enumerate(SEAT_NAMES)},
                column: values[place],
                "games": games,
                "share": games / table.games,
            },
            doc,
            {
                "combination": COMBINATION,
                **SEATED,
                column: meaning,
                "games": "games that count so much",
                "share": "of all games of the combination",
            },
        )

    names = np.array(table.players)
    return (
        relation(
            "sueca_distribution",
            "points",
            np.arange(TOTAL + 1, dtype=np.uint8),
            table.points,
            "points of North and South, 0 to 120",
            "Games of a combination by points of North and South.",
        ),
        relation(
            "sueca_game_won",
            "games_won",
            np.array(GAME_POINTS, dtype=np.int8),
            table.game_points,
            "what the game counts: 1, 2 or 4 for North and South, negative for West and East, 0 "
            "where the points are shared",
            "Games of a combination by what they count for North and South.",
        ),
    )


def teams_relation(table: MatchTable) -> Relation:
    """Return team against team, averaged over who of a team sits where."""
    matches = np.array([team_names(table, 0), team_names(table, 1)])
    teams, index, counts = np.unique(matches, axis=1, return_inverse=True, return_counts=True)
    weights = np.zeros((len(counts), len(table.seats)))
    weights[index, np.arange(len(table.seats))] = 1 / counts[index]
    variance = np.einsum("ti,ij,tj->t", weights, table.covariance, weights, optimize=True)
    is_arrangement = weights > 0
    return Relation(
        "sueca_team",
        {
            "team_ns": teams[0],
            "team_we": teams[1],
            "arrangements": counts.astype(np.uint8),
            "mean_ns": weights @ table.mean,
            "mean_ns_error": np.sqrt(np.maximum(variance, 0) / table.games),
            "least": np.where(is_arrangement, table.mean, np.inf).min(axis=1),
            "most": np.where(is_arrangement, table.mean, -np.inf).max(axis=1),
            "win_prob": weights @ table.win_prob,
            "games": np.full(len(counts), table.games, dtype=np.uint32),
            "seed": np.full(len(counts), table.seed, dtype=np.uint64),
        },
        "Team against team, North leading: means over the ways in which each team can sit.",
        {
            "team_ns": "North's and South's strategies, in either order",
            "team_we": "West's and East's strategies, in either order",
            "arrangements": "ways to sit: 1, 2 or 4",
            "mean_ns": _MEAN_NS,
            "mean_ns_error": "standard error of mean_ns, whose arrangements share their deals",
            "least": "mean points of the arrangement in which North and South score least",
            "most": "mean points of the arrangement in which they score most",
            "win_prob": "share of games with more than 60 points for North and South",
            "games": "games of each arrangement",
            "seed": SEED,
        },
    )


def paired_relation(table: MatchTable) -> Relation:
    """Return every two combinations that differ in one seat, both ways round."""
    differs = table.seats[:, None, :] != table.seats[None, :, :]
    first, second = np.nonzero(differs.sum(axis=2) == 1)
    seat = differs[first, second].argmax(axis=1)
    names = np.array(table.players)
    return Relation(
        "sueca_paired",
        {
            "combination": first.astype(np.uint16),
            "other": second.astype(np.uint16),
            **{name: names[table.seats[first, place]] for place, name in enumerate(SEAT_NAMES)},
            "seat": np.array(SEAT_NAMES)[seat],
            "player": names[table.seats[first, seat]],
            "instead_of": names[table.seats[second, seat]],
            "mean_ns": table.mean[first],
            "other_mean_ns": table.mean[second],
            **differences(table, first, second),
            "games": np.full(len(first), table.games, dtype=np.uint32),
            "seed": np.full(len(first), table.seed, dtype=np.uint64),
        },
        "Two combinations that differ in one seat: the points that a player there adds to North "
        "and South instead of another, on the same deals.",
        {
            "combination": COMBINATION,
            "other": "number of the combination with the other player",
            **SEATED,
            "seat": "the seat in which they differ",
            "player": "strategy there in the combination",
            "instead_of": "strategy there in the other",
            "mean_ns": _MEAN_NS,
            "other_mean_ns": "the same of the other combination",
            "difference": "mean_ns - other_mean_ns",
            **_DIFFERENCE,
        },
    )


def differences(
    table: MatchTable, first: NDArray[np.intp], second: NDArray[np.intp]
) -> dict[str, Any]:
    """Return the columns that `MatchTable.difference` has, for many pairs."""
    variances = table.covariance.diagonal()
    unpaired_variance = variances[first] + variances[second]
    variance = unpaired_variance - 2 * table.covariance[first, second]
    difference = table.mean[first] - table.mean[second]
    error = np.sqrt(np.maximum(variance, 0) / table.games)
    z = np.divide(difference, error, out=np.full(len(first), np.nan), where=error > 0)
    return {
        "difference": difference,
        "standard_error": error,
        "unpaired_error": np.sqrt(unpaired_variance / table.games),
        "z": np.ma.masked_invalid(z),
    }


def team_names(table: MatchTable, parity: int) -> NDArray[np.str_]:
    """Return each combination's team names, in player order."""
    team = np.sort(table.seats[:, parity::2], axis=1).tolist()
    return np.array([" & ".join(table.players[player] for player in pair) for pair in team])


def _published() -> Relation:
    """Return chapter 7's rows as printed, and who sat where."""
    rows = published("sueca_carreiro_2016_ch7")
    numbers = {
        name: np.array([float(row[printed]) for row in rows])
        for name, printed in (
            ("score_ns", "score_ns"),
            ("score_ew", "score_ew"),
            ("standard_deviation", "sd"),
        )
    }
    table = [int(row["table"].partition(".")[2]) for row in rows]
    printed = ("north", "south", "team2_first", "team2_second")
    return Relation(
        "sueca_carreiro_2016_match",
        {
            "row": np.arange(len(rows), dtype=np.uint16),
            "published_table": np.array([row["table"] for row in rows]),
            **{name: np.array([row[name] for row in rows]) for name in printed},
            **numbers,
            "games": np.full(len(rows), _PRINTED_GAMES, dtype=np.uint32),
            "repeat": np.array(table) >= _REPEATS_FROM,
            "misprint": numbers["standard_deviation"] == 60,
            **{
                f"{seat}_player": np.array([_LETTERS[row[column]] for row in rows])
                for seat, column in zip(SEAT_NAMES, _COLUMNS, strict=True)
            },
        },
        "Simulated results of four strategies as printed, and the strategy in each seat.",
        {
            "row": "order in print, from 0",
            "published_table": "number of the thesis's table",
            "north": "first player of North and South, by the thesis's letters",
            "south": "second player of North and South, by the thesis's letters",
            "team2_first": "first player of the other team, by the thesis's letters",
            "team2_second": "second player of the other team, by the thesis's letters",
            "score_ns": "mean points of North and South",
            "score_ew": "mean points of the other team",
            "standard_deviation": "of the points of a game",
            "games": "games played",
            "north_player": "strategy in the North",
            "south_player": "strategy in the South",
            "east_player": "team2_second: strategy in the East",
            "repeat": "whether an earlier table has the row",
            "misprint": "whether the deviation reads 60.0 as the scores do",
            "west_player": "team2_first: strategy in the West, an order found by the scores",
        },
        paper="Carreiro (2016), tables 7.1 to 7.21",
    )
