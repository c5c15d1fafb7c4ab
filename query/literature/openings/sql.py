"""Relations and views for SQL of Literature's opening asks."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.query.literature.matches.table import rules_for
from llq.query.literature.openings.table import OpeningTable, hands
from llq.solver.literature.rules import IN_HALF
from llq.store.database import Relation, View

_RULES = "variant of the rules, by the number of players"
_PLAYERS = "in all: 4, 6 or 8"
_PATTERN = "cards of each half suit that the first mover's hand has any of, most first"
_COUNT = "cards held of the half suit that is asked in"
_GAMES = "games played of each opening"


def opening_relations(table: OpeningTable) -> tuple[Relation, ...]:
    """Return the relations of the table of openings."""
    patterns = np.array(["-".join(map(str, pattern)) for pattern in table.patterns])
    games, count = table.games, len(patterns)
    sizes = [int(size) for size in table.players]
    same = (table.pattern == table.count[:, None]).sum(1)
    result, lead = table.result, table.lead.astype(np.float64)
    return (
        Relation(
            "literature_opening",
            {
                "rules": np.array([rules_for(size).rules_id.partition("/")[2] for size in sizes]),
                "players": table.players,
                "pattern": patterns,
                "count": table.count,
                "half_suits": (table.pattern > 0).sum(1).astype(np.uint8),
                "cards": (same * (IN_HALF - table.count)).astype(np.uint8),
                "hand_prob": np.array(
                    [
                        int(way) / hands(size)
                        for way, size in zip(table.hand_ways, sizes, strict=True)
                    ]
                ),
                "hit_prob": np.array([1 / (size - 1) for size in sizes]),
                "hit_chance": np.array([f"1/{size - 1}" for size in sizes]),
                "value": lead.mean(1),
                "standard_error": _error(lead),
                "win_prob": (result > 0).mean(1),
                "draw_prob": (result == 0).mean(1),
                "loss_prob": (result < 0).mean(1),
                "value_hit": _mean_where(lead, table.hit),
                "value_miss": _mean_where(lead, ~table.hit),
                "hit_share": table.hit.mean(1),
                "asks": table.asks.mean(1),
                "games": np.full(count, games, dtype=np.uint32),
                "seed": np.full(count, table.seed, dtype=np.uint64),
                "played_by": np.array([table.by[size] for size in sizes]),
                "command": np.full(count, table.command),
            },
            "A kind of opening ask: the hand's pattern and the cards that it has of the half suit "
            "of which it asks; how likely, and what games that begin so come to.",
            {
                "rules": _RULES,
                "players": _PLAYERS,
                "pattern": _PATTERN,
                "count": _COUNT,
                "half_suits": "of which the hand has any",
                "cards": "that may be asked for so",
                "hand_prob": "exact chance that a hand has the pattern",
                "hit_prob": "exact chance that the ask gets the card",
                "hit_chance": "the same as a fraction",
                "value": "half suits of the first mover's team less those of the other, mean",
                "standard_error": "of value",
                "win_prob": "share of games that the first mover's team wins",
                "draw_prob": "share of games that nobody wins",
                "loss_prob": "share of games that the other team wins",
                "value_hit": "value of the games in which the ask got the card",
                "value_miss": "value of the games in which it did not; NULL where there is none",
                "asks": "mean length of the games, in moves",
                "games": _GAMES,
                "seed": "of the deals' random numbers",
                "command": "builds a table of the same numbers",
                "hit_share": "share of these games; it differs from hit_prob by luck",
                "played_by": "who played on, in every seat",
            },
        ),
        _pairs(table, patterns, lead),
        Relation(
            "literature_opening_game",
            {
                "players": np.repeat(table.players, games),
                "pattern": np.repeat(patterns, games),
                "count": np.repeat(table.count, games),
                "game": np.tile(np.arange(games, dtype=np.uint32), count),
                "hit": table.hit.ravel(),
                "lead": table.lead.ravel(),
                "result": result.ravel(),
                "finished": table.finished.ravel(),
                "asks": table.asks.ravel(),
            },
            "A game that begins with an opening ask. Game i of a pattern has the same hands "
            "whatever its count.",
            {
                "players": _PLAYERS,
                "pattern": _PATTERN,
                "count": _COUNT,
                "game": "number of the game of its opening, from 0",
                "hit": "whether the first ask got the card",
                "finished": "whether it ended before the limit on asks",
                "asks": "its length in moves",
                "lead": "half suits of the first mover's team less those of the other",
                "result": "1, 0 or -1: a win, a draw, a loss of the first mover's team",
            },
        ),
    )


def opening_views(_: OpeningTable) -> tuple[View, ...]:
    """Return the views over the openings."""
    return (
        View(
            "literature_opening_best",
            """
            WITH ranked AS (
              SELECT *, row_number() OVER (PARTITION BY players, pattern
                                           ORDER BY value DESC, count DESC) AS place
              FROM literature_opening)
            SELECT b.rules, b.players, b.pattern, b.hand_prob, b.count AS best_count, b.value,
                   b.standard_error, s.count AS second_count, s.value AS second_value,
                   p.difference, p.difference_error, p.z, b.games, b.played_by
            FROM ranked b
            LEFT JOIN ranked s ON s.place = 2 AND (s.players, s.pattern) = (b.players, b.pattern)
            LEFT JOIN literature_opening_pair p
              ON (p.players, p.pattern, p.count, p.instead_of)
               = (b.players, b.pattern, b.count, s.count)
            WHERE b.place = 1
            ORDER BY b.players, b.hand_prob DESC""",
            "The opening of each pattern whose games went best, how far it is ahead of the second "
            "on the same deals, and the paired standard error of that. The best of several means "
            "leans upwards, the more so the larger the error.",
            {
                "best_count": "count of the opening whose games went best",
                "second_count": "count of the second; NULL where there is one opening only",
                "second_value": "value of the second, in half suits",
                "difference": "value - second_value, on the same deals",
            },
        ),
    )


def _pairs(table: OpeningTable, patterns: NDArray[np.str_], lead: NDArray[np.float64]) -> Relation:
    """Return every two openings of one pattern, game by game."""
    pairs = [
        (pattern, other)
        for pattern in range(len(patterns))
        for other in range(len(patterns))
        if pattern != other
        and patterns[pattern] == patterns[other]
        and table.players[pattern] == table.players[other]
    ]
    first, second = np.array(pairs, dtype=np.intp).reshape(-1, 2).T
    gains = lead[first] - lead[second]
    error = _error(gains)
    z = np.divide(gains.mean(1), error, out=np.full(len(gains), np.nan), where=error > 0)
    columns: dict[str, Any] = {
        "players": table.players[first],
        "pattern": patterns[first],
        "count": table.count[first],
        "instead_of": table.count[second],
        "difference": gains.mean(1),
        "difference_error": error,
        "unpaired_error": np.hypot(_error(lead[first]), _error(lead[second])),
        "z": np.ma.masked_invalid(z),
        "games": np.full(len(pairs), table.games, dtype=np.uint32),
    }
    return Relation(
        "literature_opening_pair",
        columns,
        "The gain of opening where the hand has `count` cards instead of `instead_of`, of one "
        "pattern, on the same deals.",
        {
            "players": _PLAYERS,
            "pattern": _PATTERN,
            "count": _COUNT,
            "instead_of": "the count it is compared with",
            "difference": "gain in value, in half suits",
            "difference_error": "standard error of difference, game by game",
            "unpaired_error": "what it would be on independent deals",
            "z": "difference / difference_error; NULL where that is 0",
            "games": _GAMES,
        },
    )


def _error(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the standard errors of the rows' means."""
    return np.asarray(values.std(axis=1, ddof=1) / np.sqrt(values.shape[1]))


def _mean_where(values: NDArray[np.float64], where: NDArray[np.bool_]) -> Any:
    """Return the rows' means over some entries, masked where there are none."""
    number = where.sum(1)
    means = np.where(where, values, 0).sum(1) / np.maximum(number, 1)
    return np.ma.array(means, mask=number == 0)
