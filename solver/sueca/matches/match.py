"""Games of Sueca between four players, from seeded streams, on common deals.

Game ``i`` of a seed has the same deal for all players, and every seat has a stream of its own, so
that two matches differ by their players and not by their luck.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from random import Random

import numpy as np

from llq.errors import IllegalAction, IllegalState
from llq.solver.arguments import MOST_GAMES, check_integer
from llq.solver.array_types import Bytes, Ints, Uints
from llq.solver.jit import njit
from llq.solver.jobs.game_blocks import play_blocks
from llq.solver.jobs.progress import Progress
from llq.solver.jobs.threads import DaemonThreads
from llq.solver.rng import streams
from llq.solver.sueca import engine, players
from llq.solver.sueca.engine import PENDING, SCORE, TRICKS, TURN
from llq.solver.sueca.matches import deals
from llq.solver.sueca.matches.deals import DealArrays, Deals
from llq.solver.sueca.players import Player, Strategy, find_strategy
from llq.solver.sueca.playouts.scratch import Scratch, make_scratch, own_scratch
from llq.solver.sueca.positions.position import observe
from llq.solver.sueca.rules import CARDS, SEATS, STREAMS, find_card
from llq.solver.sueca.settings import COLUMNS, KIND, Kind

_BLOCK, _SAMPLING_BLOCK = 4096, 32  # most games of a thread at a time: some 10 to 50 ms


@dataclass(frozen=True)
class Games:
    """The results of games, one entry each."""

    points: Bytes
    """(games,) points of North and South."""
    tricks: Bytes
    """(games,) tricks of North and South."""
    drawings: Ints
    """(2, 10, 13) the drawings of `Scratch`, summed."""


def play_games(
    seats: Sequence[str | Strategy | Player],
    games: int,
    seed: int,
    *,
    first: int = 0,
    dealing: Deals | None = None,
    block: int = _BLOCK,
    threads: int = 2,
    progress: Progress = None,
) -> Games:
    """Play games ``first`` … ``first + games - 1`` of a seed.

    Seats are four players in the order of play: North, West, South, East. Deals are by default any,
    trumps by lot, North leading. A thread plays at most ``block`` games between two words of
    progress. No result depends on the number of threads; custom players are called in this thread.
    """
    if len(seats) != SEATS:
        raise IllegalState(f"Sueca has four players: N, W, S, E; got {len(seats)}")
    check_integer("games", games, 1, MOST_GAMES)
    lineup = [find_strategy(player) if isinstance(player, str) else player for player in seats]
    strategies = [player for player in lineup if isinstance(player, Strategy)]
    settings = np.stack([_settings_of(player) for player in lineup])
    deal_arrays = (dealing or Deals()).arrays()
    is_slow = any(strategy.is_sampling for strategy in strategies)
    results = play_blocks(
        partial(_play, lineup, settings, deal_arrays, seed),
        range(first, first + games),
        min(block, _SAMPLING_BLOCK if is_slow else _BLOCK),
        threads=threads,
        has_custom_players=len(strategies) < SEATS,
        progress=progress,
    )
    scores, drawings = zip(*results, strict=True)
    points, tricks = np.concatenate(scores).T.astype(np.uint8)
    return Games(points, tricks, np.sum(drawings, axis=0))


def _play(
    seats: Sequence[Strategy | Player], settings: Ints, dealing: DealArrays, seed: int, games: range
) -> tuple[Ints, Ints]:
    """Return points and tricks of games, and the drawings."""
    if any(settings[:, KIND] == Kind.USER):  # who may play a match of their own meanwhile
        scratch = make_scratch()
    else:
        scratch = own_scratch()
        scratch.drawings[:] = 0
    rows = np.zeros((len(games), engine.ROW), dtype=np.int64)
    sources = streams(seed, STREAMS * games.start, STREAMS * games.stop).reshape(-1, STREAMS)
    _deal_all(dealing, rows, sources)
    _finish(seats, settings, rows, sources, scratch, seed, games.start)
    return rows[:, [SCORE, TRICKS]], scratch.drawings.copy()


def _settings_of(player: Strategy | Player) -> Ints:
    """Return a player's settings; those of custom players only say that they are custom."""
    if isinstance(player, Strategy):
        return player.settings()
    settings = np.zeros(COLUMNS, dtype=np.int64)
    settings[KIND] = Kind.USER
    return settings


@njit(_nrt=False)
def _deal_all(dealing: DealArrays, rows: Ints, sources: Uints) -> None:
    """Deal games; rows and streams are modified in place."""
    for index in range(len(rows)):
        deals.deal(dealing, rows[index], sources[index, :1])


def _finish(
    seats: Sequence[Strategy | Player],
    settings: Ints,
    rows: Ints,
    sources: Uints,
    scratch: Scratch,
    seed: int,
    first: int,
) -> None:
    """Play games to their end, asking custom players in waiting games."""
    needs = players.needs_of(settings[:, KIND].tolist())
    if all(isinstance(player, Strategy) for player in seats):
        players.play_on(settings, rows, sources, scratch, CARDS, *needs)
        return

    @cache
    def random_of(index: int, seat: int) -> Random:
        return Random(f"{seed} {first + index} {seat}")

    with DaemonThreads(1) as pool:  # in the calling thread a kernel would not hear Ctrl-C
        while True:
            pool.submit(players.play_on, settings, rows, sources, scratch, CARDS, *needs).result()
            waiting = np.flatnonzero(rows[:, TURN] < CARDS).tolist()
            if not waiting:
                return
            for index in waiting:
                row, seat = rows[index], int(engine.mover(rows[index]))
                row[PENDING] = _custom_card(seats[seat], row, random_of(index, seat))


def _custom_card(player: Strategy | Player, row: Ints, random: Random) -> int:
    assert not isinstance(player, Strategy)  # for mypy: games wait for custom players only
    position = observe(row)
    card = player.choose(position, random)
    if card not in position.legal:
        raise IllegalAction(
            f"{player.name} chose {card!r}; legal are {' '.join(position.legal)} in {position}"
        )
    return find_card(card)
