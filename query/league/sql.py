"""SQL relations of a league: deals, pairings and standings."""

import numpy as np

from llq.query.league.table import LeagueTable
from llq.store.database import Relation, View

_ERROR = "stddev_samp({0}) / sqrt(count(*))"
_NUMBERS = ", ".join(
    f"avg({column}) AS {column}, {_ERROR.format(column)} AS {column}_error"
    for column in ("score", "lead")
)
_INTERVAL = (
    "greatest(score - 1.96 * score_error, 0) AS low, least(score + 1.96 * score_error, 1) AS high"
)


def league_sql(table: LeagueTable) -> tuple[Relation | View, ...]:
    """Return deal, pairing and standing relations, with errors and intervals over deals."""
    name, unit = table.file_name().replace("-", "_"), table.league.unit or "games"
    number_comments = {
        "score": "share of games won, a draw half",
        "score_error": "standard error of score, over deals",
        "low": "lower end of the 95 % interval of score",
        "high": "upper end of it",
        "lead": f"mean lead in {unit}",
        "lead_error": "standard error of lead, over deals",
        "deals": "deals played, each from every seat",
    }
    return (
        _deals(table, name, unit),
        View(
            f"{name}_pair",
            f"""
                SELECT first, second, is_beside, * EXCLUDE (first, second, is_beside), {_INTERVAL}
                FROM (SELECT first, second, is_beside, {_NUMBERS}, count(*) AS deals
                      FROM {name}_deal GROUP BY ALL)""",
            "A pairing of the league, from the first's side.",
            number_comments,
        ),
        View(
            name,
            f"""
                WITH side AS (
                    SELECT first AS player, deal, score, lead FROM {name}_deal WHERE NOT is_beside
                    UNION ALL
                    SELECT second, deal, 1 - score, -lead FROM {name}_deal WHERE NOT is_beside),
                own AS (
                    SELECT player, {_NUMBERS}, count(*) AS deals FROM (
                        SELECT player, deal, avg(score) AS score, avg(lead) AS lead
                        FROM side GROUP BY ALL) GROUP BY player),
                among AS (
                    SELECT player, avg(score) AS beside_score,
                           {_ERROR.format("score")} AS beside_error
                    FROM (SELECT first AS player, deal, avg(score) AS score
                          FROM {name}_deal WHERE is_beside GROUP BY ALL) GROUP BY player)
                SELECT rank() OVER (ORDER BY score DESC) AS rank, own.*, {_INTERVAL},
                    beside_score, beside_error
                FROM own LEFT JOIN among USING (player)""",
            "A player of the league against all others.",
            {
                **number_comments,
                "rank": "1 for the highest score",
                "player": "the player, in all seats of its team",
                "beside_score": "score of one of its kind among players of each other kind, "
                "against those; NULL where no teams play",
                "beside_error": "its standard error, over deals",
            },
        ),
    )


def _deals(table: LeagueTable, name: str, unit: str) -> Relation:
    league = table.league
    first, second, is_beside = (
        np.repeat(column, league.deals) for column in zip(*league.pairings, strict=True)
    )
    deals = np.tile(np.arange(league.deals, dtype=np.uint32), len(league.pairings))
    return table.relation(
        f"{name}_deal",
        {
            "first": (first, "a player in all seats of a team, or in one of them"),
            "second": (second, "the opponent, in all seats of the other team"),
            "is_beside": (
                is_beside,
                "whether the first has one seat, and the second those beside it",
            ),
            "deal": (deals, "number of the deal, the same cards for all pairings"),
            "score": (league.scores.ravel(), LeagueTable.scores.comment),
            "lead": (league.leads.ravel(), f"{LeagueTable.leads.comment}, in {unit}"),
        },
        "A deal of a pairing of the league, the mean over its seatings.",
    )
