"""One play of a round against hidden cards that are fixed: how it may end, and where it may lead.

A step is one of `archer.turn.play_aside`, which is that of `turn.play_card` where nothing touches
the aside card. Its branches are entries of the table: the other player's states with the
mover's card fixed, and the aside card too where it is told apart from the deck.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalAction
from llq.query.love_letter.table.table import ArcherTable, Numbers, Table
from llq.solver.love_letter import turn
from llq.solver.love_letter.archer.states import ArcherState
from llq.solver.love_letter.archer.turn import (
    AsideBranches,
    Hidden,
    aside_part,
    make_aside_branches,
    next_group,
    play_aside,
)
from llq.solver.love_letter.rules import Action, Rules
from llq.solver.love_letter.table.states import UNKNOWN, State
from llq.solver.love_letter.views import legal_actions

AnyState = State | ArcherState


class Result(StrEnum):
    """How a round stands for the player."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"
    GOES_ON = "goes on"


class Transition(NamedTuple):
    """What comes of one play against hidden cards."""

    ends: list[tuple[Result, float, float]]
    """How the round may end, how likely, and what it pays the mover."""
    branches: list[tuple[int, float]]
    """Ranks of the other player's states, with the hidden cards fixed, and chances."""
    lead: int
    """The mover's lead after the play."""


def legal_number(rules: Rules, state: AnyState, action: Action) -> int:
    """Return the number of a legal action.

    Raises
    ------
    IllegalAction
        The action is not legal.
    """
    legal = legal_actions(rules, State(*state[:7]))
    if action not in legal:
        words = "; ".join(rules.describe(play) for play in legal)
        raise IllegalAction(f"{action!r} is not legal; legal are {words}")
    return rules.action_numbers[action]


def find_hidden(rules: Rules, state: AnyState, number: int) -> Iterator[tuple[Hidden, float]]:
    """Yield the cards that a play may be made against, with their chances.

    The aside card is `UNKNOWN` where nobody knows it, no deal has told it apart and neither does
    the play.
    """
    full, (card, argument) = ArcherState(*state), rules.plays[number]
    is_tracked = (
        full.aside != UNKNOWN
        or full.aside_known_to_opponent
        or aside_part(rules.arrays, card, argument, int(full.maid))
    )
    ways: dict[Hidden, int] = {}
    for theirs, copies in enumerate(full.unseen):
        if copies and full.opponent in (UNKNOWN, theirs):
            once = copies if full.opponent == UNKNOWN else 1
            if not is_tracked:
                ways[Hidden(theirs, UNKNOWN)] = once
                continue
            for aside, left in enumerate(full.unseen):
                if left > (aside == theirs) and full.aside in (UNKNOWN, aside):
                    ways[Hidden(theirs, aside)] = once * (left - (aside == theirs))
    total = sum(ways.values())
    yield from ((hidden, count / total) for hidden, count in ways.items())


def take_step(table: Table, state: AnyState, lead: int, number: int, hidden: Hidden) -> Transition:
    """Return what comes of a play against some hidden cards."""
    game, layout = table.rules.arrays, table.space.layout
    card, argument = table.rules.plays[number]
    theirs, aside = hidden
    if turn.is_hit(game, card, argument, theirs, int(state.maid)):
        return Transition([(Result.WON, 1.0, game.payoff_hit.item(theirs))], [], lead)
    group = _group(state)
    then = int(next_group(game, group, card, argument, int(state.maid)))
    if turn.is_guess(game, card):
        argument = turn.MISS
    pool = turn.take_card(layout, turn.make_pool(layout, np.array(state.unseen)), theirs)
    if aside != UNKNOWN:
        pool.cards[aside] -= 1
    kept_known = turn.is_kept_known(state.low, state.high, card, state.hand_known)
    facts = turn.TurnFacts(int(state.maid), int(state.known), kept_known)
    hand = turn.HandPlay(card, argument, kept_card(table.rules, state, number))
    branches = make_aside_branches(len(table.rules.cards))
    outcome = play_aside(game, layout, pool, hand, hidden, facts, branches)
    lead = lead + int(outcome.gain)
    tied = Result.DRAWN
    if table.leads is not None and lead:
        tied = Result.WON if lead > 0 else Result.LOST
    total, ways = game.payoff_sum.item(), int(outcome.ways)
    payoffs = {Result.WON: 1.0, Result.LOST: total - 1.0, Result.DRAWN: total / 2}
    endings = [(Result.WON, outcome.win), (Result.LOST, outcome.loss), (tied, outcome.tie)]
    count = int(outcome.count)
    ranks = _ranks(table, branches, count, then, is_tracked=aside != UNKNOWN)
    shares = branches.states.ways[:count] / ways
    return Transition(
        [(how, int(share) / ways, payoffs[how]) for how, share in endings if share],
        list(zip(ranks.tolist(), shares.tolist(), strict=True)),
        lead,
    )


def _group(state: AnyState) -> int:
    """Return who knows the aside card, as `archer.states.GROUPS` numbers it."""
    full = ArcherState(*state)
    return 2 * full.aside_known + full.aside_known_to_opponent


def _ranks(
    table: Table, branches: AsideBranches, count: int, group: int, *, is_tracked: bool
) -> NDArray[np.int64]:
    """Return the ranks of a play's branches."""
    layout = table.space.layout
    cell, place = branches.states.cell[:count], branches.states.place[:count]
    if not isinstance(table, ArcherTable):
        return layout.offset[cell] + place
    asides = table.every.asides
    first: NDArray[np.int64] = asides.start[cell] + place * asides.width[cell]
    if not is_tracked:
        return first
    first += asides.group[cell, group]
    first += layout.position[cell // layout.hands, branches.aside[:count]]
    return first


def kept_card(rules: Rules, state: AnyState, number: int) -> int:
    """Return the card that is left beside the one played."""
    return state.low + state.high - rules.plays[number].card


def visible(state: AnyState) -> AnyState:
    """Return a state as its mover sees it: without the cards that they do not know."""
    if not state.known:
        state = state._replace(opponent=UNKNOWN)
    if isinstance(state, ArcherState) and not state.aside_known:
        state = state._replace(aside=UNKNOWN)
    return state


def rank_of(table: Table, state: AnyState) -> int:
    """Return the rank of a state."""
    if isinstance(table, ArcherTable):
        return int(table.every.rank(ArcherState(*state)))
    return int(table.space.rank(State(*state)))


def states_at(table: Table, ranks: Sequence[int]) -> Iterator[AnyState]:
    """Yield the states of some ranks."""
    wanted = np.array(ranks, dtype=np.int64)
    if not isinstance(table, ArcherTable):
        yield from map(_plain_state, _rows(table.space.unrank_many(wanted)))
        return
    for *row, aside, knows, others_know in _rows(table.every.unrank_many(wanted)):
        yield ArcherState(*_plain_state(row), aside, bool(knows), bool(others_know))


def _rows(columns: Iterable[NDArray[np.int64]]) -> Iterator[tuple[Any, ...]]:
    return zip(*(column.tolist() for column in columns), strict=True)


def _plain_state(row: Sequence[Any]) -> State:
    low, high, unseen, opponent, maid, known, hand_known = row
    return State(low, high, tuple(unseen), opponent, bool(maid), bool(known), hand_known)


def numbers_at(table: Table, column: Numbers, places: Iterable[tuple[int, int]]) -> NDArray[Any]:
    """Return a column's numbers at some ranks, each at a lead."""
    entries = [table.entry(rank, lead) for rank, lead in places]
    numbers: NDArray[Any] = column[np.array(entries, dtype=np.int64)]
    return numbers
