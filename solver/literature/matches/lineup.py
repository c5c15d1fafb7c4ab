"""Players of a Literature game, a seat each, in kernel form, and the kernel that plays for them."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from llq.solver.array_types import Ints, Singles, Uints
from llq.solver.jit import njit
from llq.solver.literature import engine, players, turns
from llq.solver.literature.players import Kind, Player, Strategy, find_strategy
from llq.solver.literature.rules import Rules
from llq.solver.literature.scratch import Scratch
from llq.solver.literature.standstill import end_standstill


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
                if kinds[seat] == Kind.STRONG and end_standstill(row, weights[seat], scratch):
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
