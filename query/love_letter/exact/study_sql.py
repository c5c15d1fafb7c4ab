"""A study's relations and views for SQL."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.query.love_letter.exact.study_table import ALL_HANDS, STUDIED_PLAYERS, Study
from llq.query.love_letter.table.state_words import card_arrays
from llq.query.love_letter.verification.printed_tables import printed_table_11
from llq.store.database import Relation, View

Rows = dict[str, NDArray[Any]]
Described = tuple[NDArray[Any], str]

_SEATS = ("the player who has the first turn", "the player who has the second turn")
_FACE_UP = "cards that lie face up: 0 or 3"


def study_relations(study: Study) -> tuple[Relation, ...]:
    """Return the relations of one variant's study, names in place of indices."""
    is_classic = study.rules.variant == "classic"
    return (
        _matches(study),
        _disagreements(study),
        _lower_cards(study),
        _holdings(study),
        _lengths(study),
        _openings_explained(study),
        *((printed_table_11(),) if is_classic else ()),
    )


def study_views(study: Study) -> tuple[View, ...]:
    """Return the views over one variant's study."""
    name = study.sql_name
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


def _matches(study: Study) -> Relation:
    rows = study.groups["match"]
    draw = 1 - rows["win_prob"] - rows["loss_prob"]
    draw[draw < 1e-14] = 0  # by rounding
    columns = {
        **_pair(rows),
        "face_up": (rows["face_up"], _FACE_UP),
        **_hand(study, rows),
        "win_prob": (rows["win_prob"], "chance that the first player wins, exact"),
        "loss_prob": (rows["loss_prob"], "chance that the second player wins, exact"),
        "draw_prob": (draw, "chance of a draw, exact"),
    }
    if study.rules.unit != "win probability":
        first = rows["win_prob"] + rows["first_guess_tokens"]
        second = rows["loss_prob"] + rows["second_guess_tokens"]
        columns["first_tokens"] = first, "expected tokens of the first player, exact"
        columns["second_tokens"] = second, "of the second player, exact"
    return study.relation(
        f"{study.sql_name}_exact",
        columns,
        "The exact chances of every pair of players by the real rules, over the whole deal (b1 and "
        "b2 NULL) and from every opening hand.",
    )


def _disagreements(study: Study) -> Relation:
    rules, rows = study.rules, study.groups["choice"]
    actions = np.array([rules.describe(action) for action in rules.actions])
    return study.relation(
        f"{study.sql_name}_disagreement",
        {
            **_turn(rows),
            "table_plays": (actions[rows["action"]], "the action of Table, in words"),
            "strategic_plays": (actions[rows["other"]], "the action of Strategic, in words"),
            "turns": (rows["turns"], "such turns a round, expected"),
            "gain": (rows["gain"], "what they add to the mover's wins a round, expected"),
        },
        "As Table meets Table: the turns a round in which Strategic would choose otherwise, and "
        "what Table's choice adds to the mover's chance of winning the round.",
    )


def _lower_cards(study: Study) -> Relation:
    rows = study.groups["lower"]
    played = "turns a round in which the {} card is played, expected"
    gain = "what they add to the mover's wins a round, expected"
    return study.relation(
        f"{study.sql_name}_lower_card",
        {
            **_turn(rows),
            **_hand(study, rows),
            "low_turns": (rows["low_turns"], played.format("lower")),
            "low_gain": (rows["low_gain"], gain),
            "high_turns": (rows["high_turns"], played.format("higher")),
            "high_gain": (rows["high_gain"], gain),
        },
        "As Table meets Table: the turns a round in which it plays the lower and the higher card "
        "of a hand of which either may be played and neither is the Princess, and what that adds "
        "to the mover's chance of winning beside the other card, guessed and aimed as Strategic "
        "does.",
    )


def _holdings(study: Study) -> Relation:
    rows = study.groups["holding"]
    names, numbers = card_arrays(study.rules)
    return study.relation(
        f"{study.sql_name}_holding",
        {
            **_turn(rows),
            "card": (names[rows["card"]], "name of a card of the mover's hand"),
            "number": (numbers[rows["card"]], "number of that card"),
            "turns": (rows["turns"], "turns a round in which it is held, expected"),
            "win_prob": (
                rows["wins"] / rows["turns"],
                "chance that the mover then wins the round, a draw as half, exact",
            ),
        },
        "As Table meets Table: how often the player to move, with n cards unseen, holds each card, "
        "and how often that player then wins the round, draws counted as half.",
    )


def _lengths(study: Study) -> Relation:
    rows = study.groups["length"]
    return study.relation(
        f"{study.sql_name}_length",
        {
            **_pair(rows),
            "face_up": (rows["face_up"], _FACE_UP),
            "turns": (rows["turns"], "turns of both players"),
            "probability": (
                rows["chance"],
                "chance that the round ends with the last of them, exact",
            ),
        },
        "How many turns a round takes as two players meet who do not count discards.",
    )


def _openings_explained(study: Study) -> Relation:
    rows = study.groups["opening"]
    unit = "" if study.rules.unit == "win probability" else ", in tokens"
    return study.relation(
        f"{study.sql_name}_opening_explained",
        {
            **_hand(study, rows),
            "table_value": (rows["table"], "the number of the table"),
            "exact_half": (rows["half"], "equal final cards a half each"),
            "exact": (rows["real"], "by discard totals, draws as half"),
            "by_exception": (
                rows["table"] - rows["half"],
                "table_value - exact_half: the thesis's exception for tied cards",
            ),
            "by_equal_cards": (
                rows["half"] - rows["real"],
                "exact_half - exact: discard totals decide equal final cards",
            ),
            "without_exception": (
                rows["without_exception"],
                "the table's number if it is solved without the exception; that table scores "
                "exactly this, equal final cards a half each",
            ),
            "discards_table_value": (
                rows["discards"],
                "the number of the table by discard totals",
            ),
        },
        "From every opening hand, with no card face up: the table's number, what Table then scores "
        f"against itself, exactly, and what makes the difference{unit}.",
    )


def _pair(rows: Rows) -> dict[str, Described]:
    """Return the columns of both players."""
    players = np.array(STUDIED_PLAYERS)
    seats = zip(("first", "second"), _SEATS, strict=True)
    return {seat: (players[rows[seat]], meaning) for seat, meaning in seats}


def _turn(rows: Rows) -> dict[str, Described]:
    """Return the columns of a turn's deal and unseen cards."""
    return {"face_up": (rows["face_up"], _FACE_UP), "n": (rows["n"], "unseen cards")}


def _hand(study: Study, rows: Rows) -> dict[str, Described]:
    """Return the columns of a hand, NULL in rows about all hands."""
    names, numbers = card_arrays(study.rules)
    is_all = rows["low"] == ALL_HANDS
    low, high = (np.where(is_all, 0, rows[column]) for column in ("low", "high"))
    hand = "of the hand; NULL for all hands"
    return {
        "b1": (np.ma.array(numbers[low], mask=is_all), f"number of the lower card {hand}"),
        "b2": (np.ma.array(numbers[high], mask=is_all), f"number of the higher card {hand}"),
        "card_1": (np.where(is_all, "", names[low]), "name of the lower card; empty for all hands"),
        "card_2": (
            np.where(is_all, "", names[high]),
            "name of the higher card; empty for all hands",
        ),
    }
