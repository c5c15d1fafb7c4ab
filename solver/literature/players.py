"""Players: built-in strategies, learnt policies, and the protocol of custom players.

References
----------
.. [1] N. Somani, Training a bot to play Literature.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from random import Random
from typing import TYPE_CHECKING, Protocol

import numpy as np

from llq.errors import IllegalAction, UnknownStrategy
from llq.solver.array_types import Floats, Ints, Singles, Uints
from llq.solver.card_sets import count, lowest
from llq.solver.jit import njit
from llq.solver.literature import engine
from llq.solver.literature.actions import Ask
from llq.solver.literature.engine import HANDS, NEEDS, PLAYERS, SHOWN, TURN
from llq.solver.literature.inference import knowledge, marginals, posterior
from llq.solver.literature.policies import article, strong
from llq.solver.literature.policies.policy import Policy
from llq.solver.literature.rules import HALF, HALF_SIZE, MOST_CARDS
from llq.solver.literature.scratch import Scratch
from llq.solver.rng import next_bits, scale

if TYPE_CHECKING:
    from llq.solver.literature.positions.position import Position

_TIED = 1e-12  # equal values differ in their last digits


class Kind(IntEnum):
    """Kinds of player, as kernels number them."""

    USER = -1
    """A user's, who decides what to ask."""
    RANDOM = 0
    """Any legal ask."""
    POSSIBLE = 1
    """Random ask among possible hits by own knowledge, else among legal asks: the article's
    restriction on moves without its network [1]_, section "Speeding up the training process".
    """
    GREEDY = 2
    """Ask with the highest hit chance, computed exactly."""
    ARTICLE = 3
    """The article's learner, using a policy's network."""
    QUICK = 4
    """Ask with the highest approximate hit chance of `marginals`."""
    STRONG = 5
    """Ask with the highest value under a `strong` policy."""
    CERTAIN = 6
    """Certain hit if available, else any legal ask."""
    WITHHOLDER = 7
    """Variant of quick that prefers half suits with a publicly known card of the player."""
    CAUTIOUS = 8
    """Variant of strong that claims only certainties; its games teach strong's weights."""


@dataclass(frozen=True, slots=True)
class Strategy:
    """Built-in player, or player of a stored policy."""

    name: str
    kind: Kind
    summary: str
    policy: Policy | None = None
    """Learnt values, for kinds with a policy."""


STRATEGIES = {
    strategy.name: strategy
    for strategy in (
        Strategy("random", Kind.RANDOM, "any legal ask"),
        Strategy("possible", Kind.POSSIBLE, "any ask that may get the card"),
        Strategy("greedy", Kind.GREEDY, "the ask likeliest to get the card"),
        Strategy("quick", Kind.QUICK, "as greedy, by approximate chances"),
        Strategy("certain", Kind.CERTAIN, "an ask that certainly gets the card, else any"),
        Strategy("withholder", Kind.WITHHOLDER, "as quick, where known to have a card if possible"),
    )
}
"""The built-in players, by name."""


class Player(Protocol):
    """A custom player, who chooses asks; certain claims are made without being chosen."""

    @property
    def name(self) -> str:
        """The player's name in results."""

    def choose(self, view: Position, random: Random) -> Ask:
        """Return one of ``view.legal``."""


def find_strategy(name: str) -> Strategy:
    """Return a strategy by name."""
    strategy = STRATEGIES.get(name.strip().lower().replace("-", "_"))
    if strategy is None:
        raise UnknownStrategy(
            f"{name!r} is not a strategy of Literature; those are {', '.join(STRATEGIES)}"
        )
    return strategy


def choose_ask(player: Player, view: Position, random: Random) -> Ask:
    """Return the ask that a custom player makes."""
    ask = player.choose(view, random)
    if ask in view.legal:
        return Ask(*ask)
    try:
        seat, card = ask
    except (TypeError, ValueError):
        mistake = f"returns {ask!r}, not an ask"
    else:
        mistake = f"asks seat {seat} for {card}, which is not legal"
    raise IllegalAction(
        f"{player.name} {mistake}; seat {view.seat} may ask "
        + ", ".join(f"{seat} for {card}" for seat, card in view.legal[:8])
        + (" and others" if len(view.legal) > 8 else "")
    )


@njit(forceinline=True)
def ask_of(code: int) -> tuple[int, int]:
    """Return the target and the card of an ask's number, 54 * target + card."""
    return code // MOST_CARDS, code % MOST_CARDS


@njit(forceinline=True)
def make_ask(row: Ints, code: int) -> None:
    """Let the mover make an ask, as `ask_of` reads it; the row is modified in place."""
    target, card = ask_of(code)
    engine.ask(row, target, card, bool(row[HANDS + target] >> card & 1))


@njit(_nrt=False)
def list_asks(row: Ints, only_possible: bool, scratch: Scratch) -> int:
    """List the mover's legal asks, or only possible hits, and return their number.

    For the possible ones ``scratch.inference.own`` must be the mover's view.
    """
    asks = 0
    cards = engine.askable(row[HANDS + row[TURN]])
    targets = engine.targets(row)
    for target in range(row[PLAYERS]):
        if targets >> target & 1:
            left = cards & scratch.inference.own.may[target] if only_possible else cards
            while left:
                scratch.asks[asks] = MOST_CARDS * target + lowest(left)
                left &= left - 1
                asks += 1
    return asks


@njit(_nrt=False)
def choose(
    row: Ints,
    kind: int,
    weights: Singles,
    stream: Uints,
    scratch: Scratch,
    has_learners: bool | None,
) -> int:
    """Return a built-in player's ask, encoded as in `ask_of`, and advance the stream.

    ``weights`` are those of its policy. Where ``has_learners`` is None nobody plays by one, and
    the learners are not compiled.
    """
    if kind == Kind.RANDOM:
        return _any_ask(row, False, stream, scratch)
    if kind == Kind.POSSIBLE:
        return _any_ask(row, True, stream, scratch)
    inference, asks = scratch.inference, list_asks(row, False, scratch)
    if has_learners is not None:  # noqa: SIM102
        if kind in (Kind.STRONG, Kind.CAUTIOUS):
            strong.value_asks(row, weights, asks, scratch)
            return best_ask(asks, stream, scratch)
    knowledge.infer(row, row[TURN], inference.own)
    if has_learners is not None:  # noqa: SIM102
        if kind == Kind.ARTICLE:
            asks = list_asks(row, True, scratch) or asks  # none: the legal asks are still listed
            article.value_asks(row, weights, asks, scratch)
            article.add_noise(asks, stream, scratch)
            return best_ask(asks, stream, scratch)
    if kind == Kind.CERTAIN:
        for index in range(asks):
            target, card = ask_of(scratch.asks[index])
            scratch.values[index] = inference.own.held[target] >> card & 1
    elif kind in (Kind.QUICK, Kind.WITHHOLDER):
        marginals.find_marginals(row, inference.own, inference.marginals)
        _value_by_chance(row, inference.marginals.held, kind == Kind.WITHHOLDER, asks, scratch)
    else:
        posterior.find_chances(row, inference.own, inference.chances)
        _value_by_chance(row, inference.chances.held, False, asks, scratch)
    return best_ask(asks, stream, scratch)


@njit(_nrt=False)
def best_ask(asks: int, stream: Uints, scratch: Scratch) -> int:
    """Return a random ask among the highest-valued, and advance the stream."""
    best, ties = -np.inf, 0
    for index in range(asks):
        if scratch.values[index] > best + _TIED:
            best, ties = scratch.values[index], 0
        if scratch.values[index] >= best - _TIED:
            scratch.asks[ties] = scratch.asks[index]
            ties += 1
    return int(scratch.asks[scale(next_bits(stream), ties)])


@njit(forceinline=True)  # for each kind of player apart
def _any_ask(row: Ints, only_possible: bool, stream: Uints, scratch: Scratch) -> int:
    """Return a random legal ask; with ``only_possible`` one that the mover knows may hit."""
    if only_possible:
        knowledge.infer(row, row[TURN], scratch.inference.own)
    cards = engine.askable(row[HANDS + row[TURN]])
    targets = engine.targets(row)
    may = scratch.inference.own.may
    while True:
        total = 0
        for target in range(row[PLAYERS]):
            if targets >> target & 1:
                total += count(cards & may[target] if only_possible else cards)
        if total:
            break
        only_possible = False
    left = scale(next_bits(stream), total)
    for target in range(row[PLAYERS]):
        if targets >> target & 1:
            choices = cards & may[target] if only_possible else cards
            if left < count(choices):
                for _ in range(left):
                    choices &= choices - 1
                return MOST_CARDS * target + lowest(choices)
            left -= count(choices)
    return -1


@njit(_nrt=False)
def _value_by_chance(
    row: Ints, chances: Floats, withholds: bool, asks: int, scratch: Scratch
) -> None:
    """Value each listed ask by its chance to hit; ``scratch.values`` are modified in place.

    A mover who withholds prefers half suits of which everyone knows that the mover has a card.
    """
    seat = row[TURN]
    for index in range(asks):
        target, card = ask_of(scratch.asks[index])
        scratch.values[index] = chances[target, card]
        half = card // HALF_SIZE
        known = row[SHOWN + seat] & HALF << HALF_SIZE * half or row[NEEDS + seat] >> half & 1
        if withholds and known:
            scratch.values[index] += 1
