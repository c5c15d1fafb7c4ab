"""Paired differences and means over combinations, with errors from the covariances."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.query.sueca.matches.table import MatchTable
from llq.solver.sueca.rules import Seat
from llq.store.database import Relation

SEAT_NAMES = tuple(seat.name.lower() for seat in Seat)

COMBINATION = "number of the combination of strategies, as in sueca_match"
SEATED = {name: f"strategy in the {name.title()}" for name in SEAT_NAMES}
SEED = "of the deals' random numbers"
_MEAN_NS = "mean points of North and South, of 120"
_APART = {
    "standard_error": "standard error of the difference game by game",
    "unpaired_error": "what it would be on independent deals",
    "z": "difference / standard_error; NULL where that is 0",
    "games": "games of each combination",
    "seed": SEED,
}


def teams_relation(table: MatchTable) -> Relation:
    """Return team against team, averaged over who of a team sits where."""
    matches = np.array([team_names(table, 0), team_names(table, 1)])
    teams, which, counts = np.unique(matches, axis=1, return_inverse=True, return_counts=True)
    weights = np.zeros((len(counts), len(table.seats)))
    weights[which, np.arange(len(table.seats))] = 1 / counts[which]
    variance = np.einsum("ti,ij,tj->t", weights, table.covariance, weights, optimize=True)
    among = weights > 0
    return Relation(
        "sueca_team",
        {
            "team_ns": teams[0],
            "team_we": teams[1],
            "arrangements": counts.astype(np.uint8),
            "mean_ns": weights @ table.mean,
            "mean_ns_error": np.sqrt(np.maximum(variance, 0) / table.games),
            "least": np.where(among, table.mean, np.inf).min(axis=1),
            "most": np.where(among, table.mean, -np.inf).max(axis=1),
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
    apart = table.seats[:, None, :] != table.seats[None, :, :]
    first, second = np.nonzero(apart.sum(axis=2) == 1)
    seat = apart[first, second].argmax(axis=1)
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
            **_APART,
        },
    )


def differences(
    table: MatchTable, first: NDArray[np.intp], second: NDArray[np.intp]
) -> dict[str, Any]:
    """Return the columns that `MatchTable.difference` has, for many pairs."""
    variance = table.covariance.diagonal()
    apart = variance[first] + variance[second]
    common = apart - 2 * table.covariance[first, second]
    difference = table.mean[first] - table.mean[second]
    paired = np.sqrt(np.maximum(common, 0) / table.games)
    z = np.divide(difference, paired, out=np.full(len(first), np.nan), where=paired > 0)
    return {
        "difference": difference,
        "standard_error": paired,
        "unpaired_error": np.sqrt(apart / table.games),
        "z": np.ma.masked_invalid(z),
    }


def team_names(table: MatchTable, parity: int) -> NDArray[np.str_]:
    """Return the names of each combination's team, in the order of the players."""
    team = np.sort(table.seats[:, parity::2], axis=1).tolist()
    return np.array([" & ".join(table.players[player] for player in pair) for pair in team])
