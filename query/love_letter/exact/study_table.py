"""Variant study: exact matches of all pairs, and turn statistics of Table against itself.

One file a variant, ``love_letter-classic-study.h5``. It holds, for no and for three cards face up
(of a large variant, such as Hobbit, for none only), each pair's chances over the whole deal and
from every opening hand; how often Table's choice is not Strategic's and what it gains; how often it
plays the lower and the higher of two cards; how often and how well each card is held; how many
turns a round takes; and, for every opening hand, the parts of Table's own number.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.query.love_letter.built_in_players import EXACT_PLAYERS
from llq.query.love_letter.exact.matches import ExactMatch, make_match
from llq.query.love_letter.observation import FEWEST_CARDS, OFFICIAL_FACE_UP
from llq.query.love_letter.table.table import open_table
from llq.query.love_letter.variant_tables import VariantTable
from llq.solver.arguments import check_threads
from llq.solver.jobs.blocks import computing_on
from llq.solver.jobs.progress import Progress
from llq.solver.love_letter import variants
from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.table.states import state_space
from llq.store.database import Relation, View
from llq.store.locate import writable_folder
from llq.store.schema import Column, TableSpec

ALL_HANDS = 255
"""Code for rows about all hands, in place of card indices."""

STUDIED_PLAYERS = EXACT_PLAYERS[:6]
"""Players of the study matrix, all except the lowest-card player."""

PLAYOUTS = 1000
"""Playouts for each option of the Monte Carlo player, the thesis's number."""

DEALS = (0, OFFICIAL_FACE_UP)
"""Numbers of cards face up."""

# Each group of columns is a relation: its rows, then name, dtype, unit and meaning of each column.
_CARD, _ACTION, _UNIT = "index of a card", "index of an action", "unit of the table"
_FACE_UP = ("face_up", "uint8", "cards", "Cards that lie face up.")
_UNSEEN = ("n", "uint8", "cards", "Unseen cards at the turn.")
_FIRST = ("first", "uint8", "index of a player", "The player who has the first turn.")
_SECOND = ("second", "uint8", "index of a player", "The player who has the second turn.")
GROUPS: dict[str, tuple[tuple[str, str, str, str], ...]] = {
    "match": (
        _FACE_UP,
        _FIRST,
        _SECOND,
        ("low", "uint8", _CARD, "Lower card of the first player's first turn; 255: any."),
        ("high", "uint8", _CARD, "Higher card of that turn; 255: any."),
        ("win_prob", "float64", "probability", "The first player wins."),
        ("loss_prob", "float64", "probability", "The second player wins."),
        ("first_guess_tokens", "float64", "tokens", "First player's expected, for right guesses."),
        ("second_guess_tokens", "float64", "tokens", "The second player's."),
    ),
    "choice": (
        _FACE_UP,
        _UNSEEN,
        ("action", "uint8", _ACTION, "What Table plays."),
        ("other", "uint8", _ACTION, "What Strategic would play."),
        ("turns", "float64", "turns a round", "How often this happens as Table meets Table."),
        ("gain", "float64", "probability", "What these turns add to the mover's winning chance."),
    ),
    "lower": (
        _FACE_UP,
        _UNSEEN,
        ("low", "uint8", _CARD, "The lower card of the hand; either may be played and live."),
        ("high", "uint8", _CARD, "The higher card."),
        ("low_turns", "float64", "turns a round", "How often Table plays the lower one."),
        ("low_gain", "float64", "probability", "What this adds to playing the higher one."),
        ("high_turns", "float64", "turns a round", "How often Table plays the higher one."),
        ("high_gain", "float64", "probability", "What this adds to playing the lower one."),
    ),
    "holding": (
        _FACE_UP,
        _UNSEEN,
        ("card", "uint8", _CARD, "A card of the mover's hand of two."),
        ("turns", "float64", "turns a round", "How often it is held as Table meets Table."),
        ("wins", "float64", "wins a round", "How often it is and its holder wins, draws as half."),
    ),
    "length": (
        _FACE_UP,
        _FIRST,
        _SECOND,
        ("turns", "uint8", "turns", "Turns of both players."),
        ("chance", "float64", "probability", "The round ends with the last of them."),
    ),
    "opening": (
        ("low", "uint8", _CARD, "The lower card of the hand."),
        ("high", "uint8", _CARD, "The higher card."),
        ("table", "float64", _UNIT, "The number in the table."),
        ("half", "float64", _UNIT, "Table against itself, equal final cards a half each."),
        ("real", "float64", _UNIT, "The same by discard totals, draws as half."),
        ("without_exception", "float64", _UNIT, "The table's number if no tie is averaged."),
        ("discards", "float64", _UNIT, "The number of the table by discard totals."),
    ),
}

_CHANCES = ("win_prob", "loss_prob", "first_guess_tokens", "second_guess_tokens")
"""Match columns named as in `Chances`."""

MOST_ENTRIES = 120_000_000
"""Most joint states (times leads) that fit in 8 GB."""


class Study(VariantTable):
    """A variant's study, read whole."""

    kind = "love-letter-study"
    version = 2
    ending = "-study"
    method = "exact, rounding below 1e-12"

    @staticmethod
    def make_spec(variant: str = "classic") -> TableSpec:
        """Return the current specification of a study."""
        rules = variants.round_rules(variant)
        return Study.spec_of(
            rules,
            {"players": ",".join(STUDIED_PLAYERS), "playouts": PLAYOUTS, "face_up": "0 or 3"},
            (
                Column(
                    f"{group}_{name}", dtype, (group,), unit, meaning,
                    shape=(f"rows of {group}",), **_limits(rules, group, unit),
                )
                for group, columns in GROUPS.items()
                for name, dtype, unit, meaning in columns
            ),
        )  # fmt: skip

    @classmethod
    def build(
        cls,
        variant: str = "classic",
        folder: str | os.PathLike[str] | None = None,
        *,
        threads: int = 2,
        progress: Progress = None,
        executor: Executor | None = None,
    ) -> Path:
        """Build a variant's study from its existing table, and return the file.

        Parameters
        ----------
        folder, threads, progress
            As in `llq.love_letter.table.build`.
        executor
            Computes in place of threads, each number of cards face up as a block of its own. Its
            workers read the variant's table, of the same content, at the same path or where they
            keep theirs.

        Raises
        ------
        UnknownGame
            There is no such variant.
        IllegalState
            Its joint states take too much memory.
        TableMissing, StaleTable, CorruptTable
            As `llq.love_letter.table.open` does.
        TableNotWritable
            The folder cannot be written to.
        """
        rules = variants.rules(variant)
        check_threads(threads)
        writable_folder(folder)
        deals, table = studied_deals(variant), open_table(variant)

        def compute() -> dict[str, NDArray[Any]]:
            from llq.query.love_letter.exact.study_rows import study_columns  # compiles

            with computing_on(executor):
                return study_columns(table, deals, threads, progress)

        return cls.write(cls.make_spec(rules.variant), compute, folder)

    @cached_property
    def groups(self) -> dict[str, dict[str, NDArray[Any]]]:
        """Relation columns by group and name; see ``GROUPS``."""
        return {
            group: {name: self.columns[f"{group}_{name}"] for name, *_ in columns}
            for group, columns in GROUPS.items()
        }

    def check(self) -> None:
        """Raise ValueError unless every pair, hand and deal has exactly one row."""
        rules, rows = self.rules, self.groups["match"]
        cards = np.stack([rows["low"], rows["high"]])
        if not (((cards < len(rules.cards)) | (cards == ALL_HANDS)).all() and rows["face_up"].size):
            raise ValueError("a match is of cards that the deck has not")
        pairs = len(STUDIED_PLAYERS) ** 2
        places = np.stack([rows[name] for name in ("face_up", "first", "second", "low", "high")])
        hands = len(np.unique(rows["face_up"])) * len(np.unique(cards, axis=1).T)
        if len(np.unique(places, axis=1).T) != cards.shape[1] or cards.shape[1] != pairs * hands:
            raise ValueError("a match of two players from a hand is missing or there twice")

    def matches(
        self, face_up: int = 0, hand: tuple[int, int] | None = None
    ) -> Iterator[ExactMatch]:
        """Yield matches of all ordered player pairs, over the deal or from one opening hand."""
        from llq.solver.love_letter.exact.evaluation import Chances

        rows, names = self.groups["match"], [card.name for card in self.rules.cards]
        low, high = sorted(hand) if hand else (ALL_HANDS, ALL_HANDS)
        chosen = (rows["face_up"] == face_up) & (rows["low"] == low) & (rows["high"] == high)
        named_hand = (names[low], names[high]) if hand else None
        for row in np.flatnonzero(chosen).tolist():
            chances = Chances(*(rows[name].item(row) for name in _CHANCES))
            first, second = (STUDIED_PLAYERS[rows[name].item(row)] for name in ("first", "second"))
            yield make_match(
                self.rules, chances, (first, second), hand=named_hand, face_up=face_up,
                playouts=PLAYOUTS,
            )  # fmt: skip

    def lookup(
        self, first: str, second: str, hand: tuple[int, int] | None = None, face_up: int = 0
    ) -> ExactMatch:
        """Return a stored match, optionally for one opening hand by card index.

        Raises
        ------
        IllegalState
            There is no such pair, hand or number of cards face up.
        """
        for match in self.matches(face_up, hand):
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

    def sql(self) -> Iterable[Relation | View]:
        """Return every match, turn, hand, length and opening, and what each seat is worth."""
        from llq.query.love_letter.exact.study_sql import study_contents

        return study_contents(self)


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


build_study = Study.build


def studied_deals(variant: str) -> tuple[int, ...]:
    """Return the face-up counts supported by a variant's study."""
    from llq.solver.love_letter.table.lead_ranges import find_lead_ranges

    rules = variants.rules(variant)
    size = state_space(rules).size
    deals: tuple[int, ...] = ()
    if size <= MOST_ENTRIES:
        possible = [face_up for face_up in DEALS if rules.deck_size - face_up >= FEWEST_CARDS]
        sizes = {face_up: find_lead_ranges(rules, (face_up,))[1] for face_up in possible}
        deals = tuple(face_up for face_up in possible if sizes[face_up] <= MOST_ENTRIES)
        size = sizes[0]
    if not deals:
        raise IllegalState(
            f"a study of {variant} Love Letter is out of reach: it has {size:,} joint states or "
            f"more, and {MOST_ENTRIES:,} take some 8 GB; play its matches instead"
        )
    return deals


def _limits(rules: Rules, group: str, unit: str) -> dict[str, Any]:
    if unit == "probability":
        return {"least": 0.0 if group == "match" else -1.0, "most": 1.0}
    if unit in ("turns a round", "wins a round"):
        return {"least": 0.0}
    most = {
        _ACTION: len(rules.actions) - 1,
        "index of a player": len(STUDIED_PLAYERS) - 1,
        "cards": rules.deck_size,
        _CARD: ALL_HANDS if group == "match" else len(rules.cards) - 1,
    }
    return {"most": most[unit]} if unit in most else {}
