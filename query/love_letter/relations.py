"""SQL relations and views of Love Letter's tables, described in ``relations.toml``."""

from pathlib import Path

from llq.query.love_letter.variant_tables import VariantTable
from llq.query.tables.relations import Relations

_FILE = Path(__file__).with_name("relations.toml")

_VALUE_WORDS = {
    "win probability": {
        "value": "win_prob",
        "worth": "the mover's chance of winning",
        "short_worth": "the mover's chance of winning",
        "exact": ", a draw as half; in [0, 1], exact",
    },
    "token lead": {
        "value": "token_lead",
        "worth": "the mover's expected tokens minus the opponent's",
        "short_worth": "the mover's token lead",
        "exact": ", exact",
    },
}
"""Words for the braces in ``relations.toml``, by the unit of the rules."""


def described_relations(table: VariantTable, **words: str) -> Relations:
    """Return the descriptions of a table's relations, with words for the braces there."""
    value_words = _VALUE_WORDS[table.rules.unit]
    return Relations(_FILE, table, table.kind, {"name": table.sql_name, **value_words, **words})


def value_column(table: VariantTable) -> str:
    """Return the name of the column of values."""
    return _VALUE_WORDS[table.rules.unit]["value"]
