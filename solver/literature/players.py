"""Who plays: built-in strategies, learnt policies, and the protocol of a player of one's own.

References
----------
.. [1] N. Somani, Training a bot to play Literature.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from random import Random
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from llq.errors import UnknownStrategy
from llq.solver.card_sets import count, lowest
from llq.solver.jit import njit
from llq.solver.literature import engine
from llq.solver.literature.engine import HANDS, PLAYERS, TURN
from llq.solver.literature.inference import knowledge, posterior
from llq.solver.literature.learners import article, compact
from llq.solver.literature.learners.compact_features import Outlook, make_outlook
from llq.solver.literature.policy import Policy
from llq.solver.literature.rules import CARDS, MOST_PLAYERS
from llq.solver.literature.turns import Mind, make_mind
from llq.solver.rng import next_bits, scale

if TYPE_CHECKING:
    from llq.solver.literature.position import Position

__all__ = [
    "STRATEGIES",
    "Kind",
    "Player",
    "Strategy",
    "Table",
    "ask_of",
    "best_ask",
    "choose",
    "find_strategy",
    "list_asks",
    "make_table",
]


class Kind(IntEnum):
    """What the kernel does for a strategy."""

    USER = -1
    RANDOM = 0
    """Any legal ask."""
    POSSIBLE = 1
    """Any ask that may get the card as far as he knows, else any legal one: the article's
    restriction on moves without its network [1]_, section "Speeding up the training process"."""
    GREEDY = 2
    """An ask that is likeliest to get the card, by exact chances."""
    ARTICLE = 3
    """The article's learner, by the network of a policy."""
    COMPACT = 4
    """The ask worth most to a policy of `compact`."""


@dataclass(frozen=True, slots=True)
class Strategy:
    """A built-in player."""

    name: str
    kind: Kind
    summary: str
    policy: Policy | None = None
    """Its learnt values, where the kind has them."""


STRATEGIES = {
    strategy.name: strategy
    for strategy in (
        Strategy("random", Kind.RANDOM, "any legal ask"),
        Strategy("possible", Kind.POSSIBLE, "any ask that may get the card"),
        Strategy("greedy", Kind.GREEDY, "the ask likeliest to get the card"),
    )
}
"""The built-in players, by name."""


class Player(Protocol):
    """A player of one's own."""

    @property
    def name(self) -> str:
        """How results call him."""

    def choose(self, position: Position, random: Random) -> tuple[int, str]:
        """Return one of ``position.legal``: a seat and a card to ask it for."""


class Table(NamedTuple):
    """The space in which players choose; arrays are modified in place."""

    mind: Mind
    asks: NDArray[np.int64]
    """(384,) asks under consideration, as `ask_of` reads them."""
    values: NDArray[np.float64]
    """(384,) what they are worth to the player."""
    space: NDArray[np.float32]
    """(8192,) for a policy's own sums."""
    outlook: Outlook
    """For `compact`."""


def make_table(players: int) -> Table:
    """Return the space for so many players."""
    most = MOST_PLAYERS * CARDS
    return Table(
        make_mind(players),
        np.zeros(most, dtype=np.int64),
        np.zeros(most),
        np.zeros(8192, np.float32),
        make_outlook(),
    )


def find_strategy(name: str) -> Strategy:
    """Return a strategy by name.

    Raises
    ------
    UnknownStrategy
        There is no such strategy.
    """
    found = STRATEGIES.get(name.strip().lower().replace("-", "_"))
    if found is None:
        raise UnknownStrategy(
            f"{name!r} is no strategy of Literature; those are {', '.join(STRATEGIES)}"
        )
    return found


@njit(forceinline=True)
def ask_of(code: int) -> tuple[int, int]:
    """Return the target and the card of an ask's number, 48 * target + card."""
    return code // CARDS, code % CARDS


@njit(_nrt=False)
def list_asks(row: NDArray[np.int64], possible: bool, table: Table) -> int:
    """List the mover's legal asks, or those of them that may get the card; return their number.

    For the possible ones ``table.mind.own`` must be the mover's view.
    """
    found = 0
    cards = engine.askable(row[HANDS + row[TURN]])
    targets = engine.targets(row)
    for target in range(row[PLAYERS]):
        if targets >> target & 1:
            left = cards & table.mind.own.may[target] if possible else cards
            while left:
                table.asks[found] = CARDS * target + lowest(left)
                left &= left - 1
                found += 1
    return found


@njit(_nrt=False)
def choose(
    row: NDArray[np.int64],
    kind: int,
    weights: NDArray[np.float32],
    stream: NDArray[np.uint64],
    table: Table,
) -> int:
    """Return the ask, as `ask_of` reads it, of a built-in player; the stream moves on.

    ``weights`` are his policy's.
    """
    if kind == 0:  # Kind.RANDOM
        return _any_ask(row, False, stream, table)
    if kind == 4:  # Kind.COMPACT
        return best_ask(compact.value_asks(row, weights, False, table), stream, table)
    knowledge.look(row, row[TURN], table.mind.own)
    if kind == 1:  # Kind.POSSIBLE
        return _any_ask(row, True, stream, table)
    if kind == 3:  # Kind.ARTICLE
        return _article_ask(row, weights, stream, table)
    return _greedy_ask(row, stream, table)


@njit(_nrt=False)
def _any_ask(
    row: NDArray[np.int64], possible: bool, stream: NDArray[np.uint64], table: Table
) -> int:
    """Return any possible ask, of those that are legal if there is none or none is looked for."""
    cards = engine.askable(row[HANDS + row[TURN]])
    targets = engine.targets(row)
    may = table.mind.own.may
    while True:
        total = 0
        for target in range(row[PLAYERS]):
            if targets >> target & 1:
                total += count(cards & may[target] if possible else cards)
        if total:
            break
        possible = False
    left = scale(next_bits(stream), total)
    for target in range(row[PLAYERS]):
        if targets >> target & 1:
            found = cards & may[target] if possible else cards
            if left < count(found):
                for _ in range(left):
                    found &= found - 1
                return CARDS * target + lowest(found)
            left -= count(found)
    return -1


@njit(_nrt=False)
def _greedy_ask(row: NDArray[np.int64], stream: NDArray[np.uint64], table: Table) -> int:
    """Return one of the asks that are likeliest to get the card; the mover's view is known."""
    posterior.find_chances(row, table.mind.own, table.mind.chances)
    asks = list_asks(row, False, table)
    for index in range(asks):
        target, card = ask_of(table.asks[index])
        table.values[index] = table.mind.chances.held[target, card]
    return best_ask(asks, stream, table)


@njit(_nrt=False)
def _article_ask(
    row: NDArray[np.int64],
    weights: NDArray[np.float32],
    stream: NDArray[np.uint64],
    table: Table,
) -> int:
    """Return the ask of the article's learner, as `article` says; the mover's view is known."""
    asks = list_asks(row, True, table)
    if not asks:
        asks = list_asks(row, False, table)
    article.value_asks(row, weights, asks, table)
    article.add_noise(asks, stream, table)
    return best_ask(asks, stream, table)


@njit(_nrt=False)
def best_ask(asks: int, stream: NDArray[np.uint64], table: Table) -> int:
    """Return one of the listed asks of highest value, each alike; the stream moves on."""
    best, found = -np.inf, 0
    for index in range(asks):
        if table.values[index] > best + 1e-12:
            best, found = table.values[index], 0
        if table.values[index] >= best - 1e-12:
            table.asks[found] = table.asks[index]
            found += 1
    return int(table.asks[scale(next_bits(stream), found)])
