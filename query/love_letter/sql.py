"""Love Letter's relations and views for SQL."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from llq.query.love_letter.openings import find_openings
from llq.query.love_letter.table import Table
from llq.query.papers import published
from llq.solver.love_letter.archer.states import ArcherStateArrays
from llq.solver.love_letter.rules import Effect, Rules
from llq.store.database import Relation, View

__all__ = ["table_relations", "table_views"]


_FULL_STATES = 10_000_000
"""Larger tables show their openings only: a database of their states would take minutes to lay out
and gigabytes to keep."""


def table_relations(table: Table) -> tuple[Relation, ...]:
    """Return the native relations of one table, cards as indices."""
    rules, name = table.rules, _name(table)
    cards, actions = rules.cards, rules.actions
    return (
        *(_states(table) if table.space.size <= _FULL_STATES else ()),
        Relation(
            f"{name}_card",
            {
                "card": np.arange(len(cards), dtype=np.uint8),
                "name": np.array([c.name for c in cards]),
                "number": np.array([c.number for c in cards], dtype=np.uint8),
                "copies": np.array([c.copies for c in cards], dtype=np.uint8),
                "value": np.array([c.value for c in cards], dtype=np.uint8),
                "effect": np.array([c.effect.name.lower() for c in cards]),
            },
            "The cards of the variant.",
            {"value": "what the card counts in a comparison at the end of the round"},
        ),
        Relation(
            f"{name}_action",
            {
                "action": np.arange(len(actions), dtype=np.uint8),
                "play": np.array([cards[p.card].number for p in rules.plays], dtype=np.uint8),
                "guess": _masked([_guess(rules, i) for i in range(len(actions))]),
                "target": _masked([_target(rules, i) for i in range(len(actions))]),
                "text": np.array([rules.describe(a) for a in actions]),
            },
            "The actions of the variant, in the order that decides ties.",
            {"target": "1 the opponent, 2 oneself, as in the thesis"},
        ),
        _first_turns(table),
        *(_published() if name == "love_letter_classic" else ()),
    )


def _states(table: Table) -> tuple[Relation, ...]:
    """Return the states as stored and, where discards count, their values at each lead."""
    name = _name(table)
    ranks, states = table.listed_states()
    columns = {
        "rank": ranks.astype(np.int32),
        "low": states.low.astype(np.uint8),
        "high": states.high.astype(np.uint8),
        "n": states.unseen.sum(axis=1).astype(np.uint8),
        **{
            _unseen(card.name): states.unseen[:, index].astype(np.uint8)
            for index, card in enumerate(table.rules.cards)
        },
        "handmaid": states.maid.astype(bool),
        "opponent": np.ma.masked_less(states.opponent, 0).astype(np.uint8),
        "opponent_known": states.known.astype(bool),
        "hand_known": states.hand_known.astype(np.uint8),
    }
    if isinstance(states, ArcherStateArrays):
        columns |= {
            "aside": np.ma.masked_less(states.aside, 0).astype(np.uint8),
            "opponent_knows_aside": states.aside_known_to_opponent.astype(bool),
        }
    if table.leads is None:
        columns |= {
            "reachable": np.asarray(table.reachable)[ranks],
            "value": np.asarray(table.values)[ranks],
            "action": np.asarray(table.actions_chosen)[ranks],
        }
        listed = "Every state as stored"
        if isinstance(states, ArcherStateArrays):
            listed = "Every state that a game can come to and a player can see"
        return (Relation(f"{name}_state", columns, f"{listed}; {name} decodes it."),)
    entries, leads = table.leads.every_lead(ranks)
    worth = {
        "rank": np.repeat(ranks, table.leads.width[ranks]).astype(np.int32),
        "lead": leads,
        "value": table.values[entries],
        "action": table.actions_chosen[entries],
    }
    return (
        Relation(
            f"{name}_state",
            columns,
            f"Every state that a game can come to and a player can see; {name} decodes it.",
        ),
        Relation(
            f"{name}_entry",
            worth,
            "The value of each state at each lead in discards stored: below the lowest and above "
            "the highest the value is that of the lowest and the highest.",
        ),
    )


def _first_turns(table: Table) -> Relation:
    """Return every first turn, cards as indices."""
    found = find_openings(table)
    return Relation(
        f"{_name(table)}_first_turn",
        {
            **{
                f"up_{place + 1}": np.ma.masked_less(cards, 0).astype(np.uint8)
                for place, cards in enumerate(found.face_up.T)
            },
            "low": found.low.astype(np.uint8),
            "high": found.high.astype(np.uint8),
            "value": found.value,
            "action": found.action,
            "deal_prob": found.deal_prob,
        },
        "Every first turn, with no and with three cards face up.",
        {"deal_prob": "chance of this hand and, where cards are face up, of these cards"},
    )


def table_views(table: Table) -> tuple[View, ...]:
    """Return the views over one table's relations."""
    rules, name = table.rules, _name(table)
    worth = "win_prob" if rules.unit == "win probability" else rules.unit.replace(" ", "_")
    views = [*_opening_views(table, worth)]
    if table.space.size <= _FULL_STATES:
        views.insert(0, _decoded(table, worth))
    else:
        note = (
            f" The variant's {table.space.size:,} states are not here: look them up one at a time."
        )
        views = [View(view.name, view.sql, view.comment + note) for view in views]
    if name == "love_letter_classic":
        views.append(
            View(
                "love_letter_table4",
                f"""
                SELECT p.b1, p.b2, p.chance AS published, o.win_prob,
                       o.win_prob - p.chance AS difference,
                       p.play AS published_play, o.play,
                       p.play = o.play AND p.guess IS NOT DISTINCT FROM o.guess
                           AND p.target IS NOT DISTINCT FROM o.target AS same_action
                FROM love_letter_published_table4 p JOIN {name}_opening o USING (b1, b2)
                ORDER BY p.b1, p.b2""",
                "The thesis's Table 4 beside ours.",
            )
        )
    return tuple(views)


def _decoded(table: Table, worth: str) -> View:
    """Return the view that decodes every state."""
    name = _name(table)
    unseen = ", ".join(f"s.{_unseen(card.name)}" for card in table.rules.cards)
    held = "the mover's chance of winning" if worth == "win_prob" else "the mover's token lead"
    known_aside, asides = "", ""
    if table.rules.tracks_aside:
        known_aside = "x.name AS aside, s.opponent_knows_aside,"
        asides = f"LEFT JOIN {name}_card x ON x.card = s.aside"
        source, lead, reachable = f"{name}_state s", "", ""
        about = (
            "Every state that a game can come to and a player can see: hand, copies unseen of each "
            f"card, what is known about hands and the aside card, {held} and the best action. "
            "aside is the aside card where the mover knows it."
        )
    elif table.leads is None:
        source, lead, reachable = f"{name}_state s", "", ", s.reachable"
        about = (
            f"Every state decoded: hand, copies unseen of each card, what is known, {held} and the "
            "best action. Where opponent is given but opponent_known is false, the mover plays "
            f"without knowing the card and {worth} is the true one."
        )
    else:
        source, lead, reachable = (
            f"{name}_state s JOIN {name}_entry e USING (rank)",
            "e.lead, ",
            "",
        )
        about = (
            "Every state that a game can come to and a player can see, at each lead in discards "
            f"(the mover's discard total less the opponent's) at which {held} or the best action "
            "may change: the lowest row of a state holds for all lower leads, the highest for all "
            "higher ones. Not every lead can come up in every state."
        )
    row = "s" if table.leads is None else "e"
    return View(
        name,
        f"""
        SELECT s.rank, {lead}lo.name AS card_1, hi.name AS card_2, s.n, {unseen}, s.handmaid,
               o.name AS opponent, s.opponent_known,
               CASE s.hand_known WHEN 1 THEN lo.name WHEN 2 THEN hi.name END AS opponent_knows,
               {known_aside} {row}.value AS {worth}, a.text AS action, a.play, a.guess, a.target,
               lo.number AS b1, hi.number AS b2{reachable}
        FROM {source}
        JOIN {name}_card lo ON lo.card = s.low
        JOIN {name}_card hi ON hi.card = s.high
        JOIN {name}_action a ON a.action = {row}.action
        LEFT JOIN {name}_card o ON o.card = s.opponent {asides}""",
        about,
    )


def _opening_views(table: Table, worth: str) -> tuple[View, ...]:
    """Return the views of first turns: without cards face up, with three, and their mean."""
    name, n = _name(table), table.rules.opening_unseen
    hand = "lo.number AS b1, hi.number AS b2, lo.name AS card_1, hi.name AS card_2"
    answer = f"t.value AS {worth}, a.play, a.guess, a.target, a.text AS action, t.deal_prob"
    joined = f"""{name}_first_turn t
        JOIN {name}_card lo ON lo.card = t.low
        JOIN {name}_card hi ON hi.card = t.high
        JOIN {name}_action a ON a.action = t.action"""
    ups = " ".join(f"JOIN {name}_card u{i} ON u{i}.card = t.up_{i}" for i in (1, 2, 3))
    names = ", ".join(f"u{i}.name AS face_up_{i}" for i in (1, 2, 3))
    return (
        View(
            f"{name}_opening",
            f"""
            SELECT {n} AS n, {hand}, {answer} FROM {joined}
            WHERE t.up_1 IS NULL ORDER BY t.low, t.high""",
            "The first player's first turn without cards face up, in the shape of the thesis's "
            "Table 4; deal_prob is the chance of the hand.",
        ),
        View(
            f"{name}_opening_face_up",
            f"""
            SELECT concat_ws(',', u1.number, u2.number, u3.number) AS face_up, {names},
                   {hand}, {answer}
            FROM {joined} {ups} ORDER BY t.up_1, t.up_2, t.up_3, t.low, t.high""",
            "The first player's first turn for every three cards face up; deal_prob is the chance "
            "of these cards and this hand.",
        ),
        View(
            f"{name}_opening_face_up_mean",
            f"""
            SELECT b1, b2, card_1, card_2, sum(total) / sum(chance) AS {worth},
                   min(least) AS least, max(most) AS most, arg_max(action, chance) AS action,
                   max(chance) / sum(chance) AS action_prob, sum(chance) AS deal_prob
            FROM (
                SELECT b1, b2, card_1, card_2, action, sum(deal_prob) AS chance,
                       sum(deal_prob * {worth}) AS total, min({worth}) AS least,
                       max({worth}) AS most
                FROM {name}_opening_face_up GROUP BY ALL)
            GROUP BY ALL ORDER BY b1, b2, card_1, card_2""",
            "The first player's first turn averaged over the three cards face up: mean, least and "
            "most, the action most often best and how often, and the chance of the hand.",
        ),
    )


def _published() -> tuple[Relation, ...]:
    """Return the thesis's figures as relations."""
    rows = published("love_letter_huibers_2016_table4")
    table4 = {
        **{key: np.array([int(r[key]) for r in rows], dtype=np.uint8) for key in ("b1", "b2")},
        "chance": np.array([float(r["chance"]) for r in rows]),
        **{key: _masked([_integer(r[key]) for r in rows]) for key in ("play", "guess", "target")},
    }
    matches = published("love_letter_huibers_2016_matches")
    table11 = published("love_letter_huibers_2016_table11")
    matrix = {
        **{key: np.array([r[f"{key}_player"] for r in table11]) for key in ("first", "second")},
        **{
            key: np.array([int(r[key]) for r in table11], dtype=np.int32)
            for key in ("first_wins", "games")
        },
    }
    results = {
        "published_table": np.array([int(r["table"]) for r in matches], dtype=np.uint8),
        **{key: np.array([r[f"{key}_player"] for r in matches]) for key in ("first", "second")},
        "first_hand": np.array([r["first_hand"] for r in matches]),
        **{
            key: np.array([int(r[key]) for r in matches], dtype=np.int32)
            for key in ("first_wins", "second_wins", "games")
        },
    }
    return (
        Relation("love_letter_published_table4", table4, "Huibers (2016), Table 4, as printed."),
        Relation("love_letter_published_table11", matrix, "Huibers (2016), Table 11, as printed."),
        Relation(
            "love_letter_published_matches",
            results,
            "Huibers (2016), Tables 1-3 and 5-10, as printed.",
        ),
    )


def _name(table: Table) -> str:
    """Return the name of a table's main view, which starts all the others' names."""
    return f"love_letter_{table.info.spec.variant}".lower().replace("-", "_")


def _unseen(card: str) -> str:
    return f"unseen_{re.sub('[^a-z0-9]+', '_', card.lower())}"


def _integer(text: str) -> int | None:
    return int(text) if text else None


def _guess(rules: Rules, action: int) -> int | None:
    """Return the number of the card guessed, if the action guesses."""
    card, argument = rules.plays[action]
    return rules.cards[argument].number if rules.cards[card].effect == Effect.GUESS else None


def _target(rules: Rules, action: int) -> int | None:
    """Return the thesis's number of the target, if the action has one."""
    card, argument = rules.plays[action]
    return argument + 1 if rules.cards[card].effect == Effect.REDRAW else None


def _masked(values: list[int | None]) -> Any:
    """Return a masked array in which each None is masked, to become NULL."""
    return np.ma.array(
        [0 if value is None else value for value in values],
        mask=[value is None for value in values],
        dtype=np.uint8,
    )
