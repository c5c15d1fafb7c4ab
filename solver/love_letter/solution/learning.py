"""Learning of a policy with a memory: both players of every round follow it, and it regrets.

Predictive regret matching⁺ with quadratic averaging [1]_, on information sets that forget. An
iteration carries reach forward and values backward (`sweeps`). A regret counts by the chance that
play reaches the joint state: what the opponent may hold is weighed by how the mover plays, too, as
an information set that forgets is not reached alike by all that the mover might have done. A policy
counts in the average by its iteration's square and by what the mover contributes to the reach.

There is no bound for games with imperfect recall: what the average is worth is computed, by the
best response to it.

References
----------
.. [1] G. Farina, C. Kroer and T. Sandholm, Faster Game Solving via Predictive Blackwell
   Approachability, AAAI 2021.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.solver.jobs.threads import DaemonThreads
from llq.solver.love_letter.exact.evaluation import deal_ways
from llq.solver.love_letter.rules import Scoring
from llq.solver.love_letter.solution.index import RUNS, MemorySpace
from llq.solver.love_letter.solution.joint_runs import REACHES, Ground, Scratch, make_scratch
from llq.solver.love_letter.solution.sweeps import (
    PARTS,
    Learning,
    back_up,
    carry_reach,
    match_regrets,
)
from llq.solver.love_letter.table.block_states import Blocks, take_blocks
from llq.solver.love_letter.table.leads import entry_at, lead_range
from llq.solver.love_letter.table.reach import reachable
from llq.solver.love_letter.table.states import StateSpace, state_space


class Sweeper:
    """Both sweeps over a space of joint states, level by level.

    Each level is cut in `PARTS`, whatever the number of threads, so that sums never depend on it:
    for reach, which is summed up by part, in as many blocks, and for values, which are not, in
    blocks of as many joint states.

    Parameters
    ----------
    threads
        Threads that share a level; more than `PARTS` are of no use.
    """

    def __init__(self, space: MemorySpace, threads: int = 2) -> None:
        rules, states = space.rules, state_space(space.rules)
        self.space = space
        self._threads = min(threads, PARTS)
        self._ground = Ground(
            rules.arrays, states.layout, space.rows, reachable(rules, (space.face_up,)),
            space.leads, space.scoring == Scoring.DISCARDS,
        )  # fmt: skip
        self._levels, self._even_levels = [], []
        joints = np.diff(space.rows.joint_base, append=space.joints)
        of_block = np.bincount(space.run_block, weights=joints, minlength=len(states.block_n))
        before = np.concatenate([[0], np.cumsum(of_block)])
        for unseen in range(2, rules.opening_unseen - space.face_up + 1):
            first, last = np.searchsorted(states.block_n, [unseen, unseen + 1]).tolist()
            cuts = np.linspace(first, last, PARTS + 1).astype(int)
            self._levels.append(_cut_blocks(states, cuts))
            shares = np.linspace(before[first], before[last], PARTS + 1)
            cuts[1:-1] = np.searchsorted(before, shares[1:-1])
            self._even_levels.append(_cut_blocks(states, cuts))
        self._scratch = [self._make_scratch() for _ in range(PARTS)]
        self.starts, self.deal = _deal(space)

    def reach(self, chances: NDArray[np.float64], out: NDArray[np.float64]) -> None:
        """Fill in the reach of every joint state, as in `carry_reach`; modified in place."""
        with DaemonThreads(self._threads) as pool:
            for job in [pool.submit(part.fill, 0.0) for part in out]:
                job.result()
        out[0, self.starts] = self.deal[:, None]

        def carry(part: int, blocks: Blocks) -> None:
            carry_reach(self._ground, blocks, chances, out, part, self._scratch[part])

        self._run(self._levels[::-1], carry)

    def values(
        self, chances: NDArray[np.float64], out: NDArray[np.float64], learning: Learning
    ) -> float:
        """Fill in the mover's value of every joint state if both follow one policy, and learn.

        Returns
        -------
        The first player's value.
        """

        def back(part: int, blocks: Blocks) -> None:
            back_up(self._ground, blocks, chances, out, out, learning, self._scratch[part])

        self._run(self._even_levels, back)
        return self.mean(out)

    def block_values(
        self, block: int, chances: NDArray[np.float64], out: NDArray[np.float64]
    ) -> None:
        """Recompute the values of one block, given those with fewer unseen cards, in place."""
        blocks = take_blocks(state_space(self.space.rules), block, block + 1)
        back_up(self._ground, blocks, chances, out, out, no_learning(), self._scratch[0])

    def evaluate(
        self, first: NDArray[np.float64], second: NDArray[np.float64]
    ) -> tuple[float, float]:
        """Return what one policy wins moving first against another, and moving second.

        A draw is half a win.
        """
        mine, theirs = np.zeros((2, self.space.joints))
        nothing = no_learning()

        def back(part: int, blocks: Blocks) -> None:
            scratch = self._scratch[part]
            back_up(self._ground, blocks, first, theirs, mine, nothing, scratch)
            back_up(self._ground, blocks, second, mine, theirs, nothing, scratch)

        self._run(self._even_levels, back)
        return self.mean(mine), 1.0 - self.mean(theirs)

    def mean(self, values: NDArray[np.float64]) -> float:
        """Return the first player's value, averaged over the deal."""
        return float(self.deal @ values[self.starts])

    def match(
        self,
        regrets: NDArray[np.float64],
        last: NDArray[np.float64],
        chances: NDArray[np.float64],
    ) -> None:
        """Fill in the chances that follow from regrets, as in `match_regrets`."""
        sets = np.cumsum(np.diff(self.space.rows.row_start) * self.space.run_infos)
        shares = np.linspace(0, self.space.infos, PARTS + 1)
        cuts = [0, *np.searchsorted(sets, shares[1:-1]).tolist(), len(sets)]
        with DaemonThreads(self._threads) as pool:
            jobs = [
                pool.submit(
                    match_regrets, self.space.rows, cut, self.space.run_choice,
                    self.space.run_infos, regrets, last, chances,
                )
                for cut in pairwise(cuts)
            ]  # fmt: skip
            for job in jobs:
                job.result()

    def _make_scratch(self) -> Scratch:
        rules, memories = self.space.rules, len(self.space.memory.states)
        widest = int(self.space.leads.width.max())
        return make_scratch(len(rules.cards), len(rules.actions), memories, widest)

    def _run(self, levels: list[list[Blocks]], work: Callable[[int, Blocks], None]) -> None:
        """Do the parts of each level side by side, one level after the other."""
        with DaemonThreads(self._threads) as pool:
            for level in levels:
                for job in [pool.submit(work, part, blocks) for part, blocks in enumerate(level)]:
                    job.result()


class Learner:
    """A policy with a memory in the making.

    Attributes
    ----------
    iterations
        Number of iterations done.
    """

    def __init__(self, space: MemorySpace, threads: int = 2) -> None:
        self.space = space
        self.sweeper = Sweeper(space, threads)
        self.iterations = 0
        each = (np.zeros(space.actions) for _ in range(4))  # apart: `release` frees three
        self._regrets, self._last, self._sums, self._chances = each
        self._reach = np.zeros((PARTS, space.joints, REACHES))
        self._values = np.zeros(space.joints)

    def iterate(self) -> float:
        """Do one iteration; return the first player's value under the policy of it."""
        self.iterations += 1
        self.sweeper.match(self._regrets, self._last, self._chances)
        self.sweeper.reach(self._chances, self._reach)
        learning = Learning(
            self._reach, self._regrets, self._last, self._sums, float(self.iterations) ** 2
        )
        return self.sweeper.values(self._chances, self._values, learning)

    def average(self) -> NDArray[np.float64]:
        """Return the average policy: (actions of all information sets,) chances."""
        chances = np.empty(self.space.actions)
        self.sweeper.match(self._sums, np.zeros(0), chances)
        return chances

    def release(self) -> NDArray[np.float64]:
        """Return the chances of the average policy times the reach of each information set.

        Reach is what chance and the player's own plays contribute. The learner forgets all else, to
        make room, and learns no more.
        """
        del self._regrets, self._last, self._chances, self._reach, self._values
        weights = self.iterations * (self.iterations + 1) * (2 * self.iterations + 1) / 6
        self._sums /= weights
        return self._sums

    def state(self) -> dict[str, NDArray[Any]]:
        """Return all that an interrupted learner needs to go on."""
        return {"regrets": self._regrets, "last": self._last, "sums": self._sums}

    def restore(self, iterations: int, state: dict[str, NDArray[Any]]) -> None:
        """Resume from the `state` after some iterations."""
        self.iterations = iterations
        self._regrets[:], self._last[:], self._sums[:] = (
            state[name] for name in ("regrets", "last", "sums")
        )


def no_learning() -> Learning:
    """Return what `back_up` takes where it only evaluates."""
    nothing = np.zeros(0)
    return Learning(np.zeros((PARTS, 0, REACHES)), nothing, nothing, nothing, 0.0)


def _cut_blocks(states: StateSpace, cuts: NDArray[np.int64]) -> list[Blocks]:
    """Return the blocks from each cut to the next."""
    return [take_blocks(states, *cut) for cut in pairwise(cuts.tolist())]


def _deal(space: MemorySpace) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the joint states after a deal, and their chances."""
    states, index = state_space(space.rules), space.rows
    dealt = np.flatnonzero(states.block_n == space.rules.opening_unseen - space.face_up)
    ways = np.array([deal_ways(states, int(block)) for block in dealt], dtype=float)
    starts, chances = [], []
    for block, weight in zip(dealt.tolist(), (ways / ways.sum()).tolist(), strict=True):
        cell = int(states.block_cell[block])
        unseen = states.unseen[cell // states.layout.hands]
        run, copies = index.run_of[cell * RUNS], unseen[unseen > 0]
        even = entry_at(lead_range(space.leads, cell, 0)._replace(start=0), 0)
        # The deal has one row, and its memory.
        starts.append(index.joint_base[run] + np.arange(len(copies)) * index.width[run] + even)
        chances.append(weight * copies / copies.sum())
    return np.concatenate(starts), np.concatenate(chances)
