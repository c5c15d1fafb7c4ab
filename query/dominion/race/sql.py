"""The race's relations and views for SQL."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from llq.query.dominion.race.roster import RACE_PLAYERS
from llq.query.dominion.race.table import DominionRace
from llq.solver.dominion.race.rules import Buy
from llq.store.database import Relation, View

_COINS = ("0-1", "2", "3-4", "5", "6-7", "8+")
_BUYS = (*(buy.name.lower() for buy in Buy), "best but province")
_SEATS = ("first", "second")


def race_relations(table: DominionRace) -> tuple[Relation, ...]:
    """Return the native relations of a race's table."""
    column = table.columns

    def text(words: tuple[str, ...], which: str) -> NDArray[np.str_]:
        texts: NDArray[np.str_] = np.array(words)[column[which]]
        return texts

    return (
        Relation(
            "dominion_race_situation",
            {
                "seat": text(_SEATS, "seat"),
                "provinces_left": column["provinces_left"],
                "duchies_left": column["duchies_left"],
                "lead": column["lead"],
                "coins": text(_COINS, "band"),
                "buy": text(_BUYS, "buy"),
                "visits": column["visits"],
                "best_visits": column["right"],
                "cost": column["cost"],
                "win_prob": column["win"],
            },
            "What best play meets in a two-player race, and what each buy costs there.",
            {
                "seat": "first: the player to move began the game; else second",
                "provinces_left": "Provinces for sale",
                "duchies_left": "Duchies for sale",
                "lead": "points by which the player to move is ahead",
                "coins": "coins of the hand, such as 3-4",
                "buy": "the card; pass; or, with 8+ coins, 'best but province'",
                "visits": "times a game that best play buys it there, expected",
                "best_visits": "times a game that no other buy is better there, expected",
                "cost": "win chance a game that it costs to buy it in all of these situations",
                "win_prob": "mean chance that the player to move wins after buying it there",
            },
        ),
        Relation(
            "dominion_race_end",
            {
                "ended_by": text(_SEATS, "end_seat"),
                "duchies_left": column["end_duchies_left"],
                "lead": column["end_lead"],
                "probability": column["end_chance"],
            },
            "How a race between two best players ends.",
            {
                "ended_by": "seat of the player who takes the last Province",
                "duchies_left": "Duchies for sale at the end",
                "lead": "points by which the first player is ahead; a tie that the first player "
                "makes is the second's win, else it is shared",
                "probability": "chance of such an end, in (0, 1]",
            },
        ),
        Relation(
            "dominion_race_match",
            {
                "first": text(RACE_PLAYERS, "match_first"),
                "second": text(RACE_PLAYERS, "match_second"),
                "win_prob": column["match_win"],
            },
            "Exact matches of a race, with fresh hands.",
            {
                "first": "the player who begins",
                "second": "the other player",
                "win_prob": "chance that the first player wins, ties a half, exact",
            },
        ),
        Relation(
            "dominion_race_answer",
            {
                "player": np.repeat(np.array(RACE_PLAYERS), 2),
                "seat": np.tile(np.array(_SEATS), len(RACE_PLAYERS)),
                "best_answer": column["best_response"].ravel(),
                "exploited": (column["best_response"] - _fair(table)).ravel(),
            },
            "What the best answer to each player wins in a race.",
            {
                "player": "the player who is answered",
                "seat": "where that player sits",
                "best_answer": "chance to win of the best answer, ties a half, exact",
                "exploited": "how much more that is than best play gets from best play",
            },
        ),
    )


def race_views(_table: DominionRace) -> tuple[View, ...]:
    """Return the views over the table's relations."""
    return (
        View(
            "dominion_race_penultimate",
            """
            SELECT seat, lead, sum(visits) AS situations,
                   sum(visits) FILTER (buy = 'province') / sum(visits) AS buys_province,
                   sum(best_visits) FILTER (buy = 'province') / sum(visits) AS province_right,
                   sum(cost) FILTER (buy = 'province') / sum(visits) AS province_cost,
                   sum(cost) FILTER (buy = 'best but province') / sum(visits) AS waiting_cost
            FROM dominion_race_situation
            WHERE provinces_left = 2 AND coins = '8+'
            GROUP BY seat, lead HAVING sum(visits) > 0""",
            "The second-last Province with 8 coins in a race: buy it or not, by lead.",
            {
                "situations": "times a game that best play reaches it, expected",
                "buys_province": "share of them in which best play buys the Province",
                "province_right": "share of them in which no buy is better than the Province",
                "province_cost": "mean win chance that buying the Province costs there",
                "waiting_cost": "mean win chance that the best other buy costs there",
            },
        ),
        View(
            "dominion_race_chance",
            """
            SELECT seat, provinces_left, lead, sum(visits) AS situations,
                   sum(visits * win_prob) / sum(visits) AS win_prob
            FROM dominion_race_situation
            GROUP BY seat, provinces_left, lead HAVING sum(visits) > 0""",
            "The chance to win a race by best play, by lead and Provinces left.",
            {
                "situations": "times a game that best play reaches it, expected",
                "win_prob": "mean chance that the player to move wins, over hands and decks",
            },
        ),
        View(
            "dominion_race_duchy",
            """
            SELECT seat, provinces_left, coins, sum(visits) AS situations,
                   sum(visits) FILTER (buy = 'duchy') / sum(visits) AS buys_duchy
            FROM dominion_race_situation
            WHERE coins IN ('5', '6-7', '8+') AND duchies_left > 0
            GROUP BY seat, provinces_left, coins HAVING sum(visits) > 0""",
            "How often best play buys a Duchy in a race, by Provinces left and coins.",
            {
                "situations": "times a game that best play reaches it, expected",
                "buys_duchy": "share of them in which best play buys a Duchy",
            },
        ),
    )


def _fair(table: DominionRace) -> NDArray[np.float64]:
    """Return what best play gets from best play, in the seat across from each seat."""
    return np.array([1 - table.win_prob, table.win_prob])
