"""Builds of a variant's study: exact matches, and the turns of Table against itself."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from functools import partial
from itertools import combinations_with_replacement, count, product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.query.love_letter.exact.matches import make_policies
from llq.query.love_letter.exact.study_table import (
    ALL_HANDS,
    DEALS,
    GROUPS,
    PLAYOUTS,
    STUDIED_PLAYERS,
    Study,
)
from llq.query.love_letter.table.table import Table, open_table
from llq.solver.arguments import check_threads
from llq.solver.jobs.blocks import computes_here, computing_on, in_order, run_blocks
from llq.solver.love_letter import variants
from llq.solver.love_letter.rules import Rules, Scoring
from llq.solver.love_letter.table.leads import entry_at, lead_range
from llq.solver.love_letter.table.states import State, state_space
from llq.store.locate import table_path, writable_folder
from llq.store.provenance import Stopwatch

Groups = dict[str, list[tuple[Any, ...]]]

MOST_ENTRIES = 120_000_000
"""Most joint states (times leads) that fit in 8 GB."""

_PAIRS = tuple(combinations_with_replacement(range(len(STUDIED_PLAYERS)), 2))


def studied_deals(variant: str) -> tuple[int, ...]:
    """Return the numbers of cards face up for which a variant can be studied."""
    from llq.solver.love_letter.table.lead_ranges import find_lead_ranges

    rules = variants.rules(variant)
    size = state_space(rules).size
    deals: tuple[int, ...] = ()
    if size <= MOST_ENTRIES:
        deals = tuple(up for up in DEALS if _is_dealt(rules, up))
        sizes = [find_lead_ranges(rules, (up,))[1] for up in deals]
        deals = tuple(up for up, n in zip(deals, sizes, strict=True) if n <= MOST_ENTRIES)
        size = sizes[0]
    if not deals:
        raise IllegalState(
            f"a study of {variant} Love Letter is out of reach: it has {size:,} joint states or "
            f"more, and {MOST_ENTRIES:,} take some 8 GB; play its matches instead"
        )
    return deals


def build_study(
    variant: str = "classic",
    folder: str | os.PathLike[str] | None = None,
    *,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
    executor: Executor | None = None,
) -> Path:
    """Compute a variant's study, write it and return the file; the variant's table must be built.

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
    folder = writable_folder(folder)

    from llq.store.writing import write_table

    check_threads(threads)
    watch = Stopwatch(Study.build_command(variant=rules.variant))
    deals, table = studied_deals(variant), open_table(variant)
    steps, done = len(deals) * len(_PAIRS), count()

    def advance() -> None:
        if progress:
            progress(next(done), steps)

    groups: Groups = {name: [] for name in GROUPS}
    with computing_on(executor):
        here = computes_here()  # workers elsewhere say how far they are block by block
        study = partial(_study_deal, rules, table, threads, advance if here else None)
        for deal_rows in in_order(run_blocks(study, deals, threads=1)):
            for name, rows in deal_rows.items():
                groups[name] += rows
            for _ in () if here else _PAIRS:
                advance()
    arrays = {
        f"{group}_{name}": np.array([row[index] for row in rows], dtype=dtype)
        for group, rows in groups.items()
        for index, (name, dtype, *_) in enumerate(GROUPS[group])
    }
    spec = Study.make_spec(rules.variant)
    path = table_path(spec.name, folder)
    write_table(path, spec, arrays, watch.stop())
    advance()
    return path


def _study_deal(
    rules: Rules, stored: Table, threads: int, advance: Callable[[], None] | None, face_up: int
) -> Groups:
    """Return the rows of each group for a number of cards face up."""
    from llq.query.love_letter.exact.card_order_policies import highest_actions, lowest_actions
    from llq.solver.love_letter.exact.evaluation import evaluate
    from llq.solver.love_letter.exact.lengths import ignores_leads, round_lengths
    from llq.solver.love_letter.exact.policies import from_actions
    from llq.solver.love_letter.exact.reach_probabilities import collect_turn_statistics

    groups: Groups = {name: [] for name in GROUPS}
    table = STUDIED_PLAYERS.index("table")
    policies = make_policies(
        rules,
        STUDIED_PLAYERS,
        face_up=face_up,
        path=stored.info.path,
        playouts=PLAYOUTS,
        threads=threads,
    )
    alike = [place for place, policy in enumerate(policies) if ignores_leads(policy)]
    for seats in product(alike, repeat=2):
        met = policies[seats[0]], policies[seats[1]]
        lengths = round_lengths(rules, met, face_up=face_up)
        turns = np.flatnonzero(lengths).tolist()
        groups["length"] += ((face_up, *seats, turn, float(lengths[turn])) for turn in turns)
    for one, other in _PAIRS:
        if advance:
            advance()
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
            statistics = collect_turn_statistics(
                *both, pair, policies[STUDIED_PLAYERS.index("strategic")]
            )
            groups["choice"] += _rows(face_up, statistics.differing)
            groups["holding"] += _rows(face_up, statistics.holding)
            sides_played = [
                collect_turn_statistics(*both, pair, from_actions(rules, of(rules))).differing
                for of in (highest_actions, lowest_actions)
            ]
            groups["lower"] += _lower(rules, face_up, *sides_played)
            if face_up == 0:
                groups["opening"] += _openings(rules, stored, pair[0], both[0], threads)
    return groups


def _is_dealt(rules: Rules, face_up: int) -> bool:
    """Return whether the deck has enough cards for a number of them face up."""
    return rules.deck_size - face_up >= 4


def _hands(rules: Rules) -> Iterator[tuple[int, int]]:
    """Yield every hand of two that the deck can deal."""
    for low, high in combinations_with_replacement(range(len(rules.cards)), 2):
        if min(rules.copies[low], rules.copies[high]) > (low == high):
            yield low, high


def _rows(face_up: int, sums: NDArray[np.float64]) -> list[tuple[Any, ...]]:
    """Return the rows of a study's array that ever occur: indices, how often, and how much."""
    places = np.argwhere(sums[..., 0] > 0).tolist()
    return [(face_up, *place, *sums[tuple(place)].tolist()) for place in places]


def _lower(
    rules: Rules, face_up: int, low_played: NDArray[np.float64], high_played: NDArray[np.float64]
) -> Iterator[tuple[Any, ...]]:
    """Yield for each n and hand of two how often either card is played, and what that gains.

    ``low_played`` and ``high_played`` are ``TurnStatistics.differing`` beside the policies that
    play the highest and the lowest card: where the two play different cards, this one plays the
    lower and the higher one.
    """
    cards = [play.card for play in rules.plays]
    sums = np.zeros((len(low_played), len(rules.cards), len(rules.cards), 4))
    for action, choice in np.argwhere(low_played[..., 0].any(axis=0)).tolist():
        if cards[action] < cards[choice]:
            sums[:, cards[action], cards[choice], :2] += low_played[:, action, choice]
    for action, choice in np.argwhere(high_played[..., 0].any(axis=0)).tolist():
        if cards[action] > cards[choice]:
            sums[:, cards[choice], cards[action], 2:] += high_played[:, action, choice]
    for n, low, high in np.argwhere(sums.any(axis=-1)).tolist():
        yield face_up, n, low, high, *sums[n, low, high].tolist()


def _openings(
    rules: Rules, stored: Table, table: Any, real: Any, threads: int
) -> Iterator[tuple[Any, ...]]:
    """Yield for every opening hand the parts of the table's number."""
    from llq.solver.love_letter.exact.evaluation import evaluate
    from llq.solver.love_letter.table.solver import solve

    space = state_space(rules)
    half, _ = evaluate(rules, table, table, scoring=Scoring.HALF, threads=threads)
    plain = solve(rules, averages_ties=False, threads=threads)
    by_discards = solve(rules, Scoring.DISCARDS, threads=threads)
    for hand in _hands(rules):
        left = np.array(rules.copies)
        np.subtract.at(left, list(hand), 1)
        state = State(*hand, tuple(left.tolist()))
        rank = space.rank(state)
        cell, place = space.cell_and_place(rank)
        at = entry_at(lead_range(by_discards.leads, cell, place), 0)
        yield (
            *hand, stored.lookup(state).value,
            _value(rules, half.opening(hand)), _value(rules, real.opening(hand)),
            float(plain.values[rank]), float(by_discards.values[at]),
        )  # fmt: skip


def _value(rules: Rules, chances: Any) -> float:
    if rules.unit == "win probability":
        return float(chances.win + chances.draw / 2)
    return float(chances.win + chances.tokens - chances.loss - chances.lost_tokens)
