"""Relations and views for SQL of Literature's policies and matches."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.query.literature.matches.table import MatchTable, rules_for
from llq.query.literature.policies.table import PolicyTable, fingerprint
from llq.store.database import Relation, View
from llq.store.schema import canonical_json, rules_name

_TEAMS = ("even", "odd")
_SIDED = {
    "half_suits": "half suits won",
    "hits": "asks that got the card",
    "wrong_claims": "claims that were wrong",
    "ask_backs": "turns that came by another's miss and began with an ask of the asker, for a card "
    "which that opponent had just taken",
    "back_claims": "ask_backs with a claim of the half suit in the same turn",
}


def policy_relations(table: PolicyTable) -> tuple[Relation, ...]:
    """Return the relations of the stored policies: each, its curve and its weights."""
    policies, spec = table.policies, table.info.spec
    names = np.array(table.names)

    def recipe(name: str) -> NDArray[Any]:
        values = [policy.recipe.get(name) for policy in policies]
        known = [0 if value is None else int(value) for value in values]
        return np.ma.array(known, mask=[value is None for value in values], dtype=np.int64)

    points = [
        (policy.name, measure, policy.curve["games"], values)
        for policy in policies
        for measure, values in policy.curve.items()
        if measure != "games"
    ]
    lengths = [len(games) for _, _, games, _ in points]
    sizes = [len(policy.weights) for policy in policies]

    def joined(arrays: list[NDArray[Any]], dtype: str) -> NDArray[Any]:
        return np.concatenate([np.empty(0), *arrays]).astype(dtype)

    games = recipe("games")
    return (
        Relation(
            "literature_policy",
            {
                "policy": names,
                "learner": np.array([policy.learner for policy in policies]),
                "trained_games": np.ma.filled(games, 0),
                "seed": recipe("seed"),
                "weights": np.array(sizes, dtype=np.int64),
                "recipe": np.array([canonical_json(dict(policy.recipe)) for policy in policies]),
                "fingerprint": np.array([fingerprint(policy) for policy in policies]),
                "rules": np.full(len(names), rules_name(spec.rules_id, spec.rules_version)),
                "command": np.full(len(names), table.command),
            },
            "A stored policy of Literature: who learnt it, from what.",
            {
                "policy": "name of the policy, as a player",
                "learner": "kind of network and training",
                "seed": "of the training's random numbers; NULL where none are used",
                "rules": "edition of the rules and version of their encoding",
                "command": "builds a table of the same numbers",
                "trained_games": "0: the network as it begins",
                "weights": "how many",
                "recipe": "everything that decides the result, as JSON",
                "fingerprint": "of the weights; the table of matches names them so too",
            },
        ),
        Relation(
            "literature_curve",
            {
                "policy": np.repeat(np.array([name for name, *_ in points], dtype=str), lengths),
                "games": joined([games for *_, games, _ in points], "uint32"),
                "measure": np.repeat(np.array([m for _, m, *_ in points], dtype=str), lengths),
                "value": joined([values for *_, values in points], "float64"),
            },
            "What was measured of a policy while it was trained, block by block of games.",
            {
                "policy": "name of the policy",
                "games": "games played by the end of the block",
                "measure": "what was measured",
                "value": "its mean over the block",
            },
        ),
        Relation(
            "literature_weight",
            {
                "policy": np.repeat(names, sizes),
                "place": np.concatenate([np.arange(size, dtype=np.uint32) for size in sizes]),
                "weight": np.concatenate([policy.weights for policy in policies]),
            },
            "The weights of every policy, in the order in which its learner lays them out.",
            {
                "policy": "name of the policy",
                "place": "place among the weights, from 0",
                "weight": "the number",
            },
        ),
    )


def match_relations(table: MatchTable) -> tuple[Relation, ...]:
    """Return the relations of the table of matches: one row a game."""
    names = np.array(table.pairings)
    played = names[table.pairing]
    players = played[:, 0].astype(np.uint8)
    rules = {size: rules_for(size).rules_id.partition("/")[2] for size in (4, 6, 8)}
    fields = table.fields
    rows = len(table.pairing)
    columns: dict[str, NDArray[Any]] = {
        "rules": np.array([rules.get(size, "") for size in range(9)])[players],
        "players": players,
        "even": played[:, 1],
        "odd": played[:, 2],
        "game": table.game,
        "starter": fields["starter"],
        "winner": np.array([*_TEAMS, "draw"])[table.winner],
        "finished": fields["finished"],
        "asks": fields["asks"],
    }
    for name in _SIDED:
        for team, side in enumerate(_TEAMS):
            columns[f"{name}_{side}"] = fields[name][:, team]
    columns["seed"] = np.full(rows, table.seed, dtype=np.uint64)
    return (
        Relation(
            "literature_game",
            columns,
            "A game of Literature between one player in the even seats and one in the odd ones. "
            "Game i has the same deal and first mover in all pairings of as many players.",
            {
                "rules": "variant of the rules, by the number of players",
                "players": "in all: 4, 6 or 8",
                "even": "who has the even seats, 0, 2 …",
                "odd": "who has the odd seats, 1, 3 …",
                "game": "number of the game, from 0: the same deal in every pairing",
                "starter": "the seat that began",
                "winner": "even, odd or draw, which a game that was given up is too",
                "finished": "whether it ended before the limit on asks",
                "asks": "its length in moves",
                "seed": "of the deals' random numbers",
                **{
                    f"{name}_{side}": f"{meaning}, by the {side} seats"
                    for name, meaning in _SIDED.items()
                    for side in _TEAMS
                },
            },
        ),
    )


def match_views(_: MatchTable) -> tuple[View, ...]:
    """Return the views over the games."""
    own, other = [
        ", ".join(f"{name}_{side} AS {label}_{name}" for name in _SIDED)
        for side, label in (("even", "first"), ("odd", "second"))
    ]
    own_odd, other_even = [
        ", ".join(f"{name}_{side} AS {label}_{name}" for name in _SIDED)
        for side, label in (("odd", "first"), ("even", "second"))
    ]
    key = "rules, players, first, second"
    return (
        View(
            "literature_side",
            f"""
            SELECT rules, players, even AS first, odd AS second, 'even' AS side, game,
                   starter % 2 = 0 AS began, finished, asks,
                   CASE WHEN winner = 'draw' THEN 0.5 WHEN winner = 'even' THEN 1 ELSE 0
                   END::DOUBLE AS score, {own}, {other}
            FROM literature_game
            UNION ALL
            SELECT rules, players, odd, even, 'odd', game, starter % 2 = 1, finished, asks,
                   CASE WHEN winner = 'draw' THEN 0.5 WHEN winner = 'odd' THEN 1 ELSE 0
                   END::DOUBLE, {own_odd}, {other_even}
            FROM literature_game WHERE even <> odd""",
            "A game as one of its sides sees it: each game twice, once of a player against itself.",
            {
                "first": "who has the side",
                "second": "who has the other side",
                "side": "the first's: even or odd seats",
                "began": "whether the first had the first move",
                "score": "of the first: 1 for a win, a half for a draw, 0 for a loss",
                **{
                    f"{who}_{name}": f"{meaning}, by the {who}"
                    for name, meaning in _SIDED.items()
                    for who in ("first", "second")
                },
            },
        ),
        View(
            "literature_match",
            f"""
            WITH deals AS (
              SELECT {key}, game, count(*) AS sides, avg(score) AS score, avg(asks) AS asks,
                     count(*) FILTER (score = 1) AS won, count(*) FILTER (score = 0) AS lost,
                     count(*) FILTER (score = 0.5) AS tied, avg(finished::INT) AS finished,
                     avg(first_half_suits::INT - second_half_suits) AS half_suits
              FROM literature_side GROUP BY ALL),
            sums AS (
              SELECT {key}, sum(sides)::BIGINT AS games, count(*) AS deals,
                     sum(won)::BIGINT AS wins, sum(tied)::BIGINT AS draws,
                     sum(lost)::BIGINT AS losses,
                     avg(won / sides) AS win_prob,
                     stddev_samp(won / sides) / sqrt(count(*)) AS standard_error,
                     avg(score) AS score,
                     stddev_samp(score) / sqrt(count(*)) AS score_error,
                     sum(won) / nullif(sum(won + lost), 0) AS decided_prob,
                     sum(won * won) AS ww, sum(won * (won + lost)) AS wd,
                     sum((won + lost) ** 2) AS dd, avg(asks) AS asks,
                     stddev_samp(asks) / sqrt(count(*)) AS asks_error,
                     avg(half_suits) AS lead,
                     stddev_samp(half_suits) / sqrt(count(*)) AS lead_error,
                     avg(finished) AS finished_prob
              FROM deals GROUP BY ALL)
            SELECT rules, players, first, second, games, wins, draws,
                   losses, win_prob, standard_error, score, score_error, decided_prob,
                   sqrt(greatest(0, ww - 2 * decided_prob * wd + decided_prob ** 2 * dd)
                     * deals / (deals - 1)) / (wins + losses) AS decided_error,
                   asks, asks_error, lead, lead_error, finished_prob
            FROM sums""",
            "The first player against the second, from both sides of each deal, with standard "
            "errors from deal to deal. Of a player against itself the first has the even seats.",
            {
                "first": "a player",
                "second": "its opponent",
                "games": "games played",
                "wins": "games that the first won",
                "draws": "games that nobody won",
                "losses": "games that the second won",
                "win_prob": "share of games that the first won",
                "standard_error": "of win_prob",
                "score": "mean of 1 for a win, a half for a draw, 0 for a loss",
                "score_error": "standard error of score",
                "decided_prob": "share of decided games that the first won",
                "decided_error": "standard error of decided_prob",
                "asks": "mean length of a game, in moves",
                "asks_error": "standard error of asks",
                "lead": "half suits of the first minus those of the second, mean",
                "lead_error": "standard error of lead",
                "finished_prob": "share of games that ended before the limit on asks",
            },
        ),
        View(
            "literature_paired",
            f"""
            WITH deals AS (
              SELECT {key}, game, avg(CASE WHEN first = second THEN 0.5 ELSE score END) AS score,
                     avg(asks) AS asks
              FROM literature_side GROUP BY ALL)
            SELECT a.rules, a.players, a.first, b.first AS instead_of, a.second,
                   count(*) AS deals, avg(a.score - b.score) AS difference,
                   stddev_samp(a.score - b.score) / sqrt(count(*)) AS difference_error,
                   sqrt((var_samp(a.score) + var_samp(b.score)) / count(*)) AS unpaired_error,
                   difference / nullif(difference_error, 0) AS z,
                   avg(a.asks - b.asks) AS asks_difference,
                   stddev_samp(a.asks - b.asks) / sqrt(count(*)) AS asks_difference_error
            FROM deals a JOIN deals b USING (rules, players, second, game)
            WHERE a.first <> b.first
            GROUP BY a.rules, a.players, a.first, b.first, a.second""",
            "How much higher one player's score is than another's against the same opponent on the "
            "same deals, and how much longer the games are. Against itself a player scores a half.",
            {
                "first": "a player",
                "instead_of": "the player it is compared with",
                "second": "the opponent of both",
                "deals": "deals that both played",
                "difference": "score of the player minus that of the other",
                "difference_error": "standard error of difference, deal by deal",
                "unpaired_error": "what it would be on independent deals",
                "z": "difference / difference_error; NULL where that is 0",
                "asks_difference": "mean length of the player's games minus the other's, in moves",
                "asks_difference_error": "standard error of asks_difference",
            },
        ),
    )
