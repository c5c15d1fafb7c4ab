"""Policy table: actions for every player choice, without values.

It is a small share of the solved table and ships where that is too large. Players and engines play
from it at once, including second choices of an exchange.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from llq.errors import IllegalState
from llq.query.love_letter.variant_tables import (
    EXACT_METHOD,
    VARIANT,
    VariantTable,
    solved_parameters,
    solving_cost,
)
from llq.query.tables.stored_table import Progress
from llq.solver.arguments import check_threads
from llq.solver.love_letter import variants
from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.table.book import Book
from llq.solver.love_letter.table.leads import LeadIndex
from llq.solver.love_letter.table.spies import index_states
from llq.solver.love_letter.table.states import Held, State, state_space
from llq.store.schema import Column, TableSpec

if TYPE_CHECKING:
    from llq.store.database import Relation

_MOST_OPTIONS = 6
_ORDER = "by hand, flags, the opponent's card if known, and then by unseen cards"


class PolicyTable(VariantTable):
    """Packed solved policy, read-only.

    Attributes
    ----------
    packed_actions, packed_reached, packed_keeps
        In the order of `llq.solver.love_letter.table.policy_packing`: the action of each state in
        which a player chooses, whether a game leads to it, and the option of each second choice.
    """

    kind = "love-letter-policy"
    ending = "-policy"
    build_options = (VARIANT,)
    method = EXACT_METHOD
    version = 2

    @classmethod
    def cost(cls, **options: Any) -> str:
        """Return the solving cost of a variant."""
        return solving_cost(variants.rules(options["variant"]))

    packed_actions = Column(
        "action", "uint8", ("state in which a player chooses",), "index of an action",
        f"The action chosen, {_ORDER}; where no game comes, the one before.",
        shape=("states",), most="last action",
    )  # fmt: skip
    packed_reached = Column(
        "reached", "bool", ("state in which a player chooses",), "",
        f"Whether some deal and some plays lead to the state, {_ORDER}.", shape=("states",),
    )  # fmt: skip
    packed_keeps = Column(
        "keep", "uint8", ("second choice",), "index of an option",
        f"What is kept after an exchange, {_ORDER}.", shape=("choices",), most=_MOST_OPTIONS - 1,
    )  # fmt: skip

    @staticmethod
    def make_spec(variant: str = "2019") -> TableSpec:
        """Return the current specification of a policy table.

        Raises
        ------
        IllegalState
            No turn of the variant has a second choice: its solved table has its policy.
        """
        rules = variants.rules(variant)
        if not rules.chooses_twice:
            raise IllegalState(
                f"{rules.variant} Love Letter has no policy table: its solved table is small "
                "enough to be read; build that with llq build love-letter"
            )
        sizes = {"last action": len(rules.actions) - 1}
        return PolicyTable.spec_of(rules, solved_parameters(), sizes=sizes)

    @classmethod
    def build(
        cls,
        variant: str = "2019",
        folder: str | os.PathLike[str] | None = None,
        *,
        threads: int = 2,
        progress: Progress = None,
    ) -> Path:
        """Solve a variant, write its policy table and return the file.

        Parameters and errors are those of `llq.love_letter.table.build`; IllegalState too, for a
        variant without a card that exchanges.
        """
        rules, spec = variants.rules(variant), cls.make_spec(variant)
        check_threads(threads)
        return cls.write(spec, lambda: _solve(rules, threads, progress), folder)

    def sql(self) -> Iterable[Relation]:
        """Return policy relations for states with many unseen cards."""
        from llq.query.love_letter.table.policy_sql import policy_relations

        return policy_relations(self)

    def state_place(self, state: State, lead: int = 0) -> int:
        """Return a state's packed index; ``lead`` gives Spy status where relevant.

        Raises
        ------
        IllegalState
            The variant has no such state.
        """
        from llq.solver.love_letter.table.policy_packing import state_place

        return state_place(state_space(self.rules), self.leads, state, lead)

    def keep_place(self, held: Held) -> int:
        """Return a second choice's packed index, for ``held`` accepted by `check_held`."""
        from llq.solver.love_letter.table.keep_places import keep_place

        return keep_place(self.rules, held)

    @cached_property
    def actions(self) -> NDArray[np.uint8]:
        """(entries,) as `llq.solver.love_letter.table.solver.solve` returns them.

        Only states in which a player chooses have one; all others have 0.
        """
        from llq.solver.love_letter.table.policy_packing import state_groups

        space = state_space(self.rules)
        leads, entries = index_states(space)
        groups = (group for _, group in state_groups(space, leads))
        return _unpacked(self.packed_actions, groups, entries)

    @property
    def leads(self) -> LeadIndex:
        """Index of ``actions`` entries."""
        return index_states(state_space(self.rules))[0]

    @cached_property
    def keeps(self) -> NDArray[np.uint8]:
        """(choices,) as `llq.solver.love_letter.table.keeps.solve_keeps` returns them."""
        from llq.solver.love_letter.table.keep_places import held_groups, keep_index

        _, choices = keep_index(self.rules)
        groups = (group.entries for group in held_groups(self.rules))
        return _unpacked(self.packed_keeps, groups, choices)


def open_policy(variant: str = "2019", path: str | os.PathLike[str] | None = None) -> PolicyTable:
    """Return the table of a variant's policy, read whole and verified.

    Parameters and errors are those of `llq.love_letter.table.open`; IllegalState too, for a variant
    without a card that exchanges.

    Examples
    --------
    >>> import llq
    >>> policy = llq.love_letter.table.open_policy("2019")
    >>> len(policy.packed_actions), len(policy.packed_keeps)
    (24715487, 6607223)
    """
    return PolicyTable.load(PolicyTable.name_of(variants.rules(variant)), path)


def cached_policy(rules: Rules, path: str | os.PathLike[str] | None = None) -> PolicyTable:
    """Return a variant's policy, cached until the file is replaced."""
    return PolicyTable.cached(PolicyTable.name_of(rules), path)


build_policy = PolicyTable.build


def _solve(rules: Rules, threads: int, progress: Progress) -> dict[str, NDArray[Any]]:
    """Return the columns of a table."""
    from llq.solver.love_letter.table.keep_places import held_groups  # compiles
    from llq.solver.love_letter.table.keeps import solve_keeps
    from llq.solver.love_letter.table.policy_packing import fill_gaps, state_groups
    from llq.solver.love_letter.table.reach import reachable
    from llq.solver.love_letter.table.solver import solve

    solution = solve(rules, threads=threads, progress=progress)
    space = state_space(rules)
    book = Book(rules.arrays, space.layout, solution.leads, solution.values, False)
    keeps = solve_keeps(rules, book, threads=threads)
    entries = np.concatenate([group for _, group in state_groups(space, solution.leads)])
    state_entries = np.repeat(solution.leads.width[space.block_cell], np.diff(space.block_start))
    reached = np.repeat(reachable(rules), state_entries)[entries]
    return {
        "action": fill_gaps(solution.actions[entries], reached),
        "reached": reached,
        "keep": np.concatenate([keeps[group.entries] for group in held_groups(rules)]),
    }


def _unpacked(
    packed: NDArray[np.uint8], groups: Iterable[NDArray[np.int64]], size: int
) -> NDArray[np.uint8]:
    """Return values in entry order, unpacked group by group."""
    values, first = np.zeros(size, dtype=np.uint8), 0
    for group in groups:
        values[group] = packed[first : first + len(group)]
        first += len(group)
    if first != len(packed):
        raise ValueError(f"{len(packed)} entries are packed; the variant has {first}")
    values.flags.writeable = False
    return values
