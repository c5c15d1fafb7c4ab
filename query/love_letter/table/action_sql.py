"""Love Letter's relation for SQL of every action's value, which takes a kernel to compute."""

from __future__ import annotations

import numpy as np

from llq.query.love_letter.table.sql import (
    describe_value,
    has_states,
    value_column,
    view_name,
)
from llq.query.love_letter.table.table import Table
from llq.store.database import Relation


def action_relations(table: Table) -> tuple[Relation, ...]:
    """Return every action of every state that a mover can see, which takes a kernel to value.

    There is none of tables that have values at each lead, or of states that say who knows the aside
    card, or are so large that a database lists their openings only.
    """
    if table.leads is not None or table.rules.tracks_aside or not has_states(table):
        return ()
    from llq.solver.love_letter.table.action_values import find_action_values  # compiles

    name, worth = view_name(table), value_column(table)
    rank, action, value = find_action_values(
        table.rules, np.asarray(table.values), np.asarray(table.reachable)
    )
    return (
        Relation(
            f"{name}_state_action",
            {"rank": rank.astype(np.int32), "action": action, worth: value},
            "Every legal action of every state that a game can reach and a player can see.",
            {
                "rank": f"number of the state in the table, from 0, as in {name}",
                "action": f"number of the action, as in {name}_action",
                worth: describe_value(table).replace("by best play", "after it by best play"),
            },
        ),
    )
