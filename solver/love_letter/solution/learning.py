"""Learning of a policy with memory, by regret matching in self-play.

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

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from llq.solver.array_types import Floats, Ints, Reals
from llq.solver.jobs.threads import DaemonThreads
from llq.solver.love_letter.exact.evaluation import deal_chances
from llq.solver.love_letter.solution import sweeps
from llq.solver.love_letter.solution.index import RUNS, MemorySpace
from llq.solver.love_letter.solution.joint_runs import REACHES, make_scratch, make_sweep
from llq.solver.love_letter.solution.sweeps import PARTS, Learning, Reach
from llq.solver.love_letter.table.block_states import Blocks, take_blocks
from llq.solver.love_letter.table.leads import entry_at, lead_range
from llq.solver.love_letter.table.states import StateSpace, state_space

Arrays: TypeAlias = Sequence[Reals]
"""Arrays, one per space of a `Sweeper`."""


class Sweeper:
    """Both sweeps over a space of joint states, level by level.

    Each level is cut in `PARTS`, whatever the number of threads, so that sums never depend on it:
    by blocks for reach, by joint states for values. Arrays are given once for each space: that of
    the first player, then that of an adversary who remembers otherwise.
    """

    def __init__(
        self, space: MemorySpace, threads: int = 2, adversary: MemorySpace | None = None
    ) -> None:
        self.spaces = (space,) if adversary is None else (space, adversary)
        self._threads = min(threads, PARTS)
        self._sweeps = [
            make_sweep(mover, opponent, is_adversary=mover is adversary)
            for mover, opponent in zip(self.spaces, self.spaces[::-1], strict=True)
        ]
        states = state_space(space.rules)
        block_joints = [
            np.bincount(
                mover.run_block, weights=np.diff(mover.rows.joint_base, append=mover.joints),
                minlength=len(states.block_n),
            )
            for mover in self.spaces
        ]  # fmt: skip
        before = np.concatenate([[0], np.cumsum(np.sum(block_joints, axis=0))])
        self._levels, self._even_levels = [], []
        for unseen in range(2, space.rules.opening_unseen - space.face_up + 1):
            first, last = np.searchsorted(states.block_n, [unseen, unseen + 1]).tolist()
            cuts = np.linspace(first, last, PARTS + 1).astype(int)
            self._levels.append(_cut_blocks(states, cuts))
            shares = np.linspace(before[first], before[last], PARTS + 1)
            cuts[1:-1] = np.searchsorted(before, shares[1:-1])
            self._even_levels.append(_cut_blocks(states, cuts))
        cards, actions = len(space.rules.cards), len(space.rules.actions)
        memories = max(len(mover.memory.states) for mover in self.spaces)
        leads = int(space.leads.width.max())
        self._scratch = [make_scratch(cards, actions, memories, leads) for _ in range(PARTS)]
        self.starts, self.deals = zip(*map(_list_deals, self.spaces), strict=True)

    def fill_reach(self, chances: Arrays, out: Sequence[Reach]) -> None:
        """Fill in every joint state's reach, as in `carry_reach`; modified in place."""
        with DaemonThreads(self._threads) as pool:
            arrays = [array for reach in out for array in (*reach.parts, reach.marks)]
            list(pool.map(lambda array: array.fill(0.0), arrays))
        for reach, starts, deal in zip(out, self.starts, self.deals, strict=True):
            reach.parts[0, starts] = deal[:, None]
            if len(reach.marks):
                reach.marks[starts] = 1.0

        def carry_part(part: int, blocks: Blocks) -> None:
            for sweep, policy, own, opponent in zip(
                self._sweeps, chances, out, out[::-1], strict=True
            ):
                sweeps.carry_reach(sweep, blocks, policy, own, part, opponent, self._scratch[part])

        self._run_levels(self._levels[::-1], carry_part)

    def fill_values(self, chances: Arrays, out: Arrays, learning: Sequence[Learning]) -> float:
        """Fill in every joint state's value, and learn; return the first player's value."""

        def back_up_part(part: int, blocks: Blocks) -> None:
            for sweep, policy, own, opponent, player_learning in zip(
                self._sweeps, chances, out, out[::-1], learning, strict=True
            ):
                sweeps.back_up(
                    sweep, blocks, policy, opponent, own, player_learning, self._scratch[part]
                )

        self._run_levels(self._even_levels, back_up_part)
        return float(self.deals[0] @ out[0][self.starts[0]])

    def fill_block_values(self, block: int, chances: Floats, out: Floats) -> None:
        """Recompute a block's values, given values with fewer unseen cards, in place."""
        blocks = take_blocks(state_space(self.spaces[0].rules), block, block + 1)
        sweeps.back_up(self._sweeps[0], blocks, chances, out, out, no_learning(), self._scratch[0])

    def fill_chances(self, regrets: Reals, last: Reals, chances: Reals, player: int) -> None:
        """Fill in the chances matching a player's regrets, as in `match_regrets`."""
        space = self.spaces[player]
        sets = np.cumsum(np.diff(space.rows.row_start) * space.run_infos)
        shares = np.linspace(0, space.infos, PARTS + 1)
        cuts = [0, *np.searchsorted(sets, shares[1:-1]).tolist(), len(sets)]

        def match(runs: tuple[int, int]) -> None:
            choices, infos = space.run_choice, space.run_infos
            sweeps.match_regrets(space.rows, runs, choices, infos, regrets, last, chances)

        with DaemonThreads(self._threads) as pool:
            list(pool.map(match, pairwise(cuts)))

    def _run_levels(self, levels: list[list[Blocks]], work: Callable[[int, Blocks], None]) -> None:
        """Run the parts of each level in parallel, level after level."""
        with DaemonThreads(self._threads) as pool:
            for level in levels:
                list(pool.map(work, range(PARTS), level))


class Learner:
    """A policy with memory under training, after a number of ``iterations``.

    It learns from itself, or against an ``adversary`` who remembers more and learns as well.
    """

    def __init__(
        self, space: MemorySpace, threads: int = 2, adversary: MemorySpace | None = None
    ) -> None:
        self.space = space
        self.sweeper = Sweeper(space, threads, adversary)
        self.iterations = 0
        precision = _precision(adversary is not None)
        self._sums = np.zeros(space.actions, precision)
        spaces = self.sweeper.spaces
        self._regrets = [np.zeros(player.actions, precision) for player in spaces]
        self._last = [np.zeros(player.actions, precision) for player in spaces]
        self._values = [np.zeros(player.joints, precision) for player in spaces]
        kinds = _reach_kinds(spaces)
        self._reach = [
            Reach(
                np.zeros((PARTS, len(values), kinds), precision),
                values if kinds < REACHES else values[:0],
            )
            for values in self._values
        ]

    def iterate(self) -> float:
        """Run one iteration; return the first player's value under its policies."""
        self.iterations += 1
        chances = self._last  # each chance takes the place of the regret that it follows from
        for player, regrets in enumerate(self._regrets):
            self.sweeper.fill_chances(regrets, self._last[player], chances[player], player)
        self.sweeper.fill_reach(chances, self._reach)
        sums = [self._sums, np.zeros(0, self._sums.dtype)]
        learning = [
            Learning(*arrays, float(self.iterations) ** 2)
            for arrays in zip(self._reach, self._regrets, self._last, sums, strict=False)
        ]
        return self.sweeper.fill_values(chances, self._values, learning)

    def release(self) -> Floats:
        """Return the average policy's chances times the player's own reach of each information set.

        The learner forgets all else, to make room, and learns no more.
        """
        del self._regrets, self._last, self._reach, self._values
        weights = self.iterations * (self.iterations + 1) * (2 * self.iterations + 1) / 6
        self._sums /= weights
        return self._sums.astype(np.float64, copy=False)

    def state(self) -> dict[str, NDArray[Any]]:
        """Return the data for resuming an interrupted learner."""
        return {"sums": self._sums} | {
            f"{name}{player or ''}": array
            for name, arrays in (("regrets", self._regrets), ("last", self._last))
            for player, array in enumerate(arrays)
        }

    def restore(self, iterations: int, state: dict[str, NDArray[Any]]) -> None:
        """Resume from the `state` after some iterations."""
        self.iterations = iterations
        for name, array in self.state().items():
            array[:] = state[name]


def learner_bytes(spaces: Sequence[MemorySpace]) -> int:
    """Return the bytes of a `Learner`'s arrays for these spaces."""
    reaches = PARTS * _reach_kinds(spaces)
    numbers = spaces[0].actions
    numbers += sum(2 * space.actions + (reaches + 1) * space.joints for space in spaces)
    return numbers * _precision(len(spaces) > 1).itemsize


def no_learning() -> Learning:
    """Return the argument that makes `back_up` evaluate without learning."""
    nothing = np.zeros(0)
    reach = Reach(np.zeros((PARTS, 0, REACHES)), nothing)
    return Learning(reach, nothing, nothing, nothing, 0.0)


def _reach_kinds(spaces: Sequence[MemorySpace]) -> int:
    """Return the kinds of reach that are kept as numbers, see `Reach`."""
    return REACHES - (len(spaces) > 1)


def _precision(has_adversary: bool) -> np.dtype[Any]:
    """Return the type of a learner's numbers: an adversary takes several times the room."""
    return np.dtype(np.float32 if has_adversary else np.float64)


def _cut_blocks(states: StateSpace, cuts: Ints) -> list[Blocks]:
    return [take_blocks(states, *cut) for cut in pairwise(cuts.tolist())]


def _list_deals(space: MemorySpace) -> tuple[Ints, Floats]:
    """Return the joint states after a deal, and their chances."""
    states, index, starts, chances = state_space(space.rules), space.rows, [], []
    for block, block_chances in deal_chances(states, space.face_up):
        cell = int(states.block_cell[block])
        run, kinds = index.run_of[cell * RUNS], np.arange(len(block_chances))
        even_lead = entry_at(lead_range(space.leads, cell, 0)._replace(start=0), 0)
        # The deal has one row, and its memory.
        starts.append(index.joint_base[run] + kinds * index.width[run] + even_lead)
        chances.append(block_chances)
    return np.concatenate(starts), np.concatenate(chances)
