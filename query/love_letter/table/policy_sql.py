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

_FEWEST_PLAYED, _FEWEST_KEPT = 16, 15  # cards unseen: early turns, some 67,000 and 40,000 rows
_SPIES = np.array(["nobody", "mover", "opponent", "both"])


def policy_relations(policy: PolicyTable) -> tuple[Relation, ...]:
    """Return relations of policy plays and kept cards with many unseen cards."""
    relations = described_relations(
        policy, fewest_played=str(_FEWEST_PLAYED), fewest_kept=str(_FEWEST_KEPT)
    )
    plays, keeps = _play_columns(policy), _keep_columns(policy)
    return relations.relation("policy", plays), relations.relation("keep", keeps)


def _play_columns(policy: PolicyTable) -> dict[str, NDArray[Any]]:
    """Return plays by column, the most cards unseen first."""
    rules, space, spy_sets = policy.rules, state_space(policy.rules), policy.leads
    packed = np.concatenate([entries for _, entries in state_groups(space, spy_sets)])
    starts = spy_sets.start[space.block_cell]
    # Entries go by block, state and set of Spies; the last blocks have the most cards unseen.
    first = starts[np.searchsorted(space.block_n, _FEWEST_PLAYED)]
    places = np.flatnonzero(policy.packed_reached & (packed >= first))
    places = places[np.argsort(-packed[places])]
    entries = packed[places]
    block = np.searchsorted(starts, entries, side="right") - 1
    width = spy_sets.width[space.block_cell[block]].astype(np.int64)
    place_in_block, spies = np.divmod(entries - starts[block], width)
    columns = state_columns(rules, space.unrank_many(space.block_start[block] + place_in_block))
    if rules.spy_rule is not None:
        columns["spies"] = _SPIES[spies]
    texts = np.array([rules.describe(action) for action in rules.actions])
    columns["action"] = texts[policy.packed_actions[places]]
    return columns


def _keep_columns(policy: PolicyTable) -> dict[str, NDArray[Any]]:
    rules, space = policy.rules, state_space(policy.rules)
    names, copies = card_arrays(rules)[0], np.array(rules.copies)
    parts = []
    for group in held_groups(rules):
        unseen = space.unseen[group.unseen]
        is_early = unseen.sum(axis=1) >= _FEWEST_KEPT
        unseen = unseen[is_early]
        size = len(unseen)
        columns = {"n": unseen.sum(axis=1).astype(np.uint8)}
        for place, card in enumerate(group.hand, 1):
            columns[f"card_{place}"] = np.full(size, names[card])
        hand_copies = np.bincount(group.hand, minlength=len(copies))
        columns["seen"] = seen_in_words(rules, copies - hand_copies - unseen)
        opponent = "" if group.opponent == UNKNOWN else names[group.opponent]
        columns["opponent"] = np.full(size, opponent)
        if rules.spy_rule is not None:
            columns["spies"] = np.full(size, _SPIES[group.spies])
        choices = names[sorted(set(group.hand))]
        columns["keep"] = choices[policy.keeps[group.entries[is_early]]]
        parts.append(columns)
    parts = [part for part in parts if len(part["n"])]
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
