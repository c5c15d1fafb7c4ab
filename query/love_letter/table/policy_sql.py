"""SQL relations of a policy: early plays and second choices."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.query.love_letter.relations import described_relations
from llq.query.love_letter.table.policy import PolicyTable
from llq.query.love_letter.table.state_words import card_arrays, seen_in_words, state_columns
from llq.solver.love_letter.table.keep_places import held_groups
from llq.solver.love_letter.table.policy_packing import state_groups
from llq.solver.love_letter.table.states import UNKNOWN, state_space
from llq.store.database import Relation

_FEWEST_PLAYED, _FEWEST_KEPT = 16, 15  # cards unseen: some 67,000 and 40,000 rows
_SPIES = np.array(["nobody", "mover", "opponent", "both"])


def policy_relations(policy: PolicyTable) -> tuple[Relation, ...]:
    """Return relations of policy plays and kept cards with many unseen cards."""
    relations = described_relations(
        policy, fewest_played=str(_FEWEST_PLAYED), fewest_kept=str(_FEWEST_KEPT)
    )
    plays, keeps = _play_columns(policy), _keep_columns(policy)
    return relations.relation("policy", plays), relations.relation("keep", keeps)


def _play_columns(policy: PolicyTable) -> dict[str, NDArray[Any]]:
    rules, space, leads = policy.rules, state_space(policy.rules), policy.leads
    entries = np.concatenate([group for _, group in state_groups(space, leads)])
    starts = leads.start[space.block_cell]
    first = starts[np.searchsorted(space.block_n, _FEWEST_PLAYED)]
    chosen = np.flatnonzero(policy.packed_reached & (entries >= first))
    chosen = chosen[np.argsort(-entries[chosen])]
    block = np.searchsorted(starts, entries[chosen], side="right") - 1
    width = leads.width[space.block_cell[block]].astype(np.int64)
    place, spies = np.divmod(entries[chosen] - starts[block], width)
    states = space.unrank_many(space.block_start[block] + place)
    texts = np.array([rules.describe(action) for action in rules.actions])
    columns = state_columns(rules, states)
    if rules.spy_rule is not None:
        columns["spies"] = _SPIES[spies]
    columns["action"] = texts[policy.packed_actions[chosen]]
    return columns


def _keep_columns(policy: PolicyTable) -> dict[str, NDArray[Any]]:
    rules, space = policy.rules, state_space(policy.rules)
    (names, _), copies = card_arrays(rules), np.array(rules.copies)
    parts = []
    for group in held_groups(rules):
        unseen = space.unseen[group.unseen]
        chosen = unseen.sum(axis=1) >= _FEWEST_KEPT
        hand_copies = np.bincount(group.hand, minlength=len(copies))
        kept_names = names[sorted(set(group.hand))][policy.keeps[group.entries[chosen]]]
        size = len(kept_names)
        columns = {"n": unseen[chosen].sum(axis=1).astype(np.uint8)}
        for place, card in enumerate(group.hand, 1):
            columns[f"card_{place}"] = np.full(size, names[card])
        columns["seen"] = seen_in_words(rules, copies - hand_copies - unseen[chosen])
        opponent = "" if group.opponent == UNKNOWN else names[group.opponent]
        columns["opponent"] = np.full(size, opponent)
        if rules.spy_rule is not None:
            columns["spies"] = np.full(size, _SPIES[group.spies])
        parts.append(columns | {"keep": kept_names})
    parts = [part for part in parts if len(part["n"])]
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
