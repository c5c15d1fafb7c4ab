"""The study of a variant: every pair of players exactly, and the turns of Table against itself.

One file a variant, ``love_letter-classic-study.h5``. It holds, for no and for three cards face up
(of a large variant, such as Hobbit, for none only), each pair's chances over the whole deal and
from every opening hand; how often Table's choice is not Strategic's and what it gains; how often it
plays the lower and the higher of two cards; how often and how well each card is held; how many
turns a round takes; and, for every opening hand, the parts of Table's own number.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.query.love_letter.built_in_players import EXACT_PLAYERS
from llq.query.love_letter.exact.matches import ExactMatch, make_match
from llq.query.love_letter.observation import OFFICIAL_FACE_UP
from llq.query.love_letter.variant_tables import VariantTable
from llq.solver.love_letter import variants
from llq.solver.love_letter.rules import Rules
from llq.store.schema import Column, TableSpec
from llq.store.tables import TableFile, TableInfo

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
    "length": (
        ("face_up", "uint8", "cards", "Cards that lie face up."),
        ("first", "uint8", "index of a player", "The player who has the first turn."),
        ("second", "uint8", "index of a player", "The player who has the second turn."),
        ("turns", "uint8", "turns", "Turns of both players."),
        ("chance", "float64", "probability", "The round ends with the last of them."),
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

_CHANCES = ("win_prob", "loss_prob", "first_guess_tokens", "second_guess_tokens")
"""Columns of a match, as `Chances` has them."""


@dataclass(frozen=True, eq=False, repr=False)
class Study(VariantTable):
    """A variant's study, read whole.

    Parameters
    ----------
    rules
        The variant.
    info
        What the table file says of itself.
    groups
        By name (``match``, ``choice``, ``lower``, ``holding``, ``length``, ``opening``) the columns
        of each relation, as `study_spec` describes them.
    """

    kind = "love-letter-study"
    version = 2
    ending = "-study"
    method = "exact, rounding below 1e-12"

    rules: Rules
    info: TableInfo
    groups: dict[str, dict[str, NDArray[Any]]]

    @staticmethod
    def make_spec(variant: str = "classic") -> TableSpec:
        """Return what today's code would build; see `study_spec`."""
        return study_spec(variants.round_rules(variant))

    @classmethod
    def from_file(cls, file: TableFile) -> Study:
        """Return the study of an open file."""
        rules, _ = cls.named_options(file.info.spec.name)
        groups = {
            group: {name: file.read(f"{group}_{name}") for name, *_ in columns}
            for group, columns in GROUPS.items()
        }
        _check_matches(rules, groups["match"])
        return cls(rules, file.info, groups)

    def matches(self, face_up: int = 0) -> Iterator[ExactMatch]:
        """Yield the match of every ordered pair of players, averaged over the deal."""
        yield from self._matches(face_up, ALL_HANDS, ALL_HANDS)

    def lookup(
        self, first: str, second: str, hand: tuple[int, int] | None = None, face_up: int = 0
    ) -> ExactMatch:
        """Return one match, over the whole deal or from an opening hand, cards by index.

        Raises
        ------
        IllegalState
            There is no such pair, hand or number of cards face up.
        """
        low, high = sorted(hand) if hand else (ALL_HANDS, ALL_HANDS)
        for match in self._matches(face_up, low, high):
            if (match.first, match.second) == (first, second):
                return match
        raise IllegalState(
            f"the study of {self.rules.variant} Love Letter has no match of {first} and {second} "
            f"with hand {hand} and {face_up} cards face up"
        )

    def get(
        self,
        first: str,
        second: str,
        hand: tuple[int, int] | None = None,
        face_up: int = 0,
        *,
        default: ExactMatch | None = None,
    ) -> ExactMatch | None:
        """Return a match, or ``default`` outside the study."""
        try:
            return self.lookup(first, second, hand, face_up)
        except IllegalState:
            return default

    @classmethod
    def build(cls, *given: Any, **options: Any) -> Any:
        """Compute a study; see `llq.query.love_letter.exact.study_build.build_study`."""
        from llq.query.love_letter.exact.study_build import build_study

        return build_study(*given, **options)

    def sql(self) -> Any:
        """Return every match, turn, hand, length and opening, and what each seat is worth."""
        from llq.query.love_letter.exact.study_sql import study_relations, study_views

        return *study_relations(self), *study_views(self)

    def _matches(self, face_up: int, low: int, high: int) -> Iterator[ExactMatch]:
        from llq.solver.love_letter.exact.evaluation import Chances

        rows = self.groups["match"]
        chosen = (rows["face_up"] == face_up) & (rows["low"] == low) & (rows["high"] == high)
        names = [card.name for card in self.rules.cards]
        hand = None if low == ALL_HANDS else (names[low], names[high])
        for row in np.flatnonzero(chosen).tolist():
            chances = Chances(*(rows[name].item(row) for name in _CHANCES))
            first, second = (STUDIED_PLAYERS[rows[name].item(row)] for name in ("first", "second"))
            yield make_match(
                self.rules,
                chances,
                (first, second),
                hand=hand,
                face_up=face_up,
                playouts=PLAYOUTS,
            )


def open_study(variant: str = "classic", path: str | os.PathLike[str] | None = None) -> Study:
    """Return a variant's study, read whole and verified.

    Raises
    ------
    UnknownGame
        There is no such variant.
    TableMissing, CorruptTable, ForeignTable, FormatTooOld, FormatTooNew, StaleTable
        As `llq.love_letter.table.open` does.
    """
    return Study.load(Study.name_of(variants.round_rules(variant)), path)


def study_spec(rules: Rules) -> TableSpec:
    """Return the format of the study that today's code would build."""
    return Study.spec_of(
        rules,
        {
            "players": ",".join(STUDIED_PLAYERS),
            "playouts": PLAYOUTS,
            "face_up": "0 or 3",
        },
        (
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


def _check_matches(rules: Rules, rows: dict[str, NDArray[Any]]) -> None:
    """Refuse a table without exactly one row for each pair of players and hand (or no hand)."""
    cards = np.stack([rows["low"], rows["high"]])
    if not (((cards < len(rules.cards)) | (cards == ALL_HANDS)).all() and rows["face_up"].size):
        raise ValueError("a match is of cards that the deck has not")
    pairs = len(STUDIED_PLAYERS) ** 2
    places = np.stack([rows[name] for name in ("face_up", "first", "second", "low", "high")])
    hands = len(np.unique(rows["face_up"])) * len(np.unique(cards, axis=1).T)
    if len(np.unique(places, axis=1).T) != cards.shape[1] or cards.shape[1] != pairs * hands:
        raise ValueError("a match of two players from a hand is missing or there twice")
