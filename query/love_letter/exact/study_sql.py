"""A study's relations and views for SQL."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.query.love_letter.exact.study_table import ALL_HANDS, STUDIED_PLAYERS, Study
from llq.query.published_figures import published
from llq.store.database import Relation, View

_SEATS = {
    "first": "the player who has the first turn",
    "second": "the player who has the second turn",
}
_FACE_UP = {"face_up": "cards that lie face up: 0 or 3"}
_TOKENS = {
    "first_tokens": "expected tokens of the first player, exact",
    "second_tokens": "of the second player, exact",
}
_HAND = {
    "b1": "number of the lower card of the hand; NULL for all hands",
    "b2": "number of the higher card of the hand; NULL for all hands",
    "card_1": "name of the lower card; empty for all hands",
    "card_2": "name of the higher card; empty for all hands",
}


def study_relations(study: Study) -> tuple[Relation, ...]:
    """Return the relations of one variant's study, names in place of indices."""
    rules, name = study.rules, _name(study)
    cards = np.array([card.name for card in rules.cards])
    numbers = np.array([card.number for card in rules.cards], dtype=np.uint8)
    actions = np.array([rules.describe(action) for action in rules.actions])
    players = np.array(STUDIED_PLAYERS)

    def hands(rows: dict[str, NDArray[Any]]) -> dict[str, Any]:
        """Return hand columns, NULL in rows about all hands."""
        is_all = rows["low"] == ALL_HANDS
        low, high = (np.where(is_all, 0, rows[column]) for column in ("low", "high"))
        return {
            "b1": np.ma.array(numbers[low], mask=is_all),
            "b2": np.ma.array(numbers[high], mask=is_all),
            "card_1": np.where(is_all, "", cards[low]),
            "card_2": np.where(is_all, "", cards[high]),
        }

    match, choice = study.groups["match"], study.groups["choice"]
    holding, opening = study.groups["holding"], study.groups["opening"]
    lower, length = study.groups["lower"], study.groups["length"]
    draw = 1 - match["win_prob"] - match["loss_prob"]
    draw[draw < 1e-14] = 0  # by rounding
    tokens = {}
    if rules.unit != "win probability":
        tokens = {
            "first_tokens": match["win_prob"] + match["first_guess_tokens"],
            "second_tokens": match["loss_prob"] + match["second_guess_tokens"],
        }
    unit = "" if rules.unit == "win probability" else ", in tokens"
    return (
        Relation(
            f"{name}_exact",
            {
                "first": players[match["first"]],
                "second": players[match["second"]],
                "face_up": match["face_up"],
                **hands(match),
                "win_prob": match["win_prob"],
                "loss_prob": match["loss_prob"],
                "draw_prob": draw,
                **tokens,
            },
            "The exact chances of every pair of players by the real rules, over the whole deal "
            "(b1 and b2 NULL) and from every opening hand.",
            {
                **_SEATS,
                **_FACE_UP,
                **_HAND,
                "win_prob": "chance that the first player wins, exact",
                "loss_prob": "chance that the second player wins, exact",
                "draw_prob": "chance of a draw, exact",
                **(_TOKENS if tokens else {}),
            },
        ),
        Relation(
            f"{name}_disagreement",
            {
                "face_up": choice["face_up"],
                "n": choice["n"],
                "table_plays": actions[choice["action"]],
                "strategic_plays": actions[choice["other"]],
                "turns": choice["turns"],
                "gain": choice["gain"],
            },
            "As Table meets Table: the turns a round in which Strategic would choose otherwise, "
            "and what Table's choice adds to the mover's chance of winning the round.",
            {
                **_FACE_UP,
                "n": "unseen cards",
                "table_plays": "the action of Table, in words",
                "strategic_plays": "the action of Strategic, in words",
                "turns": "such turns a round, expected",
                "gain": "what they add to the mover's wins a round, expected",
            },
        ),
        Relation(
            f"{name}_lower_card",
            {
                "face_up": lower["face_up"],
                "n": lower["n"],
                **hands(lower),
                "low_turns": lower["low_turns"],
                "low_gain": lower["low_gain"],
                "high_turns": lower["high_turns"],
                "high_gain": lower["high_gain"],
            },
            "As Table meets Table: the turns a round in which it plays the lower and the higher "
            "card of a hand of which either may be played and neither is the Princess, and what "
            "that adds to the mover's chance of winning beside the other card, guessed and aimed "
            "as Strategic does.",
            {
                **_FACE_UP,
                "n": "unseen cards",
                **_HAND,
                "low_turns": "turns a round in which the lower card is played, expected",
                "low_gain": "what they add to the mover's wins a round, expected",
                "high_turns": "turns a round in which the higher card is played, expected",
                "high_gain": "what they add to the mover's wins a round, expected",
            },
        ),
        Relation(
            f"{name}_holding",
            {
                "face_up": holding["face_up"],
                "n": holding["n"],
                "card": cards[holding["card"]],
                "number": numbers[holding["card"]],
                "turns": holding["turns"],
                "win_prob": holding["wins"] / holding["turns"],
            },
            "As Table meets Table: how often the player to move, with n cards unseen, holds each "
            "card, and how often that player then wins the round, draws counted as half.",
            {
                **_FACE_UP,
                "n": "unseen cards",
                "card": "name of a card of the mover's hand",
                "number": "number of that card",
                "turns": "turns a round in which it is held, expected",
                "win_prob": "chance that the mover then wins the round, a draw as half, exact",
            },
        ),
        Relation(
            f"{name}_length",
            {
                "first": players[length["first"]],
                "second": players[length["second"]],
                "face_up": length["face_up"],
                "turns": length["turns"],
                "probability": length["chance"],
            },
            "How many turns a round takes as two players meet who do not count discards.",
            {
                **_SEATS,
                **_FACE_UP,
                "turns": "turns of both players",
                "probability": "chance that the round ends with the last of them, exact",
            },
        ),
        Relation(
            f"{name}_opening_explained",
            {
                **hands(opening),
                "table_value": opening["table"],
                "exact_half": opening["half"],
                "exact": opening["real"],
                "by_exception": opening["table"] - opening["half"],
                "by_equal_cards": opening["half"] - opening["real"],
                "without_exception": opening["without_exception"],
                "discards_table_value": opening["discards"],
            },
            "From every opening hand, with no card face up: the table's number, what Table then "
            f"scores against itself, exactly, and what makes the difference{unit}.",
            {
                **_HAND,
                "table_value": "the number of the table",
                "exact_half": "equal final cards a half each",
                "exact": "by discard totals, draws as half",
                "by_exception": "table_value - exact_half: the thesis's exception for tied cards",
                "by_equal_cards": "exact_half - exact: discard totals decide equal final cards",
                "without_exception": "the table's number if it is solved without the exception; "
                "that table scores exactly this, equal final cards a half each",
                "discards_table_value": "the number of the table by discard totals",
            },
        ),
        *(_published() if rules.variant == "classic" else ()),
    )


def study_views(study: Study) -> tuple[View, ...]:
    """Return the views over one variant's study."""
    name = _name(study)
    views = [
        View(
            f"{name}_seat",
            f"""
            SELECT face_up, first AS player, win_prob, loss_prob, draw_prob,
                   win_prob - loss_prob AS seat_advantage
            FROM {name}_exact WHERE first = second AND b1 IS NULL
            ORDER BY face_up, seat_advantage""",
            "Each player against itself: what the first turn is worth.",
            {"player": "the player in both seats", "seat_advantage": "win_prob - loss_prob"},
        )
    ]
    if study.rules.variant == "classic":
        views.append(
            View(
                "love_letter_huibers_2016_table11_compared",
                f"""
                SELECT p.first, p.second, p.first_wins / p.games AS published,
                       e.win_prob, p.first_wins / p.games - e.win_prob AS difference,
                       (p.first_wins / p.games - e.win_prob)
                           / sqrt(e.win_prob * (1 - e.win_prob) / p.games) AS z
                FROM love_letter_huibers_2016_table11 p
                JOIN {name}_exact e USING (first, second)
                WHERE e.face_up = 0 AND e.b1 IS NULL
                ORDER BY abs(z)""",
                "The thesis's Table 11 beside the exact chances; z is in standard errors of its "
                "million games.",
                {
                    "published": "share of games that the first player won in the thesis",
                    "difference": "published - win_prob",
                    "z": "difference in standard errors of the thesis's games",
                },
            )
        )
    return tuple(views)


def _published() -> tuple[Relation]:
    rows = published("love_letter_huibers_2016_table11")
    matrix = {
        "first": np.array([row["first_player"] for row in rows]),
        "second": np.array([row["second_player"] for row in rows]),
        "first_wins": np.array([int(row["first_wins"]) for row in rows], dtype=np.int32),
        "games": np.array([int(row["games"]) for row in rows], dtype=np.int32),
    }
    return (
        Relation(
            "love_letter_huibers_2016_table11",
            matrix,
            "Simulated matches of every two players, as printed.",
            {**_SEATS, "first_wins": "games that the first player won", "games": "games played"},
            paper="Huibers (2016), Table 11",
        ),
    )


def _name(study: Study) -> str:
    return f"love_letter_{study.rules.variant.replace('-', '_')}"
