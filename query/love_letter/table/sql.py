"""Love Letter's relations for SQL: states, cards, actions, first turns and published figures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.query.answers import ActionValue
from llq.query.love_letter.observation import OFFICIAL_FACE_UP
from llq.query.love_letter.table.state_words import card_arrays
from llq.query.love_letter.table.table import Table
from llq.query.love_letter.variant_tables import VariantTable
from llq.query.love_letter.verification.printed_tables import printed_matches, printed_openings
from llq.solver.love_letter.rules import Action
from llq.solver.love_letter.table.states import UNKNOWN, State, StateArrays
from llq.store.database import Relation

_CARD = "index of the card in the variant, from 0; …_card has the names"
_RANK = "number of the state in the table, from 0"
_BEST = "the best action, as numbered in …_action"
_DEAL_PROB = "chance of this hand and, where cards are face up, of these cards, exact"

_FULL_STATES = 10_000_000
"""State limit: larger tables show only openings, as a database of their states would take minutes
to lay out and gigabytes to keep."""

HAND_MEANINGS = {
    "b1": "number of the lower card",
    "b2": "number of the higher card",
    "card_1": "name of the lower card of the hand",
    "card_2": "name of the higher card of the hand",
}

OPENING_ACTIONS = (
    "Every legal action of the first turn, with no and with three cards face up, and its value by "
    "best play afterwards."
)
"""Comment on a relation of openings."""


def table_relations(table: Table) -> tuple[Relation, ...]:
    """Return the native relations of one table, cards as indices."""
    is_classic = table.sql_name == "love_letter_classic"
    return (
        *(_states(table) if has_states(table) else ()),
        _cards(table),
        _actions(table),
        _first_turns(table, openings := find_openings(table)),
        _opening_actions(table, openings),
        *((printed_openings(), printed_matches()) if is_classic else ()),
    )


def action_relations(table: Table) -> tuple[Relation, ...]:
    """Return relations of all actions in visible states, valued by a kernel.

    Empty for tables with values at each lead, and for tables so large that a database lists
    their openings only.
    """
    if table.leads is not None or not has_states(table):
        return ()
    from llq.solver.love_letter.table.solver import find_action_values  # compiles

    rank, action, value = find_action_values(
        table.rules, np.asarray(table.values), np.asarray(table.reachable)
    )
    relation = table.relation(
        f"{table.sql_name}_state_action",
        {
            "rank": (rank.astype(np.int32), f"{_RANK}, as in {table.sql_name}"),
            "action": (action, f"number of the action, as in {table.sql_name}_action"),
            value_column(table): (value, describe_action_value(table)),
        },
        "Every legal action of every state that a game can reach and a player can see.",
    )
    return (relation,)


def has_states(table: Table) -> bool:
    """Return whether a database lists a table's states, or its openings only."""
    return table.space.size <= _FULL_STATES


def unseen_column(card: str) -> str:
    """Return the column name for a card's unseen copies."""
    return f"unseen_{re.sub('[^a-z0-9]+', '_', card.lower())}"


def value_column(table: VariantTable) -> str:
    """Return the value column's name in views."""
    unit = table.rules.unit
    return "win_prob" if unit == "win probability" else unit.replace(" ", "_")


def describe_value(table: VariantTable, play: str = "by best play of both") -> str:
    """Return the meaning of a table's values."""
    if table.rules.unit == "win probability":
        return f"the mover's chance of winning {play}, a draw as half; in [0, 1], exact"
    return f"the mover's expected tokens minus the opponent's {play}, exact"


def describe_action_value(table: VariantTable) -> str:
    """Return the meaning of an action's value."""
    return describe_value(table, "after it by best play of both")


def opening_columns(
    table: VariantTable, arrays: Mapping[str, NDArray[Any]]
) -> dict[str, tuple[NDArray[Any], str]]:
    """Return columns of first-turn actions with their meanings."""
    worth = value_column(table)
    meanings = {
        "face_up": "numbers of the cards face up, ascending, such as 1,1,5; empty for none",
        **HAND_MEANINGS,
        "action": "the action in words",
        worth: describe_action_value(table),
        "cost": f"what it loses against the best action, in {worth}; exact",
        "is_best": "whether no action is better",
        "deal_prob": _DEAL_PROB,
    }
    return {name: (values, meanings[name]) for name, values in arrays.items()}


def _cards(table: Table) -> Relation:
    cards = table.rules.cards
    return table.relation(
        f"{table.sql_name}_card",
        {
            "card": (_octets(range(len(cards))), _CARD),
            "name": (np.array([card.name for card in cards]), "as printed on the card"),
            "number": (_octets(card.number for card in cards), "as printed on the card"),
            "copies": (_octets(card.copies for card in cards), "in the deck"),
            "value": (
                _octets(card.value for card in cards),
                "what the card counts in a comparison at the end of the round",
            ),
            "effect": (
                np.array([card.effect.name.lower() for card in cards]),
                "what playing it does, in one word",
            ),
        },
        "The cards of the variant.",
    )


def _actions(table: Table) -> Relation:
    rules = table.rules
    cards, actions = rules.cards, rules.actions
    guessed = [
        0 if action.guess is None else cards[play.argument].number
        for action, play in zip(actions, rules.plays, strict=True)
    ]
    return table.relation(
        f"{table.sql_name}_action",
        {
            "action": (_octets(range(len(actions))), "number of the action, from 0"),
            "play": (
                _octets(cards[play.card].number for play in rules.plays),
                "number of the card played",
            ),
            "guess": (
                np.ma.array(_octets(guessed), mask=[action.guess is None for action in actions]),
                "number of the card guessed; NULL where none is",
            ),
            "target": (
                np.ma.array(
                    [action.target or "" for action in actions],
                    mask=[action.target is None for action in actions],
                ),
                "opponent or self: whom it affects; NULL where that is not chosen",
            ),
            "text": (
                np.array([rules.describe(action) for action in actions]),
                "the action in words",
            ),
        },
        "The actions of the variant, in the order that decides ties.",
    )


def _octets(numbers: Iterable[int]) -> NDArray[np.uint8]:
    return np.array([*numbers], dtype=np.uint8)


def _states(table: Table) -> tuple[Relation, ...]:
    """Return stored states and, with discard scoring, values by lead."""
    ranks = np.arange(table.space.size)
    states = table.space.unrank_many(ranks)
    if table.leads is not None:
        is_seen = (states.opponent < 0) | (states.known == 1)
        ranks = np.flatnonzero(np.asarray(table.reachable) & is_seen)
        states = table.space.unrank_many(ranks)
    columns: dict[str, tuple[Any, str]] = {
        "rank": (ranks.astype(np.int32), _RANK),
        "low": (states.low.astype(np.uint8), f"lower card of the mover's hand: {_CARD}"),
        "high": (states.high.astype(np.uint8), f"higher card of the mover's hand: {_CARD}"),
        "n": (
            states.unseen.sum(axis=1).astype(np.uint8),
            "cards that the mover has not seen: the deck, the card set aside, the other hand",
        ),
    }
    for card, copies in zip(table.rules.cards, states.unseen.T, strict=True):
        meaning = f"of those, copies of {card.name}"
        columns[unseen_column(card.name)] = copies.astype(np.uint8), meaning
    columns |= {
        "handmaid": (states.maid.astype(bool), "whether a Handmaid protects the opponent"),
        "opponent": (
            np.ma.masked_less(states.opponent, 0).astype(np.uint8),
            f"the opponent's card; NULL where it is not given: {_CARD}",
        ),
        "opponent_known": (
            states.known.astype(bool),
            "whether the mover knows the opponent's card",
        ),
        "hand_known": (
            states.hand_known.astype(np.uint8),
            "card that the opponent knows of the mover's: 0 none, 1 the lower, 2 the higher",
        ),
    }
    decoded = f"; {table.sql_name} decodes it."
    if table.leads is None:
        columns |= {
            "reachable": (np.asarray(table.reachable)[ranks], "whether a game can reach the state"),
            "value": (np.asarray(table.values)[ranks], describe_value(table)),
            "action": (np.asarray(table.actions_chosen)[ranks], _BEST),
        }
        return (
            table.relation(f"{table.sql_name}_state", columns, f"Every state as stored{decoded}"),
        )
    entries, leads = table.leads.every_lead(ranks)
    entry_ranks = np.repeat(ranks, table.leads.width[ranks]).astype(np.int32)
    listed = "Every state that a game can reach and a player can see"
    return (
        table.relation(f"{table.sql_name}_state", columns, f"{listed}{decoded}"),
        table.relation(
            f"{table.sql_name}_entry",
            {
                "rank": (entry_ranks, _RANK),
                "lead": (leads, "the mover's discard total minus the opponent's, in points"),
                "value": (table.values[entries], describe_value(table)),
                "action": (table.actions_chosen[entries], _BEST),
            },
            "The value of each state at each lead in discards stored: below the lowest and above "
            "the highest the value is that of the lowest and the highest.",
        ),
    )


def _first_turns(table: Table, openings: Openings) -> Relation:
    """Return every first turn, cards as indices."""
    columns: dict[str, tuple[Any, str]] = {
        f"up_{place}": (
            np.ma.masked_less(cards, 0).astype(np.uint8),
            f"a card face up; NULL where none is: {_CARD}",
        )
        for place, cards in enumerate(openings.face_up.T, 1)
    }
    return table.relation(
        f"{table.sql_name}_first_turn",
        columns
        | {
            "low": (openings.low.astype(np.uint8), f"lower card of the hand: {_CARD}"),
            "high": (openings.high.astype(np.uint8), f"higher card of the hand: {_CARD}"),
            "value": (openings.value, describe_value(table)),
            "action": (openings.action, _BEST),
            "deal_prob": (openings.deal_prob, _DEAL_PROB),
        },
        "Every first turn, with no and with three cards face up.",
    )


def _opening_actions(table: Table, openings: Openings) -> Relation:
    """Return first-turn actions with their values, in words."""
    rules, copies, worth = table.rules, np.array(table.rules.copies), value_column(table)
    names, numbers = card_arrays(rules)
    turns: list[int] = []
    ranked: list[ActionValue[Action]] = []
    deals = zip(openings.face_up, openings.low, openings.high, strict=True)
    for turn, (up, low, high) in enumerate(deals):
        drawn = np.bincount([*up[up >= 0], low, high], minlength=len(copies))
        state = State(int(low), int(high), tuple((copies - drawn).tolist()))
        actions = table.actions(state)
        turns += [turn] * len(actions)
        ranked += actions
    low, high = openings.low[turns], openings.high[turns]
    face_up = [",".join(str(numbers[card]) for card in up if card >= 0) for up in openings.face_up]
    arrays = {
        "face_up": np.array(face_up)[turns],
        "b1": numbers[low],
        "b2": numbers[high],
        "card_1": names[low],
        "card_2": names[high],
        "action": np.array([action.text for action in ranked]),
        worth: np.array([action.value for action in ranked]),
        "cost": np.array([action.cost for action in ranked]),
        "is_best": np.array([action.is_best for action in ranked]),
        "deal_prob": openings.deal_prob[turns],
    }
    columns = opening_columns(table, arrays)
    columns["cost"] = arrays["cost"], f"{columns['cost'][1]}, 0 up to 1e-12"
    return table.relation(f"{table.sql_name}_opening_action", columns, OPENING_ACTIONS)


class Openings(NamedTuple):
    """First turns, one entry each; cards are indices."""

    face_up: NDArray[np.int64]
    """(N, 3) sorted face-up cards, -1 if absent."""
    low: NDArray[np.int64]
    high: NDArray[np.int64]
    value: NDArray[np.float64]
    action: NDArray[np.uint8]
    deal_prob: NDArray[np.float64]
    """Probability of a deal (face-up cards and hand), normalised separately per face-up count."""


def find_openings(table: Table) -> Openings:
    """Return every first turn of a table's variant, first those without cards face up."""
    copies = table.rules.copies
    kinds = range(len(copies))
    none_up = (UNKNOWN,) * OFFICIAL_FACE_UP
    rows = []
    for up in [(), *combinations_with_replacement(kinds, OFFICIAL_FACE_UP)]:
        up_chance, left = _draw(copies, up)
        for hand in combinations_with_replacement(kinds, 2) if up_chance else ():
            hand_chance, unseen = _draw(left, hand)
            if hand_chance:
                rows.append((up or none_up, *hand, unseen, up_chance * hand_chance))
    face_up, low, high, unseen_copies, chance = map(np.array, zip(*rows, strict=True))
    zeros = np.zeros(len(rows), dtype=np.int64)
    states = StateArrays(low, high, unseen_copies, zeros + UNKNOWN, zeros, zeros, zeros)
    value, action = table.lookup_many(states)
    dealt = ~np.isnan(value)  # of a small deck three cards face up leave no game
    return Openings(
        face_up[dealt], low[dealt], high[dealt], value[dealt], action[dealt], chance[dealt]
    )


def _draw(copies: tuple[int, ...], cards: tuple[int, ...]) -> tuple[float, tuple[int, ...]]:
    """Return an unordered draw's probability and the remaining copies."""
    draws = [cards.count(card) for card in range(len(copies))]
    ways = prod(map(comb, copies, draws))
    left = tuple(count - drawn for count, drawn in zip(copies, draws, strict=True))
    return (ways / comb(sum(copies), len(cards)) if ways else 0.0), left
