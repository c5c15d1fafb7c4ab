"""Matches: many games between some players, from seeded streams, on common deals.

Game ``i`` of a seed has the same deal and beginner for any players, and every seat a stream of its
own, so that two matches differ by their players and not by their luck.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from random import Random
from threading import local
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.solver.arguments import MOST_GAMES, check_integer
from llq.solver.jit import njit
from llq.solver.jobs.game_blocks import play_blocks
from llq.solver.literature import engine, players, turns
from llq.solver.literature.players import Kind, Player, Strategy, choose_ask, find_strategy
from llq.solver.literature.positions.position import observe
from llq.solver.literature.rules import (
    MOST_ASKS,
    MOST_CARDS,
    MOST_HALF_SUITS,
    Rules,
    find_card,
    find_rules,
)
from llq.solver.literature.scratch import Scratch, make_scratch
from llq.solver.rng import streams

MOVE_LIMIT = 200
"""Ask limit after which the article calls a draw, section "Speeding up the training"."""

_BLOCK_GAMES = 64
_SLOW_BLOCK_GAMES = 2
"""Games per thread block for slow players above four seats, up to half a second each."""


@dataclass(frozen=True)
class Games:
    """Results of games, one entry each."""

    starter: NDArray[np.int8]
    """(games,) the seat that began."""
    half_suits: NDArray[np.int8]
    """(games, 2) half suits of each team, even seats first."""
    finished: NDArray[np.bool_]
    """(games,) whether the game ended before the limit on asks."""
    asks: NDArray[np.int16]
    """(games,) asks of the game: its length in moves."""
    hits: NDArray[np.int16]
    """(games, 2) successful asks by team."""
    wrong_claims: NDArray[np.int16]
    """(games, 2) of each team."""
    ask_backs: NDArray[np.int16]
    """(games, 2) of each team, as `engine.ask` says."""
    back_claims: NDArray[np.int16]
    """(games, 2) ask-backs whose half suit is claimed in the same turn."""

    @property
    def winner(self) -> NDArray[np.int8]:
        """(games,) team with more half suits, -1 for drawn or unfinished games."""
        even, odd = self.half_suits.T
        winner = np.where(even > odd, 0, np.where(odd > even, 1, -1))
        return np.where(self.finished, winner, -1).astype(np.int8)


def play_games(
    seats: Sequence[str | Strategy | Player],
    games: int,
    seed: int,
    *,
    first: int = 0,
    rules: Rules | None = None,
    limit: int = MOVE_LIMIT,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
) -> Games:
    """Play games ``first`` … ``first + games - 1`` of a seed.

    Seats have a player each, in the order around the scratch; the rules are by default the
    article's. A game is given up after ``limit`` asks. No result depends on the number of threads;
    a user's player is asked from this thread.
    """
    rules = rules or find_rules()
    if len(seats) != rules.players:
        raise IllegalState(f"the rules are for {rules.players} players; got {len(seats)}")
    check_integer("games", games, 1, MOST_GAMES)
    if not 1 <= limit <= MOST_ASKS:
        raise IllegalState(f"a game has 1 to {MOST_ASKS} asks; got a limit of {limit}")
    lineup = line_up(seats, rules)
    results = play_blocks(
        partial(_play, lineup, rules, seed, limit),
        range(first, first + games),
        _SLOW_BLOCK_GAMES if rules.players > 4 and lineup.is_slow else _BLOCK_GAMES,
        threads=threads,
        has_custom_players=bool(lineup.custom_players),
        progress=progress,
    )
    return summarize(np.concatenate(list(results)))


class _Scratches(local):
    """Scratch spaces of each thread."""

    def __init__(self) -> None:
        self.by_players = cache(make_scratch)


_scratches = _Scratches()


def _play(lineup: Lineup, rules: Rules, seed: int, limit: int, numbers: range) -> NDArray[np.int64]:
    """Return final rows of games, without logs."""
    if lineup.custom_players:  # who may play a match of their own meanwhile
        scratch = make_scratch(rules.players)
    else:
        scratch = _scratches.by_players(rules.players)
    each = 1 + rules.players
    sources = streams(seed, each * numbers.start, each * numbers.stop).reshape(-1, each)
    rows = np.repeat(engine.new_row(rules)[None], len(numbers), axis=0)
    _deal_all(rows, sources)
    names = [f"{seed}/{number}" for number in numbers]
    _finish(lineup, rules, rows, sources, names, limit, scratch)
    return rows[:, : engine.LOG]


class Lineup(NamedTuple):
    """A player a seat."""

    players: tuple[Strategy | Player, ...]
    kinds: NDArray[np.int64]
    """(seats,) what the kernel does for each."""
    weights: NDArray[np.float32]
    """(seats, values) of each seat's policy, zeros to the longest's length."""

    @property
    def custom_players(self) -> dict[int, Player]:
        """Custom players by seat."""
        return {s: p for s, p in enumerate(self.players) if not isinstance(p, Strategy)}

    @property
    def is_slow(self) -> bool:
        """Whether a seat uses exact chances or a custom player."""
        return bool({Kind.GREEDY, Kind.USER} & {*self.kinds.tolist()})

    @property
    def has_learners(self) -> bool | None:
        """Whether a seat plays by a learner's policy; None if not, as `players.choose` takes it."""
        learners = {Kind.ARTICLE, Kind.STRONG, Kind.CAUTIOUS}
        return True if learners & {*self.kinds.tolist()} else None


def line_up(seats: Sequence[str | Strategy | Player], rules: Rules) -> Lineup:
    """Return the seats' players in kernel form."""
    lineup = tuple(find_strategy(p) if isinstance(p, str) else p for p in seats)
    policies = [p.policy if isinstance(p, Strategy) else None for p in lineup]
    values = [p.weights_for(rules.players) if p else np.zeros(0, np.float32) for p in policies]
    weights = np.zeros((len(lineup), max(map(len, values))), np.float32)
    for row, policy_values in zip(weights, values, strict=True):
        row[: len(policy_values)] = policy_values
    kinds = np.array([p.kind if isinstance(p, Strategy) else Kind.USER for p in lineup])
    return Lineup(lineup, kinds, weights)


@njit(_nrt=False)
def _deal_all(rows: NDArray[np.int64], sources: NDArray[np.uint64]) -> None:
    """Deal games; rows and streams are modified in place."""
    for index in range(len(rows)):
        engine.deal(rows[index], sources[index, :1])


@njit(_nrt=False)
def play_on(
    kinds: NDArray[np.int64],
    weights: NDArray[np.float32],
    rows: NDArray[np.int64],
    sources: NDArray[np.uint64],
    limit: int,
    scratch: Scratch,
    has_learners: bool | None,
) -> None:
    """Play games to their end, limit or next custom move; modified in place."""
    for index in range(len(rows)):
        row = rows[index]
        while (
            turns.advance(row, sources[index, :1], scratch.inference) and row[engine.ASKS] < limit
        ):
            seat = row[engine.TURN]
            code = row[engine.PENDING]
            if has_learners is not None:  # noqa: SIM102  # numba drops such a branch, for None
                if kinds[seat] == Kind.STRONG and turns.end_standstill(row, weights[seat], scratch):
                    continue
            if kinds[seat] >= 0:
                stream = sources[index, seat + 1 : seat + 2]
                code = players.choose(
                    row, kinds[seat], weights[seat], stream, scratch, has_learners
                )
            if code < 0:
                break
            row[engine.PENDING] = -1
            players.make_ask(row, code)


def _finish(
    lineup: Lineup,
    rules: Rules,
    rows: NDArray[np.int64],
    sources: NDArray[np.uint64],
    names: Sequence[str],
    limit: int,
    scratch: Scratch,
) -> None:
    """Play games to their ends, asking custom players in between; modified in place.

    ``names`` are of the games, for the custom players' random numbers.
    """
    has_learners = lineup.has_learners
    play_on(lineup.kinds, lineup.weights, rows, sources, limit, scratch, has_learners)
    if not (users := lineup.custom_players):
        return
    for index in range(len(rows)):
        randoms = {seat: Random(f"{names[index]}/{seat}") for seat in users}
        row = rows[index]
        while engine.can_ask(row) and not engine.is_over(row) and row[engine.ASKS] < limit:
            seat = int(row[engine.TURN])
            row[engine.PENDING] = ask_player(users[seat], row, rules, randoms[seat])
            game = rows[index : index + 1], sources[index : index + 1]
            play_on(lineup.kinds, lineup.weights, *game, limit, scratch, has_learners)


def ask_player(player: Player, row: NDArray[np.int64], rules: Rules, random: Random) -> int:
    """Return the ask that a custom player makes, as `players.ask_of` reads it."""
    position = observe(row, rules)
    ask = choose_ask(player, position, random)
    return MOST_CARDS * ask.player + find_card(ask.card, rules.pack)


def summarize(rows: NDArray[np.int64]) -> Games:
    """Return what came of played rows."""

    def pair(column: int) -> NDArray[np.int16]:
        return rows[:, [column, column + 1]].astype(np.int16)

    owners = rows[:, engine.OWNERS : engine.OWNERS + MOST_HALF_SUITS]
    return Games(
        starter=rows[:, engine.FIRST].astype(np.int8),
        half_suits=np.stack([(owners == team).sum(1) for team in (0, 1)], 1).astype(np.int8),
        finished=np.array([bool(engine.is_over(row)) for row in rows]),
        asks=rows[:, engine.ASKS].astype(np.int16),
        hits=pair(engine.HITS),
        wrong_claims=pair(engine.WRONG_CLAIMS),
        ask_backs=pair(engine.ASK_BACKS),
        back_claims=pair(engine.BACK_CLAIMS),
    )
