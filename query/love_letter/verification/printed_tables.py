"""The thesis's printed tables as relations for SQL."""

import numpy as np

from llq.query.published_figures import published
from llq.store.database import Relation

_COLUMNS = {
    "b1": ("uint8", "number of the lower card"),
    "b2": ("uint8", "number of the higher card"),
    "chance": ("float64", "chance of winning, in [0, 1]"),
    "play": ("uint8", "number of the card played"),
    "guess": ("uint8", "number of the card guessed; NULL where none is"),
    "target": ("str", "opponent or self: whom it affects; NULL where that is not chosen"),
    "published_table": ("uint8", "number of the thesis's table"),
    "first": ("str", "the player who has the first turn"),
    "second": ("str", "the player who has the second turn"),
    "first_hand": ("str", "numbers of the first player's opening hand; empty for any hand"),
    "first_wins": ("int32", "games that the first player won"),
    "second_wins": ("int32", "games that the second player won"),
    "games": ("int32", "games played"),
}
"""Type and meaning by column. A blank number or target is NULL."""
_FILE_COLUMNS = {"first": "first_player", "second": "second_player", "published_table": "table"}
_TARGETS = {"": "", "1": "opponent", "2": "self"}


def printed_openings() -> Relation:
    """Return Table 4."""
    comment = "The first player's chances by opening hand, as printed."
    return _relation("table4", comment, "Table 4", "b1 b2 chance play guess target")


def printed_matches() -> Relation:
    """Return the matches of Tables 1 to 3 and 5 to 10."""
    columns = "published_table first second first_hand first_wins second_wins games"
    comment = "Simulated matches of two players, as printed."
    return _relation("match", comment, "Tables 1-3 and 5-10", columns, "matches")


def printed_table_11() -> Relation:
    """Return Table 11, the matches of all pairs."""
    comment = "Simulated matches of every two players, as printed."
    return _relation("table11", comment, "Table 11", "first second first_wins games")


def _relation(name: str, comment: str, place: str, columns: str, file: str = "") -> Relation:
    rows = published(f"love_letter_huibers_2016_{file or name}")
    arrays, meanings = {}, {}
    for column in columns.split():
        dtype, meanings[column] = _COLUMNS[column]
        texts = [row[_FILE_COLUMNS.get(column, column)] for row in rows]
        is_null = [not text and (dtype != "str" or column == "target") for text in texts]
        if column == "target":
            texts = [_TARGETS[text] for text in texts]
        filled = [text or "0" for text in texts] if dtype != "str" else texts
        arrays[column] = np.ma.array(np.array(filled).astype(dtype), mask=is_null)
    table = f"love_letter_huibers_2016_{name}"
    return Relation(table, arrays, comment, meanings, f"Huibers (2016), {place}")
