"""SQL relations of a policy: early plays and second choices."""

import numpy as np

from llq.query.love_letter.table.policy import PolicyTable
from llq.query.love_letter.table.state_words import (
    STATE_MEANINGS,
    card_arrays,
    seen_in_words,
    state_columns,
)
from llq.solver.love_letter.table.keep_places import held_groups
from llq.solver.love_letter.table.policy_packing import state_groups
from llq.solver.love_letter.table.states import UNKNOWN, state_space
from llq.store.database import Relation

_FEWEST_PLAYED, _FEWEST_KEPT = 16, 15  # cards unseen: some 67,000 and 40,000 rows
_SPIES = np.array(["nobody", "mover", "opponent", "both"])
_SPIES_MEANING = "who has a Spy among their discards"


def policy_relations(policy: PolicyTable) -> tuple[Relation, ...]:
    """Return relations of policy plays and kept cards with many unseen cards."""
    return _plays(policy), _keeps(policy)


def _plays(policy: PolicyTable) -> Relation:
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
        columns["spies"] = _SPIES[spies], _SPIES_MEANING
    return policy.relation(
        f"{policy.sql_name}_policy",
        columns | {"action": (texts[policy.packed_actions[chosen]], "the action in words")},
        "What the solution plays in every situation that a game can reach with "
        f"{_FEWEST_PLAYED} or more cards unseen; later ones are looked up one at a time.",
    )


def _keeps(policy: PolicyTable) -> Relation:
    rules, space = policy.rules, state_space(policy.rules)
    (names, _), copies = card_arrays(rules), np.array(rules.copies)
    parts = []
    for group in held_groups(rules):
        unseen = space.unseen[group.unseen]
        chosen = unseen.sum(axis=1) >= _FEWEST_KEPT
        hand_copies = np.bincount(group.hand, minlength=len(copies))
        kept = names[sorted(set(group.hand))][policy.keeps[group.entries[chosen]]]
        size = len(kept)
        columns = {"n": unseen[chosen].sum(axis=1).astype(np.uint8)}
        for place, card in enumerate(group.hand, 1):
            columns[f"card_{place}"] = np.full(size, names[card])
        columns["seen"] = seen_in_words(rules, copies - hand_copies - unseen[chosen])
        opponent = "" if group.opponent == UNKNOWN else names[group.opponent]
        columns["opponent"] = np.full(size, opponent)
        if rules.spy_rule is not None:
            columns["spies"] = np.full(size, _SPIES[group.spies])
        parts.append(columns | {"keep": kept})
    parts = [part for part in parts if len(part["n"])]
    meanings = STATE_MEANINGS | {"spies": _SPIES_MEANING, "keep": "name of the card to keep"}
    meanings |= {
        f"card_{place}": f"name of card {place} of three, ascending" for place in (1, 2, 3)
    }
    columns = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    return policy.relation(
        f"{policy.sql_name}_keep",
        {name: (values, meanings[name]) for name, values in columns.items()},
        f"Which of three cards the solution keeps with {_FEWEST_KEPT} or more cards unseen after "
        "the draws; the other two go to the deck's bottom. Later choices are looked up one at a "
        "time.",
    )
