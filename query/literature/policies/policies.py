"""The stored policies: every network that was trained, or not, with its recipe and its curve.

One file, ``literature-policies.h5``: the networks' weights one after the other, where each begins,
and the training curves in long form, one row a policy, block of games and measure, as each learner
measures other things.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from llq.errors import UnknownStrategy
from llq.query.literature.policies.format import LEARNERS, build_command, policies_of, policies_spec
from llq.solver.literature.policies.policy import Policy
from llq.store.locate import open_like
from llq.store.schema import TableSpec
from llq.store.tables import TableInfo

__all__ = [
    "PolicyTable",
    "open_policies",
    "policies_remedy",
    "policies_spec_like",
]


def policies_spec_like(spec: TableSpec) -> TableSpec:
    """Return what today's code would build with a table's parameters: any build may choose."""
    return policies_spec(dict(spec.parameters))


def policies_remedy(spec: TableSpec | None = None) -> str:
    """Return what to do about a table that is missing or refused."""
    return f"build it with: {build_command(spec) if spec else 'llq build literature-policies'}"


@dataclass(frozen=True)
class PolicyTable:
    """The stored policies, read whole."""

    info: TableInfo
    """What the table file says of itself."""
    policies: tuple[Policy, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Their names."""
        return tuple(policy.name for policy in self.policies)

    @property
    def total_games(self) -> int:
        """Games that all of them were trained for."""
        return sum(int(policy.recipe.get("games", 0)) for policy in self.policies)

    @property
    def command(self) -> str:
        """The command that builds a table of the same policies."""
        return build_command(self.info.spec)

    def lookup(self, name: str) -> Policy:
        """Return a policy.

        Raises
        ------
        UnknownStrategy
            There is no policy of this name; the message lists them.
        """
        for policy in self.policies:
            if policy.name == name:
                return policy
        raise UnknownStrategy(
            f"{name!r} is not a stored policy of Literature; those are {', '.join(self.names)}"
        )

    def get(self, name: str, default: Policy | None = None) -> Policy | None:
        """Return a policy, or ``default`` if none is stored under the name."""
        try:
            return self.lookup(name)
        except UnknownStrategy:
            return default


def open_policies(path: str | os.PathLike[str] | None = None) -> PolicyTable:
    """Return the stored policies, read whole and verified.

    Raises
    ------
    TableMissing
        There is no such table; the message has the command that builds it.
    CorruptTable, ForeignTable, FormatTooOld, FormatTooNew, StaleTable
        The file is not today's table, whole and intact.
    """
    with open_like("literature-policies", path, policies_spec_like, policies_remedy) as table:
        arrays = {column.name: table.read(column.name) for column in table.info.spec.columns}
        with table.checking():
            policies = policies_of(table.info.spec, arrays)
            _check_policies(policies, arrays["bound"], len(arrays["weights"]))
        return PolicyTable(table.info, policies)


def _check_policies(policies: Sequence[Policy], bound: NDArray[np.int64], weights: int) -> None:
    """Refuse policies of no learner of ours, or that do not share the weights out."""
    if bound[0] != 0 or bound[-1] != weights or (np.diff(bound) < 0).any():
        raise ValueError("the policies do not share the weights out")
    if not {policy.learner for policy in policies} <= {*LEARNERS}:
        raise ValueError("a policy is of a learner that there is not")
    if len({policy.name for policy in policies}) != len(policies):
        raise ValueError("two policies have one name")
    if not all(isinstance(policy.recipe.get("games", 0), int) for policy in policies):
        raise ValueError("a recipe does not say how many games it takes")
