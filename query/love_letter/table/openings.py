"""Openings table: every play of a variant's first turns, with its value.

It is a small share of what a variant's solved table says, and comes with llq where that is too
large to: the answer to a first question waits for no solving. Scored by discards it also says what
a lead in discards is worth, which no opening shows.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from math import comb, prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from llq.query.love_letter.answers import PlayAnswer, play_answer
from llq.query.love_letter.observation import OFFICIAL_FACE_UP
from llq.query.love_letter.table.action_ranking import action_values, list_legal, rank_actions
from llq.query.love_letter.table.state_words import card_arrays, hand_copies
from llq.query.love_letter.table.stored_leads import trim_leads
from llq.query.love_letter.table.table import Table
from llq.query.love_letter.variant_tables import (
    BY_DISCARDS,
    EXACT_METHOD,
    SCORING,
    VARIANT,
    VariantTable,
    find_scoring,
    solved_parameters,
    value_range,
)
from llq.solver.arguments import check_threads
from llq.solver.array_types import Floats, Ints
from llq.solver.jobs.progress import Progress
from llq.solver.love_letter import variants
from llq.solver.love_letter.rules import Rules, Scoring
from llq.solver.love_letter.table import backup
from llq.solver.love_letter.table.book import Book
from llq.solver.love_letter.table.states import State, StateSpace, state_space
from llq.solver.love_letter.views import View
from llq.store.database import Relation
from llq.store.schema import Column, TableSpec

if TYPE_CHECKING:  # a lookup does without the solver
    from llq.solver.love_letter.table.solver import Solution

_LEADS = {
    "unseen": ("uint8", "Cards that the mover has not seen."),
    "situations": ("int64", "States averaged: those in which the opponent's card is unknown."),
    "far_behind": ("float64", "Their mean value, each as far behind as makes a difference."),
    "far_ahead": ("float64", "Their mean value, each as far ahead as makes a difference."),
}
"""Columns of lead values, for discard scoring."""


class OpeningsTable(VariantTable):
    """Every first-turn play, with zero or three cards face up; read-only.

    Attributes
    ----------
    ranks, plays, values
        (plays,) the rank of the state, ascending, the index of the action, and its value to the
        first player in ``Rules.unit``.
    leads
        Where discards count, what a lead is worth: columns with a row for each number of unseen
        cards.
    """

    kind = "love-letter-openings"
    version = 2
    ending = "-openings"
    build_options = (VARIANT, SCORING)
    name_parts = (BY_DISCARDS,)
    method = EXACT_METHOD

    ranks = Column(
        "rank", "int64", ("play of an opening",), "rank of a state", "The opening.",
        shape=("plays",),
    )  # fmt: skip
    plays = Column(
        "action", "uint8", ("play of an opening",), "index of an action", "The play.",
        shape=("plays",), most="last action",
    )  # fmt: skip

    @property
    def values(self) -> Floats:
        """Each play's value to the first player, in ``Rules.unit``."""
        values: Floats = self.columns["value"]
        return values

    @property
    def leads(self) -> Mapping[str, NDArray[Any]] | None:
        """The worth of a lead by the number of unseen cards, where discards count."""
        has_leads = "unseen" in self.columns
        return {name: self.columns[name] for name in _LEADS} if has_leads else None

    @property
    def space(self) -> StateSpace:
        """The states of the variant."""
        return state_space(self.rules)

    @staticmethod
    def make_spec(variant: str = "classic", scoring: str = Scoring.HALF) -> TableSpec:
        """Return the current specification of an openings table."""
        rules, rule = variants.rules(variant), find_scoring(scoring)
        by_discards = rule == Scoring.DISCARDS
        if by_discards:
            Table.make_spec(variant, rule)  # which refuses what is not solved by it
        worth = "chance of winning" if rules.unit == "win probability" else "token lead"
        columns = (
            OpeningsTable.ranks,
            OpeningsTable.plays,
            Column(
                "value", "float64", ("play of an opening",),
                description=f"The first player's {worth} after the play, by best play of both.",
                shape=("plays",), **value_range(rules),
            ),
            *(
                Column(name, dtype, ("unseen cards",), "", text, shape=("levels",))
                for name, (dtype, text) in _LEADS.items()
                if by_discards
            ),
        )  # fmt: skip
        sizes = {"last action": len(rules.actions) - 1}
        return OpeningsTable.spec_of(rules, solved_parameters(rule), columns, sizes, scoring=rule)

    @classmethod
    def build(
        cls,
        variant: str = "2019",
        folder: str | os.PathLike[str] | None = None,
        *,
        scoring: str = Scoring.HALF,
        threads: int = 2,
        progress: Progress = None,
    ) -> Path:
        """Solve a variant, write its openings table and return the file.

        Parameters and errors are those of `llq.love_letter.table.build`.
        """
        rules, rule = variants.rules(variant), find_scoring(scoring)
        spec = cls.make_spec(variant, rule)
        check_threads(threads)
        return cls.write(spec, lambda: _solve(rules, rule, threads, progress), folder)

    def answer(self, state: State, lead: int = 0) -> PlayAnswer | None:
        """Return an opening's answer; other states give None."""
        rank = -1 if lead else self.space.rank(state)
        first, last = np.searchsorted(self.ranks, [rank, rank + 1]).tolist()
        if first == last:
            return None
        plays, values = self.plays[first:last].tolist(), self.values[first:last].tolist()
        actions = rank_actions(self.rules, dict(zip(plays, values, strict=True)))
        scoring = Scoring.HALF if self.leads is None else Scoring.DISCARDS
        view = View(self.rules, state)
        return play_answer(view, actions, actions[0].value, self.source, lead, scoring)

    def sql(self) -> tuple[Relation, ...]:
        """Return relations of first-turn plays and values, in words."""
        from llq.query.love_letter.relations import described_relations, value_column

        rules, copies = self.rules, np.array(self.rules.copies)
        names, numbers = card_arrays(rules)
        texts = np.array([rules.describe(action) for action in rules.actions])
        opening, turns = np.unique(self.ranks, return_inverse=True)
        states = self.space.unrank_many(opening)
        hands = hand_copies(states)
        shown = copies - hands - states.unseen
        face_up = [",".join(map(str, np.repeat(numbers, copies_shown))) for copies_shown in shown]
        best = np.full(len(opening), -np.inf)
        np.maximum.at(best, turns, self.values)
        cost = best[turns] - self.values
        is_best = cost <= backup.TIE
        columns = {
            "face_up": np.array(face_up)[turns],
            "card_1": names[states.low][turns],
            "card_2": names[states.high][turns],
            "action": texts[self.plays],
            value_column(self): self.values,
            "cost": np.where(is_best, 0.0, cost),
            "is_best": is_best,
            "deal_prob": _deal_chances(copies, shown, hands)[turns],
        }
        relations = described_relations(self)
        plays = relations.relation("openings", columns)
        if self.leads is None:
            return (plays,)
        averages = {name: name for name in ("situations", "far_behind", "far_ahead")}
        return plays, relations.relation("lead", {"n": "unseen", **averages})


def open_openings(
    variant: str = "2019",
    path: str | os.PathLike[str] | None = None,
    *,
    scoring: str = Scoring.HALF,
) -> OpeningsTable:
    """Return the table of a variant's openings, read whole and verified.

    Parameters and errors are those of `llq.love_letter.table.open`.

    Examples
    --------
    >>> import llq
    >>> table = llq.love_letter.table.open_openings("2019")
    >>> len(table.values)
    28937
    """
    name = OpeningsTable.name_of(variants.rules(variant), scoring=find_scoring(scoring))
    return OpeningsTable.load(name, path)


def cached_openings(rules: Rules, scoring: Scoring = Scoring.HALF) -> OpeningsTable:
    """Return a variant's openings, cached until the file is replaced."""
    return OpeningsTable.cached(OpeningsTable.name_of(rules, scoring=scoring))


build_openings = OpeningsTable.build


def opening_ranks(space: StateSpace) -> Ints:
    """Return ascending ranks of all first turns, with zero or three face-up cards."""
    unseen = space.rules.opening_unseen
    blocks = np.isin(space.block_n, (unseen, unseen - OFFICIAL_FACE_UP))
    return space.block_start[:-1][blocks]


def _solve(
    rules: Rules, rule: Scoring, threads: int, progress: Progress
) -> dict[str, NDArray[Any]]:
    """Return the columns of a table."""
    from llq.solver.love_letter.table.kernels import card_values  # compiles
    from llq.solver.love_letter.table.solver import solve

    solution = solve(rules, rule, threads=threads, progress=progress)
    space, by_discards = state_space(rules), rule == Scoring.DISCARDS
    book = Book(rules.arrays, space.layout, solution.leads, solution.values, by_discards)
    rows: list[tuple[int, int, float]] = []
    for rank in opening_ranks(space).tolist():
        state = space.unrank(rank)
        unseen = np.array(state.unseen)
        possible, values = unseen > 0, action_values(book, state, kernel=card_values)
        gains = (values[:, possible] * unseen[possible]).sum(axis=1) / unseen.sum()
        rows += [(rank, action, gains.item(action)) for action in list_legal(values)]
    ranks, actions, worth = zip(*rows, strict=True)
    return {
        "rank": np.array(ranks, dtype=np.int64),
        "action": np.array(actions, dtype=np.uint8),
        "value": np.array(worth, dtype=np.float64),
        **(_worth_of_leads(rules, solution) if by_discards else {}),
    }


def _worth_of_leads(rules: Rules, solution: Solution) -> dict[str, NDArray[Any]]:
    """Return the columns of `_LEADS`: each state counts once, whatever games lead to it."""
    from llq.solver.love_letter.table.reach import reachable

    space, is_reached = state_space(rules), reachable(rules)
    index, entries = trim_leads(space, solution, is_reached)
    states = space.unrank_many(np.arange(space.size))
    ranks = np.flatnonzero(is_reached & (states.opponent < 0))
    unseen, level = np.unique(states.unseen[ranks].sum(axis=1), return_inverse=True)
    situations, start = np.bincount(level), index.start[ranks]

    def average(places: Ints) -> Floats:
        sums = np.bincount(level, solution.values[entries[places]])
        means: Floats = sums / situations
        return means

    last = start + index.width[ranks].astype(np.int64) - 1
    columns = (unseen.astype(np.uint8), situations.astype(np.int64), average(start), average(last))
    return dict(zip(_LEADS, columns, strict=True))


def _deal_chances(copies: Ints, shown: Ints, hands: Ints) -> Floats:
    """Return each opening's probability, from (openings, cards) copies face up and in hand."""
    deck, chances = copies.tolist(), []
    for face_up, hand in zip(shown.tolist(), hands.tolist(), strict=True):
        left = [total - n for total, n in zip(deck, face_up, strict=True)]
        face_up_chance = prod(map(comb, deck, face_up)) / comb(sum(deck), sum(face_up))
        chances.append(face_up_chance * prod(map(comb, left, hand)) / comb(sum(left), sum(hand)))
    return np.array(chances, dtype=np.float64)
