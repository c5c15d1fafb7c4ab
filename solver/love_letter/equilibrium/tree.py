"""The game tree of a small deck with perfect recall, as a matrix of payoffs by sequence.

A player's *sequence* is an information set of theirs and what they play in it; with it go all their
earlier ones (von Stengel 1996). A player's policy is a *realization plan*: for every sequence the
product of its chances. What the first player wins is then bilinear in both plans, its matrix has
one entry for each pair of sequences at which a game may end, and chance is part of the entries.

The tree is unfolded a turn at a time. Lossless merging keeps it small: cards are drawn when
somebody sees them; the order of two cards that nobody else can tell apart is forgotten; histories
that both players see alike are one node; and of plays that are alike to everybody one is kept
(`expansion.list_actions`).

References
----------
.. [1] B. von Stengel, Efficient computation of behavior strategies, Games and Economic Behavior 14,
   1996.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import factorial, prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.solver.jit import njit
from llq.solver.love_letter.equilibrium.expansion import (
    Game,
    Infosets,
    Nodes,
    expand,
    list_actions,
    pack,
    possible_cards,
    unpack,
)
from llq.solver.love_letter.rules import Rules, Scoring

_NONE = -1
_NOT_DRAWN = 3  # two hands and the aside card


class Player(NamedTuple):
    """A player's information sets, in the order of the turns, and their sequences.

    Sequence 0 is that of a player who has not moved.
    """

    parent: NDArray[np.int32]
    """(information sets,): the sequence that leads there."""
    first: NDArray[np.int32]
    """(information sets + 1,): its sequences are those from its entry up to the next."""
    play: NDArray[np.int8]
    """(sequences,): the play, -1 for sequence 0."""
    seen: NDArray[np.int32]
    """(information sets,): what the player has seen since the sequence."""
    state: NDArray[np.int64]
    """(information sets,): the packed state of one of its nodes."""
    mask: NDArray[np.int32]
    """(information sets,): the cards that the opponent may hold, as bits."""


class Payoffs(NamedTuple):
    """The ends of the game in one turn, by the mover's information set and their last sequence.

    An entry is a group of nodes that share the opponent's last sequence.
    """

    entry: NDArray[np.int64]
    """(information sets + 1,): the groups of one are those from its entry up to the next."""
    other: NDArray[np.int32]
    """(groups,): the opponent's last sequence."""
    payoff: NDArray[np.float32]
    """One for each group and action, to the mover: orders won less orders lost."""


class TreeTurn(NamedTuple):
    """One turn of the game."""

    mover: int
    infosets: tuple[int, int]
    """The mover's information sets of the turn: the first, and the first that is not."""
    payoffs: Payoffs
    beliefs: Payoffs
    """The groups with, for each, the orders of the cards that lead to it, for one "action"."""


@dataclass(frozen=True)
class GameTree:
    """The game tree of a deck.

    Parameters
    ----------
    nodes
        Number of nodes, the ends not counted.
    orders
        Orders of the cards, copies not told apart: the denominator of payoffs.
    """

    rules: Rules
    scoring: Scoring
    game: Game
    players: tuple[Player, Player]
    turns: tuple[TreeTurn, ...]
    nodes: int
    orders: float

    @property
    def infosets(self) -> int:
        """Number of information sets of both players."""
        return sum(len(player.parent) for player in self.players)

    @property
    def sequences(self) -> tuple[int, int]:
        """Number of sequences of each player, the empty one included."""
        return len(self.players[0].play), len(self.players[1].play)


def game_of(rules: Rules, scoring: Scoring, *, bluffs: bool = True) -> Game:
    """Return the rules of a deck as the kernels take them."""
    arrays = rules.arrays
    radix = arrays.copies + 1
    stride = np.concatenate([np.cumprod(radix[::-1])[::-1][1:], [1]]).astype(np.int64)
    return Game(
        copies=arrays.copies,
        effects=arrays.effects,
        cards=arrays.cards,
        numbers=arrays.numbers,
        values=arrays.values,
        plays=np.array(rules.plays, dtype=np.int64),
        first_play=arrays.first_action,
        stride=stride,
        orders=np.array([float(factorial(n)) for n in range(rules.deck_size + 1)]),
        by_discards=scoring == Scoring.DISCARDS,
        has_bluffs=bluffs,
    )


def build_tree(
    rules: Rules,
    scoring: Scoring = Scoring.HALF,
    *,
    bluffs: tuple[bool, bool] = (True, True),
    progress: Callable[[int, int], None] | None = None,
) -> GameTree:
    """Return the game tree of a deck.

    Parameters
    ----------
    bluffs
        For each player, whether they may guess what they know will miss, where another guess may
        hit, as the rules allow.
    progress
        Called with the turns unfolded and their number.

    Raises
    ------
    IllegalState
        The variant gives tokens or tracks the aside card.
    """
    if not rules.is_plain:
        raise IllegalState(
            f"{rules.variant} Love Letter has no equilibrium here: it takes rounds without tokens "
            "and without effects on the aside card"
        )
    games = [game_of(rules, scoring, bluffs=has_bluffs) for has_bluffs in bluffs]
    alike = prod(factorial(copies) for copies in rules.copies)
    players = (_Growing(), _Growing())
    nodes, turns, total = first_nodes(games[0]), [], 0
    last = rules.deck_size - _NOT_DRAWN
    for number in range(last):
        mover = number % 2
        game = games[mover]
        nodes, infosets, group = _sort(game, nodes, players[mover])
        total += len(nodes.own)
        turn, nodes = _unfold(game, nodes, infosets, group, alike)
        turns.append(turn._replace(mover=mover, infosets=players[mover].last_turn))
        if progress:
            progress(number + 1, last)
    return GameTree(
        rules, scoring, games[0], (players[0].whole(), players[1].whole()), tuple(turns), total,
        factorial(rules.deck_size) / alike,
    )  # fmt: skip


class _Growing:
    """A player's information sets so far."""

    def __init__(self) -> None:
        self.sequences, self.infosets = 1, 0
        self.last_turn = (0, 0)
        self._parts: list[Player] = []

    def add(self, part: Player) -> None:
        """Add a turn's; its sequences are numbered already."""
        count = len(part.parent)
        self.last_turn = (self.infosets, self.infosets + count)
        self.infosets += count
        self.sequences += len(part.play)
        self._parts.append(part)

    def whole(self) -> Player:
        """Return them all."""
        columns = [np.concatenate(column) for column in zip(*self._parts, strict=True)] or [
            np.zeros(0, dtype=kind)
            for kind in (np.int32, np.int32, np.int8, np.int32, np.int64, np.int32)
        ]
        parent, first, play, seen, state, mask = columns
        return Player(
            parent,
            np.append(first, self.sequences).astype(np.int32),
            np.append(np.int8(_NONE), play).astype(np.int8),
            seen,
            state,
            mask,
        )


def first_nodes(game: Game) -> Nodes:
    """Return every deal: the first player's two cards, in ascending order, and the second's one."""
    cards = len(game.copies)
    pool = int((game.copies * game.stride).sum())
    rows = []
    for low in range(cards):
        for high in range(low, cards):
            for theirs in range(cards):
                held = np.bincount([low, high, theirs], minlength=cards)
                if (held > game.copies).any():
                    continue
                ways = float(game.copies[low] * (game.copies[high] - (low == high)))
                ways *= float(game.copies[theirs] - held[theirs] + 1) * (2 - (low == high))
                rest = pool - int((held * game.stride).sum())
                # Seen as if the lower card had been dealt and the higher one drawn.
                code = ((cards + 1 + low) * (len(game.plays) + 1)) * (cards + 1) * cards + high
                rows.append((code, cards + 1 + theirs, pack(rest, low, high, theirs, 0, 0), ways))
    seen, pending, state, ways_of = zip(*rows, strict=True)
    return Nodes(
        own=np.zeros(len(rows), dtype=np.int32),
        seen=np.array(seen, dtype=np.int32),
        other=np.zeros(len(rows), dtype=np.int32),
        pending=np.array(pending, dtype=np.int8),
        state=np.array(state, dtype=np.int64),
        ways=np.array(ways_of),
    )


def _sort(game: Game, nodes: Nodes, player: _Growing) -> tuple[Nodes, Infosets, NDArray[np.int64]]:
    """Return the nodes by information set and group, those alike merged; the sets join ``player``.

    The last array is each node's group.
    """
    theirs = (nodes.state // 1024 % 16).astype(np.int64)
    major = _combine(nodes.own, nodes.seen)
    minor = _combine(nodes.other, nodes.pending.astype(np.int64) * 16 + theirs)
    order = np.lexsort((minor, major))
    major, minor = major[order], minor[order]
    is_new_set = np.ones(len(order), dtype=bool)
    is_new_set[1:] = major[1:] != major[:-1]
    is_new = is_new_set.copy()
    is_new[1:] |= minor[1:] != minor[:-1]
    kept = np.flatnonzero(is_new)
    ways = np.add.reduceat(nodes.ways[order], kept)
    order = order[kept]
    nodes = Nodes(
        nodes.own[order],
        nodes.seen[order],
        nodes.other[order],
        nodes.pending[order],
        nodes.state[order],
        ways,
    )
    is_new_set = is_new_set[kept]
    is_new_group = is_new_set.copy()
    is_new_group[1:] |= nodes.other[1:] != nodes.other[:-1]
    starts = np.flatnonzero(is_new_set)
    node = np.append(starts, len(order))
    first = np.zeros(len(node), dtype=np.int64)
    plays = np.zeros(len(starts) * len(game.plays), dtype=np.int8)
    mask = np.zeros(len(starts), dtype=np.int32)
    used = _list_all(game, nodes, node, player.sequences, first, plays, mask)
    plays = plays[:used].copy()
    player.add(
        Player(nodes.own[starts], first[:-1].astype(np.int32), plays, nodes.seen[starts],
               nodes.state[starts], mask)
    )  # fmt: skip
    return nodes, Infosets(node, first, plays), np.cumsum(is_new_group) - 1


def _combine(first: NDArray[Any], second: NDArray[Any]) -> NDArray[np.int64]:
    return (first.astype(np.int64) << 32) | second.astype(np.int64)


def _unfold(
    game: Game,
    nodes: Nodes,
    infosets: Infosets,
    group: NDArray[np.int64],
    alike: int,
) -> tuple[TreeTurn, Nodes]:
    """Return a turn's payoffs and the nodes of the next turn."""
    starts = np.flatnonzero(np.diff(group, prepend=-1))
    set_of_group = np.searchsorted(infosets.node, starts, side="right") - 1
    actions = np.diff(infosets.first)
    group_payoff = np.concatenate([[0], np.cumsum(actions[set_of_group])])
    none = no_nodes(0)
    count = expand(game, nodes, infosets, group, group_payoff, np.zeros(0), none, False)
    payoffs, children = np.zeros(group_payoff[-1]), no_nodes(count)
    expand(game, nodes, infosets, group, group_payoff, payoffs, children, True)
    other = nodes.other[starts]
    ways = np.add.reduceat(nodes.ways, starts)
    rest = _rest_orders(game, nodes.state[starts])
    entry = np.searchsorted(set_of_group, np.arange(len(actions) + 1))
    beliefs = Payoffs(entry, other, (ways * rest / alike).astype(np.float32))
    ends = np.logical_or.reduceat(payoffs != 0.0, group_payoff[:-1])
    kept = np.repeat(ends, actions[set_of_group])
    paid = Payoffs(
        np.searchsorted(set_of_group[ends], np.arange(len(actions) + 1)),
        other[ends],
        (payoffs[kept] / alike).astype(np.float32),
    )
    return TreeTurn(0, (0, 0), paid, beliefs), children


def no_nodes(count: int) -> Nodes:
    """Return room for nodes."""
    return Nodes(
        own=np.zeros(count, dtype=np.int32),
        seen=np.zeros(count, dtype=np.int32),
        other=np.zeros(count, dtype=np.int32),
        pending=np.zeros(count, dtype=np.int8),
        state=np.zeros(count, dtype=np.int64),
        ways=np.zeros(count),
    )


@njit
def _list_all(
    game: Game,
    nodes: Nodes,
    node: NDArray[np.int64],
    sequences: int,
    first: NDArray[np.int64],
    plays: NDArray[np.int8],
    mask: NDArray[np.int32],
) -> int:
    """Fill in the plays of every information set; return their number."""
    used = 0
    for infoset in range(len(mask)):
        first[infoset] = sequences + used
        mask[infoset] = possible_cards(nodes, node[infoset], node[infoset + 1])
        state = nodes.state[node[infoset]]
        used += list_actions(game, state, mask[infoset], plays[used:])
    first[len(mask)] = sequences + used
    return used


@njit
def _rest_orders(game: Game, states: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return, for each state, the orders of the cards that nobody has drawn."""
    orders = np.zeros(len(states))
    for at in range(len(states)):
        pool, size = unpack(states[at])[0], 0
        for card in range(len(game.copies)):
            size += pool // game.stride[card] % (game.copies[card] + 1)
        orders[at] = game.orders[size]
    return orders
