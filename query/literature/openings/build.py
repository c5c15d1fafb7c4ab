"""Building the table of openings: each block is games of every opening of one pattern."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState, TableMissing, UnknownStrategy
from llq.query.jobs.block_build import BlockJob, build_from_blocks
from llq.query.literature.matches.table import LIMIT, SIZES, rules_for
from llq.query.literature.openings.table import GAMES, OpeningTable, hands, openings_spec
from llq.query.literature.policies.table import fingerprint
from llq.query.players import check_seed
from llq.solver.arguments import MOST_GAMES, check_integer, check_threads
from llq.solver.literature.rules import HALF_SUITS

if TYPE_CHECKING:
    from llq.solver.literature.players import Strategy

PLAYS_ON = {4: ("compact", "greedy"), 6: ("possible",), 8: ("possible",)}
"""Players after the opening by default: the first of them that there is."""

BLOCK_GAMES = 250

_CHEAP = ("random", "possible")
_COST = 25  # of another player's game, in games of theirs


class Block(NamedTuple):
    """Games of every opening of a pattern that are played at a time."""

    pattern: tuple[int, ...]
    players: int
    first: int
    games: int
    seed: int


def play_block(by: Mapping[int, Strategy], block: Block) -> NDArray[np.int16]:
    """Return lead, finished, hit and asks: int16 of shape (4, openings, games)."""
    from llq.solver.literature.openings.opening_asks import roll_out

    found = roll_out(
        block.pattern, by[block.players], block.games, block.seed, first=block.first,
        rules=rules_for(block.players), limit=LIMIT,
    )  # fmt: skip
    return np.stack([found.lead, found.finished, found.hit, found.asks]).astype(np.int16)


def build_openings(
    games: int = GAMES,
    seed: int = 1,
    by: Mapping[int, str] | None = None,
    folder: str | os.PathLike[str] | None = None,
    *,
    threads: int = 2,
    progress: Callable[[int, int], None] | None = None,
    executor: Executor | None = None,
) -> Path:
    """Play games from every opening ask, write the table of openings and return its path.

    An interrupted build resumes when it is called again with the same arguments: finished blocks
    are kept in ``literature-openings.partial`` beside the table.

    Parameters
    ----------
    games
        Games of each opening.
    seed
        Of the deals and of every player's own choices.
    by
        The player who plays on, in every seat, by the number of players; by default ``compact``, or
        ``greedy`` if that is not stored, with 4, and ``possible`` with 6 and 8.
    threads
        Threads that play, unless there is an executor; no result depends on them.
    progress
        Called with the work done and its total.
    executor
        Plays in place of threads, as in `llq.literature.matches.build`.

    Raises
    ------
    IllegalState
        There are fewer than two games, no thread, or the seed is negative; or nobody plays on, or
        not with 4, 6 or 8 players.
    UnknownStrategy
        There is no such player.
    TableMissing
        A name is that of a policy and none are stored.
    TableNotWritable
        The folder cannot be written to.
    """
    seed = check_seed(seed)
    check_integer("games", games, 2, MOST_GAMES)
    check_threads(threads)
    return build_from_blocks(
        openings_job(games, seed, by),
        folder=folder, threads=threads, progress=progress, executor=executor,
    )  # fmt: skip


def openings_job(games: int, seed: int, by: Mapping[int, str] | None) -> BlockJob[Block]:
    """Return what `build_openings` computes and joins."""
    chosen = who_plays_on(by)
    prints = {s.name: fingerprint(s.policy) for s in chosen.values() if s.policy is not None}
    spec = openings_spec(games, seed, {size: s.name for size, s in chosen.items()}, prints)
    from llq.solver.literature.openings.opening_asks import opening_classes, pattern_chance

    classes = [(size, o.pattern, o.count) for size in chosen for o in opening_classes(size)]
    tasks = {
        f"{size}-{'-'.join(map(str, pattern))}-{first}": Block(
            pattern, size, first, min(BLOCK_GAMES, games - first), seed
        )
        for size, pattern in dict.fromkeys((size, pattern) for size, pattern, _ in classes)
        for first in range(0, games, BLOCK_GAMES)
    }

    def join(blocks: Iterable[NDArray[np.int16]]) -> dict[str, NDArray[Any]]:
        each, kept = -(-games // BLOCK_GAMES), list(blocks)
        found = np.concatenate(
            [np.concatenate(kept[at : at + each], axis=2) for at in range(0, len(kept), each)], 1
        )
        ways = [pattern_chance(pattern) * hands(size) for size, pattern, _ in classes]
        columns: dict[str, NDArray[Any]] = {
            "players": np.array([size for size, *_ in classes]),
            "pattern": np.array([[*p, *[0] * (HALF_SUITS - len(p))] for _, p, _ in classes]),
            "count": np.array([count for *_, count in classes]),
            "hand_ways": np.array([int(way) for way in ways]),
            **dict(zip(("lead", "finished", "hit", "asks"), found, strict=True)),
        }
        return {c.name: columns[c.name].astype(c.dtype) for c in spec.columns}

    return BlockJob(
        spec=spec, command=OpeningTable.command_of(spec), tasks=tasks,
        work=partial(play_block, chosen), join=join,
        cut=(BLOCK_GAMES,), cost=partial(_cost, chosen),
    )  # fmt: skip


def who_plays_on(by: Mapping[int, str] | None) -> dict[int, Strategy]:
    """Return the players who play on, by the number of players, as `build_openings` takes it."""
    from llq.query.literature.built_in_players import strategy_of

    if by is not None:
        if not by or not by.keys() <= set(SIZES):
            raise IllegalState(f"openings are of 4, 6 or 8 players; got {', '.join(map(str, by))}")
        return {size: strategy_of(by[size]) for size in sorted(by)}
    found = {}
    for size, names in PLAYS_ON.items():
        for name in names:
            try:
                found[size] = strategy_of(name)
            except (TableMissing, UnknownStrategy):
                continue
            break
    return found


def _cost(by: Mapping[int, Strategy], block: Block) -> int:
    """Return the rough cost of a block, in games of the cheapest players."""
    asks = len(set(block.pattern))
    return block.games * asks * (1 if by[block.players].name in _CHEAP else _COST)
