"""Level walk of backward induction: blocks in ascending order of unseen cards.

A state's value follows from states with fewer unseen cards, so the blocks of a level may be solved
in any order, on several threads.
"""

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from llq.solver.jobs.threads import DaemonThreads
from llq.solver.love_letter.table.states import StateSpace

_THREADS_SHARE = 256  # blocks a thread takes at a time


def run_levels(
    space: StateSpace,
    most_unseen: int,
    run: Callable[[int, int], None],
    *,
    threads: int,
    progress: Callable[[int, int], None] | None = None,
) -> None:
    """Run over each level's blocks, from 2 to ``most_unseen`` unseen cards.

    ``run`` is called with a first block and the block after the last, by any thread; the next level
    begins when all its calls have returned. ``progress`` is called after each level with the number
    of states done and their total.
    """
    starts = space.block_start
    with DaemonThreads(threads) as pool:
        for unseen in range(2, most_unseen + 1):
            first, last = np.searchsorted(space.block_n, [unseen, unseen + 1]).tolist()
            bounds = [*range(first, last, _THREADS_SHARE), last]
            for job in [pool.submit(run, *span) for span in pairwise(bounds)]:
                job.result()
            if progress:
                progress(int(starts[last]), int(starts[-1]))
