"""A study's relations and views for SQL."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.query.love_letter.exact.study_table import ALL_HANDS, STUDIED_PLAYERS, Study
from llq.query.love_letter.table.state_words import card_arrays
from llq.query.love_letter.verification.printed_tables import printed_table_11
from llq.store.database import Relation, View

Rows = dict[str, NDArray[Any]]

_PAIR = {
    "first": "the player who has the first turn",
    "second": "the player who has the second turn",
}
_FACE_UP = {"face_up": "cards that lie face up: 0 or 3"}
_TURN = _FACE_UP | {"n": "unseen cards"}
_HAND = {
    "b1": "number of the lower card of the hand; NULL for all hands",
    "b2": "number of the higher card of the hand; NULL for all hands",
    "card_1": "name of the lower card; empty for all hands",
    "card_2": "name of the higher card; empty for all hands",
}
_ADDED_WINS = "what they add to the mover's wins a round, expected"

_RELATIONS: dict[str, tuple[str, str, dict[str, str]]] = {
    "match": (
        "exact",
        "The exact chances of every pair of players by the real rules, over the whole deal (b1 and "
        "b2 NULL) and from every opening hand.",
        {
            **_PAIR,
            **_FACE_UP,
            **_HAND,
            "win_prob": "chance that the first player wins, exact",
            "loss_prob": "chance that the second player wins, exact",
            "draw_prob": "chance of a draw, exact",
            "first_tokens": "expected tokens of the first player, exact",
            "second_tokens": "of the second player, exact",
        },
    ),
    "choice": (
        "disagreement",
        "As Table meets Table: the turns a round in which Strategic would choose otherwise, and "
        "what Table's choice adds to the mover's chance of winning the round.",
        {
            **_TURN,
            "table_plays": "the action of Table, in words",
            "strategic_plays": "the action of Strategic, in words",
            "turns": "such turns a round, expected",
            "gain": _ADDED_WINS,
        },
    ),
    "lower": (
        "lower_card",
        "As Table meets Table: the turns a round in which it plays the lower and the higher card "
        "of a hand of which either may be played and neither is the Princess, and what that adds "
        "to the mover's chance of winning beside the other card, guessed and aimed as Strategic "
        "does.",
        {
            **_TURN,
            **_HAND,
            "low_turns": "turns a round in which the lower card is played, expected",
            "low_gain": _ADDED_WINS,
            "high_turns": "turns a round in which the higher card is played, expected",
            "high_gain": _ADDED_WINS,
        },
    ),
    "holding": (
        "holding",
        "As Table meets Table: how often the player to move, with n cards unseen, holds each card, "
        "and how often that player then wins the round, draws counted as half.",
        {
            **_TURN,
            "card": "name of a card of the mover's hand",
            "number": "number of that card",
            "turns": "turns a round in which it is held, expected",
            "win_prob": "chance that the mover then wins the round, a draw as half, exact",
        },
    ),
    "length": (
        "length",
        "How many turns a round takes as two players meet who do not count discards.",
        {
            **_PAIR,
            **_FACE_UP,
            "turns": "turns of both players",
            "probability": "chance that the round ends with the last of them, exact",
        },
    ),
    "opening": (
        "opening_explained",
        "From every opening hand, with no card face up: the table's number, what Table then scores "
        "against itself, exactly, and what makes the difference{unit}.",
        {
            **_HAND,
            "table_value": "the number of the table",
            "exact_half": "equal final cards a half each",
            "exact": "by discard totals, draws as half",
            "by_exception": "table_value - exact_half: the thesis's exception for tied cards",
            "by_equal_cards": "exact_half - exact: discard totals decide equal final cards",
            "without_exception": "the table's number if it is solved without the exception; that "
            "table scores exactly this, equal final cards a half each",
            "discards_table_value": "the number of the table by discard totals",
        },
    ),
}
"""Each group's relation: the end of its name, its comment, and the meanings of its columns."""


def study_relations(study: Study) -> Iterator[Relation]:
    """Yield the relations of one variant's study, names in place of indices."""
    unit = "" if study.rules.unit == "win probability" else ", in tokens"
    for group, (ending, comment, meanings) in _RELATIONS.items():
        columns = _columns(study, group)
        yield study.relation(
            f"{study.sql_name}_{ending}",
            {
                name: (columns[name], text)
                for name, text in meanings.items()
                if name in columns or not name.endswith("_tokens")
            },
            comment.format(unit=unit),
        )
    if study.rules.variant == "classic":
        yield printed_table_11()


def study_views(study: Study) -> Iterator[View]:
    """Yield the views over one variant's study."""
    name = study.sql_name
    yield View(
        f"{name}_seat",
        f"""
            SELECT face_up, first AS player, win_prob, loss_prob, draw_prob,
                   win_prob - loss_prob AS seat_advantage
            FROM {name}_exact WHERE first = second AND b1 IS NULL
            ORDER BY face_up, seat_advantage""",
        "Each player against itself: what the first turn is worth.",
        {"player": "the player in both seats", "seat_advantage": "win_prob - loss_prob"},
    )
    if study.rules.variant == "classic":
        yield View(
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


def _columns(study: Study, group: str) -> Rows:
    """Return a group's columns, with indices in words and what follows from its numbers."""
    rules, rows = study.rules, study.groups[group]
    names, numbers = card_arrays(rules)
    columns = dict(rows)
    if "low" in rows:
        is_all = rows["low"] == ALL_HANDS
        low, high = (np.where(is_all, 0, rows[column]) for column in ("low", "high"))
        columns["b1"] = np.ma.array(numbers[low], mask=is_all)
        columns["b2"] = np.ma.array(numbers[high], mask=is_all)
        columns["card_1"] = np.where(is_all, "", names[low])
        columns["card_2"] = np.where(is_all, "", names[high])
    if "first" in rows:
        for seat in _PAIR:
            columns[seat] = np.array(STUDIED_PLAYERS)[rows[seat]]
    match group:
        case "match":
            draw = 1 - rows["win_prob"] - rows["loss_prob"]
            draw[draw < 1e-14] = 0  # by rounding
            columns["draw_prob"] = draw
            if rules.unit != "win probability":
                columns["first_tokens"] = rows["win_prob"] + rows["first_guess_tokens"]
                columns["second_tokens"] = rows["loss_prob"] + rows["second_guess_tokens"]
        case "choice":
            actions = np.array([rules.describe(action) for action in rules.actions])
            columns["table_plays"] = actions[rows["action"]]
            columns["strategic_plays"] = actions[rows["other"]]
        case "holding":
            columns["card"], columns["number"] = names[rows["card"]], numbers[rows["card"]]
            columns["win_prob"] = rows["wins"] / rows["turns"]
        case "length":
            columns["probability"] = rows["chance"]
        case "opening":
            table, half, exact = rows["table"], rows["half"], rows["real"]
            columns |= {"table_value": table, "exact_half": half, "exact": exact}
            columns |= {"by_exception": table - half, "by_equal_cards": half - exact}
            columns["discards_table_value"] = rows["discards"]
    return columns
