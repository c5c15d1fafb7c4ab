"""Simulation of Archer, with the aside card told apart from the deck: a check on its solver.

The game is that of `engine`; beside each row stands which players know the aside card.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState, UnknownStrategy
from llq.solver.jit import njit
from llq.solver.jobs.game_blocks import play_blocks
from llq.solver.love_letter.archer.states import Asides, archer_space
from llq.solver.love_letter.match import MatchCounts, check_deal
from llq.solver.love_letter.players import Strategy, find_strategy
from llq.solver.love_letter.rounds import engine
from llq.solver.love_letter.rounds.engine import (
    CODE,
    DRAWN,
    HAND,
    LEFT,
    MAID,
    MOVER,
    PLAYING,
    POOL,
    WINNER,
    Arena,
)
from llq.solver.love_letter.rounds.monte_carlo import random_action
from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.table.states import Layout
from llq.solver.rng import next_bits, scale, streams

ASIDE_PLAYERS = (Strategy.RANDOM, Strategy.TABLE)
"""The players of `simulate_archer`."""

_BLOCK = 4096
_TABLE = int(Strategy.TABLE)


def simulate_archer(
    rules: Rules,
    first: str,
    second: str,
    games: int,
    seed: int,
    *,
    hand: tuple[int, int] | None = None,
    policy: NDArray[np.uint8] | None = None,
    face_up: int = 0,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
) -> MatchCounts:
    """Play games between two players, ``random`` or ``table``, and count who wins.

    Equal final cards are a draw, as the solver counts them, whatever the discard totals.

    Parameters
    ----------
    first, second, games, seed, hand, face_up, threads, progress
        As in `match.simulate`.
    policy
        (entries,) the Table player's action in each state, as in `ArcherSolution.actions`.

    Raises
    ------
    UnknownStrategy
        A name is neither ``random`` nor ``table``, or ``table`` has no policy.
    IllegalState
        The policy is not one of this variant's, or the hand or cards face up cannot be dealt.
    """
    every = archer_space(rules)
    players = [find_strategy(name) for name in (first, second)]
    if not {*players} <= {*ASIDE_PLAYERS}:
        raise UnknownStrategy(f"{rules.variant} Love Letter is played by: random, table")
    check_deal(rules, hand, face_up)
    if Strategy.TABLE in players and policy is None:
        raise UnknownStrategy("the player 'table' needs a policy: the actions of a solution")
    if policy is not None and len(policy) != every.size:
        raise IllegalState(
            f"the policy has {len(policy)} entries; "
            f"{rules.variant} Love Letter has {every.size} of them"
        )
    arena = engine.make_arena(every.space, hand=hand, policy=policy)
    seats = (int(players[0]), int(players[1]))

    play = partial(_play, rules, arena, seats, seed, hand is not None, face_up)
    blocks = play_blocks(play, range(games), _BLOCK, threads=threads, progress=progress)
    winner = np.concatenate(list(blocks))
    names = [player.name.lower() for player in players]
    first_wins, second_wins, draws = np.bincount(winner, minlength=3).tolist()
    results = np.stack([winner, winner == 0, winner == 1]).astype(np.int8)
    return MatchCounts(names[0], names[1], games, first_wins, second_wins, draws, results=results)


def _play(
    rules: Rules,
    arena: Arena,
    seats: tuple[int, int],
    seed: int,
    fixed: bool,
    face_up: int,
    numbers: range,
) -> NDArray[np.int8]:
    rows, looked, sources = deal_games(
        arena, seed, numbers.start, numbers.stop, fixed=fixed, face_up=face_up
    )
    asides = archer_space(rules).asides
    advance(arena, asides, seats, len(arena.pack), rows, looked, sources)
    return rows[:, WINNER].astype(np.int8)


def deal_games(
    arena: Arena, seed: int, start: int, stop: int, *, fixed: bool = False, face_up: int = 0
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint64]]:
    """Return rows, who knows the aside card (games, 2), and streams of games just dealt."""
    rows = np.empty((stop - start, POOL + len(arena.pack)), dtype=np.int64)
    sources = streams(seed, start, stop)
    engine.deal(arena, fixed, face_up, rows, sources)
    _set_aside(rows, sources)
    return rows, np.zeros((len(rows), 2), dtype=np.int64), sources


@njit
def advance(
    arena: Arena,
    asides: Asides,
    seats: tuple[int, int],
    turns: int,
    rows: NDArray[np.int64],
    looked: NDArray[np.int64],
    streams: NDArray[np.uint64],
) -> None:
    """Play each game on for some turns or until it is over, modified in place."""
    cards, plays = arena.cards, arena.plays
    for index in range(len(rows)):
        row, knows, stream = rows[index], looked[index], streams[index : index + 1]
        for _ in range(turns):
            if row[WINNER] != PLAYING:
                break
            me = row[MOVER]
            if seats[me] == _TABLE:
                action = int(arena.policy[state_entry(arena.layout, asides, row, knows)])
            else:
                hand = row[HAND + me], row[DRAWN]
                action = random_action(cards, arena.options, *hand, row[MAID], stream)
            does = engine.apply(cards, plays, row, action, stream, True, False)
            engine.note_aside(does, me, knows)


@njit
def state_entry(
    layout: Layout, asides: Asides, row: NDArray[np.int64], looked: NDArray[np.int64]
) -> int:
    """Return the entry of the mover's information state."""
    me = row[MOVER]
    mine, drawn = row[HAND + me], row[DRAWN]
    code = row[CODE] - layout.stride[mine] - layout.stride[drawn]
    cell = code * layout.hands + layout.hand[mine, drawn]
    place = engine.state_rank(layout, row) - layout.offset[cell]
    entry = asides.start[cell] + place * asides.width[cell]
    if looked[me]:
        entry += asides.group[cell, 2 + looked[1 - me]] + layout.position[code, row[POOL]]
    else:
        entry += looked[1 - me]
    return int(entry)


@njit
def _set_aside(rows: NDArray[np.int64], streams: NDArray[np.uint64]) -> None:
    """Put a random card of each pool first, modified in place."""
    for index in range(len(rows)):
        pool, left = rows[index, POOL:], rows[index, LEFT]
        at = scale(next_bits(streams[index : index + 1]), left)
        pool[0], pool[at] = pool[at], pool[0]
