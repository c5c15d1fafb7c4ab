"""Love Letter's relations for SQL: states, cards, actions, first turns and published figures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
from numpy.typing import NDArray

from llq.query.answers import ActionValue
from llq.query.love_letter.deals import draw_cards
from llq.query.love_letter.observation import OFFICIAL_FACE_UP
from llq.query.love_letter.relations import described_relations, value_column
from llq.query.love_letter.table.state_words import card_arrays
from llq.query.love_letter.table.table import Table
from llq.query.love_letter.verification.printed_tables import printed_matches, printed_openings
from llq.query.tables.relations import Relations
from llq.solver.love_letter.rules import Action, Rules
from llq.solver.love_letter.table.states import UNKNOWN, State, StateArrays
from llq.store.database import Relation, View

_FULL_STATES = 10_000_000
"""State limit: larger tables show only openings, as a database of their states would take minutes
to lay out and gigabytes to keep."""

_Arrays = dict[str, Any]


def table_sql(table: Table) -> Iterator[Relation | View]:
    """Yield a table's relations, cards as indices, and the views over them, in words."""
    relations = _described(table)
    if _has_states(table):
        yield from _states(table, relations)
    yield relations.relation("card", _card_columns(table.rules))
    yield relations.relation("action", _action_columns(table.rules))
    yield from _openings(table, relations)
    is_classic = table.sql_name == "love_letter_classic"
    if is_classic:
        yield printed_openings()
        yield printed_matches()
    if _has_states(table):
        yield from relations.views("states" if table.leads is None else "entries")
    yield from relations.views("opening", "opening_face_up", "opening_face_up_mean")
    if is_classic:
        yield from relations.views("table4_compared")


def action_relations(table: Table) -> Iterator[Relation]:
    """Yield the relation of all actions in visible states, valued by a kernel.

    There is none of tables with values at each lead, and of tables so large that a database lists
    their openings only.
    """
    if table.leads is not None or not _has_states(table):
        return
    from llq.solver.love_letter.table.solver import find_action_values  # compiles

    values, reachable = np.asarray(table.values), np.asarray(table.reachable)
    rank, action, value = find_action_values(table.rules, values, reachable)
    columns: _Arrays = {"rank": rank.astype(np.int32), "action": action}
    columns[value_column(table)] = value
    yield _described(table).relation("state_action", columns)


def _has_states(table: Table) -> bool:
    """Return whether a database lists a table's states, or its openings only."""
    return table.space.size <= _FULL_STATES


def _described(table: Table) -> Relations:
    """Return the descriptions of a table's relations, with its words."""
    size = f"{table.space.size:,}"
    note = f" The variant's {size} states are not here: look them up one at a time."
    seen_states = "Every state that a game can reach and a player can see"
    return described_relations(
        table,
        card="index of the card in the variant, from 0; …_card has the names",
        listed="Every state as stored" if table.leads is None else seen_states,
        unseen=", ".join(f"s.{_unseen_name(card.name)}" for card in table.rules.cards),
        n=str(table.rules.opening_unseen),
        note="" if _has_states(table) else note,
    )


def _unseen_name(card: str) -> str:
    return f"unseen_{re.sub('[^a-z0-9]+', '_', card.lower())}"


def _card_columns(rules: Rules) -> _Arrays:
    names, numbers = card_arrays(rules)
    return {
        "card": _octets(range(len(names))),
        "name": names,
        "number": numbers,
        "copies": _octets(rules.copies),
        "value": _octets(card.value for card in rules.cards),
        "effect": np.array([card.effect.name.lower() for card in rules.cards]),
    }


def _action_columns(rules: Rules) -> _Arrays:
    actions, plays, (_, numbers) = rules.actions, rules.plays, card_arrays(rules)
    guessed = [
        0 if action.guess is None else numbers[play.argument]
        for action, play in zip(actions, plays, strict=True)
    ]
    targets = [action.target or "" for action in actions]
    return {
        "action": _octets(range(len(actions))),
        "play": numbers[[play.card for play in plays]],
        "guess": np.ma.array(_octets(guessed), mask=[action.guess is None for action in actions]),
        "target": np.ma.array(targets, mask=[action.target is None for action in actions]),
        "text": np.array([rules.describe(action) for action in actions]),
    }


def _octets(numbers: Iterable[int]) -> NDArray[np.uint8]:
    return np.array([*numbers], dtype=np.uint8)


def _states(table: Table, relations: Relations) -> Iterator[Relation]:
    """Yield stored states and, with discard scoring, values by lead."""
    ranks = np.arange(table.space.size)
    if table.leads is None:
        numbers = {
            "reachable": np.asarray(table.reachable),
            "value": np.asarray(table.values),
            "action": np.asarray(table.actions_chosen),
        }
        yield relations.relation("state", _state_columns(table, ranks) | numbers)
        return
    states = table.space.unrank_many(ranks)
    is_seen = (states.opponent < 0) | (states.known == 1)
    ranks = np.flatnonzero(np.asarray(table.reachable) & is_seen)
    yield relations.relation("state", _state_columns(table, ranks))
    entries, leads = table.leads.every_lead(ranks)
    columns: _Arrays = {
        "rank": np.repeat(ranks, table.leads.width[ranks]).astype(np.int32),
        "lead": leads,
        "value": table.values[entries],
        "action": table.actions_chosen[entries],
    }
    yield relations.relation("entry", columns)


def _state_columns(table: Table, ranks: NDArray[np.int64]) -> _Arrays:
    """Return the columns that say what each state is."""
    states = table.space.unrank_many(ranks)
    unseen = {
        _unseen_name(card.name): (copies.astype(np.uint8), f"of those, copies of {card.name}")
        for card, copies in zip(table.rules.cards, states.unseen.T, strict=True)
    }
    return {
        "rank": ranks.astype(np.int32),
        "low": states.low.astype(np.uint8),
        "high": states.high.astype(np.uint8),
        "n": states.unseen.sum(axis=1).astype(np.uint8),
        **unseen,
        "handmaid": states.maid.astype(bool),
        "opponent": np.ma.masked_less(states.opponent, 0).astype(np.uint8),
        "opponent_known": states.known.astype(bool),
        "hand_known": states.hand_known.astype(np.uint8),
    }


def _openings(table: Table, relations: Relations) -> Iterator[Relation]:
    """Yield every first turn, cards as indices, and each one's actions, in words."""
    names, numbers = card_arrays(table.rules)
    face_up, states, deal_prob = _deal_openings(table.rules.copies)
    value, action = table.lookup_many(states)
    dealt = np.flatnonzero(~np.isnan(value))  # of a small deck three cards face up leave no game
    columns: _Arrays = {
        f"up_{place}": np.ma.masked_less(cards[dealt], 0).astype(np.uint8)
        for place, cards in enumerate(face_up.T, 1)
    }
    columns |= {
        "low": states.low[dealt].astype(np.uint8),
        "high": states.high[dealt].astype(np.uint8),
        "value": value[dealt],
        "action": action[dealt],
        "deal_prob": deal_prob[dealt],
    }
    yield relations.relation("first_turn", columns)

    turns: list[int] = []
    ranked: list[ActionValue[Action]] = []
    for turn in dealt.tolist():
        low, high, unseen = (column[turn].tolist() for column in states[:3])
        actions = table.actions(State(low, high, tuple(unseen)))
        turns += [turn] * len(actions)
        ranked += actions
    lows, highs = states.low[turns], states.high[turns]
    face_up_texts = [",".join(str(numbers[card]) for card in up if card >= 0) for up in face_up]
    action_columns = {
        "face_up": np.array(face_up_texts)[turns],
        "b1": numbers[lows],
        "b2": numbers[highs],
        "card_1": names[lows],
        "card_2": names[highs],
        "action": np.array([action.text for action in ranked]),
        value_column(table): np.array([action.value for action in ranked]),
        "cost": np.array([action.cost for action in ranked]),
        "is_best": np.array([action.is_best for action in ranked]),
        "deal_prob": deal_prob[turns],
    }
    yield relations.relation("opening_action", action_columns)


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
        up_chance, undealt = draw_cards(copies, up)
        for hand in combinations_with_replacement(kinds, 2) if up_chance else ():
            hand_chance, unseen = draw_cards(undealt, hand)
            if hand_chance:
                rows.append((up or none_up, *hand, unseen, up_chance * hand_chance))
    face_up, low, high, unseen_copies, chances = map(np.array, zip(*rows, strict=True))
    zeros = np.zeros(len(rows), dtype=np.int64)
    states = StateArrays(low, high, unseen_copies, zeros + UNKNOWN, zeros, zeros, zeros)
    return face_up, states, chances
