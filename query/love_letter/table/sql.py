"""Love Letter's relations for SQL: states, cards, actions, first turns and published figures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.query.answers import ActionValue
from llq.query.love_letter.deals import draw_cards
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


def table_relations(table: Table) -> Iterator[Relation]:
    """Yield the native relations of one table, cards as indices."""
    if has_states(table):
        yield from _states(table)
    yield _cards(table)
    yield _actions(table)
    yield from _openings(table)
    if table.sql_name == "love_letter_classic":
        yield printed_openings()
        yield printed_matches()


def action_relations(table: Table) -> Iterator[Relation]:
    """Yield the relation of all actions in visible states, valued by a kernel.

    There is none of tables with values at each lead, and of tables so large that a database lists
    their openings only.
    """
    if table.leads is not None or not has_states(table):
        return
    from llq.solver.love_letter.table.solver import find_action_values  # compiles

    values, reachable = np.asarray(table.values), np.asarray(table.reachable)
    rank, action, value = find_action_values(table.rules, values, reachable)
    yield table.relation(
        f"{table.sql_name}_state_action",
        {
            "rank": (rank.astype(np.int32), f"{_RANK}, as in {table.sql_name}"),
            "action": (action, f"number of the action, as in {table.sql_name}_action"),
            value_column(table): (value, describe_action_value(table)),
        },
        "Every legal action of every state that a game can reach and a player can see.",
    )


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
    value_name = value_column(table)
    meanings = {
        "face_up": "numbers of the cards face up, ascending, such as 1,1,5; empty for none",
        **HAND_MEANINGS,
        "action": "the action in words",
        value_name: describe_action_value(table),
        "cost": f"what it loses against the best action, in {value_name}; exact",
        "is_best": "whether no action is better",
        "deal_prob": _DEAL_PROB,
    }
    return {name: (values, meanings[name]) for name, values in arrays.items()}


def _cards(table: Table) -> Relation:
    cards, (names, numbers) = table.rules.cards, card_arrays(table.rules)
    value = "what the card counts in a comparison at the end of the round"
    effects = np.array([card.effect.name.lower() for card in cards])
    columns = {
        "card": (_octets(range(len(cards))), _CARD),
        "name": (names, "as printed on the card"),
        "number": (numbers, "as printed on the card"),
        "copies": (_octets(table.rules.copies), "in the deck"),
        "value": (_octets(card.value for card in cards), value),
        "effect": (effects, "what playing it does, in one word"),
    }
    return table.relation(f"{table.sql_name}_card", columns, "The cards of the variant.")


def _actions(table: Table) -> Relation:
    rules, (_, numbers) = table.rules, card_arrays(table.rules)
    actions, plays = rules.actions, rules.plays
    guessed = [
        0 if action.guess is None else numbers[play.argument]
        for action, play in zip(actions, plays, strict=True)
    ]
    guesses = np.ma.array(_octets(guessed), mask=[action.guess is None for action in actions])
    targets = np.ma.array(
        [action.target or "" for action in actions],
        mask=[action.target is None for action in actions],
    )
    texts = np.array([rules.describe(action) for action in actions])
    aim = "opponent or self: whom it affects; NULL where that is not chosen"
    columns = {
        "action": (_octets(range(len(actions))), "number of the action, from 0"),
        "play": (numbers[[play.card for play in plays]], "number of the card played"),
        "guess": (guesses, "number of the card guessed; NULL where none is"),
        "target": (targets, aim),
        "text": (texts, "the action in words"),
    }
    comment = "The actions of the variant, in the order that decides ties."
    return table.relation(f"{table.sql_name}_action", columns, comment)


def _octets(numbers: Iterable[int]) -> NDArray[np.uint8]:
    return np.array([*numbers], dtype=np.uint8)


def _states(table: Table) -> Iterator[Relation]:
    """Yield stored states and, with discard scoring, values by lead."""
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
    opponents = np.ma.masked_less(states.opponent, 0).astype(np.uint8)
    exposed = "card that the opponent knows of the mover's: 0 none, 1 the lower, 2 the higher"
    columns |= {
        "handmaid": (states.maid.astype(bool), "whether a Handmaid protects the opponent"),
        "opponent": (opponents, f"the opponent's card; NULL where it is not given: {_CARD}"),
        "opponent_known": (
            states.known.astype(bool),
            "whether the mover knows the opponent's card",
        ),
        "hand_known": (states.hand_known.astype(np.uint8), exposed),
    }
    name, decoded = table.sql_name, f"; {table.sql_name} decodes it."
    if table.leads is None:
        columns |= {
            "reachable": (np.asarray(table.reachable)[ranks], "whether a game can reach the state"),
            "value": (np.asarray(table.values)[ranks], describe_value(table)),
            "action": (np.asarray(table.actions_chosen)[ranks], _BEST),
        }
        yield table.relation(f"{name}_state", columns, f"Every state as stored{decoded}")
        return
    listed = "Every state that a game can reach and a player can see"
    yield table.relation(f"{name}_state", columns, f"{listed}{decoded}")
    entries, leads = table.leads.every_lead(ranks)
    entry_ranks = np.repeat(ranks, table.leads.width[ranks]).astype(np.int32)
    yield table.relation(
        f"{name}_entry",
        {
            "rank": (entry_ranks, _RANK),
            "lead": (leads, "the mover's discard total minus the opponent's, in points"),
            "value": (table.values[entries], describe_value(table)),
            "action": (table.actions_chosen[entries], _BEST),
        },
        "The value of each state at each lead in discards stored: below the lowest and above "
        "the highest the value is that of the lowest and the highest.",
    )


def _openings(table: Table) -> tuple[Relation, Relation]:
    """Return every first turn, cards as indices, and each one's actions, in words."""
    rules, value_name = table.rules, value_column(table)
    names, numbers = card_arrays(rules)
    face_up, states, deal_prob = _deal_openings(rules.copies)
    value, action = table.lookup_many(states)
    dealt = np.flatnonzero(~np.isnan(value))  # of a small deck three cards face up leave no game
    columns: dict[str, tuple[Any, str]] = {
        f"up_{place}": (
            np.ma.masked_less(cards[dealt], 0).astype(np.uint8),
            f"a card face up; NULL where none is: {_CARD}",
        )
        for place, cards in enumerate(face_up.T, 1)
    }
    columns |= {
        "low": (states.low[dealt].astype(np.uint8), f"lower card of the hand: {_CARD}"),
        "high": (states.high[dealt].astype(np.uint8), f"higher card of the hand: {_CARD}"),
        "value": (value[dealt], describe_value(table)),
        "action": (action[dealt], _BEST),
        "deal_prob": (deal_prob[dealt], _DEAL_PROB),
    }
    comment = "Every first turn, with no and with three cards face up."
    first_turns = table.relation(f"{table.sql_name}_first_turn", columns, comment)

    turns: list[int] = []
    ranked: list[ActionValue[Action]] = []
    for turn in dealt.tolist():
        low, high, unseen = (column[turn].tolist() for column in states[:3])
        actions = table.actions(State(low, high, tuple(unseen)))
        turns += [turn] * len(actions)
        ranked += actions
    lows, highs = states.low[turns], states.high[turns]
    shown = [",".join(str(numbers[card]) for card in up if card >= 0) for up in face_up]
    arrays = {
        "face_up": np.array(shown)[turns],
        "b1": numbers[lows],
        "b2": numbers[highs],
        "card_1": names[lows],
        "card_2": names[highs],
        "action": np.array([action.text for action in ranked]),
        value_name: np.array([action.value for action in ranked]),
        "cost": np.array([action.cost for action in ranked]),
        "is_best": np.array([action.is_best for action in ranked]),
        "deal_prob": deal_prob[turns],
    }
    columns = opening_columns(table, arrays)
    columns["cost"] = arrays["cost"], f"{columns['cost'][1]}, 0 up to 1e-12"
    return first_turns, table.relation(f"{table.sql_name}_opening_action", columns, OPENING_ACTIONS)


def _deal_openings(
    copies: tuple[int, ...],
) -> tuple[NDArray[np.int64], StateArrays, NDArray[np.float64]]:
    """Return first turns, those without cards face up first, with their chances.

    The face-up cards are (N, 3) and sorted, -1 if absent; the chances of a deal of them and of the
    hand add up to one for each number of cards face up.
    """
    kinds = range(len(copies))
    none_up = (UNKNOWN,) * OFFICIAL_FACE_UP
    rows = []
    for up in [(), *combinations_with_replacement(kinds, OFFICIAL_FACE_UP)]:
        up_chance, left = draw_cards(copies, up)
        for hand in combinations_with_replacement(kinds, 2) if up_chance else ():
            hand_chance, unseen = draw_cards(left, hand)
            if hand_chance:
                rows.append((up or none_up, *hand, unseen, up_chance * hand_chance))
    face_up, low, high, unseen_copies, chances = map(np.array, zip(*rows, strict=True))
    zeros = np.zeros(len(rows), dtype=np.int64)
    states = StateArrays(low, high, unseen_copies, zeros + UNKNOWN, zeros, zeros, zeros)
    return face_up, states, chances
