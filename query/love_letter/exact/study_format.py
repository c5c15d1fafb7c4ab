"""The study of a variant: every pair of players exactly, and the turns of Table against itself.

One file a variant, ``love_letter-classic-study.h5``. It holds, for no and for three cards face up
(of a large variant, such as Hobbit, for none only), each pair's chances over the whole deal and
from every opening hand; how often Table's choice is not Strategic's and what it gains; how often it
plays the lower and the higher of two cards; how often and how well each card is held; and, for
every opening hand, the parts of Table's own number.
"""

from __future__ import annotations

from typing import Any

from llq.query.love_letter.built_in_players import EXACT_PLAYERS
from llq.query.love_letter.observation import OFFICIAL_FACE_UP
from llq.query.love_letter.table.format import variant_options
from llq.solver.love_letter.rules import Rules
from llq.store.schema import Column, TableSpec

__all__ = [
    "ALL_HANDS",
    "DEALS",
    "ENDING",
    "GROUPS",
    "PLAYOUTS",
    "STUDIED_PLAYERS",
    "build_command",
    "study_remedy",
    "study_spec",
]

ENDING = "-study"
"""How a study's variant ends in the name of its file."""

ALL_HANDS = 255
"""In place of the cards of a hand where a row is about all hands."""

STUDIED_PLAYERS = EXACT_PLAYERS[:6]
"""The players of the matrix: all but the one that always plays the lower card."""

PLAYOUTS = 1000
"""Playouts for each option of the Monte Carlo player, the thesis's number."""

DEALS = (0, OFFICIAL_FACE_UP)
"""Numbers of cards face up."""


# Each group of columns is a relation: its rows, then name, dtype, unit and meaning of each column.
_CARD = "index of a card"
GROUPS: dict[str, tuple[tuple[str, str, str, str], ...]] = {
    "match": (
        ("face_up", "uint8", "cards", "Cards that lie face up."),
        ("first", "uint8", "index of a player", "The player who has the first turn."),
        ("second", "uint8", "index of a player", "The player who has the second turn."),
        ("low", "uint8", _CARD, "Lower card of the first player's first turn; 255: any."),
        ("high", "uint8", _CARD, "Higher card of that turn; 255: any."),
        ("win_prob", "float64", "probability", "The first player wins."),
        ("loss_prob", "float64", "probability", "The second player wins."),
        ("first_guess_tokens", "float64", "tokens", "First player's expected, for right guesses."),
        ("second_guess_tokens", "float64", "tokens", "The second player's."),
    ),
    "choice": (
        ("face_up", "uint8", "cards", "Cards that lie face up."),
        ("n", "uint8", "cards", "Unseen cards at the turn."),
        ("action", "uint8", "index of an action", "What Table plays."),
        ("other", "uint8", "index of an action", "What Strategic would play."),
        ("turns", "float64", "turns a round", "How often this happens as Table meets Table."),
        ("gain", "float64", "probability", "What these turns add to the mover's winning chance."),
    ),
    "lower": (
        ("face_up", "uint8", "cards", "Cards that lie face up."),
        ("n", "uint8", "cards", "Unseen cards at the turn."),
        ("low", "uint8", _CARD, "The lower card of the hand; either may be played and live."),
        ("high", "uint8", _CARD, "The higher card."),
        ("low_turns", "float64", "turns a round", "How often Table plays the lower one."),
        ("low_gain", "float64", "probability", "What this adds to playing the higher one."),
        ("high_turns", "float64", "turns a round", "How often Table plays the higher one."),
        ("high_gain", "float64", "probability", "What this adds to playing the lower one."),
    ),
    "holding": (
        ("face_up", "uint8", "cards", "Cards that lie face up."),
        ("n", "uint8", "cards", "Unseen cards at the turn."),
        ("card", "uint8", _CARD, "A card of the mover's hand of two."),
        ("turns", "float64", "turns a round", "How often it is held as Table meets Table."),
        ("wins", "float64", "wins a round", "How often it is and its holder wins, draws as half."),
    ),
    "opening": (
        ("low", "uint8", _CARD, "The lower card of the hand."),
        ("high", "uint8", _CARD, "The higher card."),
        ("table", "float64", "unit of the table", "The number in the table."),
        (
            "half",
            "float64",
            "unit of the table",
            "Table against itself, equal final cards a half each.",
        ),
        ("real", "float64", "unit of the table", "The same by discard totals, draws as half."),
        (
            "without_exception",
            "float64",
            "unit of the table",
            "The table's number if no tie is averaged.",
        ),
        ("discards", "float64", "unit of the table", "The number of the table by discard totals."),
    ),
}


def study_spec(rules: Rules) -> TableSpec:
    """Return the format of the study that today's code would build."""
    return TableSpec(
        game="love_letter",
        variant=rules.variant + ENDING,
        rules_id=rules.rules_id,
        rules_version=rules.version,
        parameters={
            "players": ",".join(STUDIED_PLAYERS),
            "playouts": PLAYOUTS,
            "face_up": "0 or 3",
        },
        version=1,
        columns=tuple(
            Column(
                f"{group}_{name}", dtype, (group,), unit, meaning,
                shape=(f"rows of {group}",), **_limits(rules, group, unit),
            )
            for group, columns in GROUPS.items()
            for name, dtype, unit, meaning in columns
        ),
    )  # fmt: skip


def _limits(rules: Rules, group: str, unit: str) -> dict[str, Any]:
    """Return the least and greatest value of a column, as far as its unit says it."""
    if unit == "probability":
        return {"least": 0.0 if group == "match" else -1.0, "most": 1.0}
    if unit in ("turns a round", "wins a round"):
        return {"least": 0.0}
    most = {
        "index of an action": len(rules.actions) - 1,
        "index of a player": len(STUDIED_PLAYERS) - 1,
        "cards": rules.deck_size,
        _CARD: ALL_HANDS if group == "match" else len(rules.cards) - 1,
    }
    return {"most": most[unit]} if unit in most else {}


def build_command(rules: Rules) -> str:
    """Return the command that builds a study."""
    return f"llq build love-letter-study {' '.join(variant_options(rules))}"


def study_remedy(rules: Rules) -> str:
    """Return what to do about a study that is missing or refused."""
    return f"build it with: {build_command(rules)}"
