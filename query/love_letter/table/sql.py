"""Love Letter's relations for SQL: states, cards, actions, first turns and published figures."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from llq.query.answers import ActionValue
from llq.query.love_letter.observation import OFFICIAL_FACE_UP
from llq.query.love_letter.table.table import Table
from llq.query.love_letter.variant_tables import VariantTable
from llq.query.published_figures import published
from llq.solver.love_letter.rules import Action, Rules
from llq.solver.love_letter.table.states import UNKNOWN, State, StateArrays
from llq.store.database import Relation

_TARGET = "opponent or self: whom it affects; NULL where that is not chosen"
_PRINTED_TARGETS = {"1": "opponent", "2": "self"}
_CARD = "index of the card in the variant, from 0; …_card has the names"
_RANK = "number of the state in the table, from 0"
_BEST = "the best action, as numbered in …_action"
_DEAL_PROB = "chance of this hand and, where cards are face up, of these cards, exact"

_FULL_STATES = 10_000_000
"""State limit: larger tables show only openings, as a database of their states would take minutes
to lay out and gigabytes to keep."""


def table_relations(table: Table) -> tuple[Relation, ...]:
    """Return the native relations of one table, cards as indices."""
    rules, name = table.rules, view_name(table)
    cards, actions = rules.cards, rules.actions
    return (
        *(_states(table) if has_states(table) else ()),
        Relation(
            f"{name}_card",
            {
                "card": np.arange(len(cards), dtype=np.uint8),
                "name": np.array([card.name for card in cards]),
                "number": np.array([card.number for card in cards], dtype=np.uint8),
                "copies": np.array([card.copies for card in cards], dtype=np.uint8),
                "value": np.array([card.value for card in cards], dtype=np.uint8),
                "effect": np.array([card.effect.name.lower() for card in cards]),
            },
            "The cards of the variant.",
            {
                "card": _CARD,
                "name": "as printed on the card",
                "number": "as printed on the card",
                "copies": "in the deck",
                "value": "what the card counts in a comparison at the end of the round",
                "effect": "what playing it does, in one word",
            },
        ),
        Relation(
            f"{name}_action",
            {
                "action": np.arange(len(actions), dtype=np.uint8),
                "play": np.array([cards[play.card].number for play in rules.plays], dtype=np.uint8),
                "guess": _masked_numbers([_guess(rules, i) for i in range(len(actions))]),
                "target": _masked_texts([action.target for action in actions]),
                "text": np.array([rules.describe(action) for action in actions]),
            },
            "The actions of the variant, in the order that decides ties.",
            {
                "action": "number of the action, from 0",
                "play": "number of the card played",
                "guess": "number of the card guessed; NULL where none is",
                "target": _TARGET,
                "text": "the action in words",
            },
        ),
        _first_turns(table, openings := find_openings(table)),
        _opening_actions(table, openings),
        *(_published() if name == "love_letter_classic" else ()),
    )


def action_relations(table: Table) -> tuple[Relation, ...]:
    """Return relations of all actions in visible states, valued by a kernel.

    Empty for tables with values at each lead, and for tables so large that a database lists
    their openings only.
    """
    if table.leads is not None or not has_states(table):
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
                worth: describe_action_value(table),
            },
        ),
    )


def has_states(table: Table) -> bool:
    """Return whether a database lists a table's states, or its openings only."""
    return table.space.size <= _FULL_STATES


def view_name(table: VariantTable) -> str:
    """Return the name of a table's main view, which starts all the others' names."""
    return f"love_letter_{table.info.spec.variant}".lower().replace("-", "_")


def unseen_column(card: str) -> str:
    """Return the column name for a card's unseen copies."""
    return f"unseen_{re.sub('[^a-z0-9]+', '_', card.lower())}"


def value_column(table: VariantTable) -> str:
    """Return the value column's name in views."""
    unit = table.rules.unit
    return "win_prob" if unit == "win probability" else unit.replace(" ", "_")


def describe_value(table: VariantTable) -> str:
    """Return the meaning of a table's values."""
    if table.rules.unit == "win probability":
        return (
            "the mover's chance of winning by best play of both, a draw as half; in [0, 1], exact"
        )
    return "the mover's expected tokens minus the opponent's by best play of both, exact"


def describe_action_value(table: VariantTable) -> str:
    """Return the meaning of an action's value."""
    return describe_value(table).replace("by best play", "after it by best play")


def _states(table: Table) -> tuple[Relation, ...]:
    """Return stored states and, with discard scoring, values by lead."""
    name = view_name(table)
    ranks, states = table.listed_states()
    columns = {
        "rank": ranks.astype(np.int32),
        "low": states.low.astype(np.uint8),
        "high": states.high.astype(np.uint8),
        "n": states.unseen.sum(axis=1).astype(np.uint8),
        **{
            unseen_column(card.name): states.unseen[:, index].astype(np.uint8)
            for index, card in enumerate(table.rules.cards)
        },
        "handmaid": states.maid.astype(bool),
        "opponent": np.ma.masked_less(states.opponent, 0).astype(np.uint8),
        "opponent_known": states.known.astype(bool),
        "hand_known": states.hand_known.astype(np.uint8),
    }
    listed = "Every state that a game can reach and a player can see"
    if table.leads is None:
        columns |= {
            "reachable": np.asarray(table.reachable)[ranks],
            "value": np.asarray(table.values)[ranks],
            "action": np.asarray(table.actions_chosen)[ranks],
        }
        listed = "Every state as stored"
    described = f"{listed}; {name} decodes it."
    comments = _state_comments(table, columns)
    relation = Relation(f"{name}_state", columns, described, comments)
    if table.leads is None:
        return (relation,)
    entries, leads = table.leads.every_lead(ranks)
    worth = {
        "rank": np.repeat(ranks, table.leads.width[ranks]).astype(np.int32),
        "lead": leads,
        "value": table.values[entries],
        "action": table.actions_chosen[entries],
    }
    return (
        relation,
        Relation(
            f"{name}_entry",
            worth,
            "The value of each state at each lead in discards stored: below the lowest and above "
            "the highest the value is that of the lowest and the highest.",
            {
                "rank": _RANK,
                "lead": "the mover's discard total minus the opponent's, in points",
                "value": describe_value(table),
                "action": _BEST,
            },
        ),
    )


def _state_comments(table: Table, columns: Mapping[str, object]) -> dict[str, str]:
    """Return comments on the existing state columns."""
    comments = {
        "rank": _RANK,
        "low": f"lower card of the mover's hand: {_CARD}",
        "high": f"higher card of the mover's hand: {_CARD}",
        "n": "cards that the mover has not seen: the deck, the card set aside, the other hand",
        **{
            unseen_column(card.name): f"of those, copies of {card.name}"
            for card in table.rules.cards
        },
        "handmaid": "whether a Handmaid protects the opponent",
        "opponent": f"the opponent's card; NULL where it is not given: {_CARD}",
        "opponent_known": "whether the mover knows the opponent's card",
        "hand_known": "card that the opponent knows of the mover's: 0 none, 1 the lower, "
        "2 the higher",
        "reachable": "whether a game can reach the state",
        "value": describe_value(table),
        "action": _BEST,
    }
    return {name: text for name, text in comments.items() if name in columns}


def _first_turns(table: Table, openings: Openings) -> Relation:
    """Return every first turn, cards as indices."""
    return Relation(
        f"{view_name(table)}_first_turn",
        {
            **{
                f"up_{place + 1}": np.ma.masked_less(cards, 0).astype(np.uint8)
                for place, cards in enumerate(openings.face_up.T)
            },
            "low": openings.low.astype(np.uint8),
            "high": openings.high.astype(np.uint8),
            "value": openings.value,
            "action": openings.action,
            "deal_prob": openings.deal_prob,
        },
        "Every first turn, with no and with three cards face up.",
        {
            **{
                f"up_{place}": f"a card face up; NULL where none is: {_CARD}"
                for place in range(1, openings.face_up.shape[1] + 1)
            },
            "low": f"lower card of the hand: {_CARD}",
            "high": f"higher card of the hand: {_CARD}",
            "value": describe_value(table),
            "action": _BEST,
            "deal_prob": _DEAL_PROB,
        },
    )


def _opening_actions(table: Table, openings: Openings) -> Relation:
    """Return first-turn actions with their values, in words."""
    rules, copies, worth = table.rules, np.array(table.rules.copies), value_column(table)
    names = np.array([card.name for card in rules.cards])
    numbers = np.array([card.number for card in rules.cards], dtype=np.uint8)
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
    return Relation(
        f"{view_name(table)}_opening_action",
        {
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
        },
        OPENING_ACTIONS,
        {
            "b1": "number of the lower card",
            "b2": "number of the higher card",
            **opening_comments(table),
            "cost": f"what it loses against the best action, in {worth}; exact, 0 up to 1e-12",
        },
    )


OPENING_ACTIONS = (
    "Every legal action of the first turn, with no and with three cards face up, and its value by "
    "best play afterwards."
)
"""Comment on a relation of openings."""


def opening_comments(table: VariantTable) -> dict[str, str]:
    """Return comments on the columns of all relations of openings."""
    worth = value_column(table)
    return {
        "face_up": "numbers of the cards face up, ascending, such as 1,1,5; empty for none",
        "card_1": "name of the lower card of the hand",
        "card_2": "name of the higher card of the hand",
        "action": "the action in words",
        worth: describe_action_value(table),
        "cost": f"what it loses against the best action, in {worth}; exact",
        "is_best": "whether no action is better",
        "deal_prob": _DEAL_PROB,
    }


def _published() -> tuple[Relation, ...]:
    """Return the thesis's figures as relations."""
    hands = published("love_letter_huibers_2016_table4")
    matches = published("love_letter_huibers_2016_matches")
    table4 = {
        **{key: np.array([int(hand[key]) for hand in hands], np.uint8) for key in ("b1", "b2")},
        "chance": np.array([float(hand["chance"]) for hand in hands]),
        **{
            key: _masked_numbers([int(hand[key]) if hand[key] else None for hand in hands])
            for key in ("play", "guess")
        },
        "target": _masked_texts([_PRINTED_TARGETS.get(hand["target"]) for hand in hands]),
    }
    results = {
        "published_table": np.array([int(match["table"]) for match in matches], np.uint8),
        "first": np.array([match["first_player"] for match in matches]),
        "second": np.array([match["second_player"] for match in matches]),
        "first_hand": np.array([match["first_hand"] for match in matches]),
        **{
            key: np.array([int(match[key]) for match in matches], np.int32)
            for key in ("first_wins", "second_wins", "games")
        },
    }
    return (
        Relation(
            "love_letter_huibers_2016_table4",
            table4,
            "The first player's chances by opening hand, as printed.",
            {
                "b1": "number of the lower card",
                "b2": "number of the higher card",
                "chance": "chance of winning, in [0, 1]",
                "play": "number of the card played",
                "guess": "number of the card guessed; NULL where none is",
                "target": _TARGET,
            },
            paper="Huibers (2016), Table 4",
        ),
        Relation(
            "love_letter_huibers_2016_match",
            results,
            "Simulated matches of two players, as printed.",
            {
                "published_table": "number of the thesis's table",
                "first": "the player who has the first turn",
                "second": "the player who has the second turn",
                "first_hand": "numbers of the first player's opening hand; empty for any hand",
                "first_wins": "games that the first player won",
                "second_wins": "games that the second player won",
                "games": "games played",
            },
            paper="Huibers (2016), Tables 1-3 and 5-10",
        ),
    )


def _guess(rules: Rules, action: int) -> int | None:
    """Return the guessed card's number, or None for other actions."""
    argument = rules.plays[action].argument
    return rules.cards[argument].number if rules.actions[action].guess is not None else None


def _masked_numbers(values: list[int | None]) -> Any:
    """Mask None values, which become NULL."""
    return np.ma.array(
        [0 if value is None else value for value in values],
        mask=[value is None for value in values],
        dtype=np.uint8,
    )


def _masked_texts(values: list[str | None]) -> Any:
    """Mask None texts, which become NULL."""
    return np.ma.array([value or "" for value in values], mask=[value is None for value in values])


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
