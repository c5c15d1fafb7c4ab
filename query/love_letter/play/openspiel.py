"""Policies of Love Letter as OpenSpiel's."""

from __future__ import annotations

import os
from collections import Counter
from functools import partial
from itertools import permutations, starmap
from typing import TYPE_CHECKING, Any

import numpy as np

from llq.query.love_letter.exact.matches import make_policies
from llq.query.love_letter.play.engines import openspiel_game
from llq.query.love_letter.table.keeping import split_hand
from llq.query.love_letter.table.table import Table
from llq.query.optional_imports import needed
from llq.solver.love_letter.rounds.game_state import LoveLetterState
from llq.solver.love_letter.rules import Rules
from llq.solver.love_letter.table.exchange import NO_ORDER
from llq.solver.love_letter.table.states import Held, state_space
from llq.solver.love_letter.turn import make_branches
from llq.solver.love_letter.variants import rules

if TYPE_CHECKING:
    from llq.solver.love_letter.exact.policies import Policy
    from llq.solver.love_letter.players import Player


def openspiel_policy(
    player: Table | str | Player | Any = "table",
    *,
    variant: str = "classic",
    face_up: int = 0,
    path: str | os.PathLike[str] | None = None,
) -> Any:
    """Return a player's policy as an OpenSpiel ``Policy`` of `openspiel_game`.

    Parameters
    ----------
    player
        A `Table`, or a player of `llq.love_letter.exact.match`: a name, a custom player that does
        not use its random source, or an array of actions or chances by state.
    variant, face_up
        As in `openspiel_game`; the variant of a `Table` is its own.
    path
        As in `llq.love_letter.table.open`.

    Raises
    ------
    ExtraMissing
        OpenSpiel is not installed.
    UnknownStrategy, TableMissing, StaleTable, CorruptTable
        As `llq.love_letter.exact.match` does.
    """
    module = needed("openspiel", "llq.query.play.openspiel_game")
    if isinstance(player, Table):
        variant, player = player.rules.variant, np.asarray(player.actions_chosen)
    game = openspiel_game(variant=variant, face_up=face_up)
    game_rules = rules(variant)
    (policy,) = make_policies(game_rules, [player], face_up=face_up, path=path)
    return module.GamePolicy(game, partial(action_chances, game_rules, policy))


def action_chances(rules: Rules, policy: Policy, state: LoveLetterState) -> dict[int, float]:
    """Return a policy's probabilities of the mover's actions or second choices."""
    from llq.solver.love_letter.exact.policies import MIXED
    from llq.solver.love_letter.table.leads import entry_at, lead_range

    if (held := state.held()) is not None:
        return _keep_chances(rules, policy, held)
    if policy.is_random:
        return _random_chances(rules, policy, state)
    space = state_space(rules)
    cell, place = space.cell_and_place(space.rank(state.state()))
    lead = state.lead(state.current_player)
    choice = int(policy.choice[entry_at(lead_range(policy.leads, cell, place), lead)])
    if choice < MIXED:
        return {choice: 1.0}
    row = slice(*policy.row[choice - MIXED : choice - MIXED + 2].tolist())
    return dict(zip(policy.action[row].tolist(), policy.chance[row].tolist(), strict=True))


def _random_chances(rules: Rules, policy: Policy, state: LoveLetterState) -> dict[int, float]:
    """Return Random's probabilities: a non-losing card, then any guess or target."""
    observed, chances = state.state(), dict[int, float]()
    for card in policy.options[observed.low, observed.high].tolist():
        actions = [action for action, play in enumerate(rules.plays) if play.card == card]
        if state.is_protected and rules.actions[actions[0]].target:
            actions = actions[1:]
        for action in actions:
            chances[action] = chances.get(action, 0.0) + 0.5 / len(actions)
    return chances


def _keep_chances(rules: Rules, policy: Policy, held: Held) -> dict[int, float]:
    """Return the probabilities of second choices; Random keeps and orders cards uniformly."""
    from llq.solver.love_letter.exact.joint import weigh_options

    if policy.is_random:
        orders = Counter(starmap(rules.keep_number, permutations(held.hand, 2)))
        return {number: count / orders.total() for number, count in orders.items()}
    layout, scratch = state_space(rules).layout, make_branches(len(rules.cards)).exchange
    kept, draw = split_hand(held)
    counts = np.array(held.unseen) + np.bincount(held.hand, minlength=len(held.unseen))
    code = int(counts @ layout.stride)
    count = weigh_options(policy, layout, code, kept, draw, held.opponent, held.spies, scratch)
    keep, first = scratch.options[int(scratch.gains[:count].argmax())].tolist()
    others = list(held.hand)
    others.remove(keep)
    return {rules.keep_number(keep, others[0] if first == NO_ORDER else first): 1.0}
