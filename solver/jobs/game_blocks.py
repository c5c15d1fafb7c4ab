"""The games of a match, played block by block.

A game depends on its seed and number alone, so the blocks may be of any size and on any worker.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeVar

from llq.solver.arguments import MOST_GAMES, check_integer
from llq.solver.jobs.blocks import computes_here, in_order, run_blocks

Result = TypeVar("Result")

_MOST_CALLS = 1024  # to workers elsewhere, where a call costs some milliseconds


def play_blocks(
    play: Callable[[range], Result],
    games: range,
    block: int,
    *,
    threads: int,
    has_custom_players: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Iterator[Result]:
    """Yield what came of each block of games, in order.

    An error, Ctrl-C or a caller who stops early ends the work at once: no further block begins,
    and blocks that threads have begun are abandoned.

    Parameters
    ----------
    play
        Plays the games of these numbers, in several threads or, as `run_blocks` says, elsewhere.
    games
        Numbers of the games, consecutive.
    block
        Games of a block; the last may be smaller. Blocks of more than one game are larger where
        very many would be sent to other processes or machines.
    has_custom_players
        Whether users' own players take part: these are called in the calling thread only, so all
        blocks are played there.
    progress
        Called after each block with the number of games done and their total.

    Raises
    ------
    IllegalState
        No match has that many games.

    Examples
    --------
    >>> from llq.solver.jobs.game_blocks import play_blocks
    >>> list(play_blocks(sum, range(10, 15), 2, threads=2))
    [21, 25, 14]
    """
    total = check_integer("games", games.stop - games.start, 0, MOST_GAMES)
    if block > 1 and not (has_custom_players or computes_here()):
        block = max(block, -(-total // _MOST_CALLS))
    work = partial(_play_block, play, games, block)
    firsts = range(0, total, block)
    results = (
        map(work, firsts)
        if has_custom_players
        else in_order(run_blocks(work, firsts, threads=threads))
    )
    for first, result in zip(firsts, results, strict=True):
        if progress:
            progress(min(first + block, total), total)
        yield result


def _play_block(play: Callable[[range], Result], games: range, block: int, first: int) -> Result:
    return play(games[first : first + block])
