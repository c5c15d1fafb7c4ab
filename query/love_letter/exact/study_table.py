"""A variant's study, read: who wins every exact match, and what Table does against itself."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.query.love_letter.exact.matches import ExactMatch, make_match
from llq.query.love_letter.exact.study_format import (
    ALL_HANDS,
    GROUPS,
    PLAYOUTS,
    STUDIED_PLAYERS,
    study_remedy,
    study_spec,
)
from llq.solver.love_letter import variants
from llq.solver.love_letter.rules import Rules
from llq.store import tables as files
from llq.store.locate import find_table
from llq.store.tables import TableInfo

__all__ = ["Study", "open_study"]

_CHANCES = ("win_prob", "loss_prob", "first_guess_tokens", "second_guess_tokens")
"""Columns of a match, as `Chances` has them."""


@dataclass(frozen=True)
class Study:
    """A variant's study, read whole.

    Parameters
    ----------
    rules
        The variant.
    info
        What the table file says of itself.
    groups
        By name (``match``, ``choice``, ``lower``, ``holding``, ``opening``) the columns of each
        relation, as `study_spec` describes them.
    """

    rules: Rules
    info: TableInfo
    groups: dict[str, dict[str, NDArray[Any]]]

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
        for found in self._matches(face_up, low, high):
            if (found.first, found.second) == (first, second):
                return found
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
        """Return one match, or ``default`` if the study does not have it."""
        try:
            return self.lookup(first, second, hand, face_up)
        except IllegalState:
            return default

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
    rules = variants.rules(variant)
    spec, how = study_spec(rules), study_remedy(rules)
    file = find_table(spec.name, path, expected=spec, remedy=how)
    with files.open_table(file, spec, remedy=how) as table:
        groups = {
            group: {name: table.read(f"{group}_{name}") for name, *_ in columns}
            for group, columns in GROUPS.items()
        }
        with table.checking():
            _check_matches(rules, groups["match"])
        return Study(rules, table.info, groups)


def _check_matches(rules: Rules, rows: dict[str, NDArray[Any]]) -> None:
    """Refuse rows that are not one for every pair of players and hand, or of no hand."""
    cards = np.stack([rows["low"], rows["high"]])
    if not (((cards < len(rules.cards)) | (cards == ALL_HANDS)).all() and rows["face_up"].size):
        raise ValueError("a match is of cards that the deck has not")
    pairs = len(STUDIED_PLAYERS) ** 2
    places = np.stack([rows[name] for name in ("face_up", "first", "second", "low", "high")])
    hands = len(np.unique(rows["face_up"])) * len(np.unique(cards, axis=1).T)
    if len(np.unique(places, axis=1).T) != cards.shape[1] or cards.shape[1] != pairs * hands:
        raise ValueError("a match of two players from a hand is missing or there twice")
