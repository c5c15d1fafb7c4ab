"""Matches: many games between some players, from seeded streams, on common deals.

Game ``i`` of a seed has the same deal and beginner for any players, and every seat a stream of its
own, so that two matches differ by their players and not by their luck.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from threading import local

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.solver.arguments import MOST_GAMES, check_integer
from llq.solver.array_types import Bools, Ints, Shorts, Uints
from llq.solver.jit import njit
from llq.solver.jobs.game_blocks import play_blocks
from llq.solver.jobs.progress import Progress
from llq.solver.literature import engine
from llq.solver.literature.matches.lineup import Lineup, line_up, play_on
from llq.solver.literature.matches.single_game import game_streams, play_game
from llq.solver.literature.players import Player, Strategy
from llq.solver.literature.rules import LIMIT, MOST_ASKS, MOST_HALF_SUITS, Rules, find_rules
from llq.solver.literature.scratch import make_scratch

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


def play_games(
    seats: Sequence[str | Strategy | Player],
    games: int,
    seed: int,
    *,
    first: int = 0,
    rules: Rules | None = None,
    limit: int = LIMIT,
    threads: int = 2,
    progress: Progress = None,
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
    return _summarize(np.concatenate(list(results)))


class _Scratches(local):
    """Scratch spaces of each thread."""

    def __init__(self) -> None:
        self.by_players = cache(make_scratch)


_scratches = _Scratches()


def _play(lineup: Lineup, rules: Rules, seed: int, limit: int, numbers: range) -> Ints:
    """Return final rows of games, without logs."""
    if lineup.custom_players:  # who may play a match meanwhile: nothing is shared
        games = (play_game(lineup, rules, seed, number, limit=limit) for number in numbers)
        return np.stack([game.row for game in games])[:, : engine.LOG]
    sources = game_streams(rules, seed, numbers)
    rows = np.repeat(engine.new_row(rules)[None], len(numbers), axis=0)
    _deal_all(rows, sources)
    scratch, learns = _scratches.by_players(rules.players), lineup.has_learners
    play_on(lineup.kinds, lineup.weights, rows, sources, limit, scratch, learns)
    return rows[:, : engine.LOG]


@njit(_nrt=False)
def _deal_all(rows: Ints, sources: Uints) -> None:
    """Deal games; rows and streams are modified in place."""
    for index in range(len(rows)):
        engine.deal(rows[index], sources[index, :1])


def _summarize(rows: Ints) -> Games:
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
