"""Trainings begun anew and compared, step by step, with those that made the stored policies."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from llq.query.literature.policies.format import policies_of
from llq.query.literature.policies.training import hash_state, run_step, steps_of, training_class

if TYPE_CHECKING:
    from llq.store.tables import TableFile

__all__ = ["replay_training"]


def replay_training(
    table: TableFile, share: float, progress: Callable[[int, int], None] | None = None
) -> tuple[list[str], list[str]]:
    """Train every stored policy anew for a share of its steps and compare the states.

    A step needs the state that the last one left, so these are the first steps of each training.

    Parameters
    ----------
    table
        The table of policies.
    share
        Of the steps of each training; at least one step of each is made.
    progress
        Called with the steps made and their total.

    Returns
    -------
    steps, differing
        Names of the steps that were made, such as ``article-1``, and of those that differ.

    Raises
    ------
    CorruptTable
        The table is not as it was written.
    """
    spec = table.info.spec
    arrays = {column.name: table.read(column.name) for column in spec.columns}
    hashes = table.block_hashes().tolist()
    trained = []
    for policy in policies_of(spec, arrays):
        steps = steps_of(int(policy.recipe.get("games", 0)))
        if steps:
            trained.append((policy, hashes[:steps], max(1, round(share * steps))))
        del hashes[:steps]
    total = sum(wanted for *_, wanted in trained)
    made, differing = [], []
    for policy, expected, wanted in trained:
        arguments = {name: policy.recipe[name] for name in ("games", "seed")}
        training = training_class(policy.learner)(**arguments)
        for step in range(wanted):
            made.append(f"{policy.name}-{step + 1}")
            if [hash_state(run_step(training))] != expected[step : step + 1]:
                differing.append(made[-1])
            if progress:
                progress(len(made), total)
    return made, differing
