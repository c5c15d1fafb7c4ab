"""Rows of a study, computed: matches, turns of Table against itself, and the parts of its numbers.

Only builds of the table load this, and compile the evaluator.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations_with_replacement, count, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.query.love_letter.deals import draw_cards
from llq.query.love_letter.exact.card_order_policies import highest_actions, lowest_actions
from llq.query.love_letter.exact.matches import make_policies
from llq.query.love_letter.exact.study_table import ALL_HANDS, GROUPS, PLAYOUTS, STUDIED_PLAYERS
from llq.query.love_letter.table.table import Table
from llq.solver.jobs.blocks import computes_here, in_order, run_blocks
from llq.solver.jobs.progress import Progress
from llq.solver.love_letter.exact.evaluation import Chances, Evaluation, evaluate
from llq.solver.love_letter.exact.policies import Policy, from_actions
from llq.solver.love_letter.exact.reach_probabilities import (
    collect_turn_statistics,
    ignores_leads,
    round_lengths,
)
from llq.solver.love_letter.rules import Rules, Scoring
from llq.solver.love_letter.table.leads import entry_at, lead_range
from llq.solver.love_letter.table.solver import solve
from llq.solver.love_letter.table.states import State

Groups = dict[str, list[tuple[Any, ...]]]
"""Rows by the group of `GROUPS`."""

_PAIRS = tuple(combinations_with_replacement(range(len(STUDIED_PLAYERS)), 2))
_TABLE, _STRATEGIC = map(STUDIED_PLAYERS.index, ("table", "strategic"))


def study_columns(
    table: Table, deals: Sequence[int], threads: int, progress: Progress = None
) -> dict[str, NDArray[Any]]:
    """Return the columns of a study of some numbers of cards face up, each a block of work."""
    steps, done = len(deals) * len(_PAIRS), count()

    def advance() -> None:
        if progress:
            progress(next(done), steps)

    is_here = computes_here()  # workers elsewhere report block by block
    groups: Groups = {name: [] for name in GROUPS}
    study = partial(study_deal, table, threads, advance if is_here else None)
    for deal_rows in in_order(run_blocks(study, deals, threads=1)):
        for name, rows in deal_rows.items():
            groups[name] += rows
        if not is_here:
            for _ in _PAIRS:
                advance()
    advance()
    return {
        f"{group}_{name}": np.array([row[index] for row in rows], dtype=dtype)
        for group, rows in groups.items()
        for index, (name, dtype, *_) in enumerate(GROUPS[group])
    }


def study_deal(
    table: Table, threads: int, advance: Callable[[], None] | None, face_up: int
) -> Groups:
    """Return each group's rows for one number of cards face up."""
    rules = table.rules
    groups: Groups = {name: [] for name in GROUPS}
    policies = make_policies(
        rules, STUDIED_PLAYERS, face_up=face_up, path=table.info.path, playouts=PLAYOUTS,
        threads=threads,
    )  # fmt: skip
    lead_blind = [player for player, policy in enumerate(policies) if ignores_leads(policy)]
    for first, second in product(lead_blind, repeat=2):
        lengths = round_lengths(rules, (policies[first], policies[second]), face_up=face_up)
        for length in np.flatnonzero(lengths).tolist():
            groups["length"].append((face_up, first, second, length, float(lengths[length])))
    for first, second in _PAIRS:
        if advance:
            advance()
        pair = policies[first], policies[second]
        evaluation, reverse = evaluate(rules, *pair, face_up=face_up, threads=threads)
        groups["match"] += _match_rows(rules, face_up, evaluation, first, second)
        if first != second:
            groups["match"] += _match_rows(rules, face_up, reverse, second, first)
        elif first == _TABLE:
            turns_beside = partial(collect_turn_statistics, evaluation, reverse, pair)
            turns = turns_beside(policies[_STRATEGIC])
            groups["choice"] += _turn_rows(face_up, turns.differing)
            groups["holding"] += _turn_rows(face_up, turns.holding)
            low_played, high_played = (
                turns_beside(from_actions(rules, actions)).differing
                for actions in (highest_actions(rules), lowest_actions(rules))
            )
            groups["lower"] += _lower_card_rows(rules, face_up, low_played, high_played)
            if face_up == 0:
                groups["opening"] += _opening_rows(table, pair[0], evaluation, threads)
    return groups


def _match_rows(
    rules: Rules, face_up: int, evaluation: Evaluation, first: int, second: int
) -> Iterator[tuple[Any, ...]]:
    """Yield a match's chances, over all hands and from each opening hand."""
    yield face_up, first, second, ALL_HANDS, ALL_HANDS, *evaluation.mean()
    for hand in _hands(rules):
        yield face_up, first, second, *hand, *evaluation.mean(hand)


def _hands(rules: Rules) -> list[tuple[int, int]]:
    pairs = combinations_with_replacement(range(len(rules.cards)), 2)
    return [hand for hand in pairs if draw_cards(rules.copies, hand)[0]]


def _turn_rows(face_up: int, sums: NDArray[np.float64]) -> list[tuple[Any, ...]]:
    """Return the rows of a study's array that ever occur: indices, how often, and how much."""
    places = np.argwhere(sums[..., 0] > 0).tolist()
    return [(face_up, *place, *sums[tuple(place)].tolist()) for place in places]


def _lower_card_rows(
    rules: Rules, face_up: int, low_played: NDArray[np.float64], high_played: NDArray[np.float64]
) -> Iterator[tuple[Any, ...]]:
    """Yield the frequency and gain of playing either card, by n and hand.

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


def _opening_rows(
    table: Table, policy: Policy, real: Evaluation, threads: int
) -> Iterator[tuple[Any, ...]]:
    """Yield the components of the table's value for each opening hand."""
    rules, space = table.rules, table.space
    half, _ = evaluate(rules, policy, policy, scoring=Scoring.HALF, threads=threads)
    unaveraged = solve(rules, averages_ties=False, threads=threads)
    by_discards = solve(rules, Scoring.DISCARDS, threads=threads)
    for hand in _hands(rules):
        _, unseen = draw_cards(rules.copies, hand)
        state = State(*hand, unseen)
        rank = space.rank(state)
        cell, place = space.cell_and_place(rank)
        entry = entry_at(lead_range(by_discards.leads, cell, place), 0)
        yield (
            *hand, table.lookup(state).value,
            _mean_value(rules, half.mean(hand)), _mean_value(rules, real.mean(hand)),
            float(unaveraged.values[rank]), float(by_discards.values[entry]),
        )  # fmt: skip


def _mean_value(rules: Rules, chances: Chances) -> float:
    if rules.unit == "win probability":
        return float(chances.win + chances.draw / 2)
    return float(chances.win + chances.tokens - chances.loss - chances.lost_tokens)
