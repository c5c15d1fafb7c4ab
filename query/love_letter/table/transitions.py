"""Results of one play against a fixed hidden card: endings and branches.

A step is one of `turn.play_card`. Its branches are entries of the table: the other player's states
with the mover's card fixed.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalAction
from llq.query.love_letter.table.table import Numbers, Table
from llq.solver.love_letter import turn
from llq.solver.love_letter.rules import Action, Rules
from llq.solver.love_letter.table.states import UNKNOWN, State
from llq.solver.love_letter.views import legal_actions


class Result(StrEnum):
    """How a round stands for the player."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"
    GOES_ON = "goes on"


class Transition(NamedTuple):
    """Result of a play against a hidden card."""

    ends: list[tuple[Result, float, float]]
    """Round endings: result, probability and mover's payoff."""
    branches: list[tuple[int, float]]
    """State ranks of the other player, hidden card fixed, with probabilities."""
    lead: int
    """The mover's lead after the play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """Effect of an action on an opponent card, before the opponent's turn.

    ``won``, ``lost`` and ``drawn`` are the chances that the round ends so if they hold the card.
    """

    card: str
    chance: float
    """How likely they hold it, all unseen cards taken as equally likely."""
    won: float
    lost: float
    drawn: float


def find_hits(table: Table, state: State, lead: int, action: Action) -> tuple[Hit, ...]:
    """Return an action's effect on each possible opponent card."""
    number = legal_number(table.rules, state, action)
    hits = []
    for hidden, chance in find_hidden(state):
        shares = dict.fromkeys((Result.WON, Result.LOST, Result.DRAWN), 0.0)
        for result, share, _ in take_step(table, state, lead, number, hidden).ends:
            shares[result] += share
        won, lost, drawn = shares.values()
        card = table.rules.cards[hidden].name
        hits.append(Hit(card=card, chance=chance, won=won, lost=lost, drawn=drawn))
    return tuple(hits)


def legal_number(rules: Rules, state: State, action: Action) -> int:
    """Return the number of a legal action."""
    legal = legal_actions(rules, state)
    if action not in legal:
        words = "; ".join(rules.describe(play) for play in legal)
        raise IllegalAction(f"{action!r} is not legal; legal are {words}")
    return rules.action_numbers[action]


def find_hidden(state: State) -> Iterator[tuple[int, float]]:
    """Yield possible opponent cards with their probabilities."""
    if state.opponent != UNKNOWN:
        yield state.opponent, 1.0
        return
    total = sum(state.unseen)
    yield from ((card, copies / total) for card, copies in enumerate(state.unseen) if copies)


def take_step(table: Table, state: State, lead: int, number: int, hidden: int) -> Transition:
    """Return the transition for a play against an opponent's card."""
    game, layout = table.rules.arrays, table.space.layout
    card, argument = table.rules.plays[number]
    if turn.is_hit(game, card, argument, hidden, int(state.maid)):
        return Transition([(Result.WON, 1.0, game.payoff_hit.item(hidden))], [], lead)
    if turn.is_guess(game, card):
        argument = turn.MISS
    pool = turn.take_card(layout, turn.make_pool(layout, np.array(state.unseen)), hidden)
    kept_known = turn.is_kept_known(state.low, state.high, card, state.hand_known)
    facts = turn.TurnFacts(int(state.maid), int(state.known), kept_known)
    hand = turn.HandPlay(card, argument, kept_card(table.rules, state, number))
    branches = turn.make_branches(len(table.rules.cards))
    outcome = turn.play_card(game, layout, pool, hand, hidden, facts, branches)
    lead += int(outcome.gain)
    tie = Result.DRAWN
    if table.leads is not None and lead:
        tie = Result.WON if lead > 0 else Result.LOST
    total, ways = game.payoff_sum.item(), int(outcome.ways)
    payoffs = {Result.WON: 1.0, Result.LOST: total - 1.0, Result.DRAWN: total / 2}
    endings = [(Result.WON, outcome.win), (Result.LOST, outcome.loss), (tie, outcome.tie)]
    filled = slice(int(outcome.count))
    ranks = layout.offset[branches.cell[filled]] + branches.place[filled]
    shares = branches.ways[filled] / ways
    return Transition(
        [(result, int(count) / ways, payoffs[result]) for result, count in endings if count],
        list(zip(ranks.tolist(), shares.tolist(), strict=True)),
        lead,
    )


def kept_card(rules: Rules, state: State, number: int) -> int:
    """Return the card kept after a play."""
    return state.low + state.high - rules.plays[number].card


def visible(state: State) -> State:
    """Return a state with unknown cards hidden."""
    return state if state.known else state._replace(opponent=UNKNOWN)


def numbers_at(table: Table, column: Numbers, places: Iterable[tuple[int, int]]) -> NDArray[Any]:
    """Return a column's numbers at given ranks and leads."""
    entries = [table.entry(rank, lead) for rank, lead in places]
    numbers: NDArray[Any] = column[np.array(entries, dtype=np.int64)]
    return numbers
