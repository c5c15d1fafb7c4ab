"""A study's relations and views for SQL."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.query.love_letter.exact.study_table import ALL_HANDS, STUDIED_PLAYERS, Study
from llq.query.love_letter.relations import described_relations
from llq.query.love_letter.table.state_words import card_arrays
from llq.query.love_letter.verification.printed_tables import printed_table_11
from llq.solver.love_letter.rules import Rules
from llq.store.database import Relation, View

_Rows = Mapping[str, NDArray[Any]]
_Columns = dict[str, NDArray[Any]]

_ROUNDING = 1e-14


def study_contents(study: Study) -> Iterator[Relation | View]:
    """Yield the relations of one variant's study, names in place of indices, and their views."""
    rules, groups = study.rules, study.groups
    is_classic = rules.variant == "classic"
    in_tokens = "" if rules.unit == "win probability" else ", in tokens"
    relations = described_relations(study, in_tokens=in_tokens)
    yield relations.relation("exact", _match_columns(rules, groups["match"]))
    yield relations.relation("disagreement", _choice_columns(rules, groups["choice"]))
    yield relations.relation("lower_card", _lower_card_columns(rules, groups["lower"]))
    yield relations.relation("holding", _holding_columns(rules, groups["holding"]))
    yield relations.relation("length", _length_columns(groups["length"]))
    yield relations.relation("opening_explained", _opening_columns(rules, groups["opening"]))
    if is_classic:
        yield printed_table_11()
    yield from relations.views("seat")
    if is_classic:
        yield from relations.views("table11_compared")


def _match_columns(rules: Rules, rows: _Rows) -> _Columns:
    wins, losses = rows["win_prob"], rows["loss_prob"]
    draws = 1 - wins - losses
    draws[draws < _ROUNDING] = 0
    shares = {"win_prob": wins, "loss_prob": losses, "draw_prob": draws}
    columns = {**_player_names(rows), "face_up": rows["face_up"], **_hands(rules, rows), **shares}
    if rules.unit != "win probability":
        columns["first_tokens"] = wins + rows["first_guess_tokens"]
        columns["second_tokens"] = losses + rows["second_guess_tokens"]
    return columns


def _choice_columns(rules: Rules, rows: _Rows) -> _Columns:
    texts = np.array([rules.describe(action) for action in rules.actions])
    return {
        "face_up": rows["face_up"],
        "n": rows["n"],
        "table_plays": texts[rows["action"]],
        "strategic_plays": texts[rows["other"]],
        "turns": rows["turns"],
        "gain": rows["gain"],
    }


def _lower_card_columns(rules: Rules, rows: _Rows) -> _Columns:
    sums = {name: rows[name] for name in ("low_turns", "low_gain", "high_turns", "high_gain")}
    return {"face_up": rows["face_up"], "n": rows["n"], **_hands(rules, rows), **sums}


def _holding_columns(rules: Rules, rows: _Rows) -> _Columns:
    names, numbers = card_arrays(rules)
    return {
        "face_up": rows["face_up"],
        "n": rows["n"],
        "card": names[rows["card"]],
        "number": numbers[rows["card"]],
        "turns": rows["turns"],
        "win_prob": rows["wins"] / rows["turns"],
    }


def _length_columns(rows: _Rows) -> _Columns:
    return {
        **_player_names(rows),
        "face_up": rows["face_up"],
        "turns": rows["turns"],
        "probability": rows["chance"],
    }


def _opening_columns(rules: Rules, rows: _Rows) -> _Columns:
    return {
        **_hands(rules, rows),
        "table_value": rows["table"],
        "exact_half": rows["half"],
        "exact": rows["real"],
        "by_exception": rows["table"] - rows["half"],
        "by_equal_cards": rows["half"] - rows["real"],
        "without_exception": rows["without_exception"],
        "discards_table_value": rows["discards"],
    }


def _player_names(rows: _Rows) -> _Columns:
    return {seat: np.array(STUDIED_PLAYERS)[rows[seat]] for seat in ("first", "second")}


def _hands(rules: Rules, rows: _Rows) -> _Columns:
    """Return the numbers and the names of a hand's cards, empty for all hands."""
    names, numbers = card_arrays(rules)
    is_all = rows["low"] == ALL_HANDS
    low, high = (np.where(is_all, 0, rows[column]) for column in ("low", "high"))
    return {
        "b1": np.ma.array(numbers[low], mask=is_all),
        "b2": np.ma.array(numbers[high], mask=is_all),
        "card_1": np.where(is_all, "", names[low]),
        "card_2": np.where(is_all, "", names[high]),
    }
