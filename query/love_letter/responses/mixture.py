"""The mixture of two players that beats Table: Strategic's choice in turns where Table's loses."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from llq.query.love_letter.exact.matches import make_policies
from llq.solver.love_letter.rules import Rules


def mixture_actions(rules: Rules, *, threads: int = 2) -> NDArray[np.uint8]:
    """Return the mixture's action in every table state.

    A kind of turn is the number of unseen cards, Table's action and Strategic's. Where Table's
    choices of a kind lose chances in all as Table meets Table, Strategic's are taken.

    Raises
    ------
    TableMissing, StaleTable, CorruptTable
        As `llq.love_letter.table.open` does.
    """
    from llq.solver.love_letter.exact.evaluation import evaluate
    from llq.solver.love_letter.exact.policies import decision_states
    from llq.solver.love_letter.exact.reach_probabilities import collect_turn_statistics

    table, strategic = make_policies(rules, ["table", "strategic"], threads=threads)
    both = evaluate(rules, table, table, threads=threads)
    gain = collect_turn_statistics(*both, (table, table), strategic).differing[..., 1]
    ranks, states = decision_states(rules)
    played, other = table.choice[ranks], strategic.choice[ranks]
    unseen = states.unseen.sum(axis=1)
    loses = (unseen < len(gain)) & (gain[np.minimum(unseen, len(gain) - 1), played, other] < 0.0)
    mixture = table.choice.astype(np.uint8)
    mixture[ranks[loses]] = other[loses]
    return mixture
