"""Built-in players, and the protocol for custom ones.

Random, Monte Carlo and Strategic are those of Huibers (2016), sections 3.1.1 to 3.1.3; Table plays
a policy from the solver. Each takes the mover's side of a row of `engine` and gives an action; none
looks at the opponent's card unless the mover knows it, nor at the order of the pool.
"""

from enum import IntEnum
from random import Random
from typing import Protocol

import numpy as np

from llq.errors import IllegalAction, UnknownStrategy, one_of
from llq.solver.array_types import Ints, Uints
from llq.solver.jit import njit
from llq.solver.love_letter.rounds import engine, monte_carlo
from llq.solver.love_letter.rounds.engine import Arena
from llq.solver.love_letter.rounds.monte_carlo import Knowledge
from llq.solver.love_letter.rules import Action, Choice, Effect, Target
from llq.solver.love_letter.table.exchange import NO_ORDER, Draw
from llq.solver.love_letter.table.kernels import (
    entry_at,
    is_targeted,
    list_options,
    own_spies,
    resolve,
)
from llq.solver.love_letter.table.leads import LeadRange
from llq.solver.love_letter.table.states import UNKNOWN
from llq.solver.love_letter.turn import WINS, ExchangeRoom
from llq.solver.love_letter.views import View

_GUESS, _COMPARE, _COMPARE_LOW = int(Effect.GUESS), int(Effect.COMPARE), int(Effect.COMPARE_LOW)
_OPPONENT, _SELF = (int(t) for t in Target)
_HIGH_NUMBER = 6  # a blind Baron is played only beside a King, Countess or Princess, section 3.1.3
_LOW_NUMBER = 3  # its mirror image among the numbers 1 to 8, for a COMPARE_LOW


class Strategy(IntEnum):
    """A built-in player, named after the member in lower case."""

    RANDOM = 0
    """Any card and argument, except the Princess."""
    STRATEGIC = 1
    """Rules of thumb: win at once with a known card, else play the lower card."""
    MONTE_CARLO = 2
    """The option with most wins in random playouts."""
    TABLE = 3
    """The solver's policy, with half a win for equal final cards."""
    TABLE_DISCARDS = 4
    """The solver's policy, with equal final cards decided by discard totals."""


_RANDOM, _STRATEGIC, _MONTE_CARLO, _TABLE, _TABLE_DISCARDS = (int(s) for s in Strategy)


class Player(Protocol):
    """A custom player: a name and a choice per turn.

    Games are played side by side: a player must not remember one call in the next. All that the
    player has seen of the round is in ``view.history``.
    """

    @property
    def name(self) -> str:
        """The player's name in results."""

    def choose(self, view: View, random: Random) -> Action:
        """Return one of ``view.legal``.

        Parameters
        ----------
        view
            What the player sees and knows.
        random
            A random source of this player in this game.
        """


def find_strategy(name: str) -> Strategy:
    """Return a built-in player by name."""
    try:
        return Strategy[name.upper().replace("-", "_")]
    except KeyError:
        names = [strategy.name.lower() for strategy in Strategy]
        raise UnknownStrategy(f"unknown player {name!r}{one_of(name, names)}") from None


def consult(player: Player, view: View, random: Random) -> Choice:
    """Return a custom player's choice, checked to be legal."""
    choice = player.choose(view, random)
    if choice not in view.legal:
        raise IllegalAction(
            f"{player.name} chose {choice} in {view.situation}; legal are "
            + ", ".join(map(view.rules.describe, view.legal))
        )
    return choice


@njit(forceinline=True)
def choose(
    strategy: int, arena: Arena, cards: Ints, plays: Ints, options: Ints, row: Ints, stream: Uints
) -> int:
    """Return a built-in player's action for the mover; ``stream`` is modified in place.

    ``cards``, ``plays`` and ``options`` are those of ``arena``.
    """
    if row[engine.EXTRA]:
        return choose_keep(strategy, arena, row, stream)
    if strategy == _TABLE:
        return int(arena.policy[policy_entry(arena, row)])
    if strategy == _TABLE_DISCARDS:
        start, first, width, shift = arena.by_lead.entries[engine.state_rank(arena.layout, row)]
        entries = LeadRange(start, first, width, shift)
        return int(arena.by_lead.actions[entry_at(entries, own_lead(arena, row))])
    mover, drawn, maid = row[engine.MOVER], row[engine.DRAWN], row[engine.MAID]
    own_card = row[engine.HAND + mover]
    if strategy == _RANDOM:
        return monte_carlo.random_play(cards, options, own_card, drawn, maid, stream)[1]
    opponent = row[engine.HAND + 1 - mover] if row[engine.KNOWN + 1 - mover] else UNKNOWN
    code = row[engine.CODE] - cards[own_card, engine.STRIDE] - cards[drawn, engine.STRIDE]
    unseen = arena.unseen[code]
    low, high = min(own_card, drawn), max(own_card, drawn)
    if strategy == _STRATEGIC:
        return strategic_action(cards, plays, options[low, high], low, high, opponent, unseen, maid)
    knowledge = Knowledge(low, high, opponent, maid, own_lead(arena, row), arena.by_discards)
    playouts, left = arena.playouts, engine.deck_left(row)
    return monte_carlo.monte_carlo_action(
        playouts, cards, plays, options, knowledge, unseen, left, stream
    )


@njit
def choose_keep(strategy: int, arena: Arena, row: Ints, stream: Uints) -> int:
    """Return a built-in player's second choice; parameters as in `choose`.

    Random keeps any card and returns the others in any order; Strategic keeps the highest and
    returns the lower of the others first. The thesis has no such choice.
    """
    low, middle, high = engine.sorted_hand(row)
    is_single = high < 0
    if strategy == _STRATEGIC:
        keep, first = (middle, low) if is_single else (high, low)
    elif strategy == _RANDOM:
        own_card, (second, third) = row[engine.HAND + row[engine.MOVER]], engine.drawn_cards(row)
        keep, first, _ = monte_carlo.random_keep(own_card, second, third, stream)
    else:
        unseen = engine.deck_left(row) + 1
        draw = Draw(middle, middle if is_single else high, unseen + (1 if is_single else 2))
        room = ExchangeRoom(
            np.empty((0, 0, 0)), np.empty((0, 0)), np.empty((6, 2), dtype=np.int64), np.empty(0)
        )
        if strategy == _TABLE:
            list_options(low, draw, room)
            option = arena.keeping.options[engine.keep_entry(arena, row)]
        else:
            option = _monte_carlo_keep(arena, row, draw, room, stream)
        keep, first = _option_cards(room, option, low, middle)
    return int(len(arena.plays) + keep * (len(arena.cards) - 1) + first)


@njit(forceinline=True)
def _option_cards(room: ExchangeRoom, option: int, low: int, middle: int) -> tuple[int, int]:
    """Return the card kept and the first card returned, in arbitrary order if unspecified."""
    keep, first = room.options[option]
    if first == NO_ORDER:
        first = middle if keep == low else low
    return keep, first


@njit
def _monte_carlo_keep(
    arena: Arena, row: Ints, draw: Draw, room: ExchangeRoom, stream: Uints
) -> int:
    """Return the second choice's option with most wins in random playouts."""
    cards, plays = arena.cards, arena.plays
    low, middle, high = engine.sorted_hand(row)
    mover, count = row[engine.MOVER], list_options(low, draw, room)
    starts = np.empty((count, 4), dtype=np.int64)
    for option in range(count):
        keep, first = _option_cards(room, option, low, middle)
        last = low + middle + high - keep - first if high >= 0 else -1
        starts[option, 0], starts[option, 1], starts[option, 2] = len(plays), keep, keep
        starts[option, 3] = engine.bottom_code(first, last)
    opponent = row[engine.HAND + 1 - mover] if row[engine.KNOWN + 1 - mover] else UNKNOWN
    code = row[engine.CODE] - cards[low, engine.STRIDE] - cards[middle, engine.STRIDE]
    unseen = arena.unseen[code - cards[high, engine.STRIDE] if high >= 0 else code]
    lead = own_lead(arena, row)  # the hand in `Knowledge` is unused: each start has its own
    knowledge = Knowledge(low, low, opponent, row[engine.MAID], lead, arena.by_discards)
    return monte_carlo.best_start(
        arena.playouts, cards, plays, arena.options, starts, knowledge, unseen=unseen,
        left=engine.deck_left(row), stream=stream,
    )  # fmt: skip


@njit(forceinline=True)
def own_lead(arena: Arena, row: Ints) -> int:
    """Return the mover's discard lead, 0 where discards decide nothing."""
    if not arena.by_discards:
        return 0
    return int(row[engine.LEAD] if row[engine.MOVER] == 0 else -row[engine.LEAD])


@njit(forceinline=True)
def policy_entry(arena: Arena, row: Ints) -> int:
    """Return the entry of the mover's state in ``arena.policy``."""
    rank = engine.state_rank(arena.layout, row)
    if len(arena.spied) == 0:
        return rank
    cell = engine.state_cell(arena.layout, row)
    start, width = arena.spied[cell]
    spies = own_spies(row[engine.SPIES], row[engine.MOVER])
    return int(start + (rank - arena.layout.offset[cell]) * width + spies)


@njit(forceinline=True)
def strategic_action(
    cards: Ints,
    plays: Ints,
    options: Ints,
    low: int,
    high: int,
    opponent: int,
    unseen: Ints,
    maid: int,
) -> int:
    """Return Strategic's action (section 3.1.3); ``opponent`` is -1 if unknown to the mover.

    In other variants the lowest card has the lowest printed number, the first listed of equal ones.
    A COMPARE_LOW mirrors the Baron: with a known card it is played where it wins at once, and as
    the lowest card without one only beside a 3 or lower. Tokens for guesses change nothing.
    """
    # Forced plays come first and the Princess never (``options`` sees to both); then a known card
    # is used where that wins at once. Guard and Baron are the text's examples, the Prince on a
    # Princess is our reading of it.
    if opponent >= 0 and not maid:
        for card in options:
            kept = low + high - card
            for action in range(cards[card, engine.FIRST], cards[card + 1, engine.FIRST]):
                argument = plays[action, engine.ARGUMENT]
                if resolve(cards, card, argument, kept, opponent, maid) & WINS:
                    return int(action)
    # Else the lowest card, even a Baron that is known to lose; a Baron against an unknown card only
    # beside a high one. Of two Barons one must be played.
    card = options[0]
    effect, kept = cards[card, engine.EFFECT], cards[low + high - card, engine.NUMBER]
    if opponent < 0 and (
        (effect == _COMPARE and kept < _HIGH_NUMBER)
        or (effect == _COMPARE_LOW and kept > _LOW_NUMBER)
    ):
        card = options[1]
    if cards[card, engine.EFFECT] == _GUESS:
        # The card of which most copies are unseen, the lowest of several. A known card that may
        # not be guessed, or a known one behind a Handmaid, makes no difference.
        if opponent >= 0 and cards[opponent, engine.EFFECT] != _GUESS:
            action = cards[card, engine.FIRST]
            while plays[action, engine.ARGUMENT] != opponent:
                action += 1
            return int(action)
        best = cards[card, engine.FIRST]
        for action in range(best, cards[card + 1, engine.FIRST]):
            if unseen[plays[action, engine.ARGUMENT]] > unseen[plays[best, engine.ARGUMENT]]:
                best = action
        return int(best)
    # The Prince is aimed at the opponent unless a Handmaid protects them.
    is_own = maid and is_targeted(cards[card, engine.EFFECT])
    return int(cards[card, engine.FIRST] + (_SELF if is_own else _OPPONENT))
