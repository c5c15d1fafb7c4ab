"""Matches: many games between some players, or one, from seeded streams, on common deals.

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
from llq.solver.array_types import Bools, Ints, Shorts, Singles, Uints
from llq.solver.jit import njit
from llq.solver.jobs.game_blocks import play_blocks
from llq.solver.literature import engine, players, turns
from llq.solver.literature.log import decode_move
from llq.solver.literature.players import Kind, Player, Strategy, choose_ask, find_strategy
from llq.solver.literature.positions.position import Position, observe
from llq.solver.literature.rules import (
    LIMIT,
    MOST_ASKS,
    MOST_CARDS,
    MOST_HALF_SUITS,
    Rules,
    find_card,
    find_rules,
)
from llq.solver.literature.scratch import Scratch, make_scratch
from llq.solver.rng import streams

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
    finished: Bools
    """(games,) whether the game ended before the limit on asks."""
    asks: Shorts
    """(games,) asks of the game: its length in moves."""
    hits: Shorts
    """(games, 2) successful asks by team."""
    wrong_claims: Shorts
    """(games, 2) of each team."""
    ask_backs: Shorts
    """(games, 2) of each team, as `engine.ask` says."""
    back_claims: Shorts
    """(games, 2) ask-backs whose half suit is claimed in the same turn."""

    @property
    def winner(self) -> NDArray[np.int8]:
        """(games,) team with more half suits, -1 for drawn or unfinished games."""
        even, odd = self.half_suits.T
        winner = np.where(even > odd, 0, np.where(odd > even, 1, -1))
        return np.where(self.finished, winner, -1).astype(np.int8)


@dataclass(frozen=True)
class PlayedGame:
    """Game played to some point."""

    rules: Rules
    hands: tuple[int, ...]
    """Dealt hands by seat, as sets of cards."""
    row: Ints
    """The engine's row, all hands in it."""

    def observe(self, seat: int | None = None) -> Position:
        """Return what a player sees, by default the mover."""
        return observe(self.row, self.rules, seat)


class Lineup(NamedTuple):
    """A player a seat."""

    players: tuple[Strategy | Player, ...]
    kinds: Ints
    """(seats,) what the kernel does for each."""
    weights: Singles
    """(seats, values) of each seat's policy, zeros to the longest's length."""

    @property
    def custom_players(self) -> dict[int, Player]:
        """Custom players by seat."""
        seats = enumerate(self.players)
        return {seat: player for seat, player in seats if not isinstance(player, Strategy)}

    @property
    def is_slow(self) -> bool:
        """Whether a seat uses exact chances or a custom player."""
        return bool({Kind.GREEDY, Kind.USER} & {*self.kinds.tolist()})

    @property
    def has_learners(self) -> bool | None:
        """Whether a seat plays by a learner's policy; None if not, as `players.choose` takes it."""
        learners = {Kind.ARTICLE, Kind.STRONG, Kind.CAUTIOUS}
        return True if learners & {*self.kinds.tolist()} else None


def play_games(
    seats: Sequence[str | Strategy | Player],
    games: int,
    seed: int,
    *,
    first: int = 0,
    rules: Rules | None = None,
    limit: int = LIMIT,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
) -> Games:
    """Play games ``first`` … ``first + games - 1`` of a seed.

    Seats have a player each, in order around the table; the rules are by default the
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


def play_game(
    lineup: Lineup,
    rules: Rules,
    seed: int,
    number: int,
    *,
    limit: int = LIMIT,
    moves: int | None = None,
) -> PlayedGame:
    """Play one `play_games` game, by seed and number, or its first moves."""
    row, (source,) = engine.new_row(rules), _sources(rules, seed, range(number, number + 1))
    engine.deal(row, source[:1])
    dealt = row.copy()
    scratch = make_scratch(rules.players)
    _play_on_alone(lineup, rules, row, source, f"{seed}/{number}", limit, scratch, moves)
    if moves is not None and row[engine.LOGGED] > moves:  # claims come at once
        log = row[engine.LOG : engine.LOG + moves].tolist()
        row = dealt.copy()
        for code in log:
            engine.apply_move(row, decode_move(code))
    hands = dealt[engine.HANDS : engine.HANDS + rules.players].tolist()
    return PlayedGame(rules, tuple(hands), row)


def line_up(seats: Sequence[str | Strategy | Player], rules: Rules) -> Lineup:
    """Return the seats' players in kernel form."""
    lineup = tuple(find_strategy(player) if isinstance(player, str) else player for player in seats)
    policies = [player.policy if isinstance(player, Strategy) else None for player in lineup]
    no_weights = np.zeros(0, np.float32)
    values = [policy.weights_for(rules.players) if policy else no_weights for policy in policies]
    weights = np.zeros((len(lineup), max(map(len, values))), np.float32)
    for row, policy_values in zip(weights, values, strict=True):
        row[: len(policy_values)] = policy_values
    kinds = [player.kind if isinstance(player, Strategy) else Kind.USER for player in lineup]
    return Lineup(lineup, np.array(kinds), weights)


@njit(_nrt=False)
def play_on(
    kinds: Ints,
    weights: Singles,
    rows: Ints,
    sources: Uints,
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


def summarize(rows: Ints) -> Games:
    """Return what came of played rows."""

    def pair(column: int) -> Shorts:
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


class _Scratches(local):
    """Scratch spaces of each thread."""

    def __init__(self) -> None:
        self.by_players = cache(make_scratch)


_scratches = _Scratches()


def _play(lineup: Lineup, rules: Rules, seed: int, limit: int, numbers: range) -> Ints:
    """Return final rows of games, without logs."""
    sources = _sources(rules, seed, numbers)
    rows = np.repeat(engine.new_row(rules)[None], len(numbers), axis=0)
    _deal_all(rows, sources)
    if lineup.custom_players:
        scratch = make_scratch(rules.players)  # a custom player may play a match meanwhile
        for number, row, source in zip(numbers, rows, sources, strict=True):
            _play_on_alone(lineup, rules, row, source, f"{seed}/{number}", limit, scratch)
    else:
        scratch, learns = _scratches.by_players(rules.players), lineup.has_learners
        play_on(lineup.kinds, lineup.weights, rows, sources, limit, scratch, learns)
    return rows[:, : engine.LOG]


def _sources(rules: Rules, seed: int, numbers: range) -> Uints:
    """Return the streams of some games of a seed, (games, 1 + seats): the deal's, the seats'."""
    width = 1 + rules.players
    return streams(seed, width * numbers.start, width * numbers.stop).reshape(-1, width)


@njit(_nrt=False)
def _deal_all(rows: Ints, sources: Uints) -> None:
    """Deal games; rows and streams are modified in place."""
    for index in range(len(rows)):
        engine.deal(rows[index], sources[index, :1])


def _play_on_alone(
    lineup: Lineup,
    rules: Rules,
    row: Ints,
    source: Uints,
    name: str,
    limit: int,
    scratch: Scratch,
    moves: int | None = None,
) -> None:
    """Play a game to its end, the limit on asks or a number of moves; modified in place.

    ``source`` has its streams; its ``name`` gives the custom players' random numbers.
    """
    users, learns = lineup.custom_players, lineup.has_learners
    randoms = {seat: Random(f"{name}/{seat}") for seat in users}
    while True:
        most = limit if moves is None else min(limit, int(row[engine.ASKS]) + 1)
        play_on(lineup.kinds, lineup.weights, row[None], source[None], most, scratch, learns)
        is_done = moves is not None and row[engine.LOGGED] >= moves
        if is_done or row[engine.ASKS] >= limit or engine.is_over(row) or not engine.can_ask(row):
            return
        seat = int(row[engine.TURN])
        if seat in users:
            ask = choose_ask(users[seat], observe(row, rules), randoms[seat])
            row[engine.PENDING] = MOST_CARDS * ask.player + find_card(ask.card, rules.pack)
