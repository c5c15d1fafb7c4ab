"""A match's games, block by block: each game depends solely on its seed and number."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeVar

from llq.solver.arguments import MOST_GAMES, check_integer
from llq.solver.jobs.blocks import computes_here, in_order, run_blocks
from llq.solver.jobs.progress import Progress

Result = TypeVar("Result")

_MOST_BLOCKS = 1024  # of a match that goes to other processes


def play_blocks(
    play: Callable[[range], Result],
    games: range,
    block: int,
    *,
    threads: int,
    has_custom_players: bool = False,
    progress: Progress = None,
) -> Iterator[Result]:
    """Yield the results of ``play`` for consecutive blocks of games, in order.

    A block has ``block`` games, or more where that would send over 1,024 blocks to other processes;
    blocks of one game stay as they are. Custom players are called in the calling thread alone.
    """
    total = check_integer("games", games.stop - games.start, 0, MOST_GAMES)
    if block > 1 and not (has_custom_players or computes_here()):
        block = max(block, -(-total // _MOST_BLOCKS))  # rounded up
    work = partial(_play_block, play, games, block)  # no closure: it goes to other processes
    firsts = range(0, total, block)
    if has_custom_players:
        results: Iterator[Result] = map(work, firsts)
    else:
        results = in_order(run_blocks(work, firsts, threads=threads))
    for first, result in zip(firsts, results, strict=True):
        if progress:
            progress(min(first + block, total), total)
        yield result


def _play_block(play: Callable[[range], Result], games: range, block: int, first: int) -> Result:
    return play(games[first : first + block])
