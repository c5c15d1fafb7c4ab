"""The study of a variant: every pair of players exactly, and what happens when Table meets itself.

One file a variant, ``love_letter-classic-study.h5``. It holds, for no and for three cards face up
(of a large variant, such as Hobbit, for none only), each pair's chances over the whole deal and
from every opening hand; how often Table's choice is not Strategic's and what it gains; how often it
plays the lower and the higher of two cards; how often and how well each card is held; and, from
every opening hand, what Table's own number is made of.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.query.love_letter.exact_matches import (
    EXACT_PLAYERS,
    ExactMatch,
    exact_rules,
    make_match,
    make_policies,
)
from llq.query.love_letter.observation import OFFICIAL_FACE_UP
from llq.solver.love_letter.leads import entry_at, lead_range
from llq.solver.love_letter.rules import Rules, Scoring
from llq.solver.love_letter.states import State, state_space
from llq.solver.love_letter.variants import find_rules
from llq.solver.sources import source_hash
from llq.store.locate import find_table, table_path, writable_folder
from llq.store.schema import Column, TableSpec
from llq.store.tables import TableInfo, open_table

__all__ = [
    "ALL_HANDS",
    "ENDING",
    "STUDIED_PLAYERS",
    "LoveLetterStudy",
    "build_love_letter_study",
    "open_love_letter_study",
    "studied_deals",
    "study_remedy",
    "study_spec",
]

ENDING = "-study"
"""How a study's variant ends in the name of its file."""

ALL_HANDS = 255
"""Stands in place of the cards of a hand where a row is about all of them."""

STUDIED_PLAYERS = EXACT_PLAYERS[:6]
"""The players of the matrix: all but the one that always plays the lowest card."""

PLAYOUTS = 1000
"""Playouts for each option of the Monte Carlo player, the thesis's number."""

MOST_ENTRIES = 120_000_000
"""Joint states at all discard differences, more of which take more memory than 8 GB."""

_DEALS = (0, OFFICIAL_FACE_UP)


# Each group of columns is a relation: its rows, then name, dtype, unit and meaning of each column.
_CARD = "index of a card"
_GROUPS: dict[str, tuple[tuple[str, str, str, str], ...]] = {
    "match": (
        ("face_up", "uint8", "cards", "Cards that lie face up."),
        ("first", "uint8", "index of a player", "Who has the first turn."),
        ("second", "uint8", "index of a player", "Who has the second."),
        ("low", "uint8", _CARD, "The first player's lower card in his first turn; 255: any."),
        ("high", "uint8", _CARD, "His higher card; 255: any."),
        ("win", "float64", "probability", "The first player wins."),
        ("loss", "float64", "probability", "The second player wins."),
        ("tokens", "float64", "tokens", "The first player's expected tokens of right guesses."),
        ("lost_tokens", "float64", "tokens", "The second player's."),
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
    """Return what today's code would build for a variant."""
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
        solver_hash=source_hash(__name__),
        columns=tuple(
            Column(f"{group}_{name}", dtype, (group,), unit, meaning)
            for group, columns in _GROUPS.items()
            for name, dtype, unit, meaning in columns
        ),
    )


def study_remedy(rules: Rules) -> str:
    """Return what to do about a study that is missing or refused."""
    custom = rules.variant.startswith("deck-")
    what = f"--deck {','.join(map(str, rules.copies))}" if custom else f"--variant {rules.variant}"
    return f"build it with: llq build love-letter-study {what}"


@dataclass(frozen=True)
class LoveLetterStudy:
    """A variant's study, read whole.

    Attributes
    ----------
    rules
        The variant.
    info
        What the table file says of itself.
    groups
        By name (``match``, ``choice``, ``holding``, ``opening``) the columns of each relation, as
        `study_spec` describes them.
    """

    rules: Rules
    info: TableInfo
    groups: dict[str, dict[str, NDArray[Any]]]

    def matches(self, face_up: int = 0) -> Iterator[ExactMatch]:
        """Yield the match of every ordered pair of players, averaged over the deal."""
        yield from self._matches(face_up, ALL_HANDS, ALL_HANDS)

    def match(
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

    def _matches(self, face_up: int, low: int, high: int) -> Iterator[ExactMatch]:
        from llq.solver.love_letter.exact.evaluation import Chances

        rows = self.groups["match"]
        chosen = (rows["face_up"] == face_up) & (rows["low"] == low) & (rows["high"] == high)
        names = [card.name for card in self.rules.cards]
        hand = None if low == ALL_HANDS else (names[low], names[high])
        for row in np.flatnonzero(chosen).tolist():
            chances = Chances(
                *(rows[name].item(row) for name in ("win", "loss", "tokens", "lost_tokens"))
            )
            first, second = (STUDIED_PLAYERS[rows[name].item(row)] for name in ("first", "second"))
            yield make_match(self.rules, chances, first, second, hand, face_up, PLAYOUTS)


def open_love_letter_study(
    variant: str = "classic", path: str | os.PathLike[str] | None = None
) -> LoveLetterStudy:
    """Return a variant's study, read whole and verified.

    Raises
    ------
    UnknownGame
        There is no such variant.
    TableMissing, CorruptTable, ForeignTable, FormatTooOld, FormatTooNew, StaleTable
        As `llq.love_letter.open_table` does.
    """
    rules = find_rules(variant)
    spec, how = study_spec(rules), study_remedy(rules)
    with open_table(find_table(spec.name, path, remedy=how), spec, remedy=how) as table:
        groups = {
            group: {name: table.read(f"{group}_{name}") for name, *_ in columns}
            for group, columns in _GROUPS.items()
        }
        return LoveLetterStudy(rules, table.info, groups)


def studied_deals(variant: str) -> tuple[int, ...]:
    """Return the numbers of cards face up for which a variant can be studied.

    Raises
    ------
    UnknownGame
        There is no such variant.
    IllegalState
        There are none: its joint states take too much memory, or are others.
    """
    from llq.solver.love_letter.lead_ranges import find_lead_ranges

    rules = exact_rules(variant)
    size = state_space(rules).size
    deals: tuple[int, ...] = ()
    if size <= MOST_ENTRIES:
        deals = tuple(up for up in _DEALS if _is_dealt(rules, up))
        sizes = [find_lead_ranges(rules, (up,))[1] for up in deals]
        deals = tuple(up for up, n in zip(deals, sizes, strict=True) if n <= MOST_ENTRIES)
        size = sizes[0]
    if not deals:
        raise IllegalState(
            f"a study of {variant} Love Letter is out of reach: it has {size:,} joint states or "
            f"more, and {MOST_ENTRIES:,} take some 8 GB; simulate its matches instead"
        )
    return deals


def build_love_letter_study(
    variant: str = "classic",
    folder: str | os.PathLike[str] | None = None,
    *,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
) -> Path:
    """Compute a variant's study, write it and return its path; the table must be built.

    Parameters
    ----------
    folder, threads, progress
        As in `llq.love_letter.build_table`.

    Raises
    ------
    UnknownGame
        There is no such variant.
    IllegalState
        Its joint states take too much memory.
    TableMissing, StaleTable, CorruptTable
        As `llq.love_letter.open_table` does.
    TableNotWritable
        The folder cannot be written to.
    """
    rules = exact_rules(variant)
    folder = writable_folder(folder)

    from llq.query.love_letter.card_order_policies import highest_actions, lowest_actions
    from llq.solver.love_letter.exact.evaluation import evaluate
    from llq.solver.love_letter.exact.policies import from_actions
    from llq.solver.love_letter.exact.reach_probabilities import collect_turn_statistics
    from llq.store.writing import write_table

    if threads < 1:
        raise IllegalState(f"threads are 1 or more; got {threads}")
    deals = studied_deals(variant)
    groups: dict[str, list[tuple[Any, ...]]] = {name: [] for name in _GROUPS}
    pairs = list(combinations_with_replacement(range(len(STUDIED_PLAYERS)), 2))
    by_number = [from_actions(rules, of(rules)) for of in (highest_actions, lowest_actions)]
    steps, table = len(deals) * len(pairs), STUDIED_PLAYERS.index("table")
    for deal, face_up in enumerate(deals):
        policies = make_policies(
            rules, STUDIED_PLAYERS, face_up=face_up, playouts=PLAYOUTS, threads=threads
        )
        for step, (one, other) in enumerate(pairs):
            if progress:
                progress(deal * len(pairs) + step, steps)
            both = evaluate(rules, policies[one], policies[other], face_up=face_up, threads=threads)
            sides = [(both[0], (one, other)), (both[1], (other, one))]
            for result, seats in sides[: 1 + (one != other)]:
                for hand in (None, *_hands(rules)):
                    chances = result.mean() if hand is None else result.opening(hand)
                    groups["match"].append(
                        (face_up, *seats, *(hand or (ALL_HANDS, ALL_HANDS)), *chances)
                    )
            if one == other == table:
                pair = (policies[table], policies[table])
                found = collect_turn_statistics(
                    *both, pair, policies[STUDIED_PLAYERS.index("strategic")]
                )
                groups["choice"] += _rows(face_up, found.differing)
                groups["holding"] += _rows(face_up, found.holding)
                sides_played = [
                    collect_turn_statistics(*both, pair, policy).differing for policy in by_number
                ]
                groups["lower"] += _lower(rules, face_up, *sides_played)
                if face_up == 0:
                    groups["opening"] += _openings(rules, pair[0], both[0], threads)
    arrays = {
        f"{group}_{name}": np.array([row[index] for row in rows], dtype=dtype)
        for group, rows in groups.items()
        for index, (name, dtype, *_) in enumerate(_GROUPS[group])
    }
    spec = study_spec(rules)
    path = table_path(spec.name, folder)
    write_table(path, spec, arrays)
    if progress:
        progress(steps, steps)
    return path


def _is_dealt(rules: Rules, face_up: int) -> bool:
    """Return whether the deck has enough cards for so many face up."""
    return rules.deck_size - face_up >= 4


def _hands(rules: Rules) -> Iterator[tuple[int, int]]:
    """Yield every hand of two that the deck can deal."""
    for low, high in combinations_with_replacement(range(len(rules.cards)), 2):
        if min(rules.copies[low], rules.copies[high]) > (low == high):
            yield low, high


def _rows(face_up: int, sums: NDArray[np.float64]) -> list[tuple[Any, ...]]:
    """Return a study's array as rows: its indices, then how often and how much, if ever."""
    places = np.argwhere(sums[..., 0] > 0).tolist()
    return [(face_up, *place, *sums[tuple(place)].tolist()) for place in places]


def _lower(
    rules: Rules, face_up: int, low_played: NDArray[np.float64], high_played: NDArray[np.float64]
) -> Iterator[tuple[Any, ...]]:
    """Yield for each n and hand of two how often either card is played, and what that gains.

    Parameters
    ----------
    low_played, high_played
        ``TurnStatistics.differing`` beside the policies that play the highest and the lowest
        card: where the two play different cards, this one plays the lower and the higher one.
    """
    cards = [action.card for action in rules.actions]
    sums = np.zeros((len(low_played), len(rules.cards), len(rules.cards), 4))
    for action, choice in np.argwhere(low_played[..., 0].any(axis=0)).tolist():
        if cards[action] < cards[choice]:
            sums[:, cards[action], cards[choice], :2] += low_played[:, action, choice]
    for action, choice in np.argwhere(high_played[..., 0].any(axis=0)).tolist():
        if cards[action] > cards[choice]:
            sums[:, cards[choice], cards[action], 2:] += high_played[:, action, choice]
    for n, low, high in np.argwhere(sums.any(axis=-1)).tolist():
        yield face_up, n, low, high, *sums[n, low, high].tolist()


def _openings(rules: Rules, table: Any, real: Any, threads: int) -> Iterator[tuple[Any, ...]]:
    """Yield from every opening hand what the table's number is made of."""
    from llq.query.love_letter.table import open_love_letter
    from llq.solver.love_letter.exact.evaluation import evaluate
    from llq.solver.love_letter.solver import solve

    space = state_space(rules)
    half, _ = evaluate(rules, table, table, scoring=Scoring.HALF, threads=threads)
    plain = solve(rules, averages_ties=False, threads=threads)
    by_discards = solve(rules, Scoring.DISCARDS, threads=threads)
    stored = open_love_letter(rules.variant)
    for hand in _hands(rules):
        left = np.array(rules.copies)
        np.subtract.at(left, list(hand), 1)
        state = State(*hand, tuple(left.tolist()))
        rank = space.rank(state)
        cell, place = space.cell_and_place(rank)
        at = entry_at(lead_range(by_discards.leads, cell, place), 0)
        yield (
            *hand, stored.lookup(state).value,
            _worth(rules, half.opening(hand)), _worth(rules, real.opening(hand)),
            float(plain.values[rank]), float(by_discards.values[at]),
        )  # fmt: skip


def _worth(rules: Rules, chances: Any) -> float:
    """Return what chances come to in the unit of the table's values."""
    if rules.unit == "win probability":
        return float(chances.win + chances.draw / 2)
    return float(chances.win + chances.tokens - chances.loss - chances.lost_tokens)
